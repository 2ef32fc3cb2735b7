import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { DraftFields } from '../../src/draft/common/draftFields';
import { Slot } from '../../src/base/common/disposables';
import type { RepositoryActions } from '../../src/repository/common/workspace';
import type { Settings } from '../../src/client/common/records';
import { Redactor } from '../../src/base/common/redactor';
import type { SettingsState } from '../../src/service/common/settingsState';
import { Targets } from '../../src/repository/common/targets';
import { Configuration } from '../../src/service/vscode/configuration';
import { ConversationJournal } from '../../src/conversations/node/conversationJournal';
import { DraftFolder } from '../../src/draft/vscode/drafts';
import { Machine } from '../../src/service/vscode/machine';
import { McpServersHere } from '../../src/mcp/vscode/mcpServersHere';
import { GitRepositoryActions } from '../../src/repository/vscode/repositoryActions';
import { ServiceConnection } from '../../src/service/vscode/serviceConnection';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';
import { WorkspaceTemplates } from '../../src/draft/vscode/templates';
import { VscodeWorkspace } from '../../src/repository/vscode/workspace';
import { startConversation } from '../../src/start/vscode/startFlow';
import { RequestPreviews } from '../../src/start/vscode/requestPreviews';
import type { StartPorts, UnattendedStart } from '../../src/start/vscode/startPorts';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { marked } from './markedSecrets';
import { MemorySecrets } from './memorySecrets';
import { MemoryState } from './memoryState';
import { RecordingLog } from './recordingLog';

const sessionKey = marked('session-key');

/** Everything that a start goes through, real parts but for the secret storage, against a reference service. */
export class StartBench {
  readonly service: Service;
  readonly keys: SessionKeys;
  readonly history: ConversationJournal;
  readonly log: RecordingLog;
  readonly drafts: DraftFolder;
  readonly mcp: McpServersHere;
  readonly previews = new RequestPreviews();
  readonly redactor = new Redactor();
  readonly openSheet = new Slot();
  readonly actions: RepositoryActions = new GitRepositoryActions();
  /** What was announced before it left. */
  readonly announced: UnattendedStart[] = [];
  readonly #configuration: Configuration;
  readonly #connection: ServiceConnection;
  readonly #folder: string;
  #settings: SettingsState = { kind: 'idle' };
  #starts = 0;

  private constructor(service: Service, folder: string) {
    this.service = service;
    this.#folder = folder;
    this.log = new RecordingLog();
    const globalStorageUri = vscode.Uri.file(path.join(folder, 'User', 'globalStorage', 'bench'));
    const machine = new Machine(globalStorageUri.fsPath);
    this.keys = new SessionKeys(new MemorySecrets(), this.redactor, machine);
    this.#configuration = new Configuration();
    // Loaded when first needed, as in the extension: undici must not come before the tests that look at the host.
    this.#connection = new ServiceConnection(this.#configuration, this.keys, async (options) => {
      const { createClient } = await import('../../src/client/node');
      return createClient({ ...options, redactor: this.redactor });
    });
    this.history = new ConversationJournal(folder, this.log);
    this.drafts = new DraftFolder(folder, this.log);
    this.mcp = new McpServersHere({
      context: { workspaceState: new MemoryState(), secrets: new MemorySecrets(), globalStorageUri },
      workspace: new VscodeWorkspace(this.#configuration, this.log),
      machine,
      redactor: this.redactor,
      log: this.log,
    });
  }

  /** @param options What the service allows. */
  static async open(options: { readonly allowConversationId?: boolean } = {}): Promise<StartBench> {
    const service = await startService({ sessionKey, settings: sampleSettings, ...options });
    await setServiceUrl(service.url);
    const bench = new StartBench(service, await mkdtemp(path.join(tmpdir(), 'bench-')));
    await bench.keys.set(bench.origin, sessionKey);
    return bench;
  }

  /** Where history and drafts are kept. */
  get folder(): string {
    return this.#folder;
  }

  get origin(): string {
    return new URL(this.service.url).origin;
  }

  get targets(): Targets {
    return new Targets(this.ports.workspace, this.ports.settings, this.ports.providers);
  }

  get ports(): StartPorts {
    const state = () => this.#settings;
    return {
      service: this.#connection,
      keys: this.keys,
      workspace: new VscodeWorkspace(this.#configuration, this.log),
      drafts: () => Promise.resolve(this.drafts),
      templates: () => Promise.resolve(new WorkspaceTemplates(this.#configuration, this.log)),
      mcp: () => Promise.resolve(this.mcp),
      previews: () => Promise.resolve(this.previews),
      redactor: this.redactor,
      openSheet: this.openSheet,
      providers: { providers: {}, remember: () => Promise.resolve() },
      settings: {
        get state() {
          return state();
        },
        load: () => Promise.resolve(state()),
        ensureLoaded: () => Promise.resolve(state()),
        adopt: () => Promise.resolve(state()),
        take: async ({ settings }) => {
          await settings.catch(() => undefined);
        },
        onDidChange: () => ({ dispose: () => undefined }),
      },
      report: () => Promise.resolve(),
      onWillStart: (start) => this.announced.push(start),
      history: this.history,
      log: this.log,
      newId: () => `start-${this.#starts++}`,
      processId: process.pid,
      configuration: this.#configuration,
    };
  }

  /** What the settings were when they were last loaded. */
  settings(settings: Settings | undefined): void {
    this.#settings = settings ? { kind: 'loaded', current: { settings, loadedAt: Date.now() } } : { kind: 'idle' };
  }

  /** Starts with these fields and returns the body that the service received. */
  async receive(fields: DraftFields): Promise<unknown> {
    await startConversation(fields, this.ports);
    return this.service.requests.at(-1)?.body;
  }

  async dispose(): Promise<void> {
    await this.#connection.dispose();
    this.history.dispose();
    this.previews.dispose();
    this.keys.dispose();
    this.#configuration.dispose();
    await setServiceUrl(undefined);
    await this.service.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The setting of this machine: workspaces cannot set it. */
async function setServiceUrl(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('agentConversations')
    .update('serviceUrl', url, vscode.ConfigurationTarget.Global);
}
