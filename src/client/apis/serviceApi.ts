import type { ConversationStartRequest, GitProvider, RequestField } from '../records';
import type { SettingsNames } from './settingsNames';

/** How something is sent: by POST, as JSON. Anything shown of it is made by the same function. */
export interface RequestForm {
  /** Below `{base_url}`. */
  readonly path: string;
  /** @param space indentation of its lines, for reading; without it, the body is one line */
  readonly body: (request: ConversationStartRequest, space?: number) => string;
}

/**
 * What services refuse a start without: any saved settings, the API key of a model, a token of any Git provider, or an
 * active agent profile.
 */
export type Requirement = 'settings' | 'modelKey' | 'gitToken' | 'agentProfile';

/** Ids of conversations that the client may choose. */
export interface OwnIds {
  /** True if an id can be that of a conversation. */
  readonly accepts: (id: string) => boolean;
  /** The id to send with a start, as services return it. */
  readonly propose: (uuid: string) => string;
}

/** Where an agent server starts a conversation, and what it doesn't take from its settings by itself. */
export interface StartPlace {
  /** Absolute path of the server's home folder. */
  readonly home: string;
  /** A UUID. */
  readonly agentProfileId: string;
  readonly maxIterations?: number;
  readonly confirmationMode?: boolean;
}

/** What can be sent with a start, and how. */
export interface StartRules extends RequestForm {
  /** @param place of an API whose starts have one; not known yet if absent */
  readonly body: (request: ConversationStartRequest, space?: number, place?: StartPlace) => string;
  /** Fields that the service doesn't have: it would ignore them without a word. */
  readonly notTaken: readonly RequestField[];
  /** Those that services of this API never had: they aren't even offered. */
  readonly unheardOf: readonly RequestField[];
  /** Values of `git_provider`, here and inside other fields. */
  readonly gitProviders: readonly GitProvider[];
  /** Fields of which the service accepts one or the other. */
  readonly exclusive: readonly (readonly [RequestField, RequestField])[];
  readonly requires: readonly Requirement[];
  /** Fields that a suggested task sets where the request doesn't. */
  readonly setByTask: readonly RequestField[];
  /** If a new id can be sent with each start; otherwise, most services reject a start with an id. */
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
  /** Where the settings are; an API is recognized by its answer there. */
  readonly settings: {
    readonly path: string;
    /** What the service that returned these settings calls them. */
    readonly namesIn: (answer: Readonly<Record<string, unknown>>) => SettingsNames;
  };
  /** The largest answer that is read, in mebibytes. */
  readonly maxResponse: number;
  /** The states of conversations. */
  readonly status: {
    /** Below `{base_url}`, without the ids. */
    readonly path: string;
    /** The number of conversations whose state one request can ask for. */
    readonly atOnce: number;
  };
  /** Accepted starts are prepared in tasks. */
  readonly preparation?: { readonly path: string };
  /** What the agent says. */
  readonly answers?: {
    readonly path: string;
    /** Of the times of events. An unknown one is the server's own: they can be compared with each other only. */
    readonly zone: 'UTC' | 'unknown';
  };
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
