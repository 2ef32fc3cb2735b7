import { isRecord } from './isRecord';
import type { ConversationStartRequest } from './records';
import type { Target } from './target';

/**
 * A conversation not yet started. A field that is absent takes its default from the target or the settings; `null` is a
 * person's word that it shall not be sent.
 */
export interface Draft {
  readonly fields: DraftFields;
  /** What goes along at the end of the message, each piece on its own. */
  readonly attachments?: readonly Attachment[];
  /** The repository here that a person chose; without, the workspace says which. */
  readonly chosen?: ChosenRepository;
}

export interface ChosenRepository {
  /** Absolute path of its work tree. */
  readonly root: string;
  /** The remote to use instead of the one that the settings and the branch name. */
  readonly remote?: string;
}

/** A piece of text that was put into the message for its reader, not typed. */
export interface Attachment {
  /** What it is, `changes` for instance; a draft has one of a kind. */
  readonly kind: string;
  /** Markdown, as it is sent. */
  readonly text: string;
}

export type DraftFields = {
  readonly [Field in keyof ConversationStartRequest]?: ConversationStartRequest[Field] | null | undefined;
};

const fieldNames: Readonly<Record<keyof ConversationStartRequest, true>> = {
  repository: true,
  git_provider: true,
  selected_branch: true,
  initial_user_msg: true,
  image_urls: true,
  replay_json: true,
  suggested_task: true,
  create_microagent: true,
  conversation_instructions: true,
  mcp_config: true,
  conversation_id: true,
};

/**
 * The fields in the argument of a command, which anybody may have sent; `undefined` when it has none of the request's,
 * as what menus pass along. Whether values fit the interface is checked where the request leaves.
 */
export function draftFieldsFrom(argument: unknown): DraftFields | undefined {
  return isRecord(argument) && Object.keys(fieldNames).some((name) => Object.hasOwn(argument, name))
    ? argument
    : undefined;
}

/**
 * The first field that no request can have: of a name that the interface does not know, or of another type. What shows
 * a draft relies on it; the values themselves are checked where the request leaves.
 */
export function misfitIn(fields: DraftFields): { readonly field: string; readonly expected: string } | undefined {
  for (const [field, value] of Object.entries(fields) as [keyof DraftFields, unknown][]) {
    if (!Object.hasOwn(fieldNames, field)) return { field, expected: 'absent' };
    const expected = structured[field] ?? 'string';
    if (value === null || value === undefined) continue;
    const fits =
      expected === 'array' ? Array.isArray(value) : expected === 'object' ? isRecord(value) : typeof value === 'string';
    if (!fits) return { field, expected };
  }
  return undefined;
}

const structured: Readonly<Partial<Record<keyof DraftFields, 'array' | 'object'>>> = {
  image_urls: 'array',
  suggested_task: 'object',
  create_microagent: 'object',
  mcp_config: 'object',
};

export const emptyDraft: Draft = { fields: {} };

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

/** The draft with an attachment, which replaces one of its kind. */
export function withAttachment(draft: Draft, attachment: Attachment): Draft {
  const { attachments = [] } = withoutAttachment(draft, attachment.kind);
  return { ...draft, attachments: [...attachments, attachment] };
}

export function withoutAttachment(draft: Draft, kind: Attachment['kind']): Draft {
  return { ...draft, attachments: (draft.attachments ?? []).filter((attachment) => attachment.kind !== kind) };
}

/** What the workspace says where the draft says nothing. */
export interface Defaults {
  readonly target: Target | undefined;
  /** The setting `conversationInstructions`, as it applies to the target. */
  readonly instructions: string;
}

/**
 * The request that the draft and the defaults make: every way to start a conversation sends what comes out of here.
 * Provider and branch of the workspace go along only with the workspace's own repository: they say nothing of another.
 */
export function requestOf(
  { fields, attachments = [] }: Draft,
  { target, instructions }: Defaults,
): ConversationStartRequest {
  const repository = given(fields.repository, target?.repository);
  const ofTarget = repository === target?.repository ? target : undefined;
  return withoutUnset({
    ...fields,
    initial_user_msg: [fields.initial_user_msg, ...attachments.map(({ text }) => text)]
      .filter((text) => text?.trim())
      .join('\n\n'),
    repository,
    git_provider: given(fields.git_provider, ofTarget?.gitProvider),
    selected_branch: given(fields.selected_branch, repository === undefined ? undefined : ofTarget?.branch),
    conversation_instructions: given(fields.conversation_instructions, instructions),
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
