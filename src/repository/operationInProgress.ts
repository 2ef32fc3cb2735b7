import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { exists } from '../base/files';
import type { GitCommand } from './gitCommand';

/** Names of Git's commands. */
export type Operation = 'rebase' | 'git am' | 'merge' | 'cherry-pick' | 'revert';

/** The files or folders of Git that exist while an operation is stopped, for example at a conflict. */
const stateFiles: readonly (readonly [file: string, operation: Operation])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'git am'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
];

/** The refs that exist while another operation is stopped. Only some repositories store them as files. */
const stateRefs = [
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
] as const;

/**
 * The list of commits that a cherry-pick or a revert of several has yet to apply. Once the user has committed the result of a
 * conflict, it's all that is left until the operation is continued.
 */
const sequenceFile = 'sequencer/todo';

/** The operation that waits in a working tree until the user continues or aborts it; `undefined` if none does, or Git fails. */
export async function operationInProgress(git: GitCommand): Promise<Operation | undefined> {
  const files = [...stateFiles.map(([file]) => file), sequenceFile];
  const [answer, ...refs] = await Promise.all([
    git.text(['rev-parse', ...files.flatMap((file) => ['--git-path', file])]),
    ...stateRefs.map(([ref]) => git.text(['rev-parse', '--quiet', '--verify', ref])),
  ]);
  if (answer === undefined) return undefined;
  const paths = answer
    .trimEnd()
    .split('\n')
    .map((file) => path.resolve(git.root, file));
  const areThere = await Promise.all(paths.map(exists));
  const [, operation] =
    stateFiles.find((_, index) => areThere[index]) ?? stateRefs.find((_, index) => refs[index] !== undefined) ?? [];
  return operation ?? operationIn(paths.at(-1) ?? '');
}

async function operationIn(sequence: string): Promise<Operation | undefined> {
  const text = await readFile(sequence, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  return text.startsWith('revert ') ? 'revert' : 'cherry-pick';
}
