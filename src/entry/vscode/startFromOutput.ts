import * as vscode from 'vscode';
import { withAttachment } from '../../draft/draft';
import { placeOf, plainAttachment, testFailureAttachment, withUniqueName } from '../attachments';
import { ExplainedError } from '../../base/vscode/explanation';
import { entryPoint, withAttachments } from './addAndReview';
import { isRecord } from '../../base/json';
import { oneAtATime } from '../../base/lifecycle';
import { locate } from '../../repository/vscode/locate';

/** A key that is held runs the command again meanwhile, which would find the selection in the clipboard and restore that. */
const inTurn = oneAtATime();

export const startFromTerminal = entryPoint(
  () => {
    const terminal = vscode.window.activeTerminal;
    if (!terminal) throw new ExplainedError(vscode.l10n.t('No terminal is open.'));
    const selection = inTurn(selectionOfTerminal);
    // If the drafts can't be read, nobody awaits it, and its rejection would be unhandled.
    selection.catch(() => undefined);
    return { name: terminal.name, selection };
  },
  async ({ name, selection }) => {
    const attachment = plainAttachment('terminal', name, await selection);
    if (!attachment) {
      throw new ExplainedError(vscode.l10n.t('Nothing is selected. Select text in the terminal first.'));
    }
    return (draft) => withAttachment(draft, withUniqueName(attachment, draft));
  },
);

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

export const startFromTestFailure = entryPoint(
  (argument) => {
    if (!isFailedTest(argument)) return undefined;
    const { test, message } = argument;
    return {
      uri: message.location?.uri ?? test.uri,
      line: (message.location?.range ?? test.range)?.start.line,
      labels: labelsOf(test),
      message: typeof message.message === 'string' ? message.message : message.message.value,
      expected: message.expectedOutput,
      actual: message.actualOutput,
    };
  },
  async (pointed, { workspace }) => {
    if (!pointed) return undefined;
    const { uri, line, ...failure } = pointed;
    const located = uri && (await locate(uri, workspace));
    const { path } = located ?? {};
    const isLineKnown = path !== undefined && line !== undefined;
    const place = isLineKnown ? placeOf(path, { first: line + 1, last: line + 1 }) : path;
    const attachment = testFailureAttachment({ ...failure, place });
    return (draft) => withAttachments(draft, [attachment], located);
  },
);

function isFailedTest(argument: unknown): argument is { test: vscode.TestItem; message: vscode.TestMessage } {
  if (!isRecord(argument)) return false;
  const { test, message } = argument;
  const said = isRecord(message) ? message['message'] : undefined;
  return isRecord(test) && typeof test['label'] === 'string' && (typeof said === 'string' || isRecord(said));
}

function labelsOf(test: vscode.TestItem): string[] {
  return [...(test.parent ? labelsOf(test.parent) : []), test.label];
}
