import { l10n } from 'vscode';
import { withField } from '../../../draft/draft';
import type { DraftFields } from '../../../draft/draftFields';
import { mergeConflicts, type GitProvider } from '../../../client/records';
import { noProvider, providerChoices, refuseRepository } from '../../../repository/vscode/repositoryLabels';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { providerLabel } from '../../../service/vscode/gitProviderLabels';
import { askChoice, askText } from '../../../base/vscode/questions';
import {
  apiOf,
  sheetRequest,
  type SheetChange,
  type SheetState,
  type FieldOnSheet,
  changeOrRemove,
} from '../sheet/sheetState';
import { joined } from '../../../draft/vscode/draftLabels';

export const suggestedTaskField: FieldOnSheet<'suggested_task'> = {
  icon: 'tasklist',
  value: ({ task_type, issue_number, repo, title }) =>
    joined(taskTypeWords(task_type), `#${issue_number}`, repo, title),
  edit: changeOrRemove('suggested_task', askSuggestedTask),
};

function taskTypeWords(type: string): string {
  return type === mergeConflicts ? l10n.t('resolve merge conflicts') : type;
}

type Task = DraftFields['suggested_task'];

/** Prompts for the five parts of a task. The previous values, or the repository on the sheet, are prefilled. */
export async function askSuggestedTask(state: SheetState): Promise<SheetChange> {
  const before = state.draft.fields.suggested_task;
  const git_provider = await askTaskProvider(state, before);
  if (git_provider === undefined) return {};
  const task_type = await askTaskType(before);
  if (task_type === undefined) return {};
  const repo = await askTaskRepository(state, before);
  if (repo === undefined) return {};
  const number = await askTaskNumber(before);
  if (number === undefined) return {};
  const ownTitle = await askTaskTitle(before);
  if (ownTitle === undefined) return {};
  const task = { git_provider, task_type, repo, issue_number: Number(number), title: ownTitle };
  return { edit: (draft) => withField(draft, 'suggested_task', task) };
}

function taskStep(step: number): string {
  return `${requestFieldTitle('suggested_task')} (${step}/5)`;
}

function askTaskProvider(state: SheetState, before: Task): Promise<GitProvider | undefined> {
  return askChoice({
    title: taskStep(1),
    placeholder: l10n.t('Git provider of the task'),
    choices: providerChoices(apiOf(state).start.gitProviders),
    current: before?.git_provider ?? sheetRequest(state).git_provider,
  });
}

function askTaskType(before: Task): Promise<string | undefined> {
  return askText({
    title: taskStep(2),
    prompt: l10n.t('Task type: MERGE_CONFLICTS, or another one that the service knows.'),
    value: before?.task_type ?? mergeConflicts,
    refuse: (type) => (type === '' ? l10n.t('A suggested task requires a type.') : undefined),
  });
}

function askTaskRepository(state: SheetState, before: Task): Promise<string | undefined> {
  return askText({
    title: taskStep(3),
    prompt: l10n.t("Path of the task's repository on its host, such as octocat/Hello-World."),
    value: before?.repo ?? sheetRequest(state).repository ?? '',
    refuse: refuseRepository,
  });
}

function askTaskNumber(before: Task): Promise<string | undefined> {
  return askText({
    title: taskStep(4),
    prompt: l10n.t('Number of the issue, pull request, or merge request.'),
    value: before ? String(before.issue_number) : '',
    refuse: refuseNumber,
  });
}

function askTaskTitle(before: Task): Promise<string | undefined> {
  return askText({
    title: taskStep(5),
    prompt: l10n.t('Title of the task.'),
    value: before?.title ?? '',
    refuse: (text) => (text === '' ? l10n.t('A suggested task requires a title.') : undefined),
  });
}

/** Accepts any whole number, since the interface doesn't say what it means for each type of task. */
function refuseNumber(text: string): string | undefined {
  if (!/^\d+$/.test(text)) return l10n.t('Enter a whole number, 0 or greater.');
  return Number.isSafeInteger(Number(text)) ? undefined : l10n.t('The number is too large.');
}

export const microagentField: FieldOnSheet<'create_microagent'> = {
  icon: 'hubot',
  value: ({ repo, git_provider, title }) => joined(repo, git_provider && providerLabel(git_provider), title),
  edit: changeOrRemove('create_microagent', askMicroagent),
};

/** Prompts for the three parts of a micro-agent. The previous values, or the repository on the sheet, are prefilled. */
export async function askMicroagent(state: SheetState): Promise<SheetChange> {
  const { git_provider, repository } = sheetRequest(state);
  const before = state.draft.fields.create_microagent;
  const title = (step: number) => `${requestFieldTitle('create_microagent')} (${step}/3)`;
  const repo = await askText({
    title: title(1),
    prompt: l10n.t('Path of the repository that gets the micro-agent, on its host, such as octocat/Hello-World.'),
    value: before?.repo ?? repository ?? '',
    refuse: refuseRepository,
  });
  if (repo === undefined) return {};
  const provider = await askChoice<GitProvider | null>({
    title: title(2),
    placeholder: l10n.t('Git provider of the repository'),
    choices: [...providerChoices(apiOf(state).start.gitProviders), noProvider()],
    current: (before ? before.git_provider : git_provider) ?? null,
  });
  if (provider === undefined) return {};
  const ownTitle = await askText({
    title: title(3),
    prompt: l10n.t('Title of the micro-agent. Optional.'),
    value: before?.title ?? '',
  });
  if (ownTitle === undefined) return {};
  const microagent = {
    repo,
    ...(provider !== null && { git_provider: provider }),
    ...(ownTitle !== '' && { title: ownTitle }),
  };
  return { edit: (draft) => withField(draft, 'create_microagent', microagent) };
}
