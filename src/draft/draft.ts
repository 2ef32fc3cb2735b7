import { createHash } from 'node:crypto';
import { literalPattern, withVisibleNul } from '../base/text';
import type { ChosenRepository, TargetContext } from '../repository/targets';
import type { DraftFields } from './draftFields';

/** A conversation that hasn't been started yet, or the next message of one that has. */
export interface Draft {
  readonly fields: DraftFields;
  /**
   * Set for the next message to a conversation: the extension's own id of that conversation. Only message and images are
   * sent then.
   */
  readonly to?: string;
  /** The part of the message that wasn't typed on the sheet, for example its Markdown document. It comes first. */
  readonly body?: string;
  /** Pieces sent at the end of the message, each on its own. */
  readonly attachments?: readonly Attachment[];
  /** Sent as `image_urls`, after those in `fields`. */
  readonly images?: readonly DraftImage[];
  /** Sent as the end of `conversation_instructions`. Set by the user only, never filled in from elsewhere. */
  readonly resultBranch?: ResultBranch;
  /** The open repository that the user chose; if absent, the workspace determines it. */
  readonly chosen?: ChosenRepository;
  /** Set for a conversation that is started again: the URL that its repository was cloned from. */
  readonly cloned?: { readonly repository: string; readonly url: string };
  /** Fields that the draft lacks because they weren't stored with it, or with the conversation that is started again. */
  readonly notKept?: readonly NotKeptField[];
  /** The source that filled in the draft or a part of it. Kept until the draft is sent or discarded, even if edited. */
  readonly filledBy?: Filler;
  /** Attempts to send it that may have succeeded. */
  readonly starts?: readonly DraftStart[];
  /** Name of the Markdown file that contains the body, once the draft is written in an editor. */
  readonly document?: string;
}

/** An attempt to send a draft whose outcome isn't known, or wasn't known for a while. */
export interface DraftStart {
  readonly id: string;
  /** The {@link digestOf} the draft that was sent; absent if this draft starts a past conversation again. */
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
  'terminal',
  'testFailure',
  'chat',
] as const;

/** A piece of text that was added to the message for its reader, not typed. */
export interface Attachment {
  readonly kind: (typeof attachmentKinds)[number];
  /** Subject, for example `src/parser.ts:3-9`. A draft has one attachment per kind, subject, and clone or folder. */
  readonly about?: string;
  /** Markdown, as it is sent. */
  readonly text: string;
  /** The clone that its paths are relative to; absent if there is none. Not sent. */
  readonly from?: Origin;
  /** URI of the workspace folder that its path is relative to if that isn't in a clone. Not sent. */
  readonly folder?: string;
  /** Time when changes were read from the clone, in milliseconds since 1970. Not sent. */
  readonly readAt?: number;
  /** Number of files with uncommitted changes at that time. Not sent. */
  readonly changedFiles?: number;
  /** Number of commits that the remote's branch lacked at that time. Not sent. */
  readonly unpushedCommits?: number;
}

/** The local clone that an attachment was read from. */
export interface Origin {
  /** Absolute path of its working tree. */
  readonly root: string;
  /** The paths of its remotes on their hosts, as far as known. */
  readonly repositories?: readonly string[];
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

/** A change that is applied to the latest draft, which may have been edited while the user was asked. */
export type DraftEdit = (draft: Draft) => Draft;

export const emptyDraft: Draft = { fields: {} };

/** The fields of the message. A command may pass `null` for one, which leaves a draft as blank as before. */
const messageFields: readonly string[] = ['initial_user_msg', 'image_urls'];

export function isBlank({ fields, body = '', attachments = [], images = [], resultBranch, chosen }: Draft): boolean {
  const isEmpty = Object.entries(fields).every(
    ([name, value]) => value === '' || (value === null && messageFields.includes(name)),
  );
  return isEmpty && body.trim() === '' && attachments.length === 0 && images.length === 0 && !resultBranch && !chosen;
}

/** True if the draft sets no field of a start besides its message, so that it can be a message to a conversation. */
export function hasOnlyMessage({ fields, resultBranch }: Draft): boolean {
  const others = Object.entries(fields).filter(([name]) => !messageFields.includes(name));
  return !resultBranch && others.every(([, value]) => value === undefined);
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

/** The draft without repository, provider and branch, which only make sense together. */
export function withoutPlace(draft: Draft): Draft {
  return withoutField(withoutField(withoutField(draft, 'repository'), 'git_provider'), 'selected_branch');
}

/**
 * The draft with a fixed choice of the repository that the sheet shows: without one, the workspace's may change later. The
 * remote isn't fixed, since the user didn't choose it: the branch may be pushed to another one before the draft is sent.
 */
export function withChosenRepository(draft: Draft, targetContext: TargetContext | undefined): Draft {
  const { root } = targetContext?.target ?? {};
  return draft.chosen || root === undefined ? draft : { ...draft, chosen: { root } };
}

/** The filler with a stored name. An unknown name, of a newer version, is treated as a command. */
export function fillerOf(name: unknown): Filler {
  return fillers.find((filler) => filler === name) ?? 'command';
}

/** The message as it is sent: body, typed text, and attachments, separated by blank lines. */
export function messageOf({ body, fields, attachments = [] }: Draft): string {
  return [body, fields.initial_user_msg, ...attachments.map(({ text }) => text)]
    .filter((text) => text?.trim())
    .join('\n\n');
}

/** True if message and images are the same. Repository, instructions and other fields may differ. */
export function isSameMessage(a: Draft, b: Draft): boolean {
  const names = (draft: Draft) => imagesOf(draft).map(({ name }) => name);
  return messageOf(a) === messageOf(b) && names(a).join('\n') === names(b).join('\n');
}

/** The draft with a message that wasn't typed. The sheet's input has one line, so a longer message becomes the body. */
export function withMessage(draft: Draft, message: string): Draft {
  return message.includes('\n') || message.includes('\r')
    ? { ...draft, body: message }
    : withField(draft, 'initial_user_msg', message);
}

/** The draft without the message that it had as `shown`. A body that was edited since then stays. */
export function withoutMessage(draft: Draft, shown: Draft): Draft {
  const isUnchanged = draft.body === shown.body;
  return { ...withoutField(draft, 'initial_user_msg'), ...(isUnchanged && { body: '' }), attachments: [] };
}

/** The draft after its message was moved to a document. */
export function withDocument(draft: Draft, document: string): Draft {
  const { attachments, body, ...rest } = withoutField(draft, 'initial_user_msg');
  return { ...rest, ...outsideDocument(draft), document };
}

/** The message without the attachments that stay {@link outsideDocument}. */
export function documentText(draft: Draft): string {
  const { attachments: outside = [] } = outsideDocument(draft);
  const inside = draft.attachments?.filter((one) => !outside.includes(one)) ?? [];
  return withVisibleNul(messageOf({ ...draft, attachments: inside }));
}

/** The diffs that an editor would change: it ends all lines alike, and a diff of other lines would no longer apply. */
export function outsideDocument({ attachments = [] }: Draft): Pick<Draft, 'attachments'> {
  const outside = attachments.filter(({ kind, text }) => kind === 'changes' && text.includes('\r'));
  return outside.length > 0 ? { attachments: outside } : {};
}

/**
 * An edited draft without the text that its document has. Images of that text are kept, even if it no longer refers to
 * them: Undo in the editor may bring the reference back.
 * @param before the draft until now
 */
export function withImagesOfText({ body, images = [], ...draft }: Draft, before: Draft): Draft {
  const { document, images: known = [] } = before;
  const removed = known.filter(({ name, inText }) => inText && !images.some((image) => image.name === name));
  const all = [...images, ...removed];
  return { ...draft, ...(document !== undefined && { document }), ...(all.length > 0 && { images: all }) };
}

/** The draft with an attachment, which replaces one of the same kind, subject, and clone or folder. */
export function withAttachment(draft: Draft, attachment: Attachment): Draft {
  const { attachments = [] } = withoutAttachment(draft, attachment);
  return { ...draft, attachments: [...attachments, attachment] };
}

export function withoutAttachment(draft: Draft, attachment: Omit<Attachment, 'text'>): Draft {
  const key = attachmentKey(attachment);
  return { ...draft, attachments: (draft.attachments ?? []).filter((other) => attachmentKey(other) !== key) };
}

/** @param root the clone that the changes were read from */
export function withoutChanges(draft: Draft, root: string | undefined): Draft {
  const changes = (draft.attachments ?? []).filter(({ kind, from }) => kind === 'changes' && from?.root === root);
  return changes.reduce(withoutAttachment, draft);
}

export function attachmentKey({ kind, about, from, folder }: Omit<Attachment, 'text'>): string {
  return JSON.stringify([kind, about, from?.root ?? folder]);
}

/** The images that are sent. An image that was inserted into the text is sent only if the text still refers to it. */
export function imagesOf(draft: Draft): readonly DraftImage[] {
  const text = [draft.body, draft.fields.initial_user_msg].join('\n');
  return (draft.images ?? []).filter(({ name, inText }) => !inText || new RegExp(addressPattern(name)).test(text));
}

/** The source of a regular expression for the end of a reference to an image: `](a.png)`, or with a title: `](a.png "A")`. */
export function addressPattern(name: string): string {
  return String.raw`\]\(${literalPattern(encodeURI(name))}(?: +(?:"[^"\n]*"|'[^'\n]*'))?\)`;
}

export function withoutResultBranch(draft: Draft): Draft {
  const { resultBranch, ...rest } = draft;
  return resultBranch === undefined ? draft : rest;
}

/** True if the draft may already have been sent. */
export function isInDoubt({ starts = [] }: Draft): boolean {
  return starts.length > 0;
}

export function withStart(draft: Draft, start: DraftStart): Draft {
  return { ...draft, starts: [...(withoutStart(draft, start.id).starts ?? []), start] };
}

export function withoutStart({ starts = [], ...draft }: Draft, id: string): Draft {
  const others = starts.filter((start) => start.id !== id);
  return others.length > 0 ? { ...draft, starts: others } : draft;
}

export function withoutStarts(draft: Draft): Draft {
  const { starts, ...rest } = draft;
  return starts === undefined ? draft : rest;
}

export function isUnchangedSince(draft: Draft, { digest }: DraftStart): boolean {
  return digest !== undefined && digest === digestOf(draft);
}

/**
 * A digest of what the user wrote and chose, except for MCP servers. It is the same whether the message is in a document
 * or was typed on the sheet.
 */
export function digestOf(draft: Draft): string {
  const { initial_user_msg, mcp_config, ...others } = draft.fields;
  const fields = Object.entries(others).filter(([, value]) => value !== undefined);
  const content = [
    fields.sort(([a], [b]) => (a < b ? -1 : 1)),
    withVisibleNul(messageOf(draft)).replace(/\r\n?/g, '\n'),
    (draft.images ?? []).map(({ name }) => name).sort(),
    draft.resultBranch?.name ?? '',
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
