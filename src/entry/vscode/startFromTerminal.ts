import * as vscode from 'vscode';
import { withAttachment, type Attachment, type Draft } from '../../draft/common/draft';
import { terminalAttachment } from '../common/attachments';
import { ExplainedError } from '../../base/vscode/explanation';
import { handOver, type HandOver } from './handOver';

/** Attaches the text selected in the active terminal. */
export const startFromTerminal: HandOver = (ports) =>
  handOver(ports, async (draft) => {
    const terminal = vscode.window.activeTerminal;
    if (!terminal) throw new ExplainedError(vscode.l10n.t('No terminal is open.'));
    const attachment = terminalAttachment(terminal.name, await selectionOfTerminal());
    if (!attachment) {
      throw new ExplainedError(vscode.l10n.t('Nothing is selected. Select text in the terminal first.'));
    }
    return withAttachment(draft, besideOthers(attachment, draft));
  });

/**
 * Extensions can read the selection only through the clipboard, whose text is restored afterwards. A clipboard without
 * text may contain an image, which extensions can't read or restore: then only the terminal's own copy may replace it.
 */
async function selectionOfTerminal(): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  try {
    // Without a selection nothing is copied: the previous text would be mistaken for one.
    if (before !== '') await clipboard.writeText('');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    return await clipboard.readText();
  } finally {
    if (before !== '') await clipboard.writeText(before);
  }
}

/** A terminal's name doesn't identify the selected text: a second selection doesn't replace the first. */
function besideOthers(attachment: Attachment, { attachments = [] }: Draft): Attachment {
  const { kind, about = '', text } = attachment;
  const isFree = (name: string) =>
    attachments.every((other) => other.kind !== kind || other.about !== name || other.text === text);
  for (let number = 1; ; number++) {
    const name = number === 1 ? about : `${about} (${number})`;
    if (isFree(name)) return { ...attachment, about: name };
  }
}
