import * as vscode from 'vscode';
import { conversationIdProblem, type ConversationIdProblem } from '../../../client/common/conversationId';
import { withField } from '../../../draft/common/draft';
import { requestFieldLabel } from '../../../service/vscode/errors/fieldLabels';
import type { Edited, SheetState } from '../sheet/sheetState';
import { changeOrNone } from './changeOrNone';
import type { RequestField } from './requestFields';

export const conversationIdField: RequestField<'conversation_id'> = {
  icon: 'key',
  value: (id) => id,
  edit: editConversationId,
};

export async function editConversationId(state: SheetState): Promise<Edited> {
  const labels = {
    change: vscode.l10n.t('$(edit) Type Another Conversation Id...'),
    none: vscode.l10n.t('$(circle-slash) None: the Service Chooses One'),
  };
  return changeOrNone('conversation_id', state, labels, () => askConversationId(state));
}

async function askConversationId({ draft }: SheetState): Promise<Edited> {
  const typed = await vscode.window.showInputBox({
    title: requestFieldLabel('conversation_id'),
    prompt: vscode.l10n.t(
      'Only for services whose operator allows it: others refuse the start. With the id of a running conversation, the message is lost.',
    ),
    value: draft.fields.conversation_id ?? '',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const problem = conversationIdProblem(text);
      return problem && problemWords(problem);
    },
  });
  return typed === undefined ? {} : { draft: withField(draft, 'conversation_id', typed.trim()) };
}

function problemWords(problem: ConversationIdProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Type an id, or press Escape to leave it out.');
    case 'tooLong':
      return vscode.l10n.t('An id must not have more than 100 characters.');
    case 'control':
      return vscode.l10n.t('An id must not have control characters.');
    case 'path':
      return vscode.l10n.t('An id must not have "/", "\\" or "..": services use it in paths.');
  }
}
