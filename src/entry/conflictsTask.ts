import { onOneLine } from '../base/markup';
import { mergeConflicts, type GitProvider, type SuggestedTask } from '../client/records';

interface Conflicts {
  readonly repository: string;
  readonly gitProvider: GitProvider;
  /** Number of the pull or merge request. */
  readonly number: number;
  /** Relative to the repository; empty if the conflicts are only on the remote. */
  readonly files: readonly string[];
}

/** The task of resolving conflicts (interface section 2.2). Its title names each file. */
export function conflictsTask({ repository, gitProvider, number, files }: Conflicts): SuggestedTask {
  return {
    git_provider: gitProvider,
    task_type: mergeConflicts,
    repo: repository,
    issue_number: number,
    title:
      files.length === 0
        ? `Resolve the merge conflicts of #${number}`
        : `Resolve the merge conflicts in ${files.map(onOneLine).join(', ')}`,
  };
}

/**
 * The number of a pull or merge request as the user types it, `12` or `#12`, from 1; `undefined` if the text isn't one.
 */
export function mergeRequestNumber(text: string): number | undefined {
  const digits = /^\s*[#!]?(\d+)\s*$/.exec(text)?.[1];
  const number = Number(digits);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
