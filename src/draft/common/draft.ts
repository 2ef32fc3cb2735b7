import type { ChosenRepository } from '../../repository/common/targets';
import type { DraftFields } from './draftFields';
import type { Filling } from './filling';
import type { ConversationStartRequest, McpConfig } from '../../client/common/records';
import type { Target } from '../../repository/common/target';

/** A conversation not yet started. */
export interface Draft {
  readonly fields: DraftFields;
  /** The part of the message that was written in an editor or taken from elsewhere: it stands before what is typed. */
  readonly body?: string;
  /** What goes along at the end of the message, each piece on its own. */
  readonly attachments?: readonly Attachment[];
  /** Go along as `image_urls`, behind those in `fields`. */
  readonly images?: readonly DraftImage[];
  /** The repository here that a person chose; without, the workspace says which. */
  readonly chosen?: ChosenRepository;
  /** What the conversation had that this draft starts again, and the draft has not. */
  readonly notKept?: readonly OmittableField[];
  /** What was filled in from elsewhere, where something was. */
  readonly filling?: Filling;
  /** Our own id of the latest start of it, which may be running: a draft whose conversation has started is gone. */
  readonly sentAs?: string;
}

/**
 * The fields that do not come back when a conversation is started again: the history keeps no bodies and no secrets, of
 * a very long message the beginning, and an id belongs to one conversation.
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

/** A piece of text that was put into the message for its reader, not typed. */
export interface Attachment {
  readonly kind: (typeof attachmentKinds)[number];
  /** What it shows, `src/parser.ts:3-9` for instance. A draft has one of a kind about the same of the same clone. */
  readonly about?: string;
  /** Markdown, as it is sent. */
  readonly text: string;
  /** The clone that its paths are relative to; absent where it is of none. Not sent. */
  readonly from?: Origin;
}

/** A clone here that something was taken from. */
export interface Origin {
  /** Absolute path of its work tree. */
  readonly root: string;
  /** Its path on its host, where it has one. */
  readonly repository?: string;
}

/** A picture that belongs to a draft. */
export interface DraftImage {
  /** The name of its file: no two images of a draft have the same. */
  readonly name: string;
  /** A `data:` URI. */
  readonly url: string;
  /** Put in by a reference in the message: it goes along as long as the message has the reference. */
  readonly inText?: true;
}

/** Whether there is nothing in a draft that somebody would miss. */
export function isBlank({ fields, body = '', attachments = [], images = [], chosen }: Draft): boolean {
  const isEmpty = Object.values(fields).every((value) => value === '');
  return isEmpty && body.trim() === '' && attachments.length === 0 && images.length === 0 && !chosen;
}

export const emptyDraft: Draft = { fields: {} };

/** The draft as one of which no start is known. */
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

/** A draft's field back at its default. */
export function withoutField(draft: Draft, field: keyof DraftFields): Draft {
  return { ...draft, fields: Object.fromEntries(Object.entries(draft.fields).filter(([name]) => name !== field)) };
}

/** The draft with an attachment, which replaces one of its kind about the same of the same clone. */
export function withAttachment(draft: Draft, attachment: Attachment): Draft {
  const { attachments = [] } = withoutAttachment(draft, attachment);
  return { ...draft, attachments: [...attachments, attachment] };
}

export function withoutAttachment(draft: Draft, { kind, about, from }: Omit<Attachment, 'text'>): Draft {
  const isOther = (attachment: Attachment) =>
    attachment.kind !== kind || attachment.about !== about || attachment.from?.root !== from?.root;
  return { ...draft, attachments: (draft.attachments ?? []).filter(isOther) };
}

/** The message as it is sent: what was written in an editor, what was typed, and the attachments. */
export function messageOf({ body, fields, attachments = [] }: Draft): string {
  return [body, fields.initial_user_msg, ...attachments.map(({ text }) => text)]
    .filter((text) => text?.trim())
    .join('\n\n');
}

/** The images that go along: one that was put into the text went with its reference. */
export function imagesOf(draft: Draft): readonly DraftImage[] {
  const text = [draft.body, draft.fields.initial_user_msg].join('\n');
  return (draft.images ?? []).filter(({ name, inText }) => !inText || text.includes(`](${encodeURI(name)})`));
}

/** What the workspace says where the draft says nothing. */
export interface Defaults {
  readonly target: Target | undefined;
  /** The setting `conversationInstructions`, as it applies to the target. */
  readonly instructions: string;
  /** The MCP servers that are ticked for this workspace; nothing when none is. */
  readonly mcpConfig?: McpConfig | undefined;
}

/**
 * The request that the draft and the defaults make: every way to start a conversation sends what comes out of here.
 * Provider and branch of the workspace go along only with the workspace's own repository: they say nothing of another.
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
    conversation_instructions: given(fields.conversation_instructions, instructions),
    mcp_config: given(fields.mcp_config, mcpConfig),
  });
}

function given<T>(chosen: T | null | undefined, byDefault: T | undefined): T | undefined {
  return chosen === undefined ? byDefault : (chosen ?? undefined);
}

/** Not set is absent: no nulls, no empty texts, no empty lists. */
function withoutUnset(fields: DraftFields): ConversationStartRequest {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      if (value === null || value === undefined) return false;
      return typeof value === 'string' ? value.trim() !== '' : !Array.isArray(value) || value.length > 0;
    }),
  );
}

/** Whether the agent would have something to do; without it, a start reserves a machine for nothing. */
export function hasTask(request: ConversationStartRequest): boolean {
  return (
    request.initial_user_msg !== undefined ||
    request.suggested_task !== undefined ||
    request.create_microagent !== undefined ||
    request.replay_json !== undefined
  );
}

/** The draft without what was said of one repository, which does not hold for another. */
export function withoutPlace(draft: Draft): Draft {
  return withoutField(withoutField(withoutField(draft, 'repository'), 'git_provider'), 'selected_branch');
}
