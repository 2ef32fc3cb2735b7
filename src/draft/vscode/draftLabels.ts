import { l10n } from 'vscode';
import { firstLine } from '../../base/text';
import { formatLength } from '../../base/vscode/units';
import { messageOf, type Attachment, type Draft, type Filler } from '../draft';
import type { DraftError } from '../draftFiles';

/** `about` is the subject, as in {@link Attachment}. */
export const attachmentTexts = {
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
  terminal: {
    icon: 'terminal',
    words: (about) =>
      l10n.t({ message: 'selection in terminal {0}', args: [about], comment: '{0} is the name of the terminal' }),
  },
  testFailure: { icon: 'beaker', words: (about) => l10n.t('failed test {0}', about) },
  chat: {
    icon: 'comment-discussion',
    words: (about) =>
      l10n.t({ message: '{0} from chat', args: [about], comment: '{0} is the name of what a chat refers to' }),
  },
} satisfies Record<Attachment['kind'], { icon: string; words: (about: string) => string }>;

/** Short description of an attachment: "local changes", "selection src/parser.ts:3-9". */
export function attachmentLabel({ kind, about = '' }: Attachment): string {
  return attachmentTexts[kind].words(about);
}

/** Text beside *Start*, and the question before starting, if the user didn't fill in everything. */
export const fillerTexts = {
  link: {
    words: () => l10n.t({ message: 'from a link', comment: 'Beside Start: a link filled in the sheet' }),
    question: () => l10n.t('Start the conversation this link filled in?'),
  },
  chat: {
    words: () => l10n.t({ message: 'from a chat', comment: 'Beside Start: a chat filled in the sheet' }),
    question: () => l10n.t('Start the conversation this chat filled in?'),
  },
  tool: {
    words: () => l10n.t({ message: 'from a language model', comment: 'Beside Start: a model filled in the sheet' }),
    question: () => l10n.t('Start the conversation this language model filled in?'),
  },
  command: {
    words: () => l10n.t({ message: 'from a command', comment: 'Beside Start: a command filled in the sheet' }),
    question: () => l10n.t('Start the conversation this command filled in?'),
  },
} satisfies Record<Filler, { words: () => string; question: () => string }>;

/** Message about a draft that can't be used. An unreadable draft is never overwritten: a new one is begun. */
export function draftSentence({ action, code, file }: DraftError): string {
  switch (code) {
    case 'setAside':
      return l10n.t("A draft was damaged and isn't offered. It was moved to {0}", file);
    case 'elsewhere':
      return l10n.t(
        'Another window has sent, changed, or discarded this message. To send it from here as well, select Start again.',
      );
    case 'taken':
      return l10n.t(
        "Another window has sent, changed, or discarded this message. If it's still a draft, go on with it there, or select Open Draft... on the review sheet.",
      );
    case 'held':
      return l10n.t('This draft is being sent, or is open in another window. Close its review sheet there first.');
    case 'gone':
      return l10n.t('This draft was sent or discarded.');
    case 'unsaved':
      return l10n.t("The message in the editor can't be saved. Save it first.");
    case 'newer':
      return l10n.t(
        "A draft was saved by a newer version of this extension and isn't offered. Update the extension, or move {0}.",
        file,
      );
  }
  if (action === 'read')
    return l10n.t(
      "A draft can't be read ({0}), and is neither offered nor overwritten. Fix the permissions of {1}, or move the file.",
      code,
      file,
    );
  if (action === 'delete')
    return l10n.t("The draft can't be deleted ({0}). Fix the permissions of {1}, or delete it there.", code, file);
  return l10n.t(
    "Your draft can't be saved to disk ({0}): only this window has it. Free up disk space, or fix the permissions of {1}.",
    code,
    file,
  );
}

/** Maximum length of a text's first line, in characters: leaves room for the rest of the row. */
const maxLine = 80;

export function beginning(text: string): string {
  return firstLine(text, maxLine) ?? '';
}

export function joined(...words: readonly (string | undefined)[]): string {
  return words.filter(Boolean).join(' · ');
}

/** "Fix the parser": a message by its first line. */
export function messageLine(draft: Draft): string {
  const message = messageOf(draft);
  return message.trim() === '' ? l10n.t('Empty message') : beginning(message);
}

/** "2,140 characters"; `undefined` if it is empty. */
export function messageLength(draft: Draft): string | undefined {
  const message = messageOf(draft);
  return message.trim() === '' ? undefined : formatLength(message);
}
