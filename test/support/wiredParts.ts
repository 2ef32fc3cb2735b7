import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore, Slot } from '../../src/base/common/disposables';
import { RecentFailures } from '../../src/service/common/recentFailures';
import { Redactor } from '../../src/base/common/redactor';
import { Configuration } from '../../src/service/vscode/configuration';
import { DeferredHistory } from '../../src/conversations/vscode/deferredHistory';
import { ChannelLog } from '../../src/base/vscode/log';
import { Machine } from '../../src/service/vscode/machine';
import { MementoProviders } from '../../src/repository/vscode/mementoProviders';
import { ServiceConnection } from '../../src/service/vscode/serviceConnection';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';
import { SettingsStore } from '../../src/settings/vscode/settingsStore';
import { startSources } from '../../src/startSources';
import { VscodeWorkspace } from '../../src/repository/vscode/workspace';
import { once } from '../../src/base/common/once';
import { reportWith } from '../../src/help/vscode/report';
import { RequestPreviews } from '../../src/start/vscode/requestPreviews';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { registerStatusBar } from '../../src/conversations/vscode/statusBar';
import { MemorySecrets } from './memorySecrets';
import { MemoryState } from './memoryState';

/**
 * The parts of the extension, put together as `activate` does, without its commands and views, which VS Code takes but
 * once. The secrets and states alone are kept in memory: VS Code gives the real ones to the extension.
 */
export class WiredParts {
  readonly #store = new DisposableStore();
  readonly keys: SessionKeys;
  readonly settings: SettingsStore;
  readonly history: DeferredHistory;
  readonly log: ChannelLog;
  readonly ports: StartPorts;
  /** Where history and drafts are kept. */
  readonly folder: string;
  #listeners = 0;

  private constructor(folder: string, secrets: vscode.SecretStorage) {
    this.folder = folder;
    const store = this.#store;
    const redactor = new Redactor();
    // Channels of one name would be closed with the first of them.
    this.log = store.add(new ChannelLog(`Agent Conversations (${path.basename(folder)})`, redactor));
    const { log } = this;
    const configuration = store.add(new Configuration());
    const globalStorageUri = vscode.Uri.file(path.join(folder, 'User', 'globalStorage', 'soak'));
    const machine = new Machine(globalStorageUri.fsPath);
    this.keys = store.add(new SessionKeys(secrets, redactor, machine));
    const { keys } = this;
    const failures = new RecentFailures();
    const network = once(async () => (await import('../../src/service/vscode/networkHere')).networkHere(log, redactor));
    const service = store.add(
      new ServiceConnection(
        configuration,
        keys,
        async (options) =>
          failures.watch((await import('../../src/client/node')).createClient({ ...options, redactor })),
        async (...of) => (await network()).optionsFor(...of),
      ),
    );
    this.settings = this.#countingListeners(store.add(new SettingsStore(service, log, redactor)));
    this.history = this.#countingListeners(store.add(new DeferredHistory(folder, log)));
    const { settings, history } = this;
    const workspace = new VscodeWorkspace(configuration, log);
    const context = { workspaceState: new MemoryState(), secrets, globalStorageUri };
    const sources = startSources({
      context: context as unknown as vscode.ExtensionContext,
      ...{
        storage: folder,
        configuration,
        workspace,
        machine,
        redactor,
        log,
        report: reportWith(log),
        atEnd: () => undefined,
      },
    });
    store.add(service.onDidTry((reading) => void settings.take(reading)));
    store.add(configuration.onDidChangeServiceUrl(() => settings.reset()));
    store.add(keys.onDidChange((origin) => settings.reset(origin)));
    const sending = { service, history, workspace, log, newId: randomUUID, processId: process.pid };
    const keeping = { ...sources, keys, providers: new MementoProviders(context.workspaceState), redactor };
    const previews = () => Promise.resolve(store.add(new RequestPreviews()));
    const showing = { settings, previews, openSheet: store.add(new Slot()), report: reportWith(log) };
    this.ports = { ...sending, ...keeping, ...showing, configuration, onWillStart: () => undefined };
    store.add(registerStatusBar(history, workspace, log));
  }

  /** @param secrets Those of another host, where several share them. */
  static async open(secrets: vscode.SecretStorage = new MemorySecrets()): Promise<WiredParts> {
    return new WiredParts(await mkdtemp(path.join(tmpdir(), 'parts-')), secrets);
  }

  /** Who listens to settings and history at this moment. */
  get listeners(): number {
    return this.#listeners;
  }

  async dispose(): Promise<void> {
    this.#store.dispose();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #countingListeners<T extends { readonly onDidChange: unknown }>(source: T): T {
    const listen = source.onDidChange as vscode.Event<unknown>;
    const counted: vscode.Event<unknown> = (...given) => {
      this.#listeners++;
      const subscription = listen(...given);
      return new vscode.Disposable(() => {
        this.#listeners--;
        subscription.dispose();
      });
    };
    return Object.assign(source, { onDidChange: counted });
  }
}
