import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { copyConversationLink } from '../../src/conversations/vscode/conversationActions';
import { refreshConversations } from '../../src/conversations/vscode/refreshConversations';
import type { Conversation } from '../../src/conversations/conversation';
import { answers } from '../service/faults';
import { freeAddress } from '../support/freeAddress';
import { RecordedMessages } from '../support/recordedMessages';
import { StartBench } from '../support/startBench';

describe('Refresh All Conversations', () => {
  let bench: StartBench;
  let messages: RecordedMessages;

  async function openOn(api: 'v0' | 'v1', starts = 2): Promise<void> {
    bench = await StartBench.open({ api });
    if (api === 'v1') bench.service.startTasks.goThrough('READY');
    for (let start = 0; start < starts; start++)
      await bench.receive({ initial_user_msg: `Fix ${start}`, repository: null });
    messages = new RecordedMessages();
  }

  afterEach(async () => {
    messages.dispose();
    await bench.dispose();
  });

  const asked = () =>
    bench.service.requests.filter(({ operation, method }) => operation === 'conversation' && method === 'GET');

  it('asks for all of a service at once, and shows what it reports', async () => {
    await openOn('v1');
    const [newest, oldest] = bench.history.conversations.map(({ conversationId }) => conversationId ?? '');
    bench.service.startTasks.report(newest ?? '', { sandbox: 'RUNNING', execution: 'running' });
    bench.service.startTasks.report(oldest ?? '', { sandbox: 'RUNNING', execution: 'finished' });
    const before = asked().length;
    await refreshConversations(bench.ports);
    assert.equal(asked().length, before + 1);
    assert.deepEqual(
      bench.history.conversations.map(({ status }) => status),
      ['RUNNING', 'FINISHED'],
    );
    assert.deepEqual(messages.said, []);
  });

  it('asks for each of a service whose API has no question for several', async () => {
    await openOn('v0');
    await refreshConversations(bench.ports);
    assert.equal(asked().length, 2);
  });

  it("says so if the service can't be asked", async () => {
    await openOn('v0', 1);
    bench.service.misbehave('conversation', answers(404, { detail: 'Not Found' }));
    await refreshConversations(bench.ports);
    assert.deepEqual(messages.said, [JSON.stringify([`${bench.origin} doesn't provide conversation status.`])]);
  });

  it("asks the other services although one can't be asked, which is said", async () => {
    await openOn('v0', 1);
    const [known = assert.fail('nothing was started')] = bench.history.conversations;
    const gone = await freeAddress();
    await bench.keys.set(gone, 'key');
    await bench.history.add({ ...known, id: 'gone', baseUrl: gone, sentAt: known.sentAt + 1 });
    const reported: unknown[] = [];
    const report = (error: unknown) => Promise.resolve(void reported.push(error));
    await refreshConversations({ ...bench.ports, report });
    const isAsked = ({ reportedAt = 0, unansweredAt = 0 }: Conversation) => reportedAt > unansweredAt;
    assert.deepEqual(bench.history.conversations.map(isAsked), [false, true]);
    assert.deepEqual([asked().length, reported.length], [1, 1]);
  });

  it('asks nothing if there is nothing to ask for', async () => {
    await openOn('v0', 0);
    await refreshConversations(bench.ports);
    assert.deepEqual([bench.service.requests.length, messages.said], [0, []]);
  });

  it('leaves the page of a conversation to Copy Conversation Link', async () => {
    await openOn('v0', 1);
    const [{ id, conversationId } = { id: '' }] = bench.history.conversations;
    await copyConversationLink(bench.ports, { id });
    assert.equal(await vscode.env.clipboard.readText(), `${bench.origin}/conversations/${conversationId}`);
  });
});
