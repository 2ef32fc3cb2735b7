import type { Attachment, Draft } from '../draft/draft';
import { codeSpan, fence } from '../base/markup';
import { commentLines } from './taskComment';

/** A selection in an editor. Positions are counted from 0, as in the editor. */
export interface EditorSelection {
  readonly path: string;
  readonly languageId: string;
  readonly text: string;
  readonly start: Position;
  readonly end: Position;
  /** The whole line that the selection starts in. */
  readonly firstLine: string;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/**
 * Makes the name of an attachment unique. Two texts of a terminal, a chat, a line with two problems, or files in different
 * folders outside of all repositories may have the same name, and both are kept.
 */
export function withUniqueName(attachment: Attachment, { attachments = [] }: Pick<Draft, 'attachments'>): Attachment {
  const { kind, about = '', text } = attachment;
  const isFree = (name: string) =>
    attachments.every((other) => other.kind !== kind || other.about !== name || other.text === text);
  let name = about;
  for (let number = 2; !isFree(name); number++) name = `${about} (${number})`;
  return { ...attachment, about: name };
}

export function selectionAttachment(selected: EditorSelection): Attachment {
  const about = placeOf(selected.path, linesOf(selected));
  const text = `Selected in ${codeSpan(about)}:\n\n${codeBlock(selected.text, selected.languageId)}`;
  return { kind: 'selection', about, text };
}

/** The lines of a selection. For a part of a line, also the columns, so that two parts of it can be attached. */
function linesOf({ start, end, text, firstLine }: EditorSelection): LineRange {
  const first = start.line + 1;
  if (start.line === end.line && text.trim() !== firstLine.trim()) {
    return { first, last: first, columns: { first: start.character + 1, last: end.character } };
  }
  // A selection of whole lines ends at the beginning of the line after it.
  return { first, last: end.character === 0 && end.line > start.line ? end.line : end.line + 1 };
}

/** In bytes of UTF-8. A larger file doesn't help the agent, and nobody would notice the missing part of a truncated one. */
export const maxFileBytes = 1_000_000;

interface AttachedFile extends Pick<EditorSelection, 'path' | 'languageId' | 'text'> {
  readonly unsaved?: boolean;
}

export function fileAttachment({ path, languageId, text, unsaved = false }: AttachedFile): Attachment {
  const name = unsaved ? `${codeSpan(path)}, with unsaved changes` : codeSpan(path);
  const content = text === '' ? `The file ${name} is empty.` : `The file ${name}:\n\n${codeBlock(text, languageId)}`;
  return { kind: 'file', about: path, text: content };
}

/** A position in a file, counted from 1. */
interface Spot {
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** A diagnostic of a compiler, a linter or another extension for a file. */
export interface Problem extends Spot {
  readonly lastLine: number;
  /** `error`, `warning`, `information`, or `hint`. */
  readonly severity: string;
  readonly message: string;
  /** Its source: `ts`, `eslint`. */
  readonly source?: string | undefined;
  readonly code?: string | undefined;
  readonly related: readonly (Spot & { readonly message: string })[];
}

/** The file as the editor shows it. */
interface ShownFile {
  readonly lines: readonly string[];
  readonly languageId: string;
}

export function problemAttachment(problem: Problem, { lines, languageId }: ShownFile): Attachment {
  const { line, lastLine, severity, message, related, source = '', code } = problem;
  const spot = spotOf(problem);
  // `ts(2322)`, as editors write it.
  const origin = code === undefined ? source : `${source}(${code})`;
  const about = origin === '' ? spot : `${spot} ${origin}`;
  const said = [
    `${[severity, origin].filter(Boolean).join(' ')}: ${message}`,
    ...related.map((other) => `${spotOf(other)}: ${other.message}`),
  ];
  const parts = [
    `Problem in ${codeSpan(spot)}:`,
    fence(said.join('\n'), 'text'),
    excerpt(lines, { first: line, last: lastLine }, languageId),
  ];
  return { kind: 'problem', about, text: parts.join('\n\n') };
}

function spotOf({ path, line, column }: Spot): string {
  return `${path}:${line}:${column}`;
}

/** The comment at a line, counted from 0, with the lines around it. */
export function commentAttachment(path: string, index: number, { lines, languageId }: ShownFile): Attachment {
  const { first, last } = commentLines(lines, index);
  const about = placeOf(path, { first: index + 1, last: index + 1 });
  const around = excerpt(lines, { first: first + 1, last: last + 1 }, languageId);
  return { kind: 'comment', about, text: `Do what the comment in ${codeSpan(about)} says.\n\n${around}` };
}

const introductions = { terminal: 'Selected in the terminal', chat: 'From chat,' } as const;

/** A text that was selected in a terminal, or is a chat's reference of this name; `undefined` if the text is blank. */
export function plainAttachment(kind: keyof typeof introductions, name: string, text: string): Attachment | undefined {
  const plain = withoutControls(text);
  if (plain.trim() === '') return undefined;
  return { kind, about: name, text: `${introductions[kind]} ${codeSpan(name)}:\n\n${fence(plain, 'text')}` };
}

/* eslint-disable no-control-regex -- Terminal sequences begin with a control character. */
const titleSequences = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[PX^_][^\x1b]*(?:\x1b\\)?/g;
const colorAndCursorSequences = /(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|\x1b[ -/]*[0-~]/g;
/* eslint-enable no-control-regex */

/** Removes terminal sequences, which color text, move the cursor or set the title, and other control characters. */
export function withoutControls(text: string): string {
  return text
    .replace(titleSequences, '')
    .replace(colorAndCursorSequences, '')
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '');
}

interface TestFailure {
  /** From the outermost suite to the test. */
  readonly labels: readonly string[];
  readonly message: string;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** `test/math.test.ts:12`; `undefined` if the location is unknown. */
  readonly place?: string | undefined;
}

export function testFailureAttachment({ labels, message, expected, actual, place }: TestFailure): Attachment {
  const name = labels.join(' > ');
  const where = place === undefined ? '' : ` at ${codeSpan(place)}`;
  const block = (text: string) => fence(withoutControls(text), 'text');
  const parts = [
    `The test ${codeSpan(name)} fails${where}:`,
    block(message),
    expected === undefined ? undefined : `Expected:\n\n${block(expected)}`,
    actual === undefined ? undefined : `Actual:\n\n${block(actual)}`,
  ];
  const about = place === undefined ? name : `${name} (${place})`;
  return { kind: 'testFailure', about, text: parts.filter((part) => part !== undefined).join('\n\n') };
}

function codeBlock(text: string, languageId: string): string {
  // Extensions may use any language id, but some characters after a fence would break the code block.
  return fence(text, /^[^\s`]+$/.test(languageId) ? languageId : '');
}

/** Lines of a text, counted from 1, the last one included. */
interface LineRange {
  readonly first: number;
  readonly last: number;
  /** Columns, counted from 1, the last one included: only for a part of one line. */
  readonly columns?: { readonly first: number; readonly last: number };
}

/** `src/parser.ts:3-9`, `src/parser.ts:3`, and `src/parser.ts:3:5-12` for a part of a line. */
export function placeOf(path: string, { first, last, columns }: LineRange): string {
  if (columns) return `${path}:${first}:${columns.first}-${columns.last}`;
  return first === last ? `${path}:${first}` : `${path}:${first}-${last}`;
}

const contextLines = 3;

function excerpt(lines: readonly string[], { first, last }: LineRange, languageId: string): string {
  const from = Math.max(1, first - contextLines);
  const to = Math.min(lines.length, last + contextLines);
  const heading = from === to ? `Line ${from}` : `Lines ${from}-${to}`;
  return `${heading}:\n\n${codeBlock(lines.slice(from - 1, to).join('\n'), languageId)}`;
}
