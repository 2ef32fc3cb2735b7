import { l10n } from 'vscode';
import {
  withoutStarts,
  withField,
  withoutField,
  withoutChanges,
  withoutMessage,
  type Draft,
  withChosenRepository,
} from '../../../draft/draft';
import { missingImages, withoutReferencesTo } from '../../../draft/images';
import { withKept } from '../../../draft/startAgain';
import { writeInEditor } from '../../../draft/vscode/sheetDraft';
import type { RequestField } from '../../../client/records';
import type { Target } from '../../../repository/target';
import { waitForGit } from '../../../repository/vscode/waitForGit';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import { plainNotification } from '../../../base/text';
import { consentText } from '../../../base/vscode/text';
import { untilClosedWithHint } from '../../../base/vscode/readOnlyTexts';
import { withProgress } from '../../../base/vscode/withProgress';
import type { Explanation } from '../../../base/vscode/explanation';
import { showInputBox, showQuickPick } from '../../../base/vscode/quickInputs';
import { explainService } from '../../../service/vscode/errors/explainService';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { textRead, withoutInvisibleIn } from '../../invisibleText';
import { fixesOf, type Fix, type Warning } from '../../warnings';
import { answerMcp, mergeSavedMcp } from '../fields/mcpField';
import { requestFields, withoutValue } from '../fields/requestFields';
import { askSuggestedTask } from '../fields/taskFields';
import { warningWords } from '../warningWords';
import { attachChangesFix, fetchFix, offeredFix, openingFixes, publishFix, pushFix, type OfferedFix } from './gitFixes';
import {
  rowRequest,
  sheetRequest,
  wayBackToSheet,
  type SheetChange,
  type SheetPorts,
  type SheetState,
} from './sheetState';

function namedFixes(warning: Warning, target?: Target): Readonly<Record<Extract<Fix, string>, OfferedFix>> {
  const { repository, git_provider: provider, selected_branch: branch, mcp_config: mcp } = requestFields;
  return {
    publish: publishFix(target),
    push: pushFix(target),
    fetch: fetchFix(target),
    attachChanges: attachChangesFix(),
    ...openingFixes(),
    chooseRepository: offeredFix('repo', l10n.t('Select Another Repository...'), repository.edit),
    chooseProvider: offeredFix('cloud', l10n.t('Select Git Provider...'), provider.edit),
    chooseBranch: offeredFix('git-branch', l10n.t('Select Another Branch...'), branch.edit),
    removeChanges: offeredFix('trash', l10n.t('Remove from Message'), ({ targetContext }) => ({
      edit: (draft) => withoutChanges(draft, targetContext?.target.root),
    })),
    attachImages: offeredFix('file-media', l10n.t('Attach Images...'), requestFields.image_urls.edit),
    removeReferences: offeredFix('trash', l10n.t('Remove from Message'), () => ({
      edit: (draft) => missingImages(draft).reduce(withoutReferencesTo, draft),
    })),
    openService: offeredFix('link-external', l10n.t('Open Service in Browser'), openService),
    readSettings: offeredFix('refresh', l10n.t('Refresh Settings'), readSettings),
    fixReading: { label: remedyOf(warning)?.label ?? '', perform: fixReading },
    forgetStart: offeredFix('check', l10n.t('Mark as Not Running'), () => ({ edit: withoutStarts })),
    forgetMessage: offeredFix('check', l10n.t('Mark as Not Sent'), () => ({ edit: withoutStarts })),
    setAgain: offeredFix('edit', l10n.t('Add Again...'), setAgain),
    changeClone: offeredFix('edit', l10n.t('Change...'), requestFields.clone_instructions.edit),
    suggestClone: offeredFix('discard', l10n.t('Use Suggested Text'), () => ({
      edit: (draft) => withoutField(draft, 'clone_instructions'),
    })),
    chooseMcp: offeredFix('server', l10n.t('Select MCP Servers...'), mcp.edit),
    answerMcp: offeredFix('server', l10n.t('Answer Questions...'), answerMcp),
    sendTaskRepository: offeredFix('repo', l10n.t("Send Task's Repository"), sendTaskRepository),
    changeTask: offeredFix('edit', l10n.t('Change Suggested Task...'), askSuggestedTask),
    writeMessage: offeredFix('edit', l10n.t('Write Message...'), writeMessage),
    mergeSavedMcp: offeredFix('git-merge', l10n.t('Also Send Saved Servers'), mergeSavedMcp),
    showInvisible: offeredFix('eye', l10n.t('Show'), showInvisible),
    removeInvisible: offeredFix('trash', l10n.t('Remove'), removeInvisible),
  };
}

/** Shows the fixes for a warning, performs the chosen one, and returns the resulting changes on the sheet. */
export async function fixWarning(warning: Warning, state: SheetState, ports: SheetPorts): Promise<SheetChange> {
  // There is one fix for these warnings, which has a prompt of its own.
  if (warning.kind === 'mcpUnanswered') return answerMcp(state, ports);
  if (warning.kind === 'mcpLoss') return requestFields.mcp_config.edit(state, ports);
  const named = namedFixes(warning, state.targetContext?.target);
  const offered = fixesOf(warning).map((fix) => (typeof fix === 'string' ? named[fix] : removeField(fix.remove)));
  const shown = offered.filter(({ label }) => label !== '');
  const picked = await showQuickPick(shown, {
    title: plainNotification(warningWords(warning)),
    placeHolder: l10n.t('What do you want to do?'),
    ignoreFocusOut: true,
  });
  return picked ? picked.perform(state, ports, warning) : {};
}

/** The task's repository may be open in this window. */
async function sendTaskRepository({ draft }: SheetState, { targets }: SheetPorts): Promise<SheetChange> {
  const { fields } = withTaskRepository(draft);
  const targetContext = await waitForGit(() => targets.find(draft.chosen, fields));
  return { edit: withTaskRepository, ...(targetContext && { targetContext }) };
}

/** A branch that was chosen for another repository is removed. */
function withTaskRepository(draft: Draft): Draft {
  const { suggested_task: task, repository } = draft.fields;
  if (!task) return draft;
  const placed = withField(withField(draft, 'repository', task.repo), 'git_provider', task.git_provider);
  return repository === task.repo ? placed : withoutField(placed, 'selected_branch');
}

/** Opens the service. A conversation that may be running is on the service that it was sent to. */
async function openService(_: SheetState, { serviceUrl }: SheetPorts, warning: Warning): Promise<SheetChange> {
  await openInBrowser(warning.kind === 'mayRun' ? warning.baseUrl : serviceUrl);
  return {};
}

/** The remedy for settings that couldn't be read, unless it reads them again: that is a fix of its own. */
function remedyOf(warning: Warning): Explanation['remedy'] {
  if (warning.kind !== 'settingsUnread') return undefined;
  const { remedy } = explainService(warning.error);
  return remedy?.command === 'agentConversations.refreshSettings' ? undefined : remedy;
}

async function fixReading(_: SheetState, __: SheetPorts, warning: Warning): Promise<SheetChange> {
  await remedyOf(warning)?.run();
  return {};
}

async function readSettings(_: SheetState, { settings }: SheetPorts): Promise<SheetChange> {
  await withProgress(l10n.t('Reading service settings...'), (signal) => settings.load(signal));
  return {};
}

/** Lets the user enter a field that the history doesn't store. A message that was cut off is completed in an editor. */
async function setAgain(state: SheetState, ports: SheetPorts, warning: Warning): Promise<SheetChange> {
  if (warning.kind !== 'notKept') return {};
  const { field } = warning;
  if (field !== 'initial_user_msg') return requestFields[field].edit(state, ports);
  const draft = withChosenRepository(withKept(state.draft, field), state.targetContext);
  await writeInEditor(draft, ports.opened, await ports.drafts());
  return { leaves: true };
}

/** Shows a field's text with codes in place of invisible characters. The sheet is hidden until the text is closed. */
async function showInvisible(state: SheetState, ports: SheetPorts, warning: Warning): Promise<SheetChange> {
  if (warning.kind !== 'invisible') return {};
  const text = consentText(textRead(sheetRequest(state), warning.field)).join('\n');
  await untilClosedWithHint(await (await ports.previews()).show(`${warning.field}.txt`, text), wayBackToSheet());
  return {};
}

function removeInvisible(state: SheetState, _: SheetPorts, warning: Warning): SheetChange {
  if (warning.kind !== 'invisible') return {};
  return { edit: (draft) => withoutInvisibleIn(draft, warning.field, rowRequest(state)) };
}

function removeField(field: RequestField): OfferedFix {
  return offeredFix('circle-slash', l10n.t('Remove {0}', requestFieldTitle(field)), (state) => ({
    edit: (draft) => (field === 'initial_user_msg' ? withoutMessage(draft, state.draft) : withoutValue(draft, field)),
  }));
}

async function writeMessage(): Promise<SheetChange> {
  const typed = await showInputBox({
    title: requestFieldTitle('initial_user_msg'),
    prompt: l10n.t('What should the agent do?'),
  });
  return typed === undefined ? {} : { edit: (draft) => withField(draft, 'initial_user_msg', typed) };
}
