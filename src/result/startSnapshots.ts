import { createHash } from 'node:crypto';
import { rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../base/log';
import { RecordFiles } from '../base/recordFiles';
import type { Conversation } from '../conversations/conversation';
import { formatCommits, parseCommits, type KnownCommits } from '../repository/remoteBranches';
import type { RemoteAtStart } from './pushedBranches';

/** How long pushes are noticed for a conversation after its start. */
const maxNoticeMilliseconds = 30 * 24 * 60 * 60 * 1000;

export function isStillNoticed({ sentAt }: { readonly sentAt: number }, now: number): boolean {
  return now - sentAt < maxNoticeMilliseconds;
}

/** The format of a snapshot's file. `commits` is the text that `formatCommits` returns. */
const format = {
  version: 1,
  read: ({ commits }: Readonly<Record<string, unknown>>) =>
    typeof commits === 'string' && parseCommits(commits) ? { commits } : undefined,
};

/**
 * The branches of remotes at the starts of conversations. A snapshot is a file that is named by the digest of its content,
 * so conversations share it if nothing was fetched between their starts. A repository may have thousands of branches, so
 * snapshots are deleted once pushes are no longer noticed.
 */
export class StartSnapshots {
  readonly #files: RecordFiles<{ readonly commits: string }>;

  constructor(storage: string, log: Log) {
    this.#files = new RecordFiles(path.join(storage, 'remoteBranches'), format, log);
  }

  /**
   * Saves a snapshot, and deletes those that are too old.
   * @returns the digest with which to load it
   */
  async save(branches: KnownCommits): Promise<string> {
    const commits = formatCommits(branches);
    const digest = createHash('sha256').update(commits).digest('hex').slice(0, 32);
    const now = new Date();
    // A snapshot's age counts from the last start that uses it.
    await utimes(this.#files.pathOf(digest), now, now).catch(() => this.#files.write(digest, { commits }));
    await this.#deleteOld();
    return digest;
  }

  /** @returns `undefined` if the file is damaged or no longer exists */
  async load(digest: string): Promise<KnownCommits | undefined> {
    if (!/^[\da-f]{32}$/.test(digest)) return undefined;
    const stored = await this.#files.read(digest).catch(() => undefined);
    return stored?.kind === 'record' ? parseCommits(stored.record.commits) : undefined;
  }

  async #deleteOld(): Promise<void> {
    for (const name of await this.#files.names()) {
      const file = this.#files.pathOf(name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs < Date.now() - maxNoticeMilliseconds) await rm(file, { force: true }).catch(() => undefined);
    }
    await this.#files.sweep();
  }
}

/** The state of the remote when a conversation started; `undefined` if it isn't known. */
export async function loadRemoteAtStart(
  { remoteBranches, sentAt: at, resultBranch: askedBranch }: Conversation,
  { snapshots }: { readonly snapshots: () => Promise<StartSnapshots> },
): Promise<RemoteAtStart | undefined> {
  const commits = remoteBranches === undefined ? undefined : await (await snapshots()).load(remoteBranches);
  return commits && { commits, at, askedBranch };
}
