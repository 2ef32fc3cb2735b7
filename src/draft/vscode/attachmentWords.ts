import { l10n } from 'vscode';
import type { Attachment } from '../common/draft';

/** What an attachment is, in half a sentence: "changes that are only here", "selection src/parser.ts:3-9". */
export function attachmentWords({ kind, about = '' }: Attachment): string {
  switch (kind) {
    case 'changes':
      return l10n.t('changes that are only here');
    case 'selection':
      return l10n.t({ message: 'selection {0}', args: [about], comment: '{0} is a file with its lines' });
    case 'file':
      return l10n.t('file {0}', about);
    case 'problem':
      return l10n.t({ message: 'problem {0}', args: [about], comment: '{0} is a file with its lines' });
    case 'comment':
      return l10n.t({ message: 'comment {0}', args: [about], comment: '{0} is a file with its line' });
    case 'conflicts':
      return l10n.t('merge conflicts');
    case 'terminal':
      return l10n.t({
        message: 'selection of the terminal {0}',
        args: [about],
        comment: '{0} is the name of the terminal',
      });
    case 'testFailure':
      return l10n.t('failed test {0}', about);
    case 'chat':
      return l10n.t({ message: '{0} of the chat', args: [about], comment: '{0} is the name of what a chat refers to' });
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
