import type { NewerField } from '../../../client/newerFields';
import { askText } from '../../../base/vscode/questions';
import { withField, withoutField } from '../../../draft/draft';
import { beginning } from '../../../draft/vscode/draftLabels';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { sheetRequest, type FieldOnSheet, type SheetChange, type SheetState } from '../sheet/sheetState';

interface SuggestedTextOnSheet extends Required<Pick<FieldOnSheet<NewerField>, 'icon' | 'notes'>> {
  readonly explanation: () => string;
}

/** A field with a text that the service's API suggests. The user may write another text, or send none. */
export function suggestedTextField<Field extends NewerField>(
  field: Field,
  { explanation, ...shown }: SuggestedTextOnSheet,
): FieldOnSheet<Field> {
  return {
    ...shown,
    isSentByDefault: true,
    // The text may name the result branch, which the request of the rows lacks. So the whole request is used.
    value: (text, state) => beginning(sheetRequest(state)[field] ?? text),
    edit: (state) => editText(field, explanation(), state),
  };
}

async function editText(field: NewerField, prompt: string, state: SheetState): Promise<SheetChange> {
  const suggested = sheetRequest({ ...state, draft: withoutField(state.draft, field) })[field] ?? '';
  const value = sheetRequest(state)[field] ?? suggested;
  const text = await askText({ title: requestFieldTitle(field), prompt, value, isContinued: true });
  if (text === undefined) return {};
  return {
    edit: (draft) => (text === suggested ? withoutField(draft, field) : withField(draft, field, text || null)),
  };
}
