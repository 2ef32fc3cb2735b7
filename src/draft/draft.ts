import { createHash } from 'node:crypto';
import type { ChosenRepository, TargetContext } from '../repository/targets';
import type { DraftFields } from './draftFields';

/** A conversation that hasn't been started yet, or the next message of one that has. */
export interface Draft {
  readonly fields: DraftFields;
  /** The extension's own id of the conversation that it continues; only message and images are sent then. */
  readonly to?: string;
  /** The part of the message that was written in an editor or comes from elsewhere: it precedes the typed part. */
  readonly body?: string;
  /** Pieces sent at the end of the message, each on its own. */
  readonly attachments?: readonly Attachment[];
  /** Sent as `image_urls`, after those in `fields`. */
  readonly images?: readonly DraftImage[];
  /** Sent as the end of `conversation_instructions`. Set by the user only, never filled in from elsewhere. */
  readonly resultBranch?: ResultBranch;
  /** The open repository that the user chose; if absent, the workspace determines it. */
  readonly chosen?: ChosenRepository;
  /** Fields of the conversation that this draft starts again, which the draft lacks. */
  readonly notKept?: readonly NotKeptField[];
  /** The source that filled in the draft or a part of it. Kept until the draft is sent or discarded, even if edited. */
  readonly filledBy?: Filler;
  /** Its starts, or sendings of a message, that may have succeeded. */
  readonly starts?: readonly DraftStart[];
  /** Name of the Markdown file that has its body, once it is written in an editor. */
  readonly document?: string;
}

/** A start of a draft whose outcome isn't known, or wasn't known for a while. */
export interface DraftStart {
  /** The extension's own id of the start. */
  readonly id: string;
  /** Digest of what was sent, see {@link isAsSent}; absent for a past conversation that is started again. */
  readonly digest?: string;
}

/**
 * Fields that aren't restored when a conversation is started again: the history stores no bodies and no secrets, only
 * the beginning of a very long text, and an id belongs to one conversation.
 */
export const notKeptFields = [
  'initial_user_msg',
  'conversation_instructions',
  'image_urls',
  'replay_json',
  'mcp_config',
  'conversation_id',
] as const;
export type NotKeptField = (typeof notKeptFields)[number];

export const attachmentKinds = [
  'changes',
  'selection',
  'file',
  'problem',
  'comment',
  'conflicts',
  'terminal',
  'testFailure',
  'chat',
] as const;

/** A piece of text that was added to the message for its reader, not typed. */
export interface Attachment {
  readonly kind: (typeof attachmentKinds)[number];
  /** Subject, for example `src/parser.ts:3-9`. A draft has one attachment per kind, subject and clone. */
  readonly about?: string;
  /** Markdown, as it is sent. */
  readonly text: string;
  /** The clone that its paths are relative to; absent if there is none. Not sent. */
  readonly from?: Origin;
  /** Time when changes were read from the clone, in milliseconds since 1970. Not sent. */
  readonly readAt?: number;
}

/** A local clone that something was taken from. */
export interface Origin {
  /** Absolute path of its working tree. */
  readonly root: string;
  /** Its path on its host, if it has one. */
  readonly repository?: string;
}

/** A branch that the agent is asked to push to, with a sentence at the end of the instructions. */
export interface ResultBranch {
  readonly name: string;
  /** One line of text; absent if it is the default one for the name. */
  readonly sentence?: string;
}

/** Sources that fill in drafts instead of the user who sends them: for example a command, run by another extension. */
const fillers = ['link', 'chat', 'tool', 'command'] as const;
export type Filler = (typeof fillers)[number];

export interface DraftImage {
  /** File name, unique within the draft. */
  readonly name: string;
  /** A `data:` URI. */
  readonly url: string;
  /** Inserted by a reference in the message: it is sent as long as the message has the reference. */
  readonly inText?: true;
}

/** A change of a draft: made from what it is by then, which may be more than when the change was begun. */
export type DraftEdit = (draft: Draft) => Draft;

/** True if the draft contains nothing worth keeping. */
export function isBlank({ fields, body = '', attachments = [], images = [], resultBranch, chosen }: Draft): boolean {
  const isEmpty = Object.values(fields).every((value) => value === '');
  return isEmpty && body.trim() === '' && attachments.length === 0 && images.length === 0 && !resultBranch && !chosen;
}

export const emptyDraft: Draft = { fields: {} };

/** The draft with one more start. The same one isn't listed twice. */
export function withStart(draft: Draft, start: DraftStart): Draft {
  return { ...draft, starts: [...(withoutStart(draft, start.id).starts ?? []), start] };
}

/** The draft without a start, which has failed. */
export function withoutStart({ starts = [], ...draft }: Draft, id: string): Draft {
  const others = starts.filter((start) => start.id !== id);
  return others.length > 0 ? { ...draft, starts: others } : draft;
}

/** True if nothing but its message and its images would be lost with everything else. */
export function isMessageAlone({ fields, resultBranch }: Draft): boolean {
  const others = Object.entries(fields).filter(([name]) => name !== 'initial_user_msg' && name !== 'image_urls');
  return !resultBranch && others.every(([, value]) => value === undefined);
}

export function neverSent(draft: Draft): Draft {
  const { starts, ...rest } = draft;
  return starts === undefined ? draft : rest;
}

export function isInDoubt({ starts = [] }: Draft): boolean {
  return starts.length > 0;
}

/** True if the draft says what was sent with this start. */
export function isAsSent(draft: Draft, { digest }: DraftStart): boolean {
  return digest !== undefined && digest === digestOf(draft);
}

/** Digest of what the user wrote and chose, in whatever way it is stored, without MCP servers. */
export function digestOf(draft: Draft): string {
  const { initial_user_msg, mcp_config, ...others } = draft.fields;
  const fields = Object.entries(others).filter(([, value]) => value !== undefined);
  const content = [
    fields.sort(([a], [b]) => (a < b ? -1 : 1)),
    messageOf(draft),
    (draft.images ?? []).map(({ name }) => name).sort(),
    draft.resultBranch?.name ?? '',
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

export function withField<Field extends keyof DraftFields>(
  draft: Draft,
  field: Field,
  value: DraftFields[Field],
): Draft {
  return { ...draft, fields: { ...draft.fields, [field]: value } };
}

export function withoutField(draft: Draft, field: keyof DraftFields): Draft {
  return { ...draft, fields: Object.fromEntries(Object.entries(draft.fields).filter(([name]) => name !== field)) };
}

export const placeFields: readonly string[] = ['repository', 'git_provider', 'selected_branch'];

/** The draft with a message from elsewhere. Several lines can't be typed on the sheet: they become the body. */
export function withMessage(draft: Draft, message: string): Draft {
  return message.includes('\n') || message.includes('\r')
    ? { ...draft, body: message }
    : withField(draft, 'initial_user_msg', message);
}

/** A filler by its stored name. A name that this version doesn't know still counts as a filler. */
export function fillerOf(name: unknown): Filler {
  return fillers.find((filler) => filler === name) ?? 'command';
}

/** The draft without the message that `asked` has: typed text, attachments, and its body unless that was written on since. */
export function withoutMessage(draft: Draft, { body }: Draft): Draft {
  return { ...withoutField(draft, 'initial_user_msg'), ...(draft.body === body && { body: '' }), attachments: [] };
}

/** The draft once its message is in a document. */
export function movedTo(document: string, draft: Draft): Draft {
  const { attachments, body, ...rest } = withoutField(draft, 'initial_user_msg');
  return { ...rest, document };
}

export function withoutResultBranch(draft: Draft): Draft {
  const { resultBranch, ...rest } = draft;
  return resultBranch === undefined ? draft : rest;
}

/** The draft with an attachment, which replaces one of the same kind, subject and clone. */
export function withAttachment(draft: Draft, attachment: Attachment): Draft {
  const { attachments = [] } = withoutAttachment(draft, attachment);
  return { ...draft, attachments: [...attachments, attachment] };
}

export function withoutAttachment(draft: Draft, attachment: Omit<Attachment, 'text'>): Draft {
  const key = attachmentKey(attachment);
  return { ...draft, attachments: (draft.attachments ?? []).filter((other) => attachmentKey(other) !== key) };
}

/** A key that identifies an attachment within its draft. */
export function attachmentKey({ kind, about, from }: Omit<Attachment, 'text'>): string {
  return JSON.stringify([kind, about, from?.root]);
}

/** The message as it is sent: the text from the editor, the typed text, and the attachments. */
export function messageOf({ body, fields, attachments = [] }: Draft): string {
  return [body, fields.initial_user_msg, ...attachments.map(({ text }) => text)]
    .filter((text) => text?.trim())
    .join('\n\n');
}

/** The images that are sent: one inserted into the text is removed along with its reference. */
export function imagesOf(draft: Draft): readonly DraftImage[] {
  const text = [draft.body, draft.fields.initial_user_msg].join('\n');
  return (draft.images ?? []).filter(({ name, inText }) => !inText || text.includes(`](${encodeURI(name)})`));
}

/** True if two drafts mean the same to the agent: the choice of where and how it works may be made again. */
export function isSameMessage(a: Draft, b: Draft): boolean {
  const names = (draft: Draft) => imagesOf(draft).map(({ name }) => name);
  return messageOf(a) === messageOf(b) && names(a).join('\n') === names(b).join('\n');
}

/** The draft without the values for one repository, which don't apply to another. */
export function withoutPlace(draft: Draft): Draft {
  return withoutField(withoutField(withoutField(draft, 'repository'), 'git_provider'), 'selected_branch');
}

/** The draft with the repository that the sheet shows: the workspace's choice may change while the draft is written. */
export function withTarget(draft: Draft, targetContext: TargetContext | undefined): Draft {
  const { root, remote } = targetContext?.target ?? {};
  if (draft.chosen || root === undefined) return draft;
  return { ...draft, chosen: { root, ...(remote !== undefined && { remote }) } };
}
