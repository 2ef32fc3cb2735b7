import { formatLength } from '../../../base/vscode/units';
import { beginning, joined } from '../messageWords';
import { withTarget } from '../sheet/sheetState';
import type { RequestField } from './requestFields';

/** It is typed on the sheet; choosing it continues in an editor. */
export const messageField: RequestField<'initial_user_msg'> = {
  icon: 'edit',
  value: (message) => joined(beginning(message), formatLength(message)),
  edit: async (state, ports) => {
    await ports.writeInEditor(withTarget(state));
    return { leaves: true };
  },
};
