import * as vscode from 'vscode';
import type { ConversationGroups, ConversationNode } from '../common/conversationGroups';
import type { FollowedServices } from '../common/followedServices';
import type { History } from '../common/history';
import type { Subscription } from '../../base/common/event';
import type { Log } from '../../base/common/log';
import { DisposableStore, type Disposable } from '../../base/common/lifecycle';
import { urlOf } from '../../base/common/url';
import type { childrenOf, conversationTooltip, nodeItem } from './conversationItems';
import type { historyMessage } from './historyMessages';

/** Code that creates rows and texts: loaded when the view is shown, or with the first problem. */
export type ConversationParts = () => Promise<{
  readonly childrenOf: typeof childrenOf;
  readonly ConversationGroups: typeof ConversationGroups;
  readonly conversationTooltip: typeof conversationTooltip;
  readonly historyMessage: typeof historyMessage;
  readonly nodeItem: typeof nodeItem;
}>;

/** Interval for updating the ages while the view is visible. */
const ageMilliseconds = 60_000;

/** Keeps the view of the conversations in sync with the history. */
export function keepConversationsShown(
  view: vscode.TreeView<ConversationNode>,
  tree: ConversationsTree,
  history: History,
  log: Log,
  load: ConversationParts,
): Disposable {
  const store = new DisposableStore();
  store.add(view.onDidChangeVisibility(({ visible }) => tree.keepAgesCurrent(visible)));
  tree.keepAgesCurrent(view.visible);

  const update = async () => {
    tree.update();
    const { troubles } = history;
    if (troubles.length > 0) view.message = (await load()).historyMessage(troubles);
    else if (view.message) view.message = '';
  };
  const onError = (error: unknown) => log.error('The conversations view failed.', { error: String(error) });
  store.add(history.onDidChange(() => void update().catch(onError)));
  return store;
}

/** The conversations that this machine started, newest first. */
export class ConversationsTree implements vscode.TreeDataProvider<ConversationNode>, vscode.Disposable {
  readonly #history: History;
  readonly #load: ConversationParts;
  readonly #followed: Pick<FollowedServices, 'asks' | 'onDidChange'>;
  readonly #subscription: Subscription;
  readonly #changed = new vscode.EventEmitter<ConversationNode[] | undefined>();
  /** Created when the view is shown. */
  #groups: ConversationGroups | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(history: History, load: ConversationParts, followed: Pick<FollowedServices, 'asks' | 'onDidChange'>) {
    this.#history = history;
    this.#load = load;
    this.#followed = followed;
    // What can be done with a row depends on it.
    this.#subscription = followed.onDidChange(() => this.#changed.fire(undefined));
  }

  keepAgesCurrent(visible: boolean): void {
    clearInterval(this.#timer);
    this.#timer = visible ? setInterval(() => this.#changed.fire(undefined), ageMilliseconds) : undefined;
  }

  /** Refreshes only what has changed. */
  update(): void {
    const rows = this.#groups?.update(this.#history.conversations);
    if (rows?.length !== 0) this.#changed.fire(rows && [...rows]);
  }

  async getChildren(node?: ConversationNode): Promise<ConversationNode[]> {
    const parts = await this.#load();
    if (node) return parts.childrenOf(node);
    // Errors reading the history are shown above the rows.
    const conversations = await this.#history.load().catch(() => []);
    this.#groups ??= new parts.ConversationGroups();
    this.#groups.update(conversations);
    return [...this.#groups.nodes];
  }

  async getTreeItem(node: ConversationNode): Promise<vscode.TreeItem> {
    const origin = 'conversation' in node ? urlOf(node.conversation.baseUrl)?.origin : undefined;
    const isFollowed = origin !== undefined && (await this.#followed.asks(origin));
    return (await this.#load()).nodeItem(node, Date.now(), isFollowed);
  }

  /** Creates tooltips on hover. */
  async resolveTreeItem(item: vscode.TreeItem, node: ConversationNode): Promise<vscode.TreeItem> {
    const parts = await this.#load();
    if ('conversation' in node) item.tooltip = parts.conversationTooltip(node.conversation, Date.now());
    return item;
  }

  dispose(): void {
    clearInterval(this.#timer);
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
