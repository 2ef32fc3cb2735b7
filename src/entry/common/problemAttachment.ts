import type { Attachment } from '../../draft/common/draft';
import { fence } from '../../base/common/markup';
import { codeSpan } from './codeSpan';
import { excerpt } from './excerpt';

/** A place in a file, counted from 1. */
export interface Spot {
  /** As the message names the file. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** Something that a compiler, a linter or another extension says about a file. */
export interface Problem extends Spot {
  readonly lastLine: number;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** Who says it: `ts`, `eslint`. */
  readonly source?: string | undefined;
  readonly code?: string | undefined;
  readonly related: readonly (Spot & { readonly message: string })[];
}

/** The file that the problem is in, as the editor shows it. */
export interface ShownFile {
  readonly lines: readonly string[];
  readonly languageId: string;
}

export function problemAttachment(problem: Problem, { lines, languageId }: ShownFile): Attachment {
  const { line, lastLine, severity, message, related } = problem;
  const spot = spotOf(problem);
  const origin = originOf(problem);
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

/** `ts(2322)`, as editors write it. */
function originOf({ source = '', code }: Problem): string {
  return code === undefined ? source : `${source}(${code})`;
}
