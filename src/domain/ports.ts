import type { Conversation, ConversationChange } from './conversation';
import type { Draft } from './draft';
import type { LocalChanges } from './localChanges';
import type { RememberedService } from './knownServices';
import type { NetworkOptions } from './network';
import type { ConversationStartRequest, ConversationStartResponse, Settings } from './records';
import type { RepositorySelection, RepositorySnapshot } from './repository';
import type { ServiceAddress, ServiceUrlRefusal } from './serviceUrl';
import type { SettingsState } from './settingsState';
import type { TargetPreferences } from './target';

/** Where sentences and records for the log go. Everything passes the redactor on its way. */
export interface Log {
  debug(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  info(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  warn(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  error(sentence: string, record?: Readonly<Record<string, unknown>>): void;
}

/** What one client is made for. The key goes into the request header and nowhere else. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly sessionKey: string;
  /** Deadline of one request as a whole, in seconds. */
  readonly timeoutSeconds: number;
  /** Straight to the service when it is not said. */
  readonly network?: NetworkOptions;
  /** Whether a read that the service puts off, or that found no connection, is sent again. Not when it is not said. */
  readonly repeatReads?: boolean;
}

/** What it takes to see whether there is a way to a service. */
export type ReachOptions = Required<Pick<ClientOptions, 'baseUrl' | 'timeoutSeconds' | 'network'>>;

/** The two operations of the interface (section 4) on one service with one key. */
export interface Client {
  /**
   * `POST {base_url}/api/conversations` (section 4.1). Sent at most once.
   * @throws {ServiceError} its `sent` says whether the request had begun to leave.
   */
  startConversation(request: ConversationStartRequest, signal?: AbortSignal): Promise<ConversationStartResponse>;
  /**
   * `GET {base_url}/api/settings` (section 4.2), as the service gave it: secrets included where it returns them.
   * @throws {ServiceError}
   */
  loadSettings(signal?: AbortSignal): Promise<Settings>;
  /** Closes idle connections; a request under way ends as cancelled. */
  close(): Promise<void>;
}

/** Somebody who is told when something changed, and can stop listening. */
export interface Subscription {
  dispose(): void;
}
export type Listen<T> = (listener: (value: T) => unknown) => Subscription;

/** Where starts are remembered. */
export interface StartMemory {
  /** Resolves when the conversation is on disk, so that a crash from here on is not silence. */
  sent(conversation: Conversation): Promise<void>;
  /** What cannot be written down is known here all the same, and written with what comes next. */
  changed(id: string, change: ConversationChange): Promise<void>;
}

/** What a person should know of the history's file. `file` is an absolute path. */
export type HistoryTrouble =
  /** Nothing of it can be read, and nothing is started: a start is written down before it is sent. */
  | { readonly kind: 'unreadable'; readonly file: string; readonly code: string }
  /** Damaged lines were moved to a file of their own. */
  | { readonly kind: 'setAside'; readonly file: string; readonly lines: number }
  /** Damaged lines had to stay where they are. */
  | { readonly kind: 'damaged'; readonly file: string; readonly lines: number }
  /** A newer version of the extension wrote lines that this one does not understand. */
  | { readonly kind: 'newer'; readonly file: string; readonly lines: number }
  /** What became of some starts is known in this window only. */
  | { readonly kind: 'unwritten'; readonly file: string; readonly code: string };

/** The conversations this machine started, shared by all its windows. */
export interface History extends StartMemory {
  /** @throws {HistoryError} when it cannot be written; nothing may be sent then */
  sent(conversation: Conversation): Promise<void>;
  /** What is known so far, newest first. */
  readonly conversations: readonly Conversation[];
  /** What is wrong with its file, as of the last time it was used; none of it excludes another. */
  readonly troubles: readonly HistoryTrouble[];
  readonly onDidChange: Listen<void>;
  /**
   * Reads what is on disk, once.
   * @throws {HistoryError}
   */
  load(): Promise<readonly Conversation[]>;
  get(id: string): Conversation | undefined;
  remove(id: string): Promise<void>;
}

/** The settings of the current service. */
export interface SettingsSource {
  readonly state: SettingsState;
  readonly onDidChange: Listen<SettingsState>;
  load(signal?: AbortSignal): Promise<SettingsState>;
  ensureLoaded(): Promise<SettingsState>;
}

/** What is known about the way to the service before anything is sent. */
export type Connection =
  | {
      readonly kind: 'ready';
      readonly address: ServiceAddress;
      readonly client: Client;
      readonly timeoutSeconds: number;
    }
  | { readonly kind: 'noKey'; readonly address: ServiceAddress }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal };

/** The service that the settings name. */
export interface ServiceAccess {
  connect(): Promise<Connection>;
  /**
   * Reads the settings with a key that is not stored yet.
   * @throws {ServiceError}
   */
  tryKey(address: ServiceAddress, sessionKey: string, signal?: AbortSignal): Promise<void>;
  /**
   * Looks whether a service is at an address: reads the settings with the key that is stored for its origin; without one,
   * only makes a connection and sends nothing.
   * @throws {ServiceError}
   */
  tryAddress(address: ServiceAddress, signal?: AbortSignal): Promise<void>;
}

/** The services that were used from this machine, by their addresses. */
export interface ServiceMemory {
  /** In no order. */
  readonly services: readonly RememberedService[];
  used(address: ServiceAddress): Promise<void>;
  forget(address: ServiceAddress): Promise<void>;
}

/** Session keys by service origin (scheme, host, port). */
export interface KeyStore {
  get(origin: string): Promise<string | undefined>;
  /** @throws when the key could not be kept */
  set(origin: string, key: string): Promise<void>;
  clear(origin: string): Promise<void>;
}

/** The message that is being written, kept until its conversation has started. */
export interface DraftStore {
  /** An empty draft when there is none, or none that can be read; nothing is written over that one then. */
  load(): Promise<Draft>;
  save(draft: Draft): void;
  /** Forgets a draft that has started, unless something else has been written since. */
  clear(started: Draft): void;
  /** While a draft is being sent, it is not offered a second time. Released, it is kept where it says. */
  hold(sending: Draft): { release(): Promise<DraftStore> };
  /**
   * The draft to go on with, on disk: before it is sent, and when it was not started. What was begun here in the meantime
   * is set aside.
   * @throws {DraftError} when it is not on disk
   */
  again(draft: Draft): Promise<Draft>;
  /** Its text changed elsewhere, in its editor for instance. */
  readonly onDidChangeText: Listen<void>;
  /** Absolute paths of files that could not be read and were set aside since it was last asked. */
  takeSetAside(): readonly string[];
}

/** A message that is written in an editor of its own, with everything else that its draft has. */
export interface DraftDocument extends DraftStore {
  /** Absolute path of its Markdown file. */
  readonly path: string;
  /** Its text is the editor's: saving a draft keeps all but its `body`. */
  save(draft: Draft): void;
  /**
   * Changes the text, so that it can be undone. What somebody wrote since `from` was read stays; only what `to` has
   * more at its end is added then.
   * @throws when the editor refuses
   */
  replaceText(from: string, to: string): Promise<void>;
  /** Until the outcome is known, it cannot be sent once more. */
  readonly isBeingSent: boolean;
}

/** Every draft of this workspace. */
export interface Drafts {
  /** The one that the review sheet opens with. */
  readonly sheet: DraftStore;
  /** Those that are written in an editor, newest first. */
  documents(): Promise<readonly DraftDocument[]>;
  /** The one with this file; `undefined` when the file is no draft's. */
  documentAt(path: string): Promise<DraftDocument | undefined>;
  /** Moves a draft from where it is kept into a document of its own. What it has at its end becomes part of the text. */
  moveToDocument(draft: Draft, from: DraftStore): Promise<DraftDocument>;
  /** Makes room on the sheet: what is there becomes a document. Nothing happens when there is nothing. */
  setAside(): Promise<void>;
}

/** A text that messages are made from; see `fillTemplate`. */
export interface Template {
  readonly name: string;
  readonly description?: string;
  readonly text: string;
  /** Path of its file, relative to the workspace; absent when it is one of the settings. */
  readonly file?: string;
}

/** A file that is there for a template and cannot be one. */
export interface UnusableTemplate {
  readonly file: string;
  readonly uri: string;
  readonly reason: 'tooLarge' | 'unreadable' | 'empty';
}

export interface TemplateList {
  readonly templates: readonly Template[];
  readonly unusable: readonly UnusableTemplate[];
}

/** What messages can be made from in this window. */
export interface Templates {
  /** Those of the settings, as they apply to a repository, and those of the team, if the workspace is trusted. */
  list(root?: string): Promise<TemplateList>;
}

/** What the editor knows of this window. */
export interface Workspace {
  /** Whether the person trusts what is open here. */
  readonly isTrusted: boolean;
  /** The URI of the workspace's file or first folder; `undefined` in an empty window. */
  readonly id: string | undefined;
  /** The repository that a start is about, unless somebody chooses another; never asks. */
  selectRepository(): Promise<RepositorySelection>;
  listRepositories(): Promise<readonly RepositorySnapshot[]>;
  /** The deepest open repository that holds a file, by the file's absolute path; `undefined` when none does. */
  repositoryOf(path: string): Promise<EnclosingRepository | undefined>;
  repositoryActions(): Promise<RepositoryActions>;
  /** Settings as they apply to a repository. */
  targetPreferences(root?: string): TargetPreferences;
  conversationInstructions(root?: string): string;
}

export interface EnclosingRepository {
  /** Absolute path of its work tree. */
  readonly root: string;
  /** Whether `selectRepository` takes it at this moment. */
  readonly isSelected: boolean;
}

export type { McpServers } from './mcp/mcpServers';

/** A branch of a remote, as far as this clone knows. */
export interface RemoteBranch {
  readonly name: string;
  /** Of its latest commit, in milliseconds since 1970. */
  readonly committedAt: number;
}

/**
 * What can be done with a repository, by its root. Reading touches nothing on disk; the rest goes through the editor's
 * Git, with its credentials and its own error messages, and only when a person asked for it.
 */
export interface RepositoryActions {
  /** What the remote lacks: from the newest commit that `upstream` (`origin/main`) shares, or from HEAD without one. */
  localChanges(root: string, upstream: string | undefined): Promise<LocalChanges>;
  /** The files that a merge left with conflicts, relative to the root; none when Git does not answer. */
  conflictedFiles(root: string): Promise<readonly string[]>;
  /** Newest first. */
  remoteBranches(root: string, remote: string): Promise<readonly RemoteBranch[]>;
  push(root: string): Promise<void>;
  publish(root: string): Promise<void>;
  fetch(root: string): Promise<void>;
}
