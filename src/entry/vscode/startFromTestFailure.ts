import type * as vscode from 'vscode';
import { testFailureAttachment } from '../common/attachments';
import { placeOf, textOfMarkdown } from '../common/codeMarkdown';
import { isRecord } from '../../base/common/json';
import { handOver, withPieces, type HandOver } from './handOver';
import { locate } from '../../repository/vscode/locate';

/** Argument of the menu on a test's message. */
interface FailedTest {
  readonly test: vscode.TestItem;
  readonly message: vscode.TestMessage;
}

/** Attaches the message of a failed test. */
export const startFromTestFailure: HandOver = (ports, argument) =>
  handOver(ports, async (draft) => {
    if (!isFailedTest(argument)) return undefined;
    const { test, message } = argument;
    const uri = message.location?.uri ?? test.uri;
    const line = (message.location?.range ?? test.range)?.start.line;
    const located = uri && (await locate(uri, ports.workspace));
    const { path } = located ?? {};
    const attachment = testFailureAttachment({
      labels: labelsOf(test),
      message: typeof message.message === 'string' ? message.message : textOfMarkdown(message.message.value),
      expected: message.expectedOutput,
      actual: message.actualOutput,
      place: path === undefined || line === undefined ? path : placeOf(path, { first: line + 1, last: line + 1 }),
    });
    return withPieces(draft, [attachment], located?.repository);
  });

function isFailedTest(argument: unknown): argument is FailedTest {
  if (!isRecord(argument)) return false;
  const { test, message } = argument;
  const said = isRecord(message) ? message['message'] : undefined;
  return isRecord(test) && typeof test['label'] === 'string' && (typeof said === 'string' || isRecord(said));
}

function labelsOf(test: vscode.TestItem): string[] {
  return [...(test.parent ? labelsOf(test.parent) : []), test.label];
}
