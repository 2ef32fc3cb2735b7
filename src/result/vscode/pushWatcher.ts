import * as vscode from 'vscode';
import { exists } from '../../base/files';
import { mayHavePushed, type Conversation } from '../../conversations/conversation';
import { followRepositories, type GitApi, type GitRepository } from '../../repository/vscode/gitApi';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { GitCommand } from '../../repository/gitCommand';
import { commitsOf, formatCommits, readRemoteBranches } from '../../repository/remoteBranches';
import { parseRemoteUrl } from '../../repository/remoteUrl';
import { readPushedBranches, savePushed } from '../pushedBranches';
import { isStillNoticed, loadRemoteAtStart } from '../startSnapshots';
import { sharedFolder } from '../worktree';
import type { ResultPorts } from './remoteAtStart';

/** Time to wait after a change: the Git extension reports each one of a file, but only a few of these come with a fetch. */
const defaultPauseMilliseconds = 5000;

export type PushWatcherPorts = Pick<ResultPorts, 'history' | 'snapshots' | 'log'>;

/**
 * Notices branches that were fetched, by whatever program, and saves them with the conversations that they belong to. Never
 * fetches itself. After a change in a repository, it asks Git once per remote.
 */
export class PushWatcher implements Disposable {
  readonly #store = new DisposableStore();
  readonly #ports: PushWatcherPorts;
  readonly #api: GitApi;
  readonly #pauseMilliseconds: number;
  /** The branches and conversations that were last compared, by clone and remote. */
  readonly #lastSeen = new Map<string, string>();
  /** The folder that the worktrees of a clone share, by the path of a worktree. */
  readonly #sharedFolders = new Map<string, string>();
  readonly #timersByRoot = new Map<string, NodeJS.Timeout>();
  #currentCheck = Promise.resolve();

  constructor(api: GitApi, ports: PushWatcherPorts, pauseMilliseconds = defaultPauseMilliseconds) {
    this.#ports = ports;
    this.#api = api;
    this.#pauseMilliseconds = pauseMilliseconds;
    this.#store.add(followRepositories(api, (root) => this.#checkSoon(root)));
  }

  dispose(): void {
    this.#store.dispose();
    for (const timer of this.#timersByRoot.values()) clearTimeout(timer);
  }

  /** Checks a clone after a pause, so that one check covers all changes until then. */
  #checkSoon(root: string): void {
    if (this.#timersByRoot.has(root)) return;
    const check = () => {
      this.#timersByRoot.delete(root);
      this.#currentCheck = this.#currentCheck
        .then(() => this.#check(root))
        .catch((error: unknown) =>
          this.#ports.log.warn("The remote's branches couldn't be compared.", { error: String(error) }),
        );
    };
    this.#timersByRoot.set(root, setTimeout(check, this.#pauseMilliseconds));
  }

  async #check(root: string): Promise<void> {
    const waiting = (await this.#ports.history.load()).filter(isWaitingForPushes);
    const { worktrees, gone } = await this.#clonesAmong(waiting, root);
    const conversations = waiting.filter((one) => {
      const { clone = '' } = one;
      return worktrees.has(clone) || (gone.has(clone) && this.#isFirstCloneOf(one, root));
    });
    for (const [remote, ofRemote] of Map.groupBy(conversations, (conversation) => this.#remoteOf(conversation, root)))
      if (remote !== undefined) await this.#compare(root, remote, ofRemote);
  }

  /**
   * The clones of these conversations that share branches and remotes with the one at `root`, and those whose folders are
   * gone, such as removed worktrees.
   */
  async #clonesAmong(conversations: readonly Conversation[], root: string) {
    const worktrees = new Set([root]);
    const gone = new Set<string>();
    const shared = await this.#sharedFolder(root);
    for (const clone of new Set(conversations.flatMap((conversation) => conversation.clone ?? []))) {
      if (!(await exists(clone))) gone.add(clone);
      else if (shared !== undefined && (await this.#sharedFolder(clone)) === shared) worktrees.add(clone);
    }
    return { worktrees, gone };
  }

  /**
   * True for one of the open clones of a conversation's repository. Several may know different branches, and each would
   * replace what another has found.
   */
  #isFirstCloneOf(conversation: Conversation, root: string): boolean {
    const first = this.#api.repositories.find(({ state }) => remotesOf(conversation, state).length > 0);
    return first?.rootUri.fsPath === root;
  }

  /** Asks Git until it knows the folder, which stays the same. */
  async #sharedFolder(root: string): Promise<string | undefined> {
    const folder = this.#sharedFolders.get(root) ?? (await sharedFolder(this.#gitIn(root)));
    if (folder !== undefined) this.#sharedFolders.set(root, folder);
    return folder;
  }

  /** The remote may have another name than at the start, and its former one may be that of a fork. */
  #remoteOf(conversation: Conversation, root: string): string | undefined {
    const repository = this.#api.getRepository(vscode.Uri.file(root));
    const ofRepository = repository ? remotesOf(conversation, repository.state) : [];
    return ofRepository.find((name) => name === conversation.remote) ?? ofRepository[0] ?? conversation.remote;
  }

  #gitIn(root: string): GitCommand {
    return new GitCommand(this.#api.git.path, root);
  }

  async #compare(root: string, remote: string, conversations: readonly Conversation[]): Promise<void> {
    const git = this.#gitIn(root);
    const current = await readRemoteBranches(git, remote);
    // Without branches, the remote was renamed or removed. The conversations keep the branches that were found before.
    if (!current || current.branches.length === 0) return;
    const seen = formatCommits(commitsOf(current)) + conversations.map(({ id }) => id).join();
    const key = JSON.stringify([root, remote]);
    if (this.#lastSeen.get(key) === seen) return;
    const loaded = await Promise.all(
      conversations.map(async (conversation) => {
        const start = await loadRemoteAtStart(conversation, this.#ports);
        return start ? [{ conversation, start }] : [];
      }),
    );
    const known = loaded.flat();
    const starts = known.map(({ start }) => start);
    const found = await readPushedBranches(git, remote, current, starts);
    if (!found) return;
    for (const [index, { conversation }] of known.entries())
      await savePushed(conversation, found[index] ?? [], this.#ports.history);
    this.#lastSeen.set(key, seen);
  }
}

function isWaitingForPushes(conversation: Conversation): boolean {
  const hasSnapshot = conversation.remoteBranches !== undefined;
  return hasSnapshot && mayHavePushed(conversation) && isStillNoticed(conversation, Date.now());
}

/** The names of the remotes of a clone that are the repository of a conversation. */
function remotesOf({ request }: Conversation, { remotes }: GitRepository['state']): readonly string[] {
  const isOfRequest = ({ fetchUrl = '' }) => parseRemoteUrl(fetchUrl)?.location.repository === request.repository;
  return remotes.filter(isOfRequest).map(({ name }) => name);
}
