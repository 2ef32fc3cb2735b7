import * as vscode from 'vscode';
import { conversationIdProblem } from '../../../client/conversationId';
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
      if (conversationIdProblem(text))
        return vscode.l10n.t(
          'An ID has 1 to 100 characters. It can\'t contain "/", "\\", "..", or control characters.',
        );
      return acceptsId(dialect, text.trim()) ? undefined : vscode.l10n.t('This service requires a UUID.');
    },
  });
  return typed === undefined ? {} : { edit: (now) => withField(now, 'conversation_id', typed.trim()) };
}
