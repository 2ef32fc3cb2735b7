import type { FilledFields } from '../../conversations/common/conversation';
import { imagesOf, messageOf, withField, withoutField, type Draft } from './draft';
import type { ConversationStartRequest } from '../../client/common/records';

/** Who fills in drafts other than the person who sends them: a command, for instance, when another extension runs it. */
export const fillers = ['link', 'chat', 'tool', 'command'] as const;
export type Filler = (typeof fillers)[number];

type Field = keyof ConversationStartRequest;

/** The mark of a draft that was filled in from elsewhere. It stays until the draft is sent or discarded. */
export interface Filling {
  readonly by: Filler;
  /** What each field was filled in with. An empty text marks a field for as long as it is set, whatever its value. */
  readonly texts: Readonly<Partial<Record<Field, string>>>;
}

/**
 * Length of the shortest piece of a text that still counts as the other's, in UTF-16 units. Shorter ones are in any two
 * texts of one language.
 */
const pieceLength = 8;

/** The draft with a message that comes from elsewhere. Several lines cannot be typed on the sheet: they stand before it. */
export function withMessage(draft: Draft, message: string): Draft {
  return /[\r\n]/.test(message) ? { ...draft, body: message } : withField(draft, 'initial_user_msg', message);
}

/** The draft, all of its own fields marked; of `only` these, where given. What is not set is not marked. */
export function filledBy(by: Filler, draft: Draft, only?: readonly string[]): Draft {
  const marked = [...ownTexts(draft)].filter(([field]) => !only || only.includes(field));
  return marked.length === 0 ? draft : { ...draft, filling: { by, texts: Object.fromEntries(marked) } };
}

/**
 * The draft, all that is set marked for as long as it is: what said who filled it in is lost.
 * @param hasTextElsewhere whether the draft's text, which is marked too, is kept apart from it
 */
export function filledByUnknown(draft: Draft, hasTextElsewhere: boolean): Draft {
  const fields = new Set([...(hasTextElsewhere ? (['initial_user_msg'] as const) : []), ...ownTexts(draft).keys()]);
  if (fields.size === 0) return draft;
  return { ...draft, filling: { by: 'command', texts: Object.fromEntries([...fields].map((field) => [field, ''])) } };
}

/**
 * The marked fields that still have something of what was filled in; `undefined` when there is none. Compared with what
 * came rather than followed edit by edit: undoing an edit brings the text back, wherever it was made.
 */
export function filledFields(draft: Draft): (FilledFields & { readonly by: Filler }) | undefined {
  const { filling } = draft;
  if (!filling) return undefined;
  const fields = [...ownTexts(draft)].filter(([field, text]) => isLeft(field, text, filling)).map(([field]) => field);
  return fields.length === 0 ? undefined : { by: filling.by, fields };
}

/**
 * The draft with the repository and the provider of its suggested task, which whoever filled in the task filled in too. A
 * branch that was chosen was one of the repository before.
 */
export function withTaskRepository(draft: Draft): Draft {
  const { suggested_task: task } = draft.fields;
  if (!task) return draft;
  const placed = withField(withField(draft, 'repository', task.repo), 'git_provider', task.git_provider);
  const there = draft.fields.repository === task.repo ? placed : withoutField(placed, 'selected_branch');
  return filledLike('suggested_task', ['repository', 'git_provider'], there);
}

/** The draft, fields whose values were taken from another one marked where that one is. */
function filledLike(from: Field, fields: readonly Field[], draft: Draft): Draft {
  const { filling } = draft;
  if (!filling || !filledFields(draft)?.fields.includes(from)) return draft;
  const taken = [...ownTexts(draft)].filter(([field]) => fields.includes(field));
  return { ...draft, filling: { ...filling, texts: { ...filling.texts, ...Object.fromEntries(taken) } } };
}

/** A filler by its stored name. One that this version does not know is somebody else all the same. */
export function fillerOf(name: unknown): Filler {
  return fillers.find((filler) => filler === name) ?? 'command';
}

/** What the draft itself says, without what the workspace adds: texts to compare, empty for what has none. */
function ownTexts(draft: Draft): ReadonlyMap<Field, string> {
  const { image_urls: addresses } = draft.fields;
  const texts = new Map<Field, string>();
  const message = messageOf(draft);
  if (message !== '') texts.set('initial_user_msg', message);
  if (addresses !== null && (addresses?.length || imagesOf(draft).length > 0)) texts.set('image_urls', '');
  for (const [field, value] of Object.entries(draft.fields) as [Field, unknown][]) {
    if (field === 'initial_user_msg' || field === 'image_urls') continue;
    if (value === null || value === undefined || value === '') continue;
    texts.set(field, typeof value === 'string' && field !== 'replay_json' ? value : '');
  }
  return texts;
}

function isLeft(field: Field, text: string, filling: Filling): boolean {
  const given = Object.hasOwn(filling.texts, field) ? filling.texts[field] : undefined;
  if (given === undefined || given === '') return given === '';
  const isProse = field === 'initial_user_msg' || field === 'conversation_instructions';
  return isProse ? hasPieceOf(given, text, filling) : text === given;
}

/** Whether a text has a piece of what was given. How lines are broken and indented makes no difference. */
function hasPieceOf(given: string, text: string, filling: Filling): boolean {
  const plain = withoutBreaks(text);
  const whole = withoutBreaks(given);
  if (whole.length <= pieceLength) return plain.includes(whole);
  const pieces = piecesOf(whole, filling);
  for (let at = 0; at + pieceLength <= plain.length; at++)
    if (pieces.has(plain.slice(at, at + pieceLength))) return true;
  return false;
}

function withoutBreaks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Looked for at every key that is typed, in what does not change. */
const knownPieces = new WeakMap<Filling, Map<string, ReadonlySet<string>>>();

function piecesOf(whole: string, filling: Filling): ReadonlySet<string> {
  const known = knownPieces.get(filling) ?? new Map<string, ReadonlySet<string>>();
  const pieces = known.get(whole) ?? new Set(slicesOf(whole));
  knownPieces.set(filling, known.set(whole, pieces));
  return pieces;
}

function* slicesOf(whole: string): Generator<string> {
  for (let at = 0; at + pieceLength <= whole.length; at++) yield whole.slice(at, at + pieceLength);
}
