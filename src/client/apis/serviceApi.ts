import type { ConversationStartRequest, GitProvider, NewerField, RequestField } from '../records';
import type { RejectedField } from '../serverText';
import type { SettingsNames } from './settingsNames';

/** The path and the JSON body with which a record is sent by POST. Previews use the same function. */
export interface RequestForm {
  /** Path below `{base_url}`. */
  readonly path: string;
  /** @param space indentation for display; without it, the body is a single line */
  readonly body: (request: ConversationStartRequest, space?: number) => string;
}

type Requirement = 'settings' | 'modelKey' | 'gitToken';

/** A setting that the interface doesn't have, and without which a start doesn't do what the user expects. */
export type RequiredSetting = 'active_agent_profile_id';

/** The parts of a request, and facts about its repository, from which a text is suggested. */
export interface SuggestionContext extends Pick<
  ConversationStartRequest,
  'repository' | 'git_provider' | 'selected_branch'
> {
  /** URL from which other machines can clone the repository, without credentials; absent if it isn't known. */
  readonly cloneUrl?: string | undefined;
  readonly resultBranch?: string | undefined;
}

/** @returns `undefined` if there is nothing to say */
type SuggestText = (request: SuggestionContext) => string | undefined;

/** Conversation ids that the client may choose. */
interface ClientIds {
  readonly accepts: (id: string) => boolean;
  /** The id to send with a start, as services return it. */
  readonly propose: (uuid: string) => string;
}

/**
 * The fields and values that can be sent with a start, and the form in which they are sent. This is only what is known
 * without asking the service; see `StartAndSettings.startForm` for the rest.
 */
export interface StartRules extends RequestForm {
  /** Fields that the service doesn't have. It would silently ignore them. */
  readonly unsupportedFields: readonly RequestField[];
  /** Unsupported fields that the review sheet doesn't offer, because no service with this API ever had them. */
  readonly neverOffered: readonly RequestField[];
  /** Values of `git_provider`, here and inside other fields. */
  readonly gitProviders: readonly GitProvider[];
  /** Pairs of fields that the service doesn't accept together. */
  readonly exclusive: readonly (readonly [RequestField, RequestField])[];
  readonly requires: readonly Requirement[];
  readonly requiredSettings?: readonly RequiredSetting[];
  /** Paths that are read before each start because its body depends on them; absent if the body depends on nothing. */
  readonly readBeforeStart?: Readonly<Record<string, string>>;
  /** Fields that a start doesn't need, although other APIs need them. */
  readonly mayBeUnknown?: readonly RequestField[];
  /** Texts that are sent in these fields unless the user writes others, or removes them. */
  readonly suggested?: Readonly<Partial<Record<NewerField, SuggestText>>>;
  /** The clone URL in the suggested text of a request that was sent; absent if no suggested text has one. */
  readonly cloneUrlIn?: (sent: ConversationStartRequest) => string | undefined;
  /** Fields that the service takes from a suggested task if the request doesn't set them. */
  readonly setByTask: readonly RequestField[];
  /** Present if a new id can be sent with each start; otherwise, most services reject a start with an id. */
  readonly clientIds?: ClientIds;
}

/** A field that an API doesn't accept: unknown, with an unknown Git provider, or together with another field. */
export interface UnsupportedField {
  readonly field: RequestField;
  /** The field that excludes it; absent if the API doesn't have the field at all. */
  readonly conflictsWith?: RequestField;
}

export function unsupportedIn(
  request: ConversationStartRequest,
  {
    unsupportedFields,
    exclusive,
    gitProviders: known,
  }: Pick<StartRules, 'unsupportedFields' | 'exclusive' | 'gitProviders'>,
): readonly UnsupportedField[] {
  const { git_provider, suggested_task: task, create_microagent: microagent } = request;
  const has = (field: RequestField) => request[field] !== undefined;
  const isUnknown = (provider: GitProvider | undefined) => provider !== undefined && !known.includes(provider);
  return [
    ...unsupportedFields.filter(has).map((field) => ({ field })),
    ...(isUnknown(git_provider) ? [{ field: 'git_provider' } as const] : []),
    ...(isUnknown(task?.git_provider) ? [{ field: 'suggested_task' } as const] : []),
    ...(isUnknown(microagent?.git_provider) ? [{ field: 'create_microagent' } as const] : []),
    ...exclusive.filter((pair) => pair.every(has)).map(([field, conflictsWith]) => ({ field, conflictsWith })),
  ];
}

/** The id to send with a start; `undefined` if the request has one, or the API doesn't accept one from the client. */
export function proposedId(
  { clientIds }: StartRules,
  request: ConversationStartRequest,
  uuid: string,
): string | undefined {
  return request.conversation_id === undefined ? clientIds?.propose(uuid) : undefined;
}

/** An answer that doesn't fit the API of the request. */
export interface ForeignAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly rejectedFields?: readonly RejectedField[];
}

/**
 * Everything that differs between the APIs. What only some of them can do is an optional object, such as `preparation`,
 * with the paths of its requests; a client has the operations under the same name, see `Capabilities`.
 */
export interface ServiceApi {
  /** Its name in storage. */
  readonly name: string;
  readonly start: StartRules;
  /** The request for the settings. An API is recognized by its answer to it. */
  readonly settings: {
    readonly path: string;
    readonly namesIn: (answer: Readonly<Record<string, unknown>>) => SettingsNames;
  };
  /**
   * True if an answer to another API's request shows that the service has this API at the same path. Absent if its
   * answers can't be told apart from those of other programs.
   */
  readonly recognizes?: (answer: ForeignAnswer) => boolean;
  readonly usualUrl: string;
  /** The name under which users know the service's software. */
  readonly product: string;
  /** Paths of its web pages below `{base_url}`. Each includes everything below it. */
  readonly pages: readonly string[];
  /** The largest answer that is read. */
  readonly maxResponseMebibytes: number;
  readonly status: {
    /** Path below `{base_url}`, without the ids. */
    readonly path: string;
    readonly maxPerRequest: number;
  };
  readonly preparation?: { readonly path: string };
  readonly answers?: {
    readonly path: string;
    /**
     * Pauses, in milliseconds, before a request for an event that may arrive late is repeated. By the last repetition, it has
     * arrived.
     */
    readonly pauses: readonly number[];
  };
  readonly messages?: {
    readonly form: (conversationId: string, run: boolean) => RequestForm;
  };
  readonly confirmation?: { readonly path: string };
  readonly models?: { readonly path: string };
  readonly resume?: { readonly path: string };
}
