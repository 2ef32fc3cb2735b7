import type { GitCommand } from '../../repository/node/gitCommand';
import { refPrefix } from './readRemote';

export interface NewWorktree {
  /** Absolute path of the clone's working tree. */
  readonly root: string;
  readonly remote: string;
  /** Name of the branch on the remote, and of the clone's own one. */
  readonly name: string;
  /** The clone has a branch of this name. */
  readonly isLocal: boolean;
  /** Absolute path of the new worktree. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/** Time for checking out all files of a large repository. */
const milliseconds = 10 * 60_000;

/**
 * Checks a branch out in a worktree of its own; the clone's files stay as they are.
 * @returns Git's words if it refused
 */
export async function addWorktree(
  git: GitCommand,
  { root, remote, name, isLocal, folder, signal }: NewWorktree,
): Promise<string | undefined> {
  const branch = isLocal ? [folder, name] : ['--track', '-b', name, folder, refPrefix(remote) + name];
  const answer = await git.run(['worktree', 'add', ...branch], { root, signal, milliseconds });
  switch (answer.kind) {
    case 'text':
    case 'aborted':
      return undefined;
    case 'failed':
      return answer.message;
    case 'notStarted':
    case 'timedOut':
    case 'tooMuch':
      return answer.kind;
  }
}
