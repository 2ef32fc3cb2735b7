import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import type { AgentConversationsApi } from './api';
import { DisposableStore, Slot } from './disposables';
import type { ClientOptions } from './domain/ports/service';
import { Redactor } from './domain/redactor';
import { Configuration } from './editor/configuration';
import { DeferredHistory } from './editor/deferredHistory';
import { ChannelLog } from './editor/log';
import { MementoProviders } from './editor/mementoProviders';
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

export function activate(context: vscode.ExtensionContext): AgentConversationsApi {
  const store = new DisposableStore();
  context.subscriptions.push(store);

  const redactor = new Redactor();
  const log = store.add(new ChannelLog('Agent Conversations', redactor));
  const configuration = store.add(new Configuration());
  const keys = store.add(new SessionKeys(context.secrets, redactor));
  const failures = once(async () => new (await import('./domain/recentFailures')).RecentFailures());
  const ways = networkFor(log, redactor);
  // undici and zod load with the first call to the service.
  const openClient = async (options: ClientOptions) =>
    (await failures()).watch((await import('./client')).createClient({ ...options, redactor }));
  const reach: Reach = async (...of) => (await import('./client')).reach(...of);
  const service = store.add(new ServiceConnection(configuration, keys, openClient, ways, reach));
  const settings = store.add(new SettingsStore(service, log, redactor));
  const history = store.add(new DeferredHistory(context.globalStorageUri.fsPath, log));
  const workspace = new VscodeWorkspace(configuration, log);
  const storage = (context.storageUri ?? context.globalStorageUri).fsPath;
  const report = reportWith(log);
  const sources = startSources({ context, storage, configuration, workspace, redactor, log, report });
  const previews = once(async () => store.add(new (await import('./ui/onDemand')).RequestPreviews()));
  const openSheet = store.add(new Slot());
  const providers = new MementoProviders(context.globalState);
  const services = once(
    async () => new (await import('./editor/mementoServices')).MementoServices(context.globalState),
  );
  const willStart = store.add(new vscode.EventEmitter<UnattendedStart>());

  store.add(configuration.onDidChangeServiceUrl(() => settings.reset()));
  store.add(keys.onDidChange((origin) => settings.reset(origin)));

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

  return {
    startConversation: (request) => explained(vscode.commands.executeCommand(commands.startConversation, request)),
    loadSettings: () => explained(settings.settings()),
    onDidChangeConversations: history.onDidChange,
    onWillStartConversation: willStart.event,
    get conversations() {
      return history.conversations;
    },
  };
}
