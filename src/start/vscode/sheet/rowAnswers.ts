import { withoutAttachment } from '../../../draft/common/draft';
import { copyAsCurl, previewRequest } from './requestPreview';
import { requestFields } from '../fields/requestFields';
import { fixWarning } from './sheetFixes';
import type { RowAction } from './sheetRows';
import type { Edited, SheetPorts, SheetState } from './sheetState';
import { useTemplate } from './useTemplate';

/** Does what choosing a row stands for. Returns what changed on the sheet by it. */
export async function answerRow(action: RowAction, state: SheetState, ports: SheetPorts): Promise<Edited> {
  switch (action.kind) {
    case 'field':
      return requestFields[action.field].edit(state, ports);
    case 'warning':
      return fixWarning(action.warning, state, ports);
    case 'attachment':
      return { draft: withoutAttachment(state.draft, action.attachment) };
    case 'template':
      return useTemplate(state, ports);
    case 'preview':
      // The sheet would be in front of it: it comes back when the preview is closed.
      await (
        await previewRequest(state, ports)
      ).closed;
      return {};
    case 'curl':
      await copyAsCurl(state, ports);
      return {};
    case 'start':
      return {};
  }
}
