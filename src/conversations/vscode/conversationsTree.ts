import * as vscode from 'vscode';
import type { ConversationNode } from '../conversationGroups';
import type { FollowedServices } from './followedServices';
import type { Log } from '../../base/log';
import { everyMinute } from '../../base/clock';
import { DisposableStore, Slot, type Disposable } from '../../base/lifecycle';
import { urlOf } from '../../base/url';
import type { ConversationFilter } from '../conversationFilter';
import type { Configuration } from '../../service/vscode/configuration';
import { hostOf } from '../../service/vscode/hostOf';
import type { History } from '../history';
import type { Workspace } from '../../repository/workspace';

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
      view.description = hostOf(configuration);
      return;
    }
    const { historyMessage } = await import('./historyMessages');
    const { filterWords } = await import('./searchConversations');
    const { troubles, conversations } = history;
    const { chosen } = filter;
    view.description = [hostOf(configuration), filterWords(chosen)].filter(Boolean).join(' · ');
    const isEmpty = conversations.length > 0 && !conversations.some((one) => filter.shows(one));
    view.message =
      troubles.length > 0
        ? historyMessage(troubles)
        : isEmpty
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
  readonly configuration: Pick<Configuration, 'serviceUrl' | 'onDidChangeServiceUrl'>;
  readonly log: Log;
}

type Followed = Pick<FollowedServices, 'has' | 'onDidChange'>;

/** The conversations that this machine started, newest first. */
export class ConversationsTree implements vscode.TreeDataProvider<ConversationNode>, vscode.Disposable {
  readonly #history: History;
  readonly #followed: Followed;
  readonly #workspace: Pick<Workspace, 'id'>;
  readonly #filter: Pick<ConversationFilter, 'shows'>;
  readonly #subscription: Disposable;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #timer = new Slot();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    history: History,
    followed: Followed,
    workspace: Pick<Workspace, 'id'>,
    filter: Pick<ConversationFilter, 'shows' | 'onDidChange'>,
  ) {
    this.#history = history;
    this.#followed = followed;
    this.#workspace = workspace;
    this.#filter = filter;
    // The commands of a row depend on whether its service is followed.
    const subscriptions = [followed.onDidChange(() => this.refresh()), filter.onDidChange(() => this.refresh())];
    this.#subscription = { dispose: () => subscriptions.forEach((one) => one.dispose()) };
  }

  keepAgesCurrent(visible: boolean): void {
    this.#timer.put(visible ? everyMinute(() => this.refresh()) : undefined);
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: ConversationNode): Promise<ConversationNode[]> {
    if (node) return 'origin' in node ? [...node.conversations] : [];
    // Errors are shown above the rows, see `keepConversationsShown`.
    const all = await this.#history.load().catch(() => []);
    const conversations = all.filter((one) => this.#filter.shows(one));
    const { groupConversations } = await import('../conversationGroups');
    return [...groupConversations(conversations, this.#history.completeSince)];
  }

  async getTreeItem(node: ConversationNode): Promise<vscode.TreeItem> {
    const isFollowed = 'baseUrl' in node && (await this.#followed.has(urlOf(node.baseUrl)?.origin ?? ''));
    return (await items()).nodeItem(node, Date.now(), { isFollowed, workspace: this.#workspace.id });
  }

  async resolveTreeItem(item: vscode.TreeItem, node: ConversationNode): Promise<vscode.TreeItem> {
    if ('baseUrl' in node) item.tooltip = (await items()).conversationTooltip(node, Date.now());
    return item;
  }

  dispose(): void {
    this.#timer.dispose();
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
