import type { ConversationStartRequest, GitProvider, RequestField } from '../records';
import type { SettingsNames } from './settingsNames';

/** How something is sent: by POST, as JSON. Anything shown of it is made by the same function. */
export interface RequestForm {
  /** Path below `{base_url}`. */
  readonly path: string;
  /** @param space indentation of its lines, for reading; without it, the body is one line */
  readonly body: (request: ConversationStartRequest, space?: number) => string;
}

/**
 * Something without which services refuse a start: any saved settings, the API key of a model, a token of any Git
 * provider, or an active agent profile.
 */
export type Requirement = 'settings' | 'modelKey' | 'gitToken' | 'agentProfile';

/** Ids of conversations that the client may choose. */
export interface OwnIds {
  /** True if an id can be that of a conversation. */
  readonly accepts: (id: string) => boolean;
  /** The id to send with a start, as services return it. */
  readonly propose: (uuid: string) => string;
}

/** The place where an agent server starts a conversation, and the settings that it doesn't apply by itself. */
export interface StartPlace {
  /** Absolute path of the server's home folder. */
  readonly home: string;
  /** A UUID. */
  readonly agentProfileId: string;
  readonly maxIterations?: number;
  readonly confirmationMode?: boolean;
}

/** The fields and values that can be sent with a start, and the form in which they are sent. */
export interface StartRules extends RequestForm {
  /** @param place of an API whose starts have one; not known yet if absent */
  readonly body: (request: ConversationStartRequest, space?: number, place?: StartPlace) => string;
  /** Fields that the service doesn't have: it would ignore them without a word. */
  readonly unsupportedFields: readonly RequestField[];
  /** Fields that services of this API never had, so they aren't even offered. */
  readonly unheardOf: readonly RequestField[];
  /** Values of `git_provider`, here and inside other fields. */
  readonly gitProviders: readonly GitProvider[];
  /** Fields of which the service accepts one or the other. */
  readonly exclusive: readonly (readonly [RequestField, RequestField])[];
  readonly requires: readonly Requirement[];
  /** Fields that a suggested task sets where the request doesn't. */
  readonly setByTask: readonly RequestField[];
  /** Present if a new id can be sent with each start; otherwise, most services reject a start with an id. */
  readonly ownIds?: OwnIds;
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
  /** The largest answer that is read, in mebibytes. */
  readonly maxResponse: number;
  /** The states of conversations. */
  readonly status: {
    /** Path below `{base_url}`, without the ids. */
    readonly path: string;
    /** The number of conversations whose state one request can ask for. */
    readonly atOnce: number;
  };
  /** Accepted starts are prepared in tasks. */
  readonly preparation?: { readonly path: string };
  /** Messages and other events of the agent. */
  readonly answers?: { readonly path: string };
  /** Messages to conversations. */
  readonly messages?: {
    /** @param run whether it lets the agent run */
    readonly form: (conversationId: string, run: boolean) => RequestForm;
  };
  /** Actions that wait can be confirmed and rejected. */
  readonly confirmation?: { readonly path: string };
  /** Starts have a place, which is asked for. */
  readonly places?: { readonly home: string; readonly profiles: string };
  /** Names of saved models. */
  readonly models?: { readonly path: string };
  /** Paused conversations can be resumed. */
  readonly resume?: { readonly path: string };
}
