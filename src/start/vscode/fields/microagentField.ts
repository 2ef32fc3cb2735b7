import { l10n } from 'vscode';
import { withField } from '../../../draft/common/draft';
import type { GitProvider } from '../../../client/common/records';
import { noProviderChoice, providerChoices, refuseRepository } from '../../../repository/vscode/repositoryLabels';
import { providerLabel, requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { askInSteps, choiceStep, textStep, type Step } from '../../../base/vscode/steps';
import { sheetRequest, type Edited, type SheetState } from '../sheet/sheetState';
import { changeOrNone } from './changeOrNone';
import { joined } from '../messageWords';
import type { RequestField } from './requestFields';

export const microagentField: RequestField<'create_microagent'> = {
  icon: 'hubot',
  value: ({ repo, git_provider, title }) => joined(repo, git_provider && providerLabel(git_provider), title),
  edit: editMicroagent,
};

/** Values of a microagent during the prompts (interface section 2.3): only its repository is required. */
interface MicroagentValues {
  readonly repo: string;
  readonly git_provider: GitProvider | null;
  readonly title: string;
}

export async function editMicroagent(state: SheetState): Promise<Edited> {
  const labels = {
    change: l10n.t('$(edit) Change Micro-agent...'),
    none: l10n.t('$(circle-slash) No Micro-agent'),
  };
  return changeOrNone('create_microagent', state, labels, () => askMicroagent(state));
}

/** Prompts for all three fields, starting with the previous values or the repository on the sheet. */
export async function askMicroagent(state: SheetState): Promise<Edited> {
  const { git_provider, repository } = sheetRequest(state);
  const before = state.draft.fields.create_microagent;
  const initial: MicroagentValues = {
    repo: before?.repo ?? repository ?? '',
    git_provider: (before ? before.git_provider : git_provider) ?? null,
    title: before?.title ?? '',
  };
  const asked = await askInSteps(requestFieldTitle('create_microagent'), initial, steps());
  if (!asked) return {};
  const microagent = {
    repo: asked.repo,
    ...(asked.git_provider !== null && { git_provider: asked.git_provider }),
    ...(asked.title !== '' && { title: asked.title }),
  };
  return { draft: withField(state.draft, 'create_microagent', microagent) };
}

function steps(): readonly Step<MicroagentValues>[] {
  return [
    textStep<MicroagentValues>({
      prompt: l10n.t('Path of the repository that gets the micro-agent, on its host, such as octocat/Hello-World.'),
      get: ({ repo }) => repo,
      set: (values, repo) => ({ ...values, repo }),
      refuse: refuseRepository,
    }),
    choiceStep<MicroagentValues, GitProvider | null>({
      placeholder: l10n.t('Git provider of the repository'),
      choices: [...providerChoices(), noProviderChoice()],
      get: (values) => values.git_provider,
      set: (values, value) => ({ ...values, git_provider: value }),
    }),
    textStep<MicroagentValues>({
      prompt: l10n.t('Title of the micro-agent. Optional.'),
      get: ({ title }) => title,
      set: (values, title) => ({ ...values, title }),
    }),
  ];
}
