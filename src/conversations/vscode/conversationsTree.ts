import * as vscode from 'vscode';
import type { groupConversations, ConversationNode } from '../conversationGroups';
import type { FollowedServices } from './followedServices';
import type { Log } from '../../base/log';
import { everyMinute } from '../../base/clock';
import { DisposableStore, Slot, type Disposable } from '../../base/lifecycle';
import { urlOf } from '../../base/url';
import type { conversationTooltip, nodeItem } from './conversationItems';
import type { historyMessage } from './historyMessages';
import type { History } from '../history';
import type { Workspace } from '../../repository/workspace';

/** Code that creates rows and texts: loaded when the view is shown, or with the first problem. */
type ConversationParts = () => Promise<{
  readonly conversationTooltip: typeof conversationTooltip;
  readonly groupConversations: typeof groupConversations;
  readonly historyMessage: typeof historyMessage;
  readonly nodeItem: typeof nodeItem;
}>;

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
    tree.refresh();
    const { troubles } = history;
    if (troubles.length > 0) view.message = (await load()).historyMessage(troubles);
    else if (view.message) view.message = '';
  };
  const onError = (error: unknown) => log.error('The conversations view failed.', { error: String(error) });
  store.add(history.onDidChange(() => void update().catch(onError)));
  return store;
}

type Followed = Pick<FollowedServices, 'has' | 'onDidChange'>;

/** The conversations that this machine started, newest first. */
export class ConversationsTree implements vscode.TreeDataProvider<ConversationNode>, vscode.Disposable {
  readonly #history: History;
  readonly #load: ConversationParts;
  readonly #followed: Followed;
  readonly #workspace: Pick<Workspace, 'id'>;
  readonly #subscription: Disposable;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #timer = new Slot();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(history: History, load: ConversationParts, followed: Followed, workspace: Pick<Workspace, 'id'>) {
    this.#history = history;
    this.#load = load;
    this.#followed = followed;
    this.#workspace = workspace;
    // The commands of a row depend on whether its service is followed.
    this.#subscription = followed.onDidChange(() => this.refresh());
  }

  keepAgesCurrent(visible: boolean): void {
    this.#timer.put(visible ? everyMinute(() => this.refresh()) : undefined);
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: ConversationNode): Promise<ConversationNode[]> {
    if (node) return 'origin' in node ? [...node.conversations] : [];
    // Errors reading the history are shown above the rows.
    const conversations = await this.#history.load().catch(() => []);
    return [...(await this.#load()).groupConversations(conversations, this.#history.completeSince)];
  }

  async getTreeItem(node: ConversationNode): Promise<vscode.TreeItem> {
    const isFollowed = 'baseUrl' in node && (await this.#followed.has(urlOf(node.baseUrl)?.origin ?? ''));
    return (await this.#load()).nodeItem(node, Date.now(), { isFollowed, workspace: this.#workspace.id });
  }

  /** Creates tooltips on hover. */
  async resolveTreeItem(item: vscode.TreeItem, node: ConversationNode): Promise<vscode.TreeItem> {
    if ('baseUrl' in node) item.tooltip = (await this.#load()).conversationTooltip(node, Date.now());
    return item;
  }

  dispose(): void {
    this.#timer.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
