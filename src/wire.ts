import { randomUUID } from 'node:crypto';
import type * as vscode from 'vscode';
import { type DisposableStore, Slot } from './disposables';
import { ConversationCopies } from './domain/conversationCopies';
import type { OutlineNode } from './domain/conversationOutline';
import { frozenCopy } from './domain/frozenCopy';
import type { Log } from './domain/ports/log';
import type { ClientOptions } from './domain/ports/service';
import { Redactor } from './domain/redactor';
import { Configuration } from './editor/configuration';
import { DeferredHistory } from './editor/deferredHistory';
import { ChannelLog } from './editor/log';
import { Machine } from './editor/machine';
import { MementoProviders } from './editor/mementoProviders';
import { MementoUnchecked } from './editor/mementoUnchecked';
import { networkFor } from './editor/networkFor';
import { ServiceConnection, type Reach } from './editor/serviceConnection';
import { SessionKeys } from './editor/sessionKeys';
import { SettingsStore } from './editor/settingsStore';
import { startSources } from './editor/startSources';
import { VscodeWorkspace } from './editor/workspace';
import { once } from './once';
import { ConversationsTree, keepConversationsShown } from './ui/conversationsTree';
import { explained, reportWith } from './ui/report';
import { keepSettingsShown, SettingsTree, type SettingsNode } from './ui/settingsTree';
import type { StartPorts, UnattendedStart } from './ui/startPorts';
import { keepStatusCurrent } from './ui/statusBar';

/** What the parts stand on. */
export interface Ground {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'workspaceState' | 'globalStorageUri' | 'storageUri'> & {
    readonly globalState: vscode.Memento;
    readonly extension: Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;
  };
  /** Goes with the window. */
  readonly store: DisposableStore;
  readonly onWillStart: (start: UnattendedStart) => void;
  /** Takes what the end of the window has to wait for. */
  readonly atEnd: (finish: () => Promise<unknown>) => unknown;
  /** Another place to write to than the extension's output channel. */
  readonly openLog?: (redactor: Redactor) => Log & { show(): void };
}

export type Wired = ReturnType<typeof wire>;

/** The parts of the extension, put together: what is behind all that activation registers with VS Code. */
export function wire({ context, store, onWillStart, atEnd, openLog }: Ground) {
  const redactor = new Redactor();
  const log = openLog?.(redactor) ?? store.add(new ChannelLog('Agent Conversations', redactor));
  const configuration = store.add(new Configuration());
  const machine = new Machine(context.globalStorageUri.fsPath);
  const keys = store.add(new SessionKeys(context.secrets, redactor, machine));
  const failures = once(async () => new (await import('./domain/recentFailures')).RecentFailures());
  const ways = networkFor(log, redactor);
  // undici and zod load with the first call to the service.
  const openClient = async (options: ClientOptions) =>
    (await failures()).watch((await import('./client')).createClient({ ...options, redactor }));
  const reach: Reach = async (...of) => (await import('./client')).reach(...of);
  const unchecked = store.add(new MementoUnchecked(context.globalState));
  const service = store.add(new ServiceConnection(configuration, keys, openClient, ways, reach, unchecked));
  const settings = store.add(new SettingsStore(service, log, redactor));
  const history = store.add(new DeferredHistory(context.globalStorageUri.fsPath, log));
  const workspace = new VscodeWorkspace(configuration, log);
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const report = reportWith(log);
  const sources = startSources({ context, storage, configuration, workspace, machine, redactor, log, report, atEnd });

  const onNotTaken = (error: unknown) => log.error('Settings were not taken.', { error: String(error) });
  store.add(service.onDidTry((reading) => settings.take(reading).catch(onNotTaken)));
  store.add(configuration.onDidChangeServiceUrl(() => settings.reset()));
  store.add(keys.onDidChange((origin) => settings.reset(origin)));
  store.add(unchecked.onDidAdd((origin) => settings.reset(origin)));

  const start = {
    ...{ service, history, workspace, log, newId: randomUUID, processId: process.pid },
    ...{ ...sources, keys, providers: new MementoProviders(context.globalState), redactor },
    previews: once(async () => store.add(new (await import('./ui/onDemand')).RequestPreviews())),
    ...{ settings, openSheet: store.add(new Slot()), report, configuration, onWillStart },
  };
  const services = once(
    async () => new (await import('./editor/mementoServices')).MementoServices(context.globalState),
  );
  const host = async () =>
    (await import('./editor/diagnosticsHere')).diagnosticsHere(context.extension, configuration, ways, log);
  const copies = new ConversationCopies(redactor);
  const api = {
    loadSettings: async () => frozenCopy(await explained(settings.settings())),
    onDidChangeConversations: history.onDidChange,
    get conversations() {
      return copies.of(history.conversations);
    },
  };
  return { start, commands: { ...start, services, host, failures }, api };
}

/** What activation has registered to show things in. */
export interface Shown {
  readonly statusBarItem: vscode.StatusBarItem;
  readonly conversationsView: vscode.TreeView<OutlineNode>;
  readonly settingsView: vscode.TreeView<SettingsNode>;
}

/** Keeps what is shown as the parts are, until the store is disposed of. */
export function keepShown(shown: Shown, { history, settings, workspace, log }: StartPorts, store: DisposableStore) {
  const conversationsTree = store.add(new ConversationsTree(history));
  const settingsTree = store.add(new SettingsTree());
  store.add(keepConversationsShown(shown.conversationsView, conversationsTree, history, log));
  store.add(keepSettingsShown(shown.settingsView, settingsTree, settings, log));
  store.add(keepStatusCurrent(shown.statusBarItem, history, workspace, log));
  return { conversationsTree, settingsTree };
}
