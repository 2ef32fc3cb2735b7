import { l10n } from 'vscode';
import { isBranchName } from '../../../repository/repository';
import { suggestedBranch, isResultSentence, resultSentence, withResultName } from '../../../draft/resultBranch';
import { type ResultBranch } from '../../../draft/draft';
import { countInvisible } from '../../../base/readableText';
import { askText } from '../../../base/vscode/questions';
import { sheetRequest, type SheetChange, type SheetPorts, type SheetState } from '../sheet/sheetState';
import { beginning, joined } from '../../../draft/vscode/draftLabels';

/** The result branch has a row like a field, although it isn't one: it becomes a sentence in the instructions. */
export const resultBranchField = {
  icon: 'repo-push',
  words: () => l10n.t('Result branch'),
  /** The branch's name, and its sentence unless that is the default one. */
  value: ({ name, sentence }: ResultBranch) => joined(name, sentence === undefined ? '' : beginning(sentence)),
  edit: editResultBranch,
};

/** Prompts for the branch's name and then for its sentence. A new branch gets the name from the settings' template. */
async function editResultBranch(state: SheetState, { workspace }: Pick<SheetPorts, 'workspace'>): Promise<SheetChange> {
  const { draft, targetContext } = state;
  const { selected_branch: branch } = sheetRequest(state);
  const { resultBranchTemplate } = workspace.settingsFor(targetContext?.target.root);
  const initial = draft.resultBranch ?? { name: suggestedBranch(resultBranchTemplate, draft, branch, new Date()) };
  const title = (step: number) => `${l10n.t('Result Branch')} (${step}/2)`;
  const name = await askText({
    title: title(1),
    prompt: l10n.t('Name of the branch that the agent is asked to push to.'),
    value: initial.name,
    refuse: (text) =>
      isBranchName(text) && countInvisible(text) === 0 ? undefined : l10n.t('Enter a valid Git branch name.'),
    isContinued: true,
  });
  if (name === undefined) return {};
  const sentence = await askText({
    title: title(2),
    prompt: l10n.t('This sentence is sent to the agent below the instructions.'),
    value: resultSentence(withResultName(initial, name)),
    refuse: (text) =>
      isResultSentence(text, name) ? undefined : l10n.t('The sentence must contain the branch name "{0}".', name),
    isContinued: true,
  });
  if (sentence === undefined) return {};
  const isUsual = ['', resultSentence({ name })].includes(sentence);
  return { edit: (now) => ({ ...now, resultBranch: isUsual ? { name } : { name, sentence } }) };
}
