import assert from 'node:assert/strict';
import { HiddenLines } from '../../../src/base/hiddenLines';
import { Redactor } from '../../../src/base/redactor';
import { marked } from '../../support/markedSecrets';

describe('the lines that the level of the log has hidden', () => {
  it('are the last two hundred, oldest first, and each is taken once', () => {
    const hidden = new HiddenLines(new Redactor());
    for (let line = 0; line < 250; line++) hidden.add(`line ${line}`);
    const lines = hidden.take();
    assert.deepEqual([lines.length, lines[0], lines.at(-1), hidden.take()], [200, 'line 50', 'line 249', []]);
  });

  it('are no longer than a screen', () => {
    const hidden = new HiddenLines(new Redactor());
    hidden.add('x'.repeat(100_000));
    assert.equal(hidden.take().join().length, 2000);
  });

  it('have no secret that was known when they were written, or is when they are shown', () => {
    const redactor = new Redactor();
    const hidden = new HiddenLines(redactor);
    redactor.add(marked('known'));
    hidden.add(`first ${marked('known')}`);
    hidden.add(`then ${marked('learned')}`);
    redactor.add(marked('learned'));
    const lines = hidden.take().join();
    assert.match(lines, /^first \[redacted\],then \[redacted\]$/);
  });
});
