import * as vscode from 'vscode';
import type { Conversation } from '../domain/conversation';
import type { History } from '../domain/ports';
import { DisposableStore, type Disposable } from '../disposables';
import { views } from '../names';
import type { ServiceNode } from './conversationItems';

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
    if (node)
      return isConversation(node) ? [] : conversations.filter(({ baseUrl }) => originOf(baseUrl) === node.origin);
    const services = new Set(conversations.map(({ baseUrl }) => originOf(baseUrl)));
    return services.size > 1 ? [...services].map((origin) => ({ origin })) : [...conversations];
  }

  async getTreeItem(node: Node): Promise<vscode.TreeItem> {
    const { conversationItem, serviceItem } = await import('./onDemand');
    return isConversation(node) ? conversationItem(node, Date.now()) : serviceItem(node);
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

function originOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).origin : baseUrl;
}

function isConversation(node: Node): node is Conversation {
  return 'id' in node;
}
