import { l10n } from 'vscode';
import type { Attachment } from '../common/draft';
import type { Filler } from '../common/filling';

interface AttachmentDescription {
  readonly icon: string;
  /** @param about the subject, as in {@link Attachment} */
  readonly words: (about: string) => string;
}

const attachments = {
  changes: { icon: 'diff', words: () => l10n.t('local changes') },
  selection: {
    icon: 'list-selection',
    words: (about) => l10n.t({ message: 'selection {0}', args: [about], comment: '{0} is a file with its lines' }),
  },
  file: { icon: 'file', words: (about) => l10n.t('file {0}', about) },
  problem: {
    icon: 'error',
    words: (about) => l10n.t({ message: 'problem {0}', args: [about], comment: '{0} is a file with its lines' }),
  },
  comment: {
    icon: 'comment',
    words: (about) => l10n.t({ message: 'comment {0}', args: [about], comment: '{0} is a file with its line' }),
  },
  conflicts: { icon: 'git-merge', words: () => l10n.t('merge conflicts') },
  terminal: {
    icon: 'terminal',
    words: (about) =>
      l10n.t({
        message: 'selection in terminal {0}',
        args: [about],
        comment: '{0} is the name of the terminal',
      }),
  },
  testFailure: { icon: 'beaker', words: (about) => l10n.t('failed test {0}', about) },
  chat: {
    icon: 'comment-discussion',
    words: (about) =>
      l10n.t({ message: '{0} from chat', args: [about], comment: '{0} is the name of what a chat refers to' }),
  },
} satisfies Record<Attachment['kind'], AttachmentDescription>;

/** Short description of an attachment: "local changes", "selection src/parser.ts:3-9". */
export function attachmentLabel({ kind, about = '' }: Attachment): string {
  return attachments[kind].words(about);
}

export function attachmentIcon(kind: Attachment['kind']): string {
  return attachments[kind].icon;
}

const fillers = {
  link: {
    words: () => l10n.t({ message: 'from a link', comment: 'Beside a value that a link filled in' }),
    question: () => l10n.t('Start the conversation this link filled in?'),
  },
  chat: {
    words: () => l10n.t({ message: 'from a chat', comment: 'Beside a value that a chat filled in' }),
    question: () => l10n.t('Start the conversation this chat filled in?'),
  },
  tool: {
    words: () => l10n.t({ message: 'from a language model', comment: 'Beside a value that a model filled in' }),
    question: () => l10n.t('Start the conversation this language model filled in?'),
  },
  command: {
    words: () => l10n.t({ message: 'from a command', comment: 'Beside a value that a command filled in' }),
    question: () => l10n.t('Start the conversation this command filled in?'),
  },
} satisfies Record<Filler, { words: () => string; question: () => string }>;

/** "from a link": shown beside a value that the user didn't fill in. */
export function fillerLabel(filler: Filler): string {
  return fillers[filler].words();
}

/** The confirmation before it is sent. */
export function fillerQuestion(filler: Filler): string {
  return fillers[filler].question();
}
