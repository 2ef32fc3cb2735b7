import assert from 'node:assert/strict';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { Redactor } from '../../src/base/redactor';
import type { Conversation } from '../../src/conversations/conversation';
import { readServerMessage } from '../../src/client/serverText';
import { ServiceError } from '../../src/client/serviceError';
import type { SettingsRow } from '../../src/settings/settingsOutline';
import { conversationTooltip, nodeItem } from '../../src/conversations/vscode/conversationItems';
import { explain } from '../../src/start/vscode/explain';
import { plainNotification } from '../../src/base/text';
import { rowItem, rowTooltip } from '../../src/settings/vscode/settingsItems';
import { statusBarContent } from '../../src/conversations/vscode/statusBarContent';
import { hostileText } from '../support/hostileText';
import { thisProcess } from '../../src/base/processes';

const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\p{Default_Ignorable_Code_Point}]/u;
/** Text that VS Code's notifications and quick inputs turn into a link or an icon. */
const linkOrIcon = /\]\(|\$\(/;

describe('Text from the service', () => {
  const forAll = (check: (text: string) => void) => fc.assert(fc.property(hostileText, check), { numRuns: 500 });

  it('is plain text in a notification', () => {
    forAll((text) => {
      for (const body of [text, { message: text }, { detail: [{ loc: ['body', text], msg: text, type: text }] }]) {
        const shown = plainNotification(explain(refusedWith(body)).sentence);
        assert.doesNotMatch(shown, unseen);
        assert.doesNotMatch(shown, linkOrIcon);
        assert.ok(shown.length < 1500);
      }
    });
  });

  it('is plain text in a row of the settings and its tooltip', () => {
    forAll((text) => {
      const row: SettingsRow = {
        id: '/x',
        name: text,
        fieldNames: [text],
        value: { kind: 'text', text },
        origin: 'sent',
        isDefault: false,
        isOfAnotherType: false,
        hasChildren: false,
        children: [],
      };
      const { label, description } = rowItem(row);
      for (const shown of [label, description]) {
        assert.ok(typeof shown === 'string' && shown.length <= 500);
        assert.doesNotMatch(shown, unseen);
      }
      assertPlain(rowTooltip(row));
    });
  });

  it('is plain text in the row of a conversation, its tooltip and the status bar', () => {
    forAll((text) => {
      const { text: problem } = readServerMessage(text, new Redactor());
      const conversation: Conversation = {
        id: 'start-1',
        baseUrl: 'http://localhost:3000',
        request: { initial_user_msg: 'Fix it' },
        outcome: 'started',
        conversationId: text,
        status: problem ?? '',
        problem: problem ?? '',
        sentAt: 0,
        deadline: 1,
        sender: thisProcess(),
      };
      const { description } = nodeItem(conversation, 0);
      assert.doesNotMatch(String(description), unseen);
      assertPlain(conversationTooltip(conversation, 0));
      const item = statusBarContent(conversation, 0);
      assert.doesNotMatch(item.text.replace(/^\$\([a-z-]+\)/, ''), linkOrIcon);
      assertPlain(item.tooltip);
    });
  });
});

const service = 'http://localhost:3000';

function refusedWith(body: unknown): ServiceError {
  const call = {
    operation: 'startConversation',
    baseUrl: service,
    address: `${service}/api/conversations`,
  } as const;
  return new ServiceError(
    call,
    { kind: 'status', status: 422, ...readServerMessage(body, new Redactor()) },
    { sent: true },
  );
}

/** Asserts that every character with a meaning in Markdown is escaped. */
function assertPlain(tooltip: string | vscode.MarkdownString | undefined): void {
  assert.ok(tooltip instanceof vscode.MarkdownString);
  assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
  const text = tooltip.value.replaceAll('\n\n', '');
  assert.doesNotMatch(text, unseen);
  assert.doesNotMatch(text.replace(/\\[!-/:-@[-`{-~]/g, ''), /[!-/:-@[-`{-~]/);
}
