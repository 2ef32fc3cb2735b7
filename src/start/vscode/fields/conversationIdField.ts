import * as vscode from 'vscode';
import { conversationIdProblem, type ConversationIdProblem } from '../../../client/conversationId';
import { acceptsId } from '../../../client/dialect';
import { withField } from '../../../draft/draft';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { type Edited, type SheetState, type FieldOnSheet, changeOrRemove, dialectOf } from '../sheet/sheetState';

export const conversationIdField: FieldOnSheet<'conversation_id'> = {
  icon: 'key',
  value: (id) => id,
  edit: changeOrRemove('conversation_id', askConversationId),
};

async function askConversationId(state: SheetState): Promise<Edited> {
  const dialect = dialectOf(state);
  const typed = await vscode.window.showInputBox({
    title: requestFieldTitle('conversation_id'),
    prompt: dialect.hasUuids
      ? vscode.l10n.t("A UUID. If you don't enter one, a new one is used.")
      : vscode.l10n.t(
          'Only for services whose administrator allows it; others reject the start. With the ID of a running conversation, the message is lost.',
        ),
    value: state.draft.fields.conversation_id ?? '',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const problem = conversationIdProblem(text);
      if (problem) return problemWords(problem);
      return acceptsId(dialect, text.trim()) ? undefined : vscode.l10n.t('This service requires a UUID.');
    },
  });
  return typed === undefined ? {} : { edit: (now) => withField(now, 'conversation_id', typed.trim()) };
}

function problemWords(problem: ConversationIdProblem): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('Enter an ID, or press Escape to cancel.');
    case 'tooLong':
      return vscode.l10n.t("An ID can't be longer than 100 characters.");
    case 'control':
      return vscode.l10n.t("An ID can't contain control characters.");
    case 'path':
      return vscode.l10n.t('An ID can\'t contain "/", "\\", or "..": services use it in paths.');
  }
}
