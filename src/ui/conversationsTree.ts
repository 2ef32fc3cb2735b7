import * as vscode from 'vscode';
import type { Conversation } from '../domain/conversation';
import type { History } from '../domain/ports';
import { DisposableStore, type Disposable } from '../disposables';
import { commands, views } from '../names';
import { conversationPlace, conversationState, conversationTitle, stateWithAge } from './conversationWords';
import { plainMarkdown } from './plainMarkdown';

/** A service that conversations were started on; shown when there is more than one. */
interface ServiceNode {
  readonly baseUrl: string;
}
type Node = ServiceNode | Conversation;

/** How often the ages in the view are brought up to date while somebody looks. */
const ageMilliseconds = 60_000;

/** The view of the conversations that this machine started, newest first. */
export function registerConversationsTree(history: History): Disposable {
  const store = new DisposableStore();
  const tree = store.add(new ConversationsTree(history));
  const view = store.add(vscode.window.createTreeView(views.conversations, { treeDataProvider: tree }));
  store.add(view.onDidChangeVisibility(({ visible }) => tree.keepAgesCurrent(visible)));
  return store;
}

class ConversationsTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  readonly #history: History;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscription: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(history: History) {
    this.#history = history;
    this.#subscription = vscode.Disposable.from(history.onDidChange(() => this.#changed.fire(undefined)));
  }

  keepAgesCurrent(visible: boolean): void {
    clearInterval(this.#timer);
    this.#timer = visible ? setInterval(() => this.#changed.fire(undefined), ageMilliseconds) : undefined;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    const conversations = await this.#history.load();
    if (node) return isConversation(node) ? [] : conversations.filter(({ baseUrl }) => baseUrl === node.baseUrl);
    const services = new Set(conversations.map(({ baseUrl }) => baseUrl));
    return services.size > 1 ? [...services].map((baseUrl) => ({ baseUrl })) : [...conversations];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return isConversation(node) ? conversationItem(node, Date.now()) : serviceItem(node);
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function isConversation(node: Node): node is Conversation {
  return 'id' in node;
}

function serviceItem({ baseUrl }: ServiceNode): vscode.TreeItem {
  const item = new vscode.TreeItem(baseUrl, vscode.TreeItemCollapsibleState.Expanded);
  item.id = baseUrl;
  item.iconPath = new vscode.ThemeIcon('server');
  item.contextValue = 'service';
  return item;
}

function conversationItem(conversation: Conversation, now: number): vscode.TreeItem {
  const title = conversationTitle(conversation);
  const place = conversationPlace(conversation);
  const state = stateWithAge(conversation, now);
  const item = new vscode.TreeItem(title);
  item.id = conversation.id;
  item.description = [state, place].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon(conversationState(conversation, now).icon);
  item.contextValue = conversation.conversationId === undefined ? 'conversation' : 'conversation identified';
  item.tooltip = tooltip(conversation, state);
  item.accessibilityInformation = { label: [title, state, place].filter(Boolean).join(', ') };
  item.command = {
    command: commands.showConversation,
    title: vscode.l10n.t('Show Conversation Status'),
    arguments: [conversation],
  };
  return item;
}

function tooltip(conversation: Conversation, state: string): vscode.MarkdownString {
  const { request, baseUrl, conversationId, problem, sentAt } = conversation;
  const line = (label: string, value: string | undefined) => (value ? `${label}: ${value}` : undefined);
  return plainMarkdown([
    conversationTitle(conversation),
    line(vscode.l10n.t('State'), state),
    line(vscode.l10n.t('Problem'), problem),
    line(vscode.l10n.t('Repository'), request.repository),
    line(vscode.l10n.t('Branch'), request.selected_branch),
    line(vscode.l10n.t('Sent'), new Date(sentAt).toLocaleString(vscode.env.language)),
    line(vscode.l10n.t('Service'), baseUrl),
    line(vscode.l10n.t('Conversation id'), conversationId),
  ]);
}
