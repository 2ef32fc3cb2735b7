import path from 'node:path';
import { exists } from '../base/files';
import type { GitCommand } from './gitCommand';

/** Names of Git's commands. */
export type Operation = 'rebase' | 'merge' | 'cherry-pick' | 'revert';

/** The files or folders of Git that exist while an operation is stopped, for example at a conflict. */
const stateFiles: readonly (readonly [file: string, operation: Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
];

/** The operation that waits in a working tree until the user continues or aborts it; `undefined` if none does, or Git fails. */
export async function operationInProgress(git: GitCommand): Promise<Operation | undefined> {
  const answer = await git.text(['rev-parse', ...stateFiles.flatMap(([file]) => ['--git-path', file])]);
  const paths = answer?.trimEnd().split('\n') ?? [];
  const areThere = await Promise.all(paths.map((file) => exists(path.resolve(git.root, file))));
  return stateFiles.find((_, index) => areThere[index])?.[1];
}
