import { l10n } from 'vscode';
import { seeLog, type Explanation } from '../../base/vscode/explanation';
import { plainNotification } from '../../base/text';
import type { HistoryError, HistoryTrouble } from '../historyFiles';

export function historyMessage(troubles: readonly HistoryTrouble[]): string {
  return plainNotification(troubles.map(troubleMessage).join(' '));
}

function troubleMessage(trouble: HistoryTrouble): string {
  const { file } = trouble;
  switch (trouble.kind) {
    case 'unreadable':
      return unreadable(file, trouble.code);
    case 'damaged':
      return l10n.t(
        "Damaged files in the history are skipped: {0}. The first one is now {1}: delete it if you don't need it.",
        trouble.files,
        file,
      );
    case 'newer':
      return l10n.t(
        "Conversations saved by a newer version of this extension aren't shown: {0}. Update the extension to see them.",
        trouble.files,
      );
    case 'unwritten':
      return l10n.t(
        "The outcome of some conversations couldn't be saved to the history ({0}): only this window knows it. Free up disk space, or fix the permissions of {1}.",
        trouble.code,
        file,
      );
  }
}

export function explainHistory({ action, code, file }: HistoryError): Explanation {
  switch (action) {
    case 'read':
      return seeLog(unreadable(file, code));
    case 'write':
      return seeLog(
        l10n.t(
          "The conversation can't be saved to the history ({0}). Free up disk space, or fix the permissions of {1}.",
          code,
          file,
        ),
      );
    case 'delete':
      return seeLog(
        l10n.t("The conversation can't be removed from the history ({0}). Fix the permissions of {1}.", code, file),
      );
  }
}

function unreadable(file: string, code: string): string {
  return l10n.t("The conversation history can't be read ({0}). Fix the permissions of {1}, or move it.", code, file);
}
