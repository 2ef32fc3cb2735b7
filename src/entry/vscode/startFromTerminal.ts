import * as vscode from 'vscode';
import { withAttachment, type Attachment, type Draft } from '../../draft/common/draft';
import { terminalAttachment } from '../common/attachments';
import { ExplainedError } from '../../base/vscode/explanation';
import { handOver, type HandOver } from './handOver';

/** Hands over what is selected in the active terminal. */
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
 * Extensions can get at it only by way of the clipboard, which gets back the text that it had. Without one it may have a
 * picture, which no extension can read or put back: then nothing but the terminal's own copy may replace it.
 */
async function selectionOfTerminal(): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  try {
    // Without a selection nothing is copied: what was there before would look like one.
    if (before !== '') await clipboard.writeText('');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    return await clipboard.readText();
  } finally {
    if (before !== '') await clipboard.writeText(before);
  }
}

/** A terminal's name says nothing of what was selected in it: a second selection does not replace the first. */
function besideOthers(attachment: Attachment, { attachments = [] }: Draft): Attachment {
  const { kind, about = '', text } = attachment;
  const isFree = (name: string) =>
    attachments.every((other) => other.kind !== kind || other.about !== name || other.text === text);
  for (let number = 1; ; number++) {
    const name = number === 1 ? about : `${about} (${number})`;
    if (isFree(name)) return { ...attachment, about: name };
  }
}
