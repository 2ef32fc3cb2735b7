import type { FilledFields } from '../../conversations/common/conversation';
import { imagesOf, messageOf, withField, withoutField, type Draft } from './draft';
import type { ConversationStartRequest, SuggestedTask } from '../../client/common/records';

/** Sources that fill in drafts instead of the user who sends them: for example a command, run by another extension. */
export const fillers = ['link', 'chat', 'tool', 'command'] as const;
export type Filler = (typeof fillers)[number];

type Field = keyof ConversationStartRequest;

/** Marks a draft that was filled in from elsewhere. The mark stays until the draft is sent or discarded. */
export interface Filling {
  readonly by: Filler;
  /**
   * The text that each field was filled in with. An empty text marks a field for as long as it is set, regardless of
   * its value.
   */
  readonly texts: Readonly<Partial<Record<Field, string>>>;
}

/**
 * Length of the shortest piece of a text that still counts as copied, in UTF-16 units. Shorter ones occur in any two
 * texts of one language.
 */
const pieceLength = 8;

/**
 * The draft with a message that comes from elsewhere. Several lines can't be typed on the sheet: they become the body.
 */
export function withMessage(draft: Draft, message: string): Draft {
  return /[\r\n]/.test(message) ? { ...draft, body: message } : withField(draft, 'initial_user_msg', message);
}

/** The draft with all its own fields marked, or only those in `only`. Unset fields aren't marked. */
export function filledBy(by: Filler, draft: Draft, only?: readonly string[]): Draft {
  const marked = [...ownTexts(draft)].filter(([field]) => !only || only.includes(field));
  return marked.length === 0 ? draft : { ...draft, filling: { by, texts: Object.fromEntries(marked) } };
}

/**
 * The draft with every set field marked for as long as it is set: the record of who filled it in is lost.
 * @param hasTextElsewhere whether the draft's text, which is marked too, is saved separately
 */
export function filledByUnknown(draft: Draft, hasTextElsewhere: boolean): Draft {
  const fields = new Set([...(hasTextElsewhere ? (['initial_user_msg'] as const) : []), ...ownTexts(draft).keys()]);
  if (fields.size === 0) return draft;
  return { ...draft, filling: { by: 'command', texts: Object.fromEntries([...fields].map((field) => [field, ''])) } };
}

/** The marked fields of a draft. */
interface FilledDraftFields extends FilledFields {
  readonly by: Filler;
  readonly fields: readonly Field[];
}

/**
 * The marked fields that still contain some of the filled-in text; `undefined` if there are none. Compared with the
 * original text rather than tracked edit by edit: undoing an edit restores the text, in whichever editor.
 */
export function filledFields(draft: Draft): FilledDraftFields | undefined {
  const { filling } = draft;
  if (!filling) return undefined;
  const fields = [...ownTexts(draft)].filter(([field, text]) => isLeft(field, text, filling)).map(([field]) => field);
  return fields.length === 0 ? undefined : { by: filling.by, fields };
}

/**
 * The draft with the repository and the provider of its suggested task, marked as filled in if the task is. A branch
 * chosen before belongs to the previous repository.
 */
export function withTaskRepository(draft: Draft): Draft {
  const { suggested_task: task } = draft.fields;
  if (!task) return draft;
  const placed = withField(withField(draft, 'repository', task.repo), 'git_provider', task.git_provider);
  const there = draft.fields.repository === task.repo ? placed : withoutField(placed, 'selected_branch');
  return filledLike('suggested_task', ['repository', 'git_provider'], there);
}

/** The draft with a task in its repository, marked as filled in if the repository is. */
export function withTaskInRepository(draft: Draft, task: SuggestedTask): Draft {
  return filledLike('repository', ['suggested_task'], withField(draft, 'suggested_task', task));
}

/** The draft, with fields marked whose values were taken from another field that is marked. */
function filledLike(from: Field, fields: readonly Field[], draft: Draft): Draft {
  const { filling } = draft;
  if (!filling || !filledFields(draft)?.fields.includes(from)) return draft;
  const taken = [...ownTexts(draft)].filter(([field]) => fields.includes(field));
  return { ...draft, filling: { ...filling, texts: { ...filling.texts, ...Object.fromEntries(taken) } } };
}

/** The draft, with its message marked for the values of marked fields that were copied into it. */
export function withCopiedToMessage(draft: Draft, fields: readonly Field[]): Draft {
  const { filling } = draft;
  const copied = filledFields(draft)?.fields.filter((field) => fields.includes(field));
  if (!filling || !copied?.length) return draft;
  // An empty text marks the whole message already.
  const { initial_user_msg: before } = filling.texts;
  const own = ownTexts(draft);
  const given = before === '' ? '' : [before, ...copied.map((field) => own.get(field))].join('\n').trim();
  return { ...draft, filling: { ...filling, texts: { ...filling.texts, initial_user_msg: given } } };
}

/** A filler by its stored name. A name that this version doesn't know still counts as a filler. */
export function fillerOf(name: unknown): Filler {
  return fillers.find((filler) => filler === name) ?? 'command';
}

/** Texts of the draft itself, without the workspace's defaults: for comparison, empty for fields without text. */
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

/** True if a text contains a piece of the given one. Line breaks and indentation are ignored. */
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

/** Cached, because they are searched at every keystroke and don't change. */
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
