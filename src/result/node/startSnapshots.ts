import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { writeWhole } from '../../base/node/files';
import { formatCommits, parseCommits, type KnownCommits } from '../../repository/common/remoteBranches';

/** Another window may be about to write the conversation that a new file belongs to. */
const youngMilliseconds = 60 * 60 * 1000;

/**
 * What remotes' branches were when conversations started: a file each, named by the digest of its content, so that
 * starts without a fetch in between share it. A repository may have thousands of branches: too many for the history.
 */
export class StartSnapshots {
  readonly #folder: string;

  /** @param storage folder of the extension on this machine */
  constructor(storage: string) {
    this.#folder = path.join(storage, 'remoteBranches');
  }

  /** @returns the digest to load it with */
  async save(commits: KnownCommits): Promise<string> {
    const text = formatCommits(commits);
    const digest = createHash('sha256').update(text).digest('hex').slice(0, 32);
    const file = this.#fileOf(digest);
    const now = new Date();
    // A file that is used again is as good as new: another window must not delete it.
    await utimes(file, now, now).catch(() => writeWhole(file, text));
    return digest;
  }

  /** `undefined` if there is none, or it is damaged. */
  async load(digest: string): Promise<KnownCommits | undefined> {
    if (!/^[\da-f]{32}$/.test(digest)) return undefined;
    const text = await readFile(this.#fileOf(digest), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : parseCommits(text);
  }

  /** Deletes the files that no conversation refers to. */
  async keepOnly(digests: ReadonlySet<string>): Promise<void> {
    const files = await readdir(this.#folder).catch(() => []);
    for (const name of files) {
      const file = path.join(this.#folder, name);
      if (digests.has(name.replace(/\.txt$/, '')) || (await isYoung(file))) continue;
      await rm(file, { force: true }).catch(() => undefined);
    }
  }

  #fileOf(digest: string): string {
    return path.join(this.#folder, `${digest}.txt`);
  }
}

async function isYoung(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: 0 }));
  return Date.now() - mtimeMs < youngMilliseconds;
}
