import { createHash } from 'node:crypto';
import { rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { Log } from '../base/log';
import { RecordFiles } from '../base/recordFiles';
import type { Conversation } from '../conversations/conversation';
import { formatCommits, parseCommits, type KnownCommits } from '../repository/remoteBranches';
import type { RemoteAtStart } from './pushedBranches';

/** Time for which pushes of others are noticed for a conversation, in milliseconds since its start. */
const noticedFor = 30 * 24 * 60 * 60 * 1000;

/** True if pushes of others are still noticed for a start. */
export function isNoticed({ sentAt }: { readonly sentAt: number }, now: number): boolean {
  return now - sentAt < noticedFor;
}

/** The format of a snapshot: the branches as text that `formatCommits` writes. */
const format = {
  version: 1,
  read: ({ commits }: Readonly<Record<string, unknown>>) =>
    typeof commits === 'string' && parseCommits(commits) ? { commits } : undefined,
};

/**
 * The branches of remotes when conversations started. Each snapshot is a file named by the digest of its content, so
 * that starts without a fetch in between share it. A repository may have thousands of branches, so snapshots are kept
 * only as long as pushes of others are noticed.
 */
export class StartSnapshots {
  readonly #files: RecordFiles<{ readonly commits: string }>;

  constructor(storage: string, log: Log) {
    this.#files = new RecordFiles(path.join(storage, 'remoteBranches'), format, log);
  }

  /**
   * Forgets those that were last used too long ago.
   * @returns the digest to load it with
   */
  async save(branches: KnownCommits): Promise<string> {
    const commits = formatCommits(branches);
    const digest = createHash('sha256').update(commits).digest('hex').slice(0, 32);
    const now = new Date();
    // One that is used again is as good as new.
    await utimes(this.#files.pathOf(digest), now, now).catch(() => this.#files.write(digest, { commits }));
    await this.#forgetOld();
    return digest;
  }

  /** `undefined` if it is damaged or no longer there. */
  async load(digest: string): Promise<KnownCommits | undefined> {
    if (!/^[\da-f]{32}$/.test(digest)) return undefined;
    const stored = await this.#files.read(digest).catch(() => undefined);
    return stored?.kind === 'record' ? parseCommits(stored.record.commits) : undefined;
  }

  async #forgetOld(): Promise<void> {
    for (const name of await this.#files.names()) {
      const file = this.#files.pathOf(name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs < Date.now() - noticedFor) await rm(file, { force: true }).catch(() => undefined);
    }
    await this.#files.sweep();
  }
}

/** The remote's branches when a conversation started; `undefined` if they aren't known. */
export async function startOf(
  { remoteBranches, sentAt: at, resultBranch: asked }: Conversation,
  { snapshots }: { readonly snapshots: () => Promise<StartSnapshots> },
): Promise<RemoteAtStart | undefined> {
  const commits = remoteBranches === undefined ? undefined : await (await snapshots()).load(remoteBranches);
  return commits && { commits, at, asked };
}
