import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RecordedRequest } from '../service/recording';
import type { DraftFields } from '../../src/draft/draftFields';
import { DisposableStore, type MutableDisposable, type Disposable } from '../../src/base/lifecycle';
import type { Drafts } from '../../src/draft/drafts';
import type { AnswerPorts } from '../../src/answer/vscode/showLastAnswer';
import type { RepositoryActions } from '../../src/repository/workspace';
import type { ApiName } from '../../src/client/apis/registry';
import { interfaceProviders } from '../../src/client/records';
import type { Clock } from '../../src/base/clock';
import type { Settings } from '../../src/client/records';
import type { SettingsState } from '../../src/service/settingsState';
import { Targets } from '../../src/repository/targets';
import * as gitRepositories from '../../src/repository/vscode/gitRepositories';
import { runStartCommand } from '../../src/start/vscode/commands';
import type { FollowPorts } from '../../src/conversations/vscode/statusFollower';
import type { ConversationEnd } from '../../src/api';
import type { PreparedStart, StartPorts } from '../../src/start/vscode/startPorts';
import { wire, type Wired } from '../../src/wire';
import { sampleSettings } from '../service/sampleSettings';
import type { Service } from '../service/service';
import { addressOf } from './addressOf';
import { passHumanTime } from './humanTime';
import { knownRepository } from './knownRepository';
import { marked } from './markedSecrets';
import { memoryContext } from './memoryContext';
import { RecordingLog } from './recordingLog';
import { removeFolder } from './removeFolder';
import { startAtServiceUrl } from './startAtServiceUrl';

const sessionKey = marked('session-key');

export interface BenchOptions {
  /** See the service's option of this name. */
  readonly allowConversationId?: boolean;
  /** The API of the service, as if it had been found out. */
  readonly api?: ApiName;
  /** The window doesn't know the service's API yet, and has no key for it. */
  readonly isUnknown?: true;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** Asks Git for the window's repository, instead of knowing it. */
  readonly asksGit?: true;
}

/** Everything that a start goes through, real parts except for the secret storage, against a reference service. */
export class StartBench {
  readonly service: Service;
  readonly log = new RecordingLog();
  drafts!: Drafts;
  readonly actions: RepositoryActions = gitRepositories;
  /** Starts that were announced before they were sent. */
  readonly announced: PreparedStart[] = [];
  /** Errors that were reported to the user. */
  readonly reported: unknown[] = [];
  /** Ends that were handed out to other extensions. */
  readonly ended: ConversationEnd[] = [];
  /** Folder where everything is saved. */
  readonly folder: string;
  readonly keys: Wired['start']['keys'];
  readonly history: Wired['start']['history'];
  readonly redactor: Wired['start']['redactor'];
  readonly snapshots: Wired['start']['snapshots'];
  readonly changesEditors: Wired['start']['changesEditors'];
  readonly openSheet: MutableDisposable<Disposable>;
  readonly #store = new DisposableStore();
  readonly #finishing: (() => Promise<unknown>)[] = [];
  readonly #wired: Wired['start'];
  readonly #services: Wired['commands']['services'];
  readonly #hasUuids: boolean;
  #settings: SettingsState = { kind: 'idle' };
  #starts = 0;

  private constructor(service: Service, folder: string, { api, clock, asksGit }: BenchOptions) {
    this.service = service;
    this.folder = folder;
    this.#hasUuids = api === 'v1' || api === 'agent';
    const { start, commands } = wire({
      context: memoryContext(folder),
      store: this.#store,
      onWillStart: (start) => this.announced.push(start),
      onEnd: (end) => this.ended.push(end),
      atEnd: (finish) => this.#finishing.push(finish),
      openLog: () => this.log,
      ...(clock && { clock }),
    });
    if (!asksGit) Object.assign(start.workspace, knownRepository());
    this.#wired = start;
    ({ keys: this.keys, history: this.history, redactor: this.redactor, snapshots: this.snapshots } = start);
    this.changesEditors = start.changesEditors;
    this.openSheet = start.openSheet;
    this.#services = commands.services;
  }

  static async open(options: BenchOptions = {}): Promise<StartBench> {
    const { allowConversationId, api } = options;
    const allowed = { ...(allowConversationId !== undefined && { allowConversationId }), ...(api && { api }) };
    const service = await startAtServiceUrl({ sessionKey, settings: sampleSettings, ...allowed });
    const bench = new StartBench(service, await mkdtemp(path.join(tmpdir(), 'bench-')), options);
    await bench.#begin(options);
    return bench;
  }

  /** Opens another window on the same folder and service, until {@link close}. */
  async openWindow(options: BenchOptions = {}): Promise<StartBench> {
    const window = new StartBench(this.service, this.folder, options);
    await window.#begin(options);
    await window.history.load();
    return window;
  }

  async #begin({ api, isUnknown }: BenchOptions): Promise<void> {
    if (api && !isUnknown) await this.#services.setApi(addressOf(this.service.url), api);
    this.drafts = await this.#wired.drafts();
    if (!isUnknown) await this.keys.set(this.origin, sessionKey);
  }

  /** Folder of all drafts. */
  get draftFolder(): string {
    return path.join(memoryContext(this.folder).globalStorageUri.fsPath, 'drafts');
  }

  get origin(): string {
    return new URL(this.service.url).origin;
  }

  get targets(): Targets {
    return new Targets(this.ports);
  }

  get ports(): StartPorts & AnswerPorts & FollowPorts {
    const state = () => this.#settings;
    return {
      ...this.#wired,
      providers: { providers: {}, remember: () => Promise.resolve() },
      settings: {
        get state() {
          return state();
        },
        load: () => Promise.resolve(state()),
        ensureLoaded: () => Promise.resolve(state()),
        onDidChange: () => ({ dispose: () => undefined }),
      },
      report: (error) => Promise.resolve(void this.reported.push(error)),
      newId: () => (this.#hasUuids ? randomUUID() : `start-${this.#starts++}`),
    };
  }

  /** The workspace as it is while the user doesn't trust it. */
  get untrusted(): StartPorts['workspace'] {
    return Object.create(this.#wired.workspace, { isTrusted: { value: false } }) as StartPorts['workspace'];
  }

  /** Sets the settings as they were last loaded. */
  settings(settings: Settings | undefined): void {
    this.#settings = settings
      ? {
          kind: 'loaded',
          current: { settings, names: { moved: {}, gone: [] }, gitProviders: interfaceProviders, loadedAt: Date.now() },
        }
      : { kind: 'idle' };
  }

  /** Starts with these fields and returns the body that the service received. */
  async receive(fields: DraftFields): Promise<unknown> {
    // Otherwise, the same request would be the repeat of a key.
    passHumanTime();
    await runStartCommand(fields, this.ports);
    return this.service.requests.at(-1)?.body;
  }

  get posts(): readonly RecordedRequest[] {
    return this.service.requests.filter(({ method }) => method === 'POST');
  }

  /** Closes the window alone. */
  async close(): Promise<void> {
    await Promise.all(this.#finishing.map((finish) => finish()));
    await this.#wired.service.dispose();
    this.#store.dispose();
  }

  async dispose(): Promise<void> {
    await this.close();
    await this.service.close();
    await removeFolder(this.folder);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}
