import { sheetWarnings, type SheetField, type SheetState } from './sheetState';

/**
 * What has to be asked before a start, since it is not guessed: which of several repositories or remotes, what stands for
 * a repository that is gone, and the provider of a host that nobody knows.
 */
export function openQuestion(state: SheetState): SheetField | undefined {
  const { repository, git_provider: provider } = state.draft.fields;
  for (const { kind } of sheetWarnings(state)) {
    const isOpen = kind === 'several' || kind === 'severalRemotes' || kind === 'chosenGone';
    if (isOpen && repository === undefined) return 'repository';
    if (kind === 'unknownProvider' && provider === undefined) return 'git_provider';
  }
  return undefined;
}
