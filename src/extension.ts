import * as vscode from 'vscode';
import type { AgentConversationsApi, ConversationEnd } from './api';
import { type Disposable, DisposableStore } from './base/lifecycle';
import type { ConversationStartRequest, ConversationStartResponse } from './client/records';
import { type CommandId, configurationSection, views as viewIds } from './names';
import { registerDrafts } from './draft/vscode/registerDrafts';
import { registerIntegrations } from './entry/vscode/integrations/registerIntegrations';
import { createLateTree } from './base/vscode/lateTree';
import { withDisplayMessage } from './help/vscode/reportErrors';
import type { PreparedStart } from './start/vscode/startPorts';
import { createStatusBarItem } from './conversations/vscode/statusBarItem';
import type { keepViewsCurrent, RegisteredViews, Wired } from './wire';
import type { Commands } from './base/vscode/commands';

/** Tasks to finish before the window closes. VS Code doesn't pass the result of `activate` to `deactivate`. */
const finishing: (() => Promise<unknown>)[] = [];

export async function deactivate(): Promise<void> {
  await Promise.allSettled(finishing.splice(0).map((finish) => finish()));
}

/** Registers everything with VS Code. The code behind it loads right after, so that startup doesn't wait for it. */
export function activate(context: vscode.ExtensionContext): AgentConversationsApi {
  const store = new DisposableStore();
  context.subscriptions.push(store);
  const willStart = store.add(new vscode.EventEmitter<PreparedStart>());
  const ended = store.add(new vscode.EventEmitter<ConversationEnd>());
  const changed = store.add(new vscode.EventEmitter<void>());
  let api: Wired['api'] | undefined;

  const load = async () => {
    const { keepViewsCurrent, wire } = await loadMain();
    const onWillStart = (start: PreparedStart) => willStart.fire(start);
    const onEnd = (end: ConversationEnd) => ended.fire(end);
    const wired = wire({ context, store, onWillStart, onEnd, atEnd: (finish) => finishing.push(finish) });
    api = wired.api;
    store.add(api.onDidChangeConversations(() => changed.fire()));
    // Registered below: this runs after `activate`.
    return { ...wired, ...keepViewsCurrent(views, wired.start, store) };
  };
  const loading = afterActivation(store).then(load);
  const start = loading.then((wired) => wired.start);
  const commandPorts = loading.then((wired) => wired.commands);

  const views = registerViews(loading, store);
  const manifest = context.extension.packageJSON as CommandManifest;
  store.add(registerCommands(manifest, commandPorts, onDemand));
  store.add(registerIntegrations(start, onDemand, loadMain));
  store.add(registerDrafts(start, context.globalStorageUri, onDemand));

  return publicApi({
    loading,
    conversations: () => api?.conversations ?? none,
    onDidChangeConversations: changed.event,
    onDidEndConversation: ended.event,
    onWillStartConversation: willStart.event,
  });
}

type Trees = ReturnType<typeof keepViewsCurrent>;

/** Views that show their trees once those are loaded. */
function registerViews(loading: Promise<Trees>, store: DisposableStore): RegisteredViews {
  const conversationsTree = loading.then((wired) => wired.conversationsTree);
  const settingsTree = loading.then((wired) => wired.settingsTree);
  return {
    statusBarItem: store.add(createStatusBarItem()),
    conversationsView: store.add(createLateTree(viewIds.conversations, conversationsTree, { canSelectMany: true })),
    settingsView: store.add(createLateTree(viewIds.settings, settingsTree, { showCollapseAll: true })),
  };
}

type Events = Pick<
  AgentConversationsApi,
  'onDidChangeConversations' | 'onDidEndConversation' | 'onWillStartConversation'
>;

interface ApiParts extends Events {
  readonly loading: Promise<Pick<Wired, 'api'>>;
  readonly conversations: () => AgentConversationsApi['conversations'];
}

/** All extensions share one object, so it's frozen: none can replace a member for the others. */
function publicApi({ loading, conversations, ...events }: ApiParts): AgentConversationsApi {
  return Object.freeze({
    startConversation: (request: ConversationStartRequest) =>
      withDisplayMessage<ConversationStartResponse | undefined>(
        vscode.commands.executeCommand('agentConversations.startConversation', request),
        onDemand,
      ),
    loadSettings: async () => (await loading).api.loadSettings(),
    ...events,
    get conversations() {
      return conversations();
    },
  });
}

/** A file of its own in the build. */
const loadMain = () => import('./main');

const onDemand = async () => (await loadMain()).onDemand();

/** Used while nothing is known yet. */
const none: AgentConversationsApi['conversations'] = Object.freeze([]);

/** Resolves once VS Code has the result of `activate`; never, if the window closes before. */
function afterActivation(store: DisposableStore): Promise<void> {
  return new Promise((resolve) => {
    const soon = setImmediate(resolve);
    store.add({ dispose: () => clearImmediate(soon) });
  });
}

/** The part of package.json that declares commands. */
interface CommandManifest {
  readonly contributes: { readonly commands: readonly { readonly command: CommandId }[] };
}

/**
 * Registers the commands that package.json declares. Their functions load when the first of them is run.
 * @param load gets the function of each command, by its name
 */
function registerCommands<Ports>(
  manifest: CommandManifest,
  ports: Promise<Ports>,
  load: () => Promise<{ readonly commands: Commands<Ports> }>,
): Disposable {
  const store = new DisposableStore();
  for (const { command: id } of manifest.contributes.commands) {
    const name = id.slice(`${configurationSection}.`.length);
    const run = async (...given: readonly unknown[]) => {
      const copies = id === 'agentConversations.startConversation' ? given.map(copyOf) : given;
      const { commands } = await load();
      const command = commands[name];
      if (!command) throw new Error(`No feature has the command ${name}.`);
      return command(await ports, ...copies);
    };
    store.add(vscode.commands.registerCommand(id, run));
  }
  return store;
}

/** The caller may change it while the code that reads it loads. Values that can't be copied are used as they are. */
function copyOf(request: unknown): unknown {
  try {
    return structuredClone(request);
  } catch {
    return request;
  }
}
