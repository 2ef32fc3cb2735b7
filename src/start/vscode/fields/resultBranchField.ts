import { l10n } from 'vscode';
import { isBranchName } from '../../../repository/repository';
import { suggestedBranch, isResultSentence, resultSentence, withResultName } from '../../../draft/resultBranch';
import { type ResultBranch } from '../../../draft/draft';
import { countInvisible } from '../../../base/readableText';
import { askInSteps, textStep, type Step } from '../../../base/vscode/steps';
import { sheetRequest, type Edited, type SheetPorts, type SheetState } from '../sheet/sheetState';
import { beginning, joined } from '../../../draft/vscode/draftLabels';

/** Id of a VS Code product icon. */
export const resultBranchIcon = 'repo-push';

export function resultBranchLabel(): string {
  return l10n.t('Result branch');
}

/** Its name, and its sentence unless it is the default one. */
export function resultBranchWords({ name, sentence }: ResultBranch): string {
  return joined(name, sentence === undefined ? '' : beginning(sentence));
}

/** Prompts for the name, starting with the present one or the template's, and then for the sentence. */
export async function editResultBranch(
  state: SheetState,
  { workspace }: Pick<SheetPorts, 'workspace'>,
): Promise<Edited> {
  const { draft, surroundings } = state;
  const { selected_branch: branch } = sheetRequest(state);
  const { resultBranchTemplate } = workspace.settingsFor(surroundings?.target.root);
  const initial = draft.resultBranch ?? { name: suggestedBranch(resultBranchTemplate, draft, branch, new Date()) };
  const resultBranch = await askInSteps(l10n.t('Result Branch'), initial, steps());
  return resultBranch ? { edit: (now) => ({ ...now, resultBranch }) } : {};
}

function steps(): readonly Step<ResultBranch>[] {
  return [
    textStep<ResultBranch>({
      prompt: l10n.t('Name of the branch that the agent is asked to push to.'),
      get: ({ name }) => name,
      set: withResultName,
      refuse: (name) =>
        isBranchName(name) && countInvisible(name) === 0 ? undefined : l10n.t('Enter a valid Git branch name.'),
      isContinued: true,
    }),
    (branch, place) =>
      textStep<ResultBranch>({
        prompt: l10n.t('This sentence is sent to the agent below the instructions.'),
        get: resultSentence,
        set: ({ name }, sentence) =>
          ['', resultSentence({ name })].includes(sentence) ? { name } : { name, sentence },
        refuse: (sentence) =>
          isResultSentence(sentence, branch.name)
            ? undefined
            : l10n.t('The sentence must contain the branch name "{0}".', branch.name),
        isContinued: true,
      })(branch, place),
  ];
}
