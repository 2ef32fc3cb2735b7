import { l10n, window } from 'vscode';
import { withField, withoutField, type Draft } from '../../../draft/common/draft';
import type { RequestFix } from '../../common/requestWarnings';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import { chooseReplay } from '../fields/replayField';
import { askSuggestedTask } from '../fields/suggestedTaskField';
import { sheetRequest, type Edited, type SheetState } from './sheetState';

/** Those that need nothing but the sheet. */
type SimpleRequestFix = Exclude<RequestFix, 'mergeSavedMcp'>;

/** Does what was chosen about fields that do not go together. */
export async function applyRequestFix(fix: SimpleRequestFix, state: SheetState): Promise<Edited> {
  const { draft } = state;
  switch (fix) {
    case 'leaveOutMessage':
      return { draft: withoutMessage(draft) };
    case 'leaveOutImages':
      // They stay with the draft, and go along again once images are chosen.
      return { draft: withField(draft, 'image_urls', null) };
    case 'leaveOutTask':
      return { draft: withoutField(draft, 'suggested_task') };
    case 'leaveOutMicroagent':
      return { draft: withoutField(draft, 'create_microagent') };
    case 'leaveOutReplay':
      return { draft: withoutField(draft, 'replay_json') };
    case 'leaveOutMcp':
      return { draft: withField(draft, 'mcp_config', null) };
    case 'leaveOutId':
      return { draft: withoutField(draft, 'conversation_id') };
    case 'sendTaskRepository':
      return { draft: withTaskRepository(draft) };
    case 'changeTask':
      return askSuggestedTask(state);
    case 'writeMessage':
      return writeMessage(state);
    case 'chooseReplay':
      return chooseReplay(state);
  }
}

/** What was typed, what was written in an editor, and what came along from elsewhere. */
function withoutMessage(draft: Draft): Draft {
  return { ...withoutField(draft, 'initial_user_msg'), body: '', attachments: [] };
}

/** A branch that was chosen was one of the repository before. */
function withTaskRepository(draft: Draft): Draft {
  const { suggested_task: task } = draft.fields;
  if (!task) return draft;
  const placed = withField(withField(draft, 'repository', task.repo), 'git_provider', task.git_provider);
  return draft.fields.repository === task.repo ? placed : withoutField(placed, 'selected_branch');
}

async function writeMessage(state: SheetState): Promise<Edited> {
  const typed = await window.showInputBox({
    title: requestFieldLabel('initial_user_msg'),
    prompt: l10n.t('What should the agent do?'),
    value: sheetRequest(state).initial_user_msg ?? '',
    ignoreFocusOut: true,
  });
  return typed === undefined ? {} : { draft: withField(state.draft, 'initial_user_msg', typed) };
}
