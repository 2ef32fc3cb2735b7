import assert from 'node:assert/strict';
import { Redactor } from '../../src/base/redactor';
import { ChannelLog } from '../../src/base/vscode/log';

describe('The log', () => {
  it("says nothing after it's closed, and doesn't fail", () => {
    const log = new ChannelLog('Agent Conversations (test)', new Redactor());
    log.info('Before.', { and: 'after' });
    log.dispose();
    for (const level of ['debug', 'info', 'warn', 'error'] as const) assert.doesNotThrow(() => log[level]('After.'));
    assert.doesNotThrow(() => log.dispose());
  });
});
