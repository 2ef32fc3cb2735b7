import type { Redactor } from '../base/redactor';
import { truncate } from '../base/text';
import { maskMcp } from '../client/maskSettings';
import type { ConversationStartRequest, McpConfig } from '../client/records';
import type { RequestForm, StartRules } from '../client/apis/serviceApi';
import { usualCloneUrl } from '../repository/gitProvider';
import type { Target } from '../repository/target';
import { imagesOf, messageOf, type Draft, type Filler } from './draft';
import type { DraftFields } from './draftFields';
import { isDataUri } from './images';
import { suggestedTexts, type SuggestedTexts } from './suggestedFields';
import { withResultSentence } from './resultBranch';

/** Values of the workspace, used if the draft has none. */
interface Defaults {
  readonly target: Target | undefined;
  /** The setting `conversationInstructions`, as it applies to the target. */
  readonly instructions: string;
  /** The texts that the service's API suggests. */
  readonly suggested?: StartRules['suggested'];
  /** The MCP servers selected for this workspace; absent if none is. */
  readonly mcpConfig?: McpConfig | undefined;
}

export const noDefaults: Defaults = { target: undefined, instructions: '' };

/**
 * The request made from the draft and the defaults: every way to start a conversation sends the result. Provider and
 * branch of the workspace are included only with the workspace's own repository: they don't apply to another.
 */
export function requestOf(draft: Draft, defaults: Defaults): ConversationStartRequest {
  const { target, instructions, mcpConfig, suggested } = defaults;
  const { fields } = draft;
  const repository = given(fields.repository, target?.repository);
  const ofTarget = repository === target?.repository ? target : undefined;
  const place = withoutUnset({
    repository,
    git_provider: given(fields.git_provider, ofTarget?.gitProvider),
    selected_branch: given(fields.selected_branch, repository === undefined ? undefined : ofTarget?.branch),
  });
  const cloned = draft.cloned?.repository === repository ? draft.cloned?.url : undefined;
  const texts = suggestedTexts(suggested, {
    ...place,
    cloneUrl: ofTarget?.cloneUrl ?? cloned ?? usualCloneUrl(place),
    resultBranch: draft.resultBranch?.name,
  });
  return withoutUnset({
    ...fields,
    initial_user_msg: messageOf(draft),
    image_urls:
      fields.image_urls === null ? null : [...(fields.image_urls ?? []), ...imagesOf(draft).map(({ url }) => url)],
    ...place,
    ...suggestedOrOwn(texts, fields),
    conversation_instructions: withResultSentence(
      given(fields.conversation_instructions, instructions),
      draft.resultBranch,
    ),
    mcp_config: given(fields.mcp_config, mcpConfig),
  });
}

/** The suggested texts, except for those that the user has changed or removed. */
function suggestedOrOwn(texts: SuggestedTexts, fields: DraftFields): DraftFields {
  return Object.fromEntries(texts.map(([field, text]) => [field, given(fields[field], text)]));
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
  const tasks = ['initial_user_msg', 'suggested_task', 'create_microagent', 'replay_json'] as const;
  return tasks.some((field) => request[field] !== undefined);
}

/** Marks a draft with the source that filled it in. An empty draft gets no mark. */
export function filledBy(by: Filler, draft: Draft): Draft {
  return Object.keys(requestOf(draft, noDefaults)).length === 0 ? draft : { ...draft, filledBy: by };
}

export function requestText(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'withhold'>,
  { body }: Pick<RequestForm, 'body'>,
): string {
  return body(maskRequest(request, redactor), 2);
}

/** A longer body is hard to read, and slow to show in an editor. In characters. */
const maxLength = 1_000_000;

/** Length of a shortened text: enough to recognize it. */
const keptLength = 120;

/** For an editor: only if it is too long, images and replay are cut, and `leftOut` says by how many characters. */
export function requestPreviewText(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'withhold'>,
  form: Pick<RequestForm, 'body'>,
  leftOut: (characters: number) => string,
): string {
  const whole = requestText(request, redactor, form);
  if (whole.length <= maxLength) return whole;
  const shorten = (text: string) => {
    const kept = truncate(text, keptLength);
    return text.length <= 2 * keptLength ? text : kept + leftOut(text.length - kept.length);
  };
  const { image_urls: images, replay_json: replay } = request;
  const shortened = {
    ...request,
    ...(images && { image_urls: images.map((url) => (isDataUri(url) ? shorten(url) : url)) }),
    ...(replay !== undefined && { replay_json: shorten(replay) }),
  };
  return requestText(shortened, redactor, form);
}

/**
 * The request as it may be shown and copied: the MCP servers without keys, values of variables and credentials in their
 * URLs, masked as in the settings, and without known secrets of the redactor, for example an answer among the
 * arguments. Everything else stays, including what the user wrote into the message.
 */
export function maskRequest(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'withhold'>,
): ConversationStartRequest {
  if (request.mcp_config === undefined) return request;
  const known: unknown = JSON.parse(JSON.stringify(request.mcp_config), (_, value: unknown) =>
    typeof value === 'string' ? redactor.withhold(value) : value,
  );
  return { ...request, mcp_config: maskMcp(known) as McpConfig };
}
