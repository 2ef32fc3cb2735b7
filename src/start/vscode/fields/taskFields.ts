import { l10n } from 'vscode';
import { withField } from '../../../draft/draft';
import { mergeConflicts, type GitProvider } from '../../../client/records';
import { plainLabel } from '../../../base/text';
import { providerChoices, refuseRepository, noProviderChoice } from '../../../repository/vscode/repositoryLabels';
import { requestFieldTitle, providerLabel } from '../../../service/vscode/errors/fieldLabels';
import { askInSteps, choiceStep, textStep, type Choice, type Step } from '../../../base/vscode/steps';
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

export const suggestedTaskField: FieldOnSheet<'suggested_task'> = {
  icon: 'tasklist',
  value: ({ task_type, issue_number, repo, title }) =>
    joined(taskTypeWords(task_type), `#${issue_number}`, repo, title),
  edit: changeOrRemove('suggested_task', askSuggestedTask),
};

/** Label of a known type; any other unchanged. */
function taskTypeWords(type: string): string {
  return type === mergeConflicts ? l10n.t('resolve merge conflicts') : type;
}

/** Values of a suggested task during the prompts (interface section 2.2). */
interface TaskValues {
  readonly git_provider?: GitProvider | undefined;
  readonly task_type: string;
  readonly repo: string;
  readonly issue_number: string;
  readonly title: string;
}

/** Prompts for all five fields, starting with the previous values or the repository on the sheet. */
export async function askSuggestedTask(state: SheetState): Promise<Edited> {
  const { git_provider, repository } = sheetRequest(state);
  const before = state.draft.fields.suggested_task;
  const initial: TaskValues = {
    git_provider: before?.git_provider ?? git_provider,
    task_type: before?.task_type ?? mergeConflicts,
    repo: before?.repo ?? repository ?? '',
    issue_number: before ? String(before.issue_number) : '',
    title: before?.title ?? '',
  };
  const asked = await askInSteps(requestFieldTitle('suggested_task'), initial, taskSteps(dialectOf(state)));
  if (asked?.git_provider === undefined) return {};
  const task = { ...asked, git_provider: asked.git_provider, issue_number: Number(asked.issue_number) };
  return { edit: (draft) => withField(draft, 'suggested_task', task) };
}

function taskSteps(dialect: Dialect): readonly Step<TaskValues>[] {
  return [
    choiceStep<TaskValues, GitProvider>({
      placeholder: l10n.t('Git provider of the task'),
      choices: providerChoices(dialect),
      get: (values) => values.git_provider,
      set: (values, value) => ({ ...values, git_provider: value }),
    }),
    choiceStep<TaskValues, string>({
      placeholder: l10n.t('Select a task type, or enter another one'),
      choices: [{ label: mergeConflicts, description: taskTypeWords(mergeConflicts), value: mergeConflicts }],
      get: (values) => values.task_type,
      set: (values, value) => ({ ...values, task_type: value }),
      typed: typedType,
    }),
    repositoryStep(l10n.t("Path of the task's repository on its host, such as octocat/Hello-World.")),
    textStep<TaskValues>({
      prompt: l10n.t('Number of the issue, pull request, or merge request.'),
      get: (values) => values.issue_number,
      set: (values, issue_number) => ({ ...values, issue_number }),
      refuse: refuseNumber,
    }),
    textStep<TaskValues>({
      prompt: l10n.t('Title of the task.'),
      get: ({ title }) => title,
      set: (values, title) => ({ ...values, title }),
      refuse: (title) => (title === '' ? l10n.t('A suggested task requires a title.') : undefined),
    }),
  ];
}

function typedType(text: string): Choice<string> {
  return { label: l10n.t('$(edit) Use "{0}"', plainLabel(text)), value: text, alwaysShow: true };
}

/** Any number that the field can contain: the interface doesn't define its meaning or start for each task type. */
function refuseNumber(text: string): string | undefined {
  if (!/^\d+$/.test(text)) return l10n.t('Enter a whole number, 0 or greater.');
  return Number.isSafeInteger(Number(text)) ? undefined : l10n.t('The number is too large.');
}

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
  const asked = await askInSteps(requestFieldTitle('create_microagent'), initial, microagentSteps(dialectOf(state)));
  if (!asked) return {};
  const microagent = {
    repo: asked.repo,
    ...(asked.git_provider !== null && { git_provider: asked.git_provider }),
    ...(asked.title !== '' && { title: asked.title }),
  };
  return { edit: (draft) => withField(draft, 'create_microagent', microagent) };
}

function microagentSteps(dialect: Dialect): readonly Step<MicroagentValues>[] {
  return [
    repositoryStep(
      l10n.t('Path of the repository that gets the micro-agent, on its host, such as octocat/Hello-World.'),
    ),
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

function repositoryStep<Values extends { readonly repo: string }>(prompt: string): Step<Values> {
  return textStep({
    prompt,
    get: ({ repo }) => repo,
    set: (values, repo) => ({ ...values, repo }),
    refuse: refuseRepository,
  });
}
