import * as vscode from 'vscode';
import type { ConversationFilter, ConversationNode } from '../conversationList';
import type { FollowedServices } from './followedServices';
import type { Log } from '../../base/log';
import { everyMinute } from '../../base/clock';
import { type Disposable, DisposableStore, MutableDisposable } from '../../base/lifecycle';
import { originOf } from '../../base/url';
import type { Conversation } from '../conversation';
import type { Configuration } from '../../service/vscode/configuration';
import type { History } from '../history';
import type { Workspace } from '../../repository/workspace';
import { setContext } from '../../base/vscode/contextKeys';
import { filteredContext, hasConversationsContext, statusAskedContext } from '../../names';
import { hasBeenReported } from '../reportedStatus';

// Loaded when the view is shown.
const items = () => import('./conversationItems');

export function keepConversationsShown(
  view: vscode.TreeView<ConversationNode>,
  tree: ConversationsTree,
  { history, filter, configuration, log }: ConversationsViewPorts,
): Disposable {
  const store = new DisposableStore();
  store.add(view.onDidChangeVisibility(({ visible }) => tree.keepAgesCurrent(visible)));
  tree.keepAgesCurrent(view.visible);

  const describe = async () => {
    if (history.troubles.length === 0 && filter.chosen.length === 0) {
      if (view.message) view.message = '';
      view.description = configuration.serviceHost;
      return;
    }
    const { historyMessage } = await import('./historyMessages');
    const { filterWords } = await import('./searchConversations');
    const { troubles, conversations } = history;
    const { chosen } = filter;
    view.description = [configuration.serviceHost, filterWords(chosen)].filter(Boolean).join(' · ');
    const hidesAll = conversations.length > 0 && !conversations.some((one) => filter.shows(one));
    view.message =
      troubles.length > 0
        ? historyMessage(troubles)
        : hidesAll
          ? vscode.l10n.t('No conversation matches the filter.')
          : '';
  };
  const onError = (error: unknown) => log.error('The conversations view failed.', { error: String(error) });
  const update = () => void describe().catch(onError);
  store.add(history.onDidChange(() => tree.refresh()));
  store.add(history.onDidChange(update));
  // The tree listens to the filter itself.
  store.add(filter.onDidChange(update));
  store.add(configuration.onDidChangeServiceUrl(update));
  update();
  return store;
}

export interface ConversationsViewPorts {
  readonly history: History;
  readonly filter: ConversationFilter;
  readonly configuration: Pick<Configuration, 'serviceHost' | 'onDidChangeServiceUrl'>;
  readonly log: Log;
}

type Followed = Pick<FollowedServices, 'has' | 'onDidChange'>;
type TreeHistory = Pick<History, 'completeSince' | 'conversations' | 'get' | 'load'>;

interface Row {
  /** The object by which VS Code recognizes the row. */
  readonly node: Conversation;
  drawn: Conversation | undefined;
}

/**
 * The conversations that this machine started, newest first. The node of a row stays the same while what is known of its
 * conversation changes, so that VS Code can draw it again alone. If all rows are drawn again, a menu that is open on one acts
 * as if that row were gone.
 */
export class ConversationsTree implements vscode.TreeDataProvider<ConversationNode>, vscode.Disposable {
  readonly #history: TreeHistory;
  readonly #followed: Followed;
  readonly #workspace: Pick<Workspace, 'id'>;
  readonly #filter: Pick<ConversationFilter, 'shows'>;
  readonly #subscription: Disposable;
  readonly #changed = new vscode.EventEmitter<ConversationNode[] | undefined>();
  readonly #timer = new MutableDisposable();
  /** The rows that VS Code has, by the id of their conversation. */
  #rows: ReadonlyMap<string, Row> = new Map();
  /** Which rows VS Code has, and in which order; `undefined` before it has any. */
  #layout: string | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    history: TreeHistory,
    followed: Followed,
    workspace: Pick<Workspace, 'id'>,
    filter: Pick<ConversationFilter, 'shows' | 'onDidChange'>,
  ) {
    this.#history = history;
    this.#followed = followed;
    this.#workspace = workspace;
    this.#filter = filter;
    // The commands of a row depend on whether its service is followed.
    const subscriptions = [followed.onDidChange(() => this.#drawAll()), filter.onDidChange(() => this.refresh())];
    this.#subscription = { dispose: () => subscriptions.forEach((one) => one.dispose()) };
  }

  keepAgesCurrent(visible: boolean): void {
    // VS Code shows the rows of a hidden view again as they were.
    if (visible) this.#drawAll();
    this.#timer.value = visible ? everyMinute(() => this.#drawAll()) : undefined;
  }

  refresh(): void {
    if (this.#layout !== this.#layoutOf(this.#listed())) this.#changed.fire(undefined);
    else this.#draw([...this.#rows.values()].filter(({ node, drawn }) => drawn !== this.#current(node)));
  }

  async getChildren(node?: ConversationNode): Promise<ConversationNode[]> {
    if (node) return 'origin' in node ? [...node.conversations] : [];
    // Errors are shown above the rows, see `keepConversationsShown`.
    await this.#history.load().catch(() => undefined);
    const listed = this.#listed();
    this.#layout = this.#layoutOf(listed);
    this.#rows = new Map(listed.map((one) => [one.id, this.#rows.get(one.id) ?? { node: one, drawn: undefined }]));
    const nodes = [...this.#rows.values()].map((row) => row.node);
    const { groupConversations } = await import('../conversationList');
    return [...groupConversations(nodes, this.#history.completeSince)];
  }

  async getTreeItem(node: ConversationNode): Promise<vscode.TreeItem> {
    const { nodeItem: itemOf } = await items();
    if (!('baseUrl' in node)) return itemOf(node, Date.now());
    const isFollowed = await this.#followed.has(originOf(node.baseUrl));
    const conversation = this.#current(node);
    const row = this.#rows.get(node.id);
    if (row) row.drawn = conversation;
    return itemOf(conversation, Date.now(), { isFollowed, workspace: this.#workspace.id });
  }

  async resolveTreeItem(item: vscode.TreeItem, node: ConversationNode): Promise<vscode.TreeItem> {
    if ('baseUrl' in node) item.tooltip = (await items()).conversationTooltip(this.#current(node), Date.now());
    return item;
  }

  dispose(): void {
    this.#timer.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #drawAll(): void {
    this.#draw([...this.#rows.values()]);
  }

  #draw(rows: readonly Row[]): void {
    if (rows.length > 0) this.#changed.fire(rows.map(({ node }) => node));
  }

  #current(node: Conversation): Conversation {
    return this.#history.get(node.id) ?? node;
  }

  #listed(): readonly Conversation[] {
    return this.#history.conversations.filter((one) => this.#filter.shows(one));
  }

  #layoutOf(listed: readonly Conversation[]): string {
    return [this.#history.completeSince, ...listed.map(({ id }) => id)].join(' ');
  }
}

/**
 * Keeps three context keys current: one shows the commands on conversations in the palette, one fills the icon of the
 * list's filter, and one completes a step of the walkthrough that was done in another window.
 */
export function keepConversationsContext(
  history: Pick<History, 'conversations' | 'onDidChange'>,
  filter: Pick<ConversationFilter, 'chosen' | 'onDidChange'>,
): Disposable {
  const known = new Map<string, boolean>();
  const setIfChanged = (key: string, holds: boolean) => {
    if (known.get(key) === holds) return;
    known.set(key, holds);
    setContext(key, holds);
  };
  const update = () => {
    const { conversations } = history;
    setIfChanged(hasConversationsContext, conversations.length > 0);
    setIfChanged(statusAskedContext, conversations.some(hasBeenReported));
    setIfChanged(filteredContext, filter.chosen.length > 0);
  };
  update();
  const subscriptions = [history.onDidChange(update), filter.onDidChange(update)];
  return { dispose: () => subscriptions.forEach((one) => one.dispose()) };
}
