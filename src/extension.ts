import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { AgentConversationsApi } from './api';
import { DisposableStore, Slot } from './disposables';
import { ConversationCopies } from './domain/conversationCopies';
import { frozenCopy } from './domain/frozenCopy';
import type { ClientOptions } from './domain/ports/service';
import type { ConversationStartRequest, ConversationStartResponse } from './domain/records';
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
import { commands } from './names';
import { once } from './once';
import { registerConversationsTree } from './ui/conversationsTree';
import { registerDrafts } from './ui/drafts/registerDrafts';
import { registerCodeActions } from './ui/handover/registerCodeActions';
import { registerIntegrations } from './ui/integrations/registerIntegrations';
import { registerCommands } from './ui/registerCommands';
import { explained, reportWith } from './ui/report';
import { registerSettingsTree } from './ui/settingsTree';
import type { UnattendedStart } from './ui/startPorts';
import { registerStatusBar } from './ui/statusBar';

/** What the end of the window waits for. VS Code hands `deactivate` nothing of what `activate` made. */
const finishing: (() => Promise<unknown>)[] = [];

export async function deactivate(): Promise<void> {
  await Promise.allSettled(finishing.splice(0).map((finish) => finish()));
}

export function activate(context: vscode.ExtensionContext): AgentConversationsApi {
  const store = new DisposableStore();
  context.subscriptions.push(store);

  const redactor = new Redactor();
  const log = store.add(new ChannelLog('Agent Conversations', redactor));
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
  const atEnd = (finish: () => Promise<unknown>) => finishing.push(finish);
  const sources = startSources({ context, storage, configuration, workspace, machine, redactor, log, report, atEnd });
  const previews = once(async () => store.add(new (await import('./ui/onDemand')).RequestPreviews()));
  const openSheet = store.add(new Slot());
  const providers = new MementoProviders(context.globalState);
  const services = once(
    async () => new (await import('./editor/mementoServices')).MementoServices(context.globalState),
  );
  const willStart = store.add(new vscode.EventEmitter<UnattendedStart>());

  const onNotTaken = (error: unknown) => log.error('Settings were not taken.', { error: String(error) });
  store.add(service.onDidTry((reading) => settings.take(reading).catch(onNotTaken)));
  store.add(configuration.onDidChangeServiceUrl(() => settings.reset()));
  store.add(keys.onDidChange((origin) => settings.reset(origin)));
  store.add(unchecked.onDidAdd((origin) => settings.reset(origin)));

  const sending = { service, history, workspace, log, newId: randomUUID, processId: process.pid };
  const onWillStart = (start: UnattendedStart) => willStart.fire(start);
  const keeping = { ...sources, keys, services, providers, redactor };
  const showing = { settings, previews, openSheet, report };
  const host = async () =>
    (await import('./editor/diagnosticsHere')).diagnosticsHere(context.extension, configuration, ways, log);
  const ports = { ...sending, ...keeping, ...showing, configuration, onWillStart, host, failures };
  store.add(registerCommands(ports));
  store.add(registerCodeActions());
  store.add(registerIntegrations(ports));
  store.add(registerDrafts(ports, storage));
  store.add(registerConversationsTree(history, log));
  store.add(registerSettingsTree(settings, log));
  store.add(registerStatusBar(history, workspace, log));

  const copies = new ConversationCopies(redactor);
  // Every extension gets the same: none can put something in its place for the others.
  return Object.freeze({
    startConversation: (request: ConversationStartRequest) =>
      explained<ConversationStartResponse | undefined>(
        vscode.commands.executeCommand(commands.startConversation, request),
      ),
    loadSettings: async () => frozenCopy(await explained(settings.settings())),
    onDidChangeConversations: history.onDidChange,
    onWillStartConversation: willStart.event,
    get conversations() {
      return copies.of(history.conversations);
    },
  });
}
