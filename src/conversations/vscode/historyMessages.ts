import { l10n } from 'vscode';
import type { HistoryError, HistoryTrouble } from '../common/history';
import { seeLog, type Explanation } from '../../base/vscode/explanation';
import { plainNotification } from '../../base/common/text';

/** Message that the conversations view shows above its rows. */
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
        "Damaged lines in the history: {0}. They were moved to {1}; everything else is here. Delete that file if you don't need them.",
        trouble.lines,
        file,
      );
    case 'damaged':
      return l10n.t(
        "Damaged lines in the history: {0}. They're skipped; everything else is here. The file is {1}.",
        trouble.lines,
        file,
      );
    case 'newer':
      return l10n.t(
        "Part of the history was written by a newer version of this extension and isn't shown. Update the extension to see it.",
      );
    case 'unwritten':
      return l10n.t(
        "The outcome of some conversations couldn't be saved to the history ({0}). Only this window knows it until saving works again. Free up disk space, or fix the permissions of {1}.",
        trouble.code,
        file,
      );
  }
}

/** Nothing was sent: a start is written before it is sent. */
export function explainHistory({ action, code, file }: HistoryError): Explanation {
  if (action === 'read') return seeLog(unreadable(file, code));
  return seeLog(
    l10n.t(
      "Nothing was sent because the history couldn't be saved ({0}). Free up disk space, or fix the permissions of {1}.",
      code,
      file,
    ),
  );
}

function unreadable(file: string, code: string): string {
  return l10n.t(
    "The conversation history can't be read ({0}), and nothing can be started until it can. Fix the permissions of {1}, or move the file.",
    code,
    file,
  );
}
