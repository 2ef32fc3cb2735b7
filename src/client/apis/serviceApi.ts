import type { NewerField } from '../newerFields';
import type { ConversationStartRequest, GitProvider, RequestField } from '../records';
import type { RefusedField } from '../serverText';
import type { SettingsNames } from './settingsNames';

/** The path and the JSON body with which a record is sent by POST. Previews use the same function. */
export interface RequestForm {
  /** Path below `{base_url}`. */
  readonly path: string;
  /** @param space indentation for display; without it, the body is a single line */
  readonly body: (request: ConversationStartRequest, space?: number) => string;
}

type Requirement = 'settings' | 'modelKey' | 'gitToken';

/** A setting that the interface doesn't have, and without which a start isn't what the user expects. */
export type RequiredSetting = 'active_agent_profile_id';

/** The request that a text is suggested for, and what is known of its repository besides. */
export interface SuggestedFor extends Pick<
  ConversationStartRequest,
  'repository' | 'git_provider' | 'selected_branch'
> {
  /** URL from which other machines can clone the repository, without credentials; absent if it isn't known. */
  readonly cloneUrl?: string | undefined;
  /** Name of the branch that the result is to be pushed to. */
  readonly resultBranch?: string | undefined;
}

/** @returns `undefined` if there is nothing to say */
type SuggestText = (request: SuggestedFor) => string | undefined;

/** Ids of conversations that the client may choose. */
interface OwnIds {
  readonly accepts: (id: string) => boolean;
  /** The id to send with a start, as services return it. */
  readonly propose: (uuid: string) => string;
}

/**
 * The fields and values that can be sent with a start, and the form in which they are sent: as far as it's known without
 * asking the service, see `StartAndSettings.startForm`.
 */
export interface StartRules extends RequestForm {
  /** Fields that the service doesn't have: it would ignore them without a word. */
  readonly unsupportedFields: readonly RequestField[];
  /** Fields that services of this API never had, so they aren't even offered. */
  readonly unheardOf: readonly RequestField[];
  /** Values of `git_provider`, here and inside other fields. */
  readonly gitProviders: readonly GitProvider[];
  /** Fields of which the service accepts one or the other. */
  readonly exclusive: readonly (readonly [RequestField, RequestField])[];
  readonly requires: readonly Requirement[];
  readonly requiredSettings?: readonly RequiredSetting[];
  /** Paths that are read before each start because its body depends on them; absent if the body depends on nothing. */
  readonly readBeforeStart?: Readonly<Record<string, string>>;
  /** Fields that make no difference there if they aren't known. */
  readonly dispensable?: readonly RequestField[];
  /** Texts that are sent in these fields unless the user writes others, or removes them. */
  readonly suggested?: Readonly<Partial<Record<NewerField, SuggestText>>>;
  /** Fields that a suggested task sets where the request doesn't. */
  readonly setByTask: readonly RequestField[];
  /** Present if a new id can be sent with each start; otherwise, most services reject a start with an id. */
  readonly ownIds?: OwnIds;
}

/** An answer that isn't of the API that was asked. */
export interface ForeignAnswer {
  readonly status: number;
  readonly body?: unknown;
  /** The fields of the request that a rejection is about. */
  readonly refusedFields?: readonly RefusedField[];
}

/**
 * An API that services of this family have: everything that depends on which one it is. What isn't in all of them is an
 * object of its own, which says where its requests go; a client has its operations under the same name.
 */
export interface ServiceApi {
  /** Its name in storage. */
  readonly name: string;
  readonly start: StartRules;
  /** The request for the settings. An API is recognized by its answer to it. */
  readonly settings: {
    readonly path: string;
    /** The names of settings in the service that returned this answer. */
    readonly namesIn: (answer: Readonly<Record<string, unknown>>) => SettingsNames;
  };
  /**
   * Says whether an answer to another API's request is of this API: of a service that has it at the same paths. Absent if
   * none can be told from those of something else.
   */
  readonly isAnswer?: (answer: ForeignAnswer) => boolean;
  readonly usualUrl: string;
  /** The name under which people know what is installed there. */
  readonly product: string;
  /** Paths of its pages below `{base_url}`, with all below them. */
  readonly pages: readonly string[];
  /** The largest answer that is read, in mebibytes. */
  readonly maxResponse: number;
  readonly status: {
    /** Path below `{base_url}`, without the ids. */
    readonly path: string;
    /** The number of conversations whose state one request can ask for. */
    readonly atOnce: number;
  };
  readonly preparation?: { readonly path: string };
  readonly answers?: {
    readonly path: string;
    /** Milliseconds before each further request for an event that may be late: after all of them, it's certainly known. */
    readonly pauses: readonly number[];
  };
  readonly messages?: {
    /** @param run whether it lets the agent run */
    readonly form: (conversationId: string, run: boolean) => RequestForm;
  };
  readonly confirmation?: { readonly path: string };
  readonly models?: { readonly path: string };
  readonly resume?: { readonly path: string };
}
