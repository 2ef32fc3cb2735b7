import type { ChosenRepository } from '../../repository/common/targets';
import type { DraftFields } from './draftFields';
import type { Filling } from './filling';
import { withResultSentence, type ResultBranch } from './resultSentence';
import type { ConversationStartRequest, McpConfig } from '../../client/common/records';
import type { Target } from '../../repository/common/target';

/** A conversation that hasn't been started yet. */
export interface Draft {
  readonly fields: DraftFields;
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
  readonly notKept?: readonly OmittableField[];
  /** Values that were filled in from elsewhere, if any. */
  readonly filling?: Filling;
  /**
   * The extension's own id of its latest start, which may be running: a draft whose conversation has started is gone.
   */
  readonly sentAs?: string;
}

/**
 * Fields that aren't restored when a conversation is started again: the history stores no bodies and no secrets, only
 * the beginning of a very long message, and an id belongs to one conversation.
 */
export const omittableFields = [
  'initial_user_msg',
  'image_urls',
  'replay_json',
  'mcp_config',
  'conversation_id',
] as const;
export type OmittableField = (typeof omittableFields)[number];

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
}

/** A local clone that something was taken from. */
export interface Origin {
  /** Absolute path of its working tree. */
  readonly root: string;
  /** Its path on its host, if it has one. */
  readonly repository?: string;
}

/** An image that belongs to a draft. */
export interface DraftImage {
  /** File name, unique within the draft. */
  readonly name: string;
  /** A `data:` URI. */
  readonly url: string;
  /** Inserted by a reference in the message: it is sent as long as the message has the reference. */
  readonly inText?: true;
}

/** True if the draft contains nothing worth keeping. */
export function isBlank({ fields, body = '', attachments = [], images = [], resultBranch, chosen }: Draft): boolean {
  const isEmpty = Object.values(fields).every((value) => value === '');
  return isEmpty && body.trim() === '' && attachments.length === 0 && images.length === 0 && !resultBranch && !chosen;
}

/**
 * What was added to a draft to make it `now`: fields, attachments, images, a repository and the mark of who filled it in
 * that aren't the ones from before.
 */
export function addedSince(before: Draft, now: Draft): Draft {
  const kept: Readonly<Record<string, unknown>> = before.fields;
  const fields = Object.entries(now.fields).filter(([name, value]) => value !== kept[name]);
  const attachments = now.attachments?.filter((piece) => before.attachments?.includes(piece) !== true);
  const images = now.images?.filter((image) => before.images?.includes(image) !== true);
  return {
    fields: Object.fromEntries(fields),
    ...(attachments && { attachments }),
    ...(images && { images }),
    ...(now.chosen !== before.chosen && now.chosen && { chosen: now.chosen }),
    ...(now.filling !== before.filling && now.filling && { filling: now.filling }),
  };
}

export const emptyDraft: Draft = { fields: {} };

/** The draft with the id of its start, to know later that it may be running. An empty one isn't offered again. */
export function markSent(draft: Draft, id: string): Draft {
  return isBlank(draft) ? neverSent(draft) : { ...draft, sentAs: id };
}

/** The draft without a known start. */
export function neverSent(draft: Draft): Draft {
  const { sentAs, ...rest } = draft;
  return sentAs === undefined ? draft : rest;
}

export function withField<Field extends keyof DraftFields>(
  draft: Draft,
  field: Field,
  value: DraftFields[Field],
): Draft {
  return { ...draft, fields: { ...draft.fields, [field]: value } };
}

/** The draft with a field reset to its default. */
export function withoutField(draft: Draft, field: keyof DraftFields): Draft {
  return { ...draft, fields: Object.fromEntries(Object.entries(draft.fields).filter(([name]) => name !== field)) };
}

/** The draft that asks for no particular branch. */
export function withoutResultBranch(draft: Draft): Draft {
  const { resultBranch, ...rest } = draft;
  return resultBranch === undefined ? draft : rest;
}

/** The draft with an attachment, which replaces one of the same kind, subject and clone. */
export function withAttachment(draft: Draft, attachment: Attachment): Draft {
  const { attachments = [] } = withoutAttachment(draft, attachment);
  return { ...draft, attachments: [...attachments, attachment] };
}

export function withoutAttachment(draft: Draft, { kind, about, from }: Omit<Attachment, 'text'>): Draft {
  const isOther = (attachment: Attachment) =>
    attachment.kind !== kind || attachment.about !== about || attachment.from?.root !== from?.root;
  return { ...draft, attachments: (draft.attachments ?? []).filter(isOther) };
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

/** Values of the workspace, used if the draft has none. */
export interface Defaults {
  readonly target: Target | undefined;
  /** The setting `conversationInstructions`, as it applies to the target. */
  readonly instructions: string;
  /** The MCP servers selected for this workspace; absent if none is. */
  readonly mcpConfig?: McpConfig | undefined;
}

/**
 * The request made from the draft and the defaults: every way to start a conversation sends the result. Provider and
 * branch of the workspace are included only with the workspace's own repository: they don't apply to another.
 */
export function requestOf(draft: Draft, { target, instructions, mcpConfig }: Defaults): ConversationStartRequest {
  const { fields } = draft;
  const repository = given(fields.repository, target?.repository);
  const ofTarget = repository === target?.repository ? target : undefined;
  return withoutUnset({
    ...fields,
    initial_user_msg: messageOf(draft),
    image_urls:
      fields.image_urls === null ? null : [...(fields.image_urls ?? []), ...imagesOf(draft).map(({ url }) => url)],
    repository,
    git_provider: given(fields.git_provider, ofTarget?.gitProvider),
    selected_branch: given(fields.selected_branch, repository === undefined ? undefined : ofTarget?.branch),
    conversation_instructions: withResultSentence(
      given(fields.conversation_instructions, instructions),
      draft.resultBranch,
    ),
    mcp_config: given(fields.mcp_config, mcpConfig),
  });
}

function given<T>(chosen: T | null | undefined, byDefault: T | undefined): T | undefined {
  return chosen === undefined ? byDefault : (chosen ?? undefined);
}

/** Unset values are omitted: no nulls, no empty strings, no empty lists. */
function withoutUnset(fields: DraftFields): ConversationStartRequest {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      if (value === null || value === undefined) return false;
      return typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0;
    }),
  );
}

/** True if the agent would have something to do; without a task, a start reserves a machine for nothing. */
export function hasTask(request: ConversationStartRequest): boolean {
  return (
    request.initial_user_msg !== undefined ||
    request.suggested_task !== undefined ||
    request.create_microagent !== undefined ||
    request.replay_json !== undefined
  );
}

/** The draft without the values for one repository, which don't apply to another. */
export function withoutPlace(draft: Draft): Draft {
  return withoutField(withoutField(withoutField(draft, 'repository'), 'git_provider'), 'selected_branch');
}
