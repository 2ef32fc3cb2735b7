import { l10n } from 'vscode';
import type { DraftError } from '../common/draftError';
import { seeLog, type Explanation } from '../../base/vscode/explanation';

/** Nothing is written over what cannot be read. */
export function explainDraft({ action, code, file }: DraftError): Explanation {
  if (action === 'read') {
    return seeLog(
      l10n.t(
        'The message that you were writing cannot be read ({0}). It is still there, and nothing is written over it: mend the permissions of {1}, or move it away.',
        code,
        file,
      ),
    );
  }
  return seeLog(
    l10n.t(
      'The message that you are writing cannot be kept on disk ({0}): only this window has it. Make room on the disk, or mend the permissions of {1}.',
      code,
      file,
    ),
  );
}
