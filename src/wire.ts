import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { beginWhen } from './base/common/beginWhen';
import { isPreparing } from './conversations/common/conversation';
import { type DisposableStore, Slot, once } from './base/common/lifecycle';
import { ConversationCopies } from './conversations/common/conversationCopies';
import type { ConversationNode } from './conversations/common/conversationGroups';
import { frozenCopy } from './base/common/json';
import type { Log } from './base/common/log';
import type { ClientOptions } from './client/common/client';
import { Redactor } from './base/common/redactor';
import { Configuration } from './service/vscode/configuration';
import { DeferredHistory } from './conversations/vscode/deferredHistory';
import { ChannelLog } from './base/vscode/log';
import { Machine } from './service/vscode/machine';
import { MementoProviders } from './repository/vscode/mementoProviders';
import { MementoApis } from './service/vscode/mementoApis';
import { MementoUnchecked } from './service/vscode/mementoUnchecked';
import { networkFor } from './service/vscode/networkFor';
import { ServiceConnection, type ProbeConnection } from './service/vscode/serviceConnection';
import { SessionKeys } from './service/vscode/sessionKeys';
import { SettingsStore } from './settings/vscode/settingsStore';
import type { Clock } from './base/common/clock';
import { systemClock } from './base/node/systemClock';
import { startSources } from './startSources';
import { VscodeWorkspace } from './repository/vscode/workspace';
import { MementoFollowed } from './conversations/vscode/mementoFollowed';
import { ConversationsTree, keepConversationsShown } from './conversations/vscode/conversationsTree';
import { keepNewsCounted } from './conversations/vscode/newsBadge';
import { explained, reportWith } from './help/vscode/report';
import { keepSettingsShown, SettingsTree, type SettingsNode } from './settings/vscode/settingsTree';
import type { StartPorts, PreparedStart } from './start/vscode/startPorts';
import { noticePushed } from './result/vscode/noticePushed';
import type { NoticePorts } from './result/vscode/pushNotice';
import { keepStatusCurrent } from './conversations/vscode/statusBar';

/** Loaded on first use. */
const onDemand = () => import('./onDemand');

/** Dependencies of all parts. */
export interface Ground {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'workspaceState' | 'globalStorageUri' | 'storageUri'> & {
    readonly globalState: vscode.Memento;
    readonly extension: Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;
  };
  /** Disposed of when the window closes. */
  readonly store: DisposableStore;
  readonly onWillStart: (start: PreparedStart) => void;
  /** Registers a task to finish before the window closes. */
  readonly atEnd: (finish: () => Promise<unknown>) => unknown;
  /** Replaces the system's. */
  readonly clock?: Clock;
  /** Replaces the extension's output channel. */
  readonly openLog?: (redactor: Redactor) => Log & { show(): void };
}

export type Wired = ReturnType<typeof wire>;

/** Creates and connects the parts of the extension: everything behind what activation registers with VS Code. */
export function wire({ context, store, onWillStart, atEnd, openLog, clock = systemClock }: Ground) {
  const redactor = new Redactor();
  const log = openLog?.(redactor) ?? store.add(new ChannelLog('Agent Conversations', redactor));
  const configuration = store.add(new Configuration());
  const machine = new Machine(context.globalStorageUri.fsPath);
  const keys = store.add(new SessionKeys(context.secrets, redactor, machine));
  const failures = once(async () => new (await import('./service/common/recentFailures')).RecentFailures());
  const ways = networkFor(log, redactor);
  // undici and zod load with the first call to the service.
  const openClient = async (options: ClientOptions) =>
    (await failures()).watch((await import('./client/node/client')).createClient({ ...options, redactor }));
  const probe: ProbeConnection = async (...of) => (await import('./client/node/client')).probeConnection(...of);
  const unchecked = store.add(new MementoUnchecked(context.globalState));
  const apis = store.add(new MementoApis(context.globalState, machine));
  const service = store.add(new ServiceConnection(configuration, keys, openClient, ways, probe, unchecked, apis));
  const settings = store.add(new SettingsStore(service, log, redactor));
  const history = store.add(new DeferredHistory(context.globalStorageUri.fsPath, log));
  const workspace = new VscodeWorkspace(configuration, log);
  const followed = store.add(new MementoFollowed(context.globalState, machine));
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const report = reportWith(log, onDemand);
  const sources = startSources({ context, storage, configuration, workspace, machine, redactor, log, report, atEnd });

  const onNotTaken = (error: unknown) => log.error('Settings were not taken.', { error: String(error) });
  store.add(service.onDidTry((reading) => settings.take(reading).catch(onNotTaken)));
  store.add(configuration.onDidChangeServiceUrl(() => settings.reset()));
  store.add(keys.onDidChange((origin) => settings.reset(origin)));
  store.add(unchecked.onDidAdd((origin) => settings.reset(origin)));
  store.add(apis.onDidChange((origin) => settings.reset(origin)));

  const providers = new MementoProviders(context.globalState);
  const snapshots = once(async () => {
    const { StartSnapshots } = await import('./result/node/startSnapshots');
    return new StartSnapshots(context.globalStorageUri.fsPath);
  });
  const remember = async (...start: Parameters<StartPorts['rememberStart']>) =>
    (await onDemand()).rememberStart(...start, { history, snapshots });
  const rememberStart = (...start: Parameters<StartPorts['rememberStart']>) => {
    remember(...start).catch((error: unknown) =>
      log.warn("The start's branches aren't saved.", { error: String(error) }),
    );
  };

  const start = {
    ...{ service, history, workspace, log, newId: randomUUID, processId: process.pid, clock },
    ...{ ...sources, keys, providers, redactor, snapshots, rememberStart, state: context.globalState },
    previews: once(async () => store.add(new (await onDemand()).RequestPreviews())),
    followed,
    ...{ settings, openSheet: store.add(new Slot()), report, configuration, onWillStart },
  };
  const follow = async () => {
    const { followStatuses } = await import('./conversations/vscode/statusFollower');
    return followStatuses({ ...start, onDidChangeKey: keys.onDidChange });
  };
  const resume = async () => {
    const { isAlive } = await import('./base/node/temporaries');
    const processes = { isAlive, began: Date.now() - process.uptime() * 1000 };
    return (await onDemand()).resumeWaiting({ ...start, processes });
  };
  store.add(
    beginWhen({
      isDue: () => !followed.isEmpty,
      // The user may have agreed to it in another window.
      after: [followed.onDidChange, vscode.window.onDidChangeWindowState],
      begin: follow,
      onError: (error) => log.error("The status can't be followed.", { error: String(error) }),
    }),
  );
  store.add(
    beginWhen({
      isDue: () => history.conversations.some(isPreparing),
      after: [history.onDidChange],
      begin: resume,
      onError: (error) => log.error("Starts can't be waited for.", { error: String(error) }),
    }),
  );
  const services = once(
    async () => new (await import('./service/vscode/mementoServices')).MementoServices(context.globalState),
  );
  const host = async () =>
    (await import('./help/vscode/windowDiagnostics')).diagnosticsHere(context.extension, configuration, ways, log);
  const copies = new ConversationCopies(redactor);
  const api = {
    loadSettings: async () => frozenCopy(await explained(settings.settings(), onDemand)),
    onDidChangeConversations: history.onDidChange,
    get conversations() {
      return copies.of(history.conversations);
    },
  };
  return { start, commands: { ...start, apis, services, host, failures }, api };
}

/** Views and items that activation has registered. */
export interface Shown {
  readonly statusBarItem: vscode.StatusBarItem;
  readonly conversationsView: vscode.TreeView<ConversationNode>;
  readonly settingsView: vscode.TreeView<SettingsNode>;
}

type ShownPorts = Pick<StartPorts, 'history' | 'followed' | 'settings' | 'workspace' | 'log'> &
  NoticePorts & { readonly state: vscode.Memento };

/** Keeps the views in sync with the parts, until the store is disposed of. */
export function keepShown(shown: Shown, ports: ShownPorts, store: DisposableStore) {
  const { history, followed, settings, workspace, log } = ports;
  const conversationsTree = store.add(new ConversationsTree(history, onDemand, followed));
  const settingsTree = store.add(new SettingsTree(onDemand));
  store.add(keepNewsCounted(shown.conversationsView, history, ports.state));
  store.add(keepConversationsShown(shown.conversationsView, conversationsTree, history, log, onDemand));
  store.add(keepSettingsShown(shown.settingsView, settingsTree, settings, log, onDemand));
  store.add(noticePushed(ports));
  store.add(keepStatusCurrent(shown.statusBarItem, history, workspace, log));
  return { conversationsTree, settingsTree };
}
