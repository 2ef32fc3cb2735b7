import { l10n } from 'vscode';
import type { Filler } from '../common/filling';

/** "from a link": beside a value that somebody else filled in. */
export function fillerWords(filler: Filler): string {
  switch (filler) {
    case 'link':
      return l10n.t({ message: 'from a link', comment: 'Beside a value that a link filled in' });
    case 'chat':
      return l10n.t({ message: 'from a chat', comment: 'Beside a value that a chat filled in' });
    case 'tool':
      return l10n.t({ message: 'from a language model', comment: 'Beside a value that a model filled in' });
    case 'command':
      return l10n.t({ message: 'from a command', comment: 'Beside a value that a command filled in' });
  }
}

/** The question before it is sent. */
export function fillerQuestion(filler: Filler): string {
  switch (filler) {
    case 'link':
      return l10n.t('Start what a link filled in?');
    case 'chat':
      return l10n.t('Start what a chat filled in?');
    case 'tool':
      return l10n.t('Start what a language model filled in?');
    case 'command':
      return l10n.t('Start what a command filled in?');
  }
}
