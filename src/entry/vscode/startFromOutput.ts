import * as vscode from 'vscode';
import { withAttachment } from '../../draft/draft';
import { placeOf, plainAttachment, testFailureAttachment, withUniqueName } from '../attachments';
import { ExplainedError } from '../../base/vscode/explanation';
import { addAndReview, type EntryPoint, withAttachments } from './addAndReview';
import { isRecord } from '../../base/json';
import { oneAtATime } from '../../base/lifecycle';
import { locate } from '../../repository/vscode/locate';

/** A key that is held runs the command again meanwhile, which would find the selection in the clipboard and restore that. */
const inTurn = oneAtATime();

export const startFromTerminal: EntryPoint = (ports) =>
  addAndReview(ports, async () => {
    const terminal = vscode.window.activeTerminal;
    if (!terminal) throw new ExplainedError(vscode.l10n.t('No terminal is open.'));
    const attachment = plainAttachment('terminal', terminal.name, await inTurn(selectionOfTerminal));
    if (!attachment) {
      throw new ExplainedError(vscode.l10n.t('Nothing is selected. Select text in the terminal first.'));
    }
    return (draft) => withAttachment(draft, withUniqueName(attachment, draft));
  });

/**
 * Extensions can read the selection only through the clipboard, whose text is restored afterwards. A clipboard without
 * text may contain an image, which extensions can't read or restore: then only the terminal's own copy may replace it.
 */
async function selectionOfTerminal(): Promise<string> {
  const { clipboard } = vscode.env;
  const before = await clipboard.readText();
  try {
    // Without a selection, nothing is copied, and the previous text would be mistaken for the selection.
    if (before !== '') await clipboard.writeText('');
    await vscode.commands.executeCommand('workbench.action.terminal.copySelection');
    return await clipboard.readText();
  } finally {
    if (before !== '') await clipboard.writeText(before);
  }
}

export const startFromTestFailure: EntryPoint = (ports, argument) =>
  addAndReview(ports, async () => {
    if (!isFailedTest(argument)) return undefined;
    const { test, message } = argument;
    const uri = message.location?.uri ?? test.uri;
    const line = (message.location?.range ?? test.range)?.start.line;
    const located = uri && (await locate(uri, ports.workspace));
    const { path } = located ?? {};
    const attachment = testFailureAttachment({
      labels: labelsOf(test),
      message: typeof message.message === 'string' ? message.message : message.message.value,
      expected: message.expectedOutput,
      actual: message.actualOutput,
      place: path === undefined || line === undefined ? path : placeOf(path, { first: line + 1, last: line + 1 }),
    });
    return (draft) => withAttachments(draft, [attachment], located);
  });

function isFailedTest(argument: unknown): argument is { test: vscode.TestItem; message: vscode.TestMessage } {
  if (!isRecord(argument)) return false;
  const { test, message } = argument;
  const said = isRecord(message) ? message['message'] : undefined;
  return isRecord(test) && typeof test['label'] === 'string' && (typeof said === 'string' || isRecord(said));
}

function labelsOf(test: vscode.TestItem): string[] {
  return [...(test.parent ? labelsOf(test.parent) : []), test.label];
}
