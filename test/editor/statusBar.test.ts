import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Conversation } from '../../src/conversations/conversation';
import { statusBarContent } from '../../src/conversations/vscode/statusBarContent';

const now = 1_700_000_000_000;

function reported(status: string): Conversation {
  return { id: '1', baseUrl: 'http://a', request: {}, outcome: 'started', sentAt: now, deadline: now, status };
}

describe('The status bar', () => {
  it('takes little space, however long the state that a service reports; its tooltip has all of it', () => {
    const status = 'WAITING_FOR_SOMETHING_THAT_NOBODY_HAS_HEARD_OF';
    const { text, tooltip } = statusBarContent(reported(status), now);
    assert.equal(text, '$(circle-outline) Agent: WAITING_FOR_SOMETHING_THAT_NO…');
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.ok(tooltip.value.includes(status.replaceAll('_', '\\_')), tooltip.value);
  });

  it('shows no icon that a service names', () => {
    assert.equal(statusBarContent(reported('$(zap) on'), now).text, '$(circle-outline) Agent: \\$(zap) on');
  });
});
