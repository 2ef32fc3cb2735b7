import { l10n } from 'vscode';
import { requestPreviewText } from '../../../draft/common/requestText';
import type { OpenPreview } from '../requestPreviews';
import { sheetRequest, type SheetPorts, type SheetState } from './sheetState';

/** Opens the JSON that would be sent if "Start" were chosen now, secrets masked, as a read-only document. */
export async function previewRequest(
  state: SheetState,
  { previews, redactor }: Pick<SheetPorts, 'previews' | 'redactor'>,
): Promise<OpenPreview> {
  const leftOut = (characters: number) => l10n.t('… ({0} characters are not shown)', characters);
  return (await previews()).show('request.json', requestPreviewText(sheetRequest(state), redactor, leftOut));
}
