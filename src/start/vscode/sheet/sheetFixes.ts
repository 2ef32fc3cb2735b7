import * as vscode from 'vscode';
import { neverSent, withAttachment, withField, withoutField, type Draft } from '../../../draft/common/draft';
import { withTaskRepository } from '../../../draft/common/filling';
import { withoutOmittedField } from '../../../draft/common/startAgain';
import { readChanges } from '../../../draft/vscode/readChanges';
import type { RequestField } from '../../../client/common/dialect';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import { plainNotification } from '../../../base/common/text';
import { withProgress } from '../../../base/vscode/withProgress';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { fixesOf, type Fix, type Warning } from '../../common/warnings';
import { answerMcp } from '../fields/mcpField';
import { chooseReplay } from '../fields/replayField';
import { requestFields, withoutValue } from '../fields/requestFields';
import { askSuggestedTask } from '../fields/suggestedTaskField';
import { warningWords } from '../warningWords';
import { mergeSavedMcp } from './mergeSavedMcp';
import { sheetRequest, withTarget, type Edited, type SheetPorts, type SheetState } from './sheetState';

/** A sheet with one of its warnings. */
interface Warned {
  readonly warning: Warning;
  readonly state: SheetState;
  readonly ports: SheetPorts;
}

interface FixRecord {
  /** Label of its button. */
  readonly words: () => string;
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
  forgetStart: {
    words: () => vscode.l10n.t("$(check) It Isn't Running"),
    apply: ({ state }) => ({ draft: neverSent(state.draft) }),
  },
  setAgain: { words: () => vscode.l10n.t('$(edit) Set Again...'), apply: setAgain },
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
    apply: ({ state }) => ({ draft: withTaskRepository(state.draft) }),
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
    apply: ({ state }) => chooseReplay(state),
  },
  mergeSavedMcp: {
    words: () => vscode.l10n.t('$(git-merge) Also Send Saved Servers'),
    apply: ({ state, ports }) => mergeSavedMcp(state, ports),
  },
} satisfies Readonly<Record<Extract<Fix, string>, FixRecord>>;

/** Shows the fixes for a warning, performs the chosen one, and returns the resulting changes on the sheet. */
export async function fixWarning(warning: Warning, state: SheetState, ports: SheetPorts): Promise<Edited> {
  // There is only one fix: it prompts by itself.
  if (warning.kind === 'mcpUnanswered') return answerMcp(state, ports);
  if (warning.kind === 'mcpLoss') return requestFields.mcp_config.edit(state, ports);
  const picked = await vscode.window.showQuickPick(
    fixesOf(warning).map((fix) => {
      const record = typeof fix === 'string' ? fixes[fix] : leaveOut(fix.leaveOut);
      return { label: record.words(), record };
    }),
    {
      title: plainNotification(warningWords(warning)),
      placeHolder: vscode.l10n.t('What do you want to do?'),
      ignoreFocusOut: true,
    },
  );
  return picked ? picked.record.apply({ warning, state, ports }) : {};
}

/** A conversation that may be running is on the service that it was sent to. */
async function openService({ warning, ports }: Warned): Promise<Edited> {
  await openInBrowser(warning.kind === 'mayRun' ? warning.baseUrl : ports.serviceUrl);
  return {};
}

async function readSettings({ ports }: Warned): Promise<Edited> {
  await withProgress(vscode.l10n.t('Reading settings...'), (signal) => ports.settings.load(signal));
  return {};
}

/** A truncated message is completed in an editor, where there is enough space. */
async function setAgain({ warning, state, ports }: Warned): Promise<Edited> {
  if (warning.kind !== 'notKept') return {};
  const { field } = warning;
  if (field !== 'initial_user_msg') return requestFields[field].edit(state, ports);
  await ports.writeInEditor(withTarget({ ...state, draft: withoutOmittedField(state.draft, field) }));
  return { leaves: true };
}

/** Sends a truncated message with what is left of it. */
function goWithout({ warning, state: { draft } }: Warned): Edited {
  if (warning.kind !== 'notKept') return {};
  const { field } = warning;
  return { draft: field === 'initial_user_msg' ? withoutOmittedField(draft, field) : withField(draft, field, null) };
}

function leaveOut(field: RequestField): FixRecord {
  return {
    words: () => vscode.l10n.t('$(circle-slash) Remove {0}', requestFieldTitle(field)),
    apply: ({ state: { draft } }) => ({
      draft: field === 'initial_user_msg' ? withoutMessage(draft) : withoutValue(draft, field),
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

async function attachChanges({ surroundings, draft }: SheetState, { actions }: SheetPorts): Promise<Edited> {
  const attachment = await readChanges(surroundings?.target, actions);
  return attachment ? { draft: withAttachment(draft, attachment) } : {};
}

/** Typed text, text from an editor, and attachments. */
function withoutMessage(draft: Draft): Draft {
  return { ...withoutField(draft, 'initial_user_msg'), body: '', attachments: [] };
}

async function writeMessage(state: SheetState): Promise<Edited> {
  const typed = await vscode.window.showInputBox({
    title: requestFieldTitle('initial_user_msg'),
    prompt: vscode.l10n.t('What should the agent do?'),
    value: sheetRequest(state).initial_user_msg ?? '',
    ignoreFocusOut: true,
  });
  return typed === undefined ? {} : { draft: withField(state.draft, 'initial_user_msg', typed) };
}
