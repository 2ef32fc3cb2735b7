import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import * as vscode from 'vscode';
import { beginWhen } from './base/event';
import type { ConversationEnd } from './api';
import { isPreparing, hasPendingMessage, wasMessageSent, type Conversation } from './conversations/conversation';
import { endState } from './conversations/reportedStatus';
import { type DisposableStore, MutableDisposable, once } from './base/lifecycle';
import { conversationCopies } from './conversations/conversationCopies';
import { ConversationFilter, type ConversationNode } from './conversations/conversationList';
import { frozenCopy } from './base/json';
import { textSchemes } from './names';
import type { Log } from './base/log';
import { hasProcessEnded, thisProcess } from './base/processes';
import { Redactor } from './base/redactor';
import { Configuration, networkFor } from './service/vscode/configuration';
import { restoreCompletedSteps } from './base/vscode/walkthroughSteps';
import { ChannelLog } from './base/vscode/log';
import { Machine } from './service/machine';
import { ServiceMemory } from './service/serviceMemory';
import { ServiceConnection, type ConnectionParts } from './service/serviceConnection';
import { SessionKeys } from './service/vscode/sessionKeys';
import { SettingsStore } from './settings/settingsStore';
import { type Clock, systemClock } from './base/clock';
import { MementoProviders, VscodeWorkspace } from './repository/vscode/workspace';
import type { FollowPorts } from './conversations/vscode/statusFollower';
import { FollowedServices } from './conversations/vscode/followedServices';
import {
  ConversationsTree,
  type ConversationsViewPorts,
  keepConversationsContext,
  keepConversationsShown,
} from './conversations/vscode/conversationsTree';
import { withDisplayMessage, reportWith } from './help/vscode/reportErrors';
import { bindSettingsView, noteLoadedSettings, type SettingsNode, SettingsTree } from './settings/vscode/settingsTree';
import { RepeatedStart } from './start/repeatedStart';
import type { StartResult } from './conversations/acceptedStart';
import type { PreparedStart, StartPorts } from './start/vscode/startPorts';
import { startPushWatcher } from './result/vscode/startPushWatcher';
import { keepStatusCurrent } from './conversations/vscode/statusBar';
import { History } from './conversations/history';

/** Its modules run on first use. */
export const onDemand = () => import('./onDemand');

export interface WireOptions {
  readonly context: Pick<vscode.ExtensionContext, 'secrets' | 'workspaceState' | 'globalStorageUri'> & {
    readonly globalState: vscode.Memento;
    readonly extension: Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;
  };
  /** Disposed of when the window closes. */
  readonly store: DisposableStore;
  readonly onWillStart: (start: PreparedStart) => void;
  readonly onEnd: (end: ConversationEnd) => void;
  /** Registers a task to finish before the window closes. */
  readonly atEnd: (finish: () => Promise<unknown>) => unknown;
  readonly clock?: Clock;
  readonly openLog?: (redactor: Redactor) => Log & { show(): void };
}

export type Wired = ReturnType<typeof wire>;

/** Creates and connects the parts of the extension: everything behind what activation registers with VS Code. */
export function wire(options: WireOptions) {
  const { context, store, onWillStart, onEnd, clock = systemClock } = options;
  const foundation = createFoundation(options);
  const { storage, redactor, log, configuration } = foundation;
  const { service, keys, settings, services, failures, networkFor } = createServiceAccess(foundation);
  const workspace = new VscodeWorkspace(configuration, log);
  const { history, followed, filter } = createConversations(foundation, workspace);
  const report = reportWith(log, onDemand);
  const start = {
    log,
    redactor,
    report,
    configuration,
    clock,
    newId: randomUUID,
    state: context.globalState,
    service,
    keys,
    services,
    settings,
    workspace,
    providers: new MementoProviders(context.globalState),
    history,
    followed,
    filter,
    drafts: lazyDrafts(storage, { ...options, history, log, report }),
    openSheet: store.add(new MutableDisposable()),
    repeatedStarts: new RepeatedStart<StartResult>(),
    sendings: new Set<string>(),
    ...lazyParts(foundation, workspace),
    onWillStart,
    onEnd: (ended: Conversation) => onEnd(Object.freeze({ id: ended.id, state: endState(ended) })),
  };
  followConversations(start, store);
  return {
    start,
    commands: { ...start, failures, extension: context.extension, networkFor },
    api: createApi(start),
  };
}

interface Foundation extends Pick<WireOptions, 'context' | 'store'> {
  /** Path of the folder for everything that is saved on this machine. */
  readonly storage: string;
  readonly redactor: Redactor;
  readonly log: Log & { show(): void };
  readonly configuration: Configuration;
  readonly machine: Machine;
}

function createFoundation({ context, store, openLog }: WireOptions): Foundation {
  const { fsPath: storage } = context.globalStorageUri;
  const redactor = new Redactor();
  const log = openLog?.(redactor) ?? store.add(new ChannelLog('Agent Conversations', redactor));
  return {
    context,
    store,
    storage,
    redactor,
    log,
    configuration: store.add(new Configuration()),
    machine: new Machine(storage),
  };
}

/** The connection to the service, and the settings that are read through it. undici and zod load with its first call. */
function createServiceAccess({ context, store, redactor, log, configuration, machine }: Foundation) {
  const keys = store.add(new SessionKeys(context.secrets, redactor, machine));
  const services = store.add(new ServiceMemory(context.globalState, machine));
  const failures = once(async () => new (await import('./service/recentFailures')).RecentFailures());
  const network = networkFor(log, redactor);
  const openClient: ConnectionParts['openClient'] = async (options) => {
    const [{ createClient }, latest] = await Promise.all([import('./client/createClient'), failures()]);
    return createClient({ ...options, redactor }, (error) => latest.add(error));
  };
  const probe: ConnectionParts['probe'] = async (...args) =>
    (await import('./client/http/probeConnection')).probeConnection(...args);
  const parts = { configuration, keys, openClient, networkFor: network, probe, memory: services };
  const service = store.add(new ServiceConnection(parts));
  const settings = store.add(new SettingsStore(service, log, redactor));
  store.add(configuration.onDidChangeServiceUrl(() => settings.reset()));
  store.add(configuration.onDidChangeNetwork(() => settings.retry()));
  store.add(keys.onDidChange((origin) => settings.reset(origin)));
  store.add(services.onDidChange((origin) => settings.reset(origin)));
  return { service, keys, settings, services, failures, networkFor: network };
}

function createConversations({ context, store, storage, log, machine }: Foundation, workspace: VscodeWorkspace) {
  const workspaceId = () => workspace.id;
  const fileEvents = { watch, onDidChangeWindowState: vscode.window.onDidChangeWindowState };
  return {
    history: store.add(new History(storage, workspaceId, log, { fileEvents })),
    followed: store.add(new FollowedServices(context.globalState, machine)),
    filter: store.add(new ConversationFilter(workspaceId)),
  };
}

function lazyParts(foundation: Foundation, workspace: VscodeWorkspace) {
  const { context, store, storage, configuration, machine, redactor, log } = foundation;
  const openTexts = async (scheme: string) => {
    const { ReadOnlyTexts } = await import('./base/vscode/readOnlyTexts');
    return store.add(new ReadOnlyTexts(scheme));
  };
  return {
    templates: once(async () => new (await import('./draft/vscode/templates')).WorkspaceTemplates(configuration, log)),
    mcp: once(async () => {
      const { WorkspaceMcpServers } = await import('./mcp/vscode/workspaceMcpServers');
      return new WorkspaceMcpServers({ context, workspace, machine, redactor, log });
    }),
    snapshots: once(async () => new (await import('./result/startSnapshots')).StartSnapshots(storage, log)),
    previews: once(() => openTexts(textSchemes.request)),
    changesEditors: once(async () => {
      const { ChangesEditors } = await import('./result/vscode/changesEditors');
      return store.add(new ChangesEditors());
    }),
    answers: once(() => openTexts(textSchemes.answer)),
  };
}

interface ApiParts extends Pick<StartPorts, 'history'> {
  readonly settings: SettingsStore;
  readonly redactor: Redactor;
}

/** The part of the public API that other extensions can use once everything is loaded. */
function createApi({ settings, history, redactor }: ApiParts) {
  const copiesOf = conversationCopies(redactor);
  return {
    loadSettings: async () => frozenCopy(await withDisplayMessage(settings.settings(), onDemand)),
    onDidChangeConversations: history.onDidChange,
    get conversations() {
      return copiesOf(history.conversations);
    },
  };
}

/** Follows conversations, accepted starts and messages that are being sent, each from the first one on. */
function followConversations(ports: StartPorts & Pick<FollowPorts, 'services'>, store: DisposableStore): void {
  const { history, followed, keys, services, log } = ports;
  const resumeWithKey = async (origin: string) => {
    if ((await keys.get(origin)) !== undefined) await followed.resume(origin);
  };
  const resume = (origin: string) => {
    resumeWithKey(origin).catch((error: unknown) =>
      log.error("A service can't be followed again.", { error: String(error) }),
    );
  };
  // A service is paused if it rejects the key or doesn't provide the status: another key or API may change that.
  for (const { onDidChange } of [keys, services]) store.add(onDidChange(resume));
  store.add(
    beginWhen({
      isDue: () => !followed.isEmpty,
      // The user may have agreed to it in another window.
      triggers: [followed.onDidChange, vscode.window.onDidChangeWindowState],
      begin: async () => (await import('./conversations/vscode/statusFollower')).followStatuses(ports),
      onError: (error) => log.error("The status can't be followed.", { error: String(error) }),
    }),
  );
  store.add(
    beginWhen({
      isDue: () => history.conversations.some(isPreparing),
      triggers: [history.onDidChange],
      begin: async () => {
        const began = Date.now() - process.uptime() * 1000;
        const processes = { own: thisProcess(), began, hasEnded: hasProcessEnded };
        return (await import('./start/vscode/reportStarted')).reportResumed({ ...ports, processes });
      },
      onError: (error) => log.error("Starts can't be waited for.", { error: String(error) }),
    }),
  );
  store.add(
    beginWhen({
      isDue: () => history.conversations.some(hasPendingMessage),
      triggers: [history.onDidChange],
      begin: async () => (await import('./start/vscode/followUp/reportSendings')).reportSendings(ports),
      onError: (error) => log.error("It can't be found out whether messages were sent.", { error: String(error) }),
    }),
  );
}

type DraftParts = Pick<StartPorts, 'history' | 'log' | 'report'> & Pick<WireOptions, 'atEnd' | 'store'>;

/** The drafts of this machine, which load on first use. */
function lazyDrafts(storage: string, { history, log, report, atEnd, store }: DraftParts): StartPorts['drafts'] {
  return once(async () => {
    const { openDrafts } = await import('./draft/vscode/draftPorts');
    const hasStarted = async (start: string, to: string | undefined) => {
      const conversation = await history.read(to ?? start);
      if (!conversation) return false;
      return to === undefined ? conversation.outcome === 'started' : wasMessageSent(conversation, start);
    };
    const drafts = store.add(await openDrafts(storage, log, { hasStarted, onTrouble: report, now: Date.now }));
    atEnd(() => drafts.flush());
    return drafts;
  });
}

export interface RegisteredViews {
  readonly statusBarItem: vscode.StatusBarItem;
  readonly conversationsView: vscode.TreeView<ConversationNode>;
  readonly settingsView: vscode.TreeView<SettingsNode>;
}

type ViewPorts = Pick<StartPorts, 'history' | 'followed' | 'settings' | 'workspace' | 'log' | 'snapshots' | 'state'> &
  Pick<ConversationsViewPorts, 'filter' | 'configuration'>;

/** Keeps the views in sync with the parts, until the store is disposed of. */
export function keepViewsCurrent(shown: RegisteredViews, ports: ViewPorts, store: DisposableStore) {
  const { history, followed, settings, workspace, log, filter, configuration, state } = ports;
  const conversationsTree = store.add(new ConversationsTree(history, followed, workspace, filter));
  const settingsTree = store.add(new SettingsTree());
  store.add(keepConversationsShown(shown.conversationsView, conversationsTree, ports));
  const showHost = () => (shown.settingsView.description = configuration.serviceHost);
  showHost();
  store.add(configuration.onDidChangeServiceUrl(showHost));
  store.add(bindSettingsView(shown.settingsView, settingsTree, settings, log));
  store.add(startPushWatcher(ports));
  store.add(keepConversationsContext(history, filter));
  store.add(noteLoadedSettings(settings, state, log));
  restoreCompletedSteps(state).catch((error: unknown) =>
    log.warn("The walkthrough can't be ticked.", { error: String(error) }),
  );
  store.add(keepStatusCurrent(shown.statusBarItem, history, workspace, log));
  return { conversationsTree, settingsTree };
}
