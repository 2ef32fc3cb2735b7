import * as vscode from 'vscode';
import {
  neverSent,
  withAttachment,
  withField,
  withoutField,
  withoutMessage,
  type Draft,
  withTarget,
} from '../../../draft/draft';
import { withKept } from '../../../draft/startAgain';
import { readChanges } from '../../../draft/vscode/readChanges';
import type { RequestField } from '../../../client/records';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import { plainNotification } from '../../../base/text';
import { consentText } from '../../../base/vscode/consentText';
import { withProgress } from '../../../base/vscode/withProgress';
import type { Explanation } from '../../../base/vscode/explanation';
import { explainService } from '../../../service/vscode/errors/explainService';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { textRead, withoutInvisibleIn } from '../../invisibleText';
import { fixesOf, type Fix, type Warning } from '../../warnings';
import { answerMcp, mergeSavedMcp } from '../fields/mcpField';
import { chooseReplay } from '../fields/replayField';
import { requestFields, withoutValue } from '../fields/requestFields';
import { askSuggestedTask } from '../fields/suggestedTaskField';
import { warningWords } from '../warningWords';
import { rowRequest, sheetRequest, type Edited, type SheetPorts, type SheetState } from './sheetState';

interface Warned {
  readonly warning: Warning;
  readonly state: SheetState;
  readonly ports: SheetPorts;
}

interface FixRecord {
  readonly words: (warning: Warning) => string;
  readonly apply: (warned: Warned) => Edited | Promise<Edited>;
}

const fixes = {
  publish: {
    words: () => vscode.l10n.t('$(cloud-upload) Publish Branch'),
    apply: (sheet) => withRepository('publish', sheet),
  },
  push: { words: () => vscode.l10n.t('$(repo-push) Push'), apply: (sheet) => withRepository('push', sheet) },
  fetch: { words: () => vscode.l10n.t('$(repo-fetch) Fetch'), apply: (sheet) => withRepository('fetch', sheet) },
  attachChanges: {
    words: () => vscode.l10n.t('$(diff) Add Changes to Message'),
    apply: ({ state, ports }) => attachChanges(state, ports),
  },
  chooseRepository: {
    words: () => vscode.l10n.t('$(repo) Select Another Repository...'),
    apply: ({ state, ports }) => requestFields.repository.edit(state, ports),
  },
  chooseProvider: {
    words: () => vscode.l10n.t('$(cloud) Select Git Provider...'),
    apply: ({ state, ports }) => requestFields.git_provider.edit(state, ports),
  },
  chooseBranch: {
    words: () => vscode.l10n.t('$(git-branch) Select Another Branch...'),
    apply: ({ state, ports }) => requestFields.selected_branch.edit(state, ports),
  },
  openService: { words: () => vscode.l10n.t('$(link-external) Open Service in Browser'), apply: openService },
  readSettings: { words: () => vscode.l10n.t('$(refresh) Refresh Settings'), apply: readSettings },
  fixReading: { words: (warning) => remedyOf(warning)?.label ?? '', apply: fixReading },
  forgetStart: {
    words: () => vscode.l10n.t('$(check) Mark as Not Running'),
    apply: () => ({ edit: neverSent }),
  },
  forgetMessage: { words: () => vscode.l10n.t('$(check) Mark as Not Sent'), apply: () => ({ edit: neverSent }) },
  setAgain: { words: () => vscode.l10n.t('$(edit) Add Again...'), apply: setAgain },
  goWithout: { words: () => vscode.l10n.t('$(circle-slash) Continue Without It'), apply: goWithout },
  chooseMcp: {
    words: () => vscode.l10n.t('$(server) Select MCP Servers...'),
    apply: ({ state, ports }) => requestFields.mcp_config.edit(state, ports),
  },
  answerMcp: {
    words: () => vscode.l10n.t('$(server) Answer Questions...'),
    apply: ({ state, ports }) => answerMcp(state, ports),
  },
  sendTaskRepository: {
    words: () => vscode.l10n.t("$(repo) Send Task's Repository"),
    apply: () => ({ edit: withTaskRepository }),
  },
  changeTask: {
    words: () => vscode.l10n.t('$(edit) Change Suggested Task...'),
    apply: ({ state }) => askSuggestedTask(state),
  },
  writeMessage: {
    words: () => vscode.l10n.t('$(edit) Write Message...'),
    apply: ({ state }) => writeMessage(state),
  },
  chooseReplay: {
    words: () => vscode.l10n.t('$(file) Select Another File...'),
    apply: chooseReplay,
  },
  mergeSavedMcp: {
    words: () => vscode.l10n.t('$(git-merge) Also Send Saved Servers'),
    apply: ({ state, ports }) => mergeSavedMcp(state, ports),
  },
  showInvisible: { words: () => vscode.l10n.t('$(eye) Show'), apply: showInvisible },
  removeInvisible: { words: () => vscode.l10n.t('$(trash) Remove'), apply: removeInvisible },
} satisfies Readonly<Record<Extract<Fix, string>, FixRecord>>;

/** Shows the fixes for a warning, performs the chosen one, and returns the resulting changes on the sheet. */
export async function fixWarning(warning: Warning, state: SheetState, ports: SheetPorts): Promise<Edited> {
  // There is only one fix: it prompts by itself.
  if (warning.kind === 'mcpUnanswered') return answerMcp(state, ports);
  if (warning.kind === 'mcpLoss') return requestFields.mcp_config.edit(state, ports);
  const offered = fixesOf(warning).map((fix) => {
    const record: FixRecord = typeof fix === 'string' ? fixes[fix] : leaveOut(fix.leaveOut);
    return { label: record.words(warning), record };
  });
  const picked = await vscode.window.showQuickPick(
    offered.filter(({ label }) => label !== ''),
    {
      title: plainNotification(warningWords(warning)),
      placeHolder: vscode.l10n.t('What do you want to do?'),
      ignoreFocusOut: true,
    },
  );
  return picked ? picked.record.apply({ warning, state, ports }) : {};
}

/** Sends the repository of the task. A branch chosen before belongs to the previous one. */
function withTaskRepository(draft: Draft): Draft {
  const { suggested_task: task, repository } = draft.fields;
  if (!task) return draft;
  const placed = withField(withField(draft, 'repository', task.repo), 'git_provider', task.git_provider);
  return repository === task.repo ? placed : withoutField(placed, 'selected_branch');
}

/** A conversation that may be running is on the service that it was sent to. */
async function openService({ warning, ports }: Warned): Promise<Edited> {
  await openInBrowser(warning.kind === 'mayRun' ? warning.baseUrl : ports.serviceUrl);
  return {};
}

/** The one thing that helps with the error, unless it's what the next row does. */
function remedyOf(warning: Warning): Explanation['remedy'] {
  if (warning.kind !== 'settingsUnread') return undefined;
  const { remedy } = explainService(warning.error);
  return remedy?.label === vscode.l10n.t('Try Again') ? undefined : remedy;
}

async function fixReading({ warning }: Warned): Promise<Edited> {
  await remedyOf(warning)?.run();
  return {};
}

async function readSettings({ ports }: Warned): Promise<Edited> {
  await withProgress(vscode.l10n.t('Reading service settings...'), (signal) => ports.settings.load(signal));
  return {};
}

/** A truncated message is completed in an editor, where there is enough space. */
async function setAgain({ warning, state, ports }: Warned): Promise<Edited> {
  if (warning.kind !== 'notKept') return {};
  const { field } = warning;
  if (field !== 'initial_user_msg') return requestFields[field].edit(state, ports);
  await ports.writeInEditor(withTarget({ ...state, draft: withKept(state.draft, field) }));
  return { leaves: true };
}

/** Sends a truncated message with what is left of it. */
function goWithout({ warning }: Warned): Edited {
  if (warning.kind !== 'notKept') return {};
  const { field } = warning;
  return {
    edit: (draft) => (field === 'initial_user_msg' ? withKept(draft, field) : withField(draft, field, null)),
  };
}

/** The text of the field with their numbers. The sheet would cover it: it comes back when the document is closed. */
async function showInvisible({ warning, state, ports }: Warned): Promise<Edited> {
  if (warning.kind !== 'invisible') return {};
  const text = consentText(textRead(rowRequest(state), warning.field)).join('\n');
  const { closed } = await (await ports.previews()).show(`${warning.field}.txt`, text);
  await closed;
  return {};
}

function removeInvisible({ warning, state }: Warned): Edited {
  if (warning.kind !== 'invisible') return {};
  return { edit: (draft) => withoutInvisibleIn(draft, warning.field, rowRequest(state)) };
}

function leaveOut(field: RequestField): FixRecord {
  return {
    words: () => vscode.l10n.t('$(circle-slash) Remove {0}', requestFieldTitle(field)),
    apply: ({ state }) => ({
      edit: (draft) => (field === 'initial_user_msg' ? withoutMessage(draft, state.draft) : withoutValue(draft, field)),
    }),
  };
}

/** The editor's Git shows its own prompts and errors; afterwards the target has the current state. */
async function withRepository(action: 'publish' | 'push' | 'fetch', { state, ports }: Warned): Promise<Edited> {
  const target = state.surroundings?.target;
  if (target?.root === undefined) return {};
  await ports.actions[action](target.root);
  return { surroundings: await ports.targets.again(target) };
}

async function attachChanges({ surroundings }: SheetState, { actions }: SheetPorts): Promise<Edited> {
  const attachment = await readChanges(surroundings?.target, actions);
  return attachment ? { edit: (draft) => withAttachment(draft, attachment) } : {};
}

async function writeMessage(state: SheetState): Promise<Edited> {
  const typed = await vscode.window.showInputBox({
    title: requestFieldTitle('initial_user_msg'),
    prompt: vscode.l10n.t('What should the agent do?'),
    value: sheetRequest(state).initial_user_msg ?? '',
    ignoreFocusOut: true,
  });
  return typed === undefined ? {} : { edit: (draft) => withField(draft, 'initial_user_msg', typed) };
}
