import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Redactor } from '../../src/base/redactor';
import { ChannelLog } from '../../src/base/vscode/log';

describe('The log', () => {
  it("says nothing after it's closed, and doesn't fail", () => {
    const log = new ChannelLog('Agent Conversations (test)', new Redactor());
    log.info('Before.', { and: 'after' });
    log.dispose();
    for (const level of ['debug', 'info', 'warn', 'error'] as const) assert.doesNotThrow(() => log[level]('After.'));
    assert.doesNotThrow(() => log.revealHidden());
    assert.doesNotThrow(() => log.dispose());
  });

  it('keeps what its level hides, and adds it once when something went wrong', () => {
    const written: string[] = [];
    const { createOutputChannel } = vscode.window;
    const write = (level: string) => (line: string) => written.push(`${level} ${line}`);
    const channel = {
      ...{ logLevel: vscode.LogLevel.Warning, dispose: () => undefined },
      ...{ debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    };
    Object.assign(vscode.window, { createOutputChannel: () => channel });
    try {
      const log = new ChannelLog('Agent Conversations (test)', new Redactor());
      log.debug('One.', { of: 1, unknown: undefined });
      log.info('Two.');
      log.warn('Three.');
      log.revealHidden();
      log.revealHidden();
      channel.logLevel = vscode.LogLevel.Off;
      log.error('Four.');
      log.revealHidden();
      channel.logLevel = vscode.LogLevel.Error;
      log.revealHidden();
    } finally {
      Object.assign(vscode.window, { createOutputChannel });
    }
    assert.deepEqual(
      written.map((line) => line.replaceAll(/\d+-\d+-\S+Z/g, 'TIME')),
      [
        'warn Three.',
        'warn Earlier, hidden by the log level:\nTIME [debug] One. of=1\nTIME [info] Two.',
        'error Earlier, hidden by the log level:\nTIME [error] Four.',
      ],
    );
  });
});
