import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MutableDisposable } from '../../src/base/lifecycle';
import { ServiceError } from '../../src/client/serviceError';
import { changeAfterSent, type ConversationChange } from '../../src/conversations/conversation';
import { explainUnsent } from '../../src/start/vscode/followUp/followUpWords';
import { reportSendings } from '../../src/start/vscode/followUp/reportSendings';
import { answers, holds } from '../service/faults';
import { draftsIn } from '../support/draftsIn';
import { FollowUpBench, rowsOf } from '../support/followUpBench';
import { RecordedMessages } from '../support/recordedMessages';
import { thisProcess } from '../../src/base/processes';
import { processHere } from '../support/processes';
import { someConversation } from '../support/someConversation';

describe('a window that opens after one that was sending a follow-up', () => {
  let its: FollowUpBench;

  beforeEach(async () => (its = await FollowUpBench.open('v1')));
  afterEach(() => its.dispose());

  /** Sends a message up to where its window is gone. @returns what lets its answer come after all */
  async function sendAndClose(held: ReturnType<typeof holds>): Promise<() => Promise<void>> {
    its.bench.service.misbehave('sendMessage', held);
    const pick = await its.open();
    pick.type('Go on');
    pick.choose('start');
    await held.reached;
    const { running } = its;
    return async () => {
      held.release();
      await running;
    };
  }

  /** The ports of the next window, or of one that another process has. */
  function nextWindow(holder = thisProcess()) {
    const drafts = draftsIn(its.bench.draftFolder, {
      holder,
      folders: () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString()),
      onTrouble: (error) => assert.fail(error),
    });
    return { ...its.ports, sendings: new Set<string>(), drafts: () => Promise.resolve(drafts) };
  }

  it('asks before it sends what another window is still sending, and leaves it at that', async () => {
    const answer = await sendAndClose(holds({ performs: true }));
    try {
      const pick = await its.open({ ...nextWindow(processHere(process.ppid)), openSheet: new MutableDisposable() });
      assert.deepEqual([pick.value, pick.has('warning mayBeSent')], ['Go on', true]);
      const again = its.window.next();
      pick.choose('start');
      (await again).escape();
      await its.running;
      const titles = its.window.questions.map(({ title }) => title);
      assert.deepEqual(titles, ['This message may already have been sent. Send it again?']);
      assert.equal(its.posts.length, 1);
    } finally {
      await answer();
    }
  });

  it("doesn't offer a message again that the conversation has, although its draft is left", async () => {
    const { drafts, history } = its.bench;
    const draft = { fields: { initial_user_msg: 'Go on' }, to: its.row.id };
    const opened = drafts.begin(draft);
    await opened.beginSending(draft, 's1');
    await opened.finishSending('mayHaveStarted', 's1');
    await drafts.close(opened);
    assert.equal((await drafts.list()).length, 1);
    await history.change(its.row.id, changeAfterSent(its.row, 's1'));
    assert.deepEqual(await drafts.list(), []);
  });

  it('is told of a message until its draft has ended', async () => {
    const { history, drafts } = its.bench;
    const change = history.change.bind(history);
    const left: number[] = [];
    Object.assign(history, {
      change: async (id: string, said: ConversationChange) => {
        if (said.sendingDraft === '') left.push((await drafts.list()).length);
        await change(id, said);
      },
    });
    using messages = new RecordedMessages();
    await its.send();
    assert.deepEqual([left, its.row.sendingDraft], [[0], '']);
    const said = JSON.stringify(['Message sent to "Fix it".', 'Open in Browser', 'Follow Status']);
    assert.deepEqual(messages.said, [said]);
  });

  it('says that it may have been sent, and leads back to its draft', async () => {
    const answer = await sendAndClose(holds({ then: answers(409, { detail: 'Sandbox is PAUSED.' }) }));
    const shown = its.window.next();
    const messages = new RecordedMessages('Back to Review Sheet');
    const reporting = reportSendings(nextWindow());
    try {
      const sheet = await shown;
      assert.deepEqual(
        messages.said.map((said) => JSON.parse(said) as unknown),
        [
          [
            'The message to "Fix it" may have been sent: its window closed in the meantime. Look at the conversation before you send it again.',
            'Open in Browser',
            'Back to Review Sheet',
          ],
        ],
      );
      assert.ok(sheet.has('warning mayBeSent'), rowsOf(sheet).join('\n'));
      assert.equal(sheet.value, 'Go on');
      sheet.escape();
      assert.equal(its.posts.length, 1);
    } finally {
      reporting.dispose();
      messages.dispose();
      await answer();
    }
  });
});

describe('A follow-up that the service rejects with a conflict', () => {
  const baseUrl = 'http://localhost:8000';
  const failure = { kind: 'status', status: 409, text: 'Conversation is archived' } as const;
  const error = new ServiceError({ operation: 'sendMessage', baseUrl, address: baseUrl }, failure, { sent: true });
  for (const [api, sentence] of [
    ['v1', /sandbox has just been paused/],
    ['agent', /^localhost:8000 reported a conflict \(status 409\)\. Response: Conversation is archived\.$/],
  ] as const)
    it(`is only said to be due to a sandbox where the service has any: ${api}`, () => {
      assert.match(explainUnsent(error, someConversation({ baseUrl, api })).message, sentence);
    });
});
