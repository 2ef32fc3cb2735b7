import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { AgentConversationsApi } from './api';
import { DisposableStore, Slot } from './base/common/disposables';
import { ConversationCopies } from './conversations/common/conversationCopies';
import { frozenCopy } from './base/common/frozenCopy';
import type { ClientOptions } from './client/common/client';
import type { ConversationStartRequest, ConversationStartResponse } from './client/common/records';
import { Redactor } from './base/common/redactor';
import { Configuration } from './service/vscode/configuration';
import { DeferredHistory } from './conversations/vscode/deferredHistory';
import { ChannelLog } from './base/vscode/log';
import { Machine } from './service/vscode/machine';
import { MementoProviders } from './repository/vscode/mementoProviders';
import { MementoUnchecked } from './service/vscode/mementoUnchecked';
import { networkFor } from './service/vscode/networkFor';
import { ServiceConnection, type Reach } from './service/vscode/serviceConnection';
import { SessionKeys } from './service/vscode/sessionKeys';
import { SettingsStore } from './settings/vscode/settingsStore';
import { startSources } from './startSources';
import { VscodeWorkspace } from './repository/vscode/workspace';
import { commands } from './names';
import { once } from './base/common/once';
import { registerConversationsTree } from './conversations/vscode/conversationsTree';
import { registerDrafts } from './start/vscode/documents/registerDrafts';
import { registerCodeActions } from './entry/vscode/registerCodeActions';
import { registerIntegrations } from './entry/vscode/integrations/registerIntegrations';
import { registerCommands } from './registerCommands';
import { explained, reportWith } from './help/vscode/report';
import { registerSettingsTree } from './settings/vscode/settingsTree';
import type { UnattendedStart } from './start/vscode/startPorts';
import { registerStatusBar } from './conversations/vscode/statusBar';

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
  const failures = once(async () => new (await import('./service/common/recentFailures')).RecentFailures());
  const ways = networkFor(log, redactor);
  // undici and zod load with the first call to the service.
  const openClient = async (options: ClientOptions) =>
    (await failures()).watch((await import('./client/node')).createClient({ ...options, redactor }));
  const reach: Reach = async (...of) => (await import('./client/node')).reach(...of);
  const unchecked = store.add(new MementoUnchecked(context.globalState));
  const service = store.add(new ServiceConnection(configuration, keys, openClient, ways, reach, unchecked));
  const settings = store.add(new SettingsStore(service, log, redactor));
  const history = store.add(new DeferredHistory(context.globalStorageUri.fsPath, log));
  const workspace = new VscodeWorkspace(configuration, log);
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const report = reportWith(log);
  const atEnd = (finish: () => Promise<unknown>) => finishing.push(finish);
  const sources = startSources({ context, storage, configuration, workspace, machine, redactor, log, report, atEnd });
  const previews = once(async () => store.add(new (await import('./onDemand')).RequestPreviews()));
  const openSheet = store.add(new Slot());
  const providers = new MementoProviders(context.globalState);
  const services = once(
    async () => new (await import('./service/vscode/mementoServices')).MementoServices(context.globalState),
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
    (await import('./help/vscode/diagnosticsHere')).diagnosticsHere(context.extension, configuration, ways, log);
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
