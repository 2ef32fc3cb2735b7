import type { Attachment } from '../../draft/common/draft';
import { fence } from '../../base/common/markup';
import { codeSpan } from './codeSpan';
import { withoutControls } from './terminalAttachment';

export interface TestFailure {
  /** From the outermost suite to the test. */
  readonly labels: readonly string[];
  readonly message: string;
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
  /** `test/math.test.ts:12`; `undefined` when nobody said where it failed. */
  readonly place?: string | undefined;
}

export function testFailureAttachment({ labels, message, expected, actual, place }: TestFailure): Attachment {
  const name = labels.join(' > ');
  const where = place === undefined ? '' : ` at ${codeSpan(place)}`;
  const block = (text: string) => fence(withoutControls(text), 'text');
  const parts = [
    `The test ${codeSpan(name)} fails${where}:`,
    block(message),
    expected === undefined ? undefined : `Expected:\n\n${block(expected)}`,
    actual === undefined ? undefined : `Actual:\n\n${block(actual)}`,
  ];
  const about = place === undefined ? name : `${name} (${place})`;
  return { kind: 'testFailure', about, text: parts.filter((part) => part !== undefined).join('\n\n') };
}
