import { l10n } from 'vscode';
import type { HistoryError, HistoryTrouble } from '../common/history';
import { seeLog, type Explanation } from '../../base/vscode/explanation';
import { plainNotification } from '../../base/common/text';

/** What the conversations view says above its rows. */
export function historyMessage(troubles: readonly HistoryTrouble[]): string {
  return plainNotification(troubles.map(troubleMessage).join(' '));
}

function troubleMessage(trouble: HistoryTrouble): string {
  const { file } = trouble;
  switch (trouble.kind) {
    case 'unreadable':
      return unreadable(file, trouble.code);
    case 'quarantined':
      return l10n.t(
        'Lines of the history that were damaged: {0}. They were moved to {1}; all else is here. Delete that file when you do not need them.',
        trouble.lines,
        file,
      );
    case 'damaged':
      return l10n.t(
        'Lines of the history that are damaged: {0}. They are left out; all else is here. The file is {1}.',
        trouble.lines,
        file,
      );
    case 'newer':
      return l10n.t(
        'A newer version of this extension wrote some of the history, which is left out here. Update the extension to see it.',
      );
    case 'unwritten':
      return l10n.t(
        'What became of some conversations cannot be written into the history ({0}): only this window knows it, until something can be written again. Make room on the disk, or mend the permissions of {1}.',
        trouble.code,
        file,
      );
  }
}

/** Nothing was sent: a start is written down before it leaves. */
export function explainHistory({ action, code, file }: HistoryError): Explanation {
  if (action === 'read') return seeLog(unreadable(file, code));
  return seeLog(
    l10n.t(
      'Nothing was sent: a start is written down first, and that failed ({0}). Make room on the disk, or mend the permissions of {1}.',
      code,
      file,
    ),
  );
}

function unreadable(file: string, code: string): string {
  return l10n.t(
    'The history of conversations cannot be read ({0}), and nothing is started until it can: mend the permissions of {1}, or move it away.',
    code,
    file,
  );
}
