import { l10n } from 'vscode';
import { withField } from '../../../draft/draft';
import type { GitProvider } from '../../../client/records';
import { noProviderChoice, providerChoices, refuseRepository } from '../../../repository/vscode/repositoryLabels';
import { providerLabel, requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { askInSteps, choiceStep, textStep, type Step } from '../../../base/vscode/steps';
import {
  dialectOf,
  sheetRequest,
  type Edited,
  type SheetState,
  type FieldOnSheet,
  changeOrRemove,
} from '../sheet/sheetState';
import { joined } from '../../../draft/vscode/draftLabels';
import type { Dialect } from '../../../client/dialect';

export const microagentField: FieldOnSheet<'create_microagent'> = {
  icon: 'hubot',
  value: ({ repo, git_provider, title }) => joined(repo, git_provider && providerLabel(git_provider), title),
  edit: changeOrRemove('create_microagent', askMicroagent),
};

/** Values of a microagent during the prompts (interface section 2.3): only its repository is required. */
interface MicroagentValues {
  readonly repo: string;
  readonly git_provider: GitProvider | null;
  readonly title: string;
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
  const asked = await askInSteps(requestFieldTitle('create_microagent'), initial, steps(dialectOf(state)));
  if (!asked) return {};
  const microagent = {
    repo: asked.repo,
    ...(asked.git_provider !== null && { git_provider: asked.git_provider }),
    ...(asked.title !== '' && { title: asked.title }),
  };
  return { edit: (draft) => withField(draft, 'create_microagent', microagent) };
}

function steps(dialect: Dialect): readonly Step<MicroagentValues>[] {
  return [
    textStep<MicroagentValues>({
      prompt: l10n.t('Path of the repository that gets the micro-agent, on its host, such as octocat/Hello-World.'),
      get: ({ repo }) => repo,
      set: (values, repo) => ({ ...values, repo }),
      refuse: refuseRepository,
    }),
    choiceStep<MicroagentValues, GitProvider | null>({
      placeholder: l10n.t('Git provider of the repository'),
      choices: [...providerChoices(dialect), noProviderChoice()],
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
