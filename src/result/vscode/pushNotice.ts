import { mayHavePushed, type Conversation } from '../../conversations/conversation';
import type { GitApi, GitRepository } from '../../repository/vscode/gitApi';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { GitCommand } from '../../repository/gitCommand';
import { commitsOf, formatCommits, readRemoteBranches } from '../../repository/remoteBranches';
import { readPushedBranches, savePushed } from '../pushedBranches';
import { isNoticed, startOf } from '../startSnapshots';
import type { ResultPorts } from './savedResult';

/** The Git extension reports every change of a file; a fetch is rare. */
const defaultRestMilliseconds = 5000;

export type NoticePorts = Pick<ResultPorts, 'history' | 'snapshots' | 'log'>;

/**
 * Notices the branches that a fetch brings, whoever fetched, and saves them with the conversations they were pushed
 * for. Fetches nothing. After a change in a repository, Git is asked once for all its conversations of a remote.
 */
export class PushNotice implements Disposable {
  readonly #store = new DisposableStore();
  readonly #ports: NoticePorts;
  readonly #git: string;
  readonly #rest: number;
  /** The branches at the last look, by clone and remote. */
  readonly #seen = new Map<string, string>();
  /** Timers of the clones that are about to be looked at, by their roots. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #looking = Promise.resolve();

  constructor(api: GitApi, ports: NoticePorts, restMilliseconds = defaultRestMilliseconds) {
    this.#ports = ports;
    this.#git = api.git.path;
    this.#rest = restMilliseconds;
    for (const repository of api.repositories) this.#follow(repository);
    this.#store.add(api.onDidOpenRepository((repository) => this.#follow(repository)));
  }

  dispose(): void {
    this.#store.dispose();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #follow({ rootUri, state }: GitRepository): void {
    const root = rootUri.fsPath;
    this.#store.add(state.onDidChange(() => this.#lookSoon(root)));
    this.#lookSoon(root);
  }

  /** Looks at a clone after a pause, so that one look covers all changes until then. */
  #lookSoon(root: string): void {
    if (this.#timers.has(root)) return;
    const look = () => {
      this.#timers.delete(root);
      this.#looking = this.#looking
        .then(() => this.#look(root))
        .catch((error: unknown) =>
          this.#ports.log.warn("The remote's branches couldn't be compared.", { error: String(error) }),
        );
    };
    this.#timers.set(root, setTimeout(look, this.#rest));
  }

  async #look(root: string): Promise<void> {
    const conversations = (await this.#ports.history.load()).filter((one) => isAwaited(one, root));
    for (const [remote, ofRemote] of Map.groupBy(conversations, (one) => one.remote))
      if (remote !== undefined) await this.#compare(root, remote, ofRemote);
  }

  async #compare(root: string, remote: string, conversations: readonly Conversation[]): Promise<void> {
    const git = new GitCommand(this.#git, root);
    const now = await readRemoteBranches(git, remote);
    // A remote without branches was renamed, or is gone: what was pushed there stays known.
    if (!now || now.branches.length === 0) return;
    const seen = formatCommits(commitsOf(now)) + conversations.map(({ id }) => id).join();
    const key = JSON.stringify([root, remote]);
    if (this.#seen.get(key) === seen) return;
    const starts = await Promise.all(
      conversations.map(async (conversation) => {
        const start = await startOf(conversation, this.#ports);
        return start ? [{ conversation, start }] : [];
      }),
    );
    const known = starts.flat();
    const states = known.map(({ start }) => start);
    const found = await readPushedBranches(git, remote, now, states);
    if (!found) return;
    for (const [index, { conversation }] of known.entries())
      await savePushed(conversation, found[index] ?? [], this.#ports.history);
    this.#seen.set(key, seen);
  }
}

function isAwaited(conversation: Conversation, root: string): boolean {
  const { clone, remoteBranches } = conversation;
  const isOfRoot = clone === root && remoteBranches !== undefined;
  return isOfRoot && mayHavePushed(conversation) && isNoticed(conversation, Date.now());
}
