import assert from 'node:assert/strict';
import { Redactor } from '../../src/base/redactor';
import * as vscode from 'vscode';
import { ChannelLog } from '../../src/base/vscode/log';
import { replaced } from '../support/replaced';

describe('The log', () => {
  it("says nothing after it's closed, and doesn't fail", () => {
    const log = new ChannelLog('Agent Conversations (test)', new Redactor());
    log.info('Before.', { and: 'after' });
    log.dispose();
    for (const level of ['debug', 'info', 'warn', 'error'] as const) assert.doesNotThrow(() => log[level]('After.'));
    assert.doesNotThrow(() => log.dispose());
  });

  it('has each detail that is known, even if it is false, zero or empty, and no secret', () => {
    const lines: string[] = [];
    const info = (line: string) => lines.push(line);
    const redactor = new Redactor();
    redactor.add('my-secret-key');
    using _ = replaced(vscode.window, { createOutputChannel: () => ({ info, show: () => lines.push('shown') }) });
    const log = new ChannelLog('Agent Conversations (test)', redactor);
    log.info('Sent my-secret-key.', { accept: false, count: 0, text: '', cause: undefined, key: 'my-secret-key' });
    log.show();
    assert.deepEqual(lines, ['[redacted] accept=false count=0 text="" [redacted]', 'shown']);
  });
});
