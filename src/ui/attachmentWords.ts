import { l10n } from 'vscode';
import type { Attachment } from '../domain/draft';

/** What an attachment is, in half a sentence: "changes that are only here", "selection src/parser.ts:3-9". */
export function attachmentWords({ kind, about = '' }: Attachment): string {
  switch (kind) {
    case 'changes':
      return l10n.t('changes that are only here');
    case 'selection':
      return l10n.t('selection {0}', about);
    case 'file':
      return l10n.t('file {0}', about);
    case 'problem':
      return l10n.t('problem {0}', about);
    case 'comment':
      return l10n.t('comment {0}', about);
    case 'conflicts':
      return l10n.t('merge conflicts');
    case 'terminal':
      return l10n.t('selection of the terminal {0}', about);
    case 'testFailure':
      return l10n.t('failed test {0}', about);
    case 'chat':
      return l10n.t('{0} of the chat', about);
  }
}

const icons: Readonly<Record<Attachment['kind'], string>> = {
  changes: 'diff',
  selection: 'list-selection',
  file: 'file',
  problem: 'error',
  comment: 'comment',
  conflicts: 'git-merge',
  terminal: 'terminal',
  testFailure: 'beaker',
  chat: 'comment-discussion',
};

export function attachmentIcon(kind: Attachment['kind']): string {
  return icons[kind];
}
