import assert from 'node:assert/strict';
import { previewAnswer, showLastAnswer } from '../../src/answer/vscode/showLastAnswer';
import { refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import {
  copyConversationId,
  openConversation,
  showConversation,
} from '../../src/conversations/vscode/conversationActions';
import { removeConversation } from '../../src/conversations/vscode/removeConversations';
import { sendFollowUp, startAgain } from '../../src/start/vscode/commands';
import { DrivenBench } from '../support/drivenBench';
import { RecordedActions } from '../support/recordedActions';

describe("A connection of the interface's own kind (API V0)", () => {
  const its = DrivenBench.use({ api: 'v0' });
  let actions: RecordedActions;
  const row = () => ({ id: its.bench.history.conversations[0]?.id ?? assert.fail('nothing was started') });
  const kinds = () => [
    ...new Set(its.bench.service.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)),
  ];

  beforeEach(() => (actions = new RecordedActions()));
  afterEach(() => actions.dispose());

  it('makes exactly its two kinds of request, whatever is clicked', async () => {
    const { ports } = its.bench;
    const connected = await ports.service.connect();
    assert.ok(connected.kind === 'ready');
    await connected.client.loadSettings();
    await its.bench.receive({ initial_user_msg: 'Fix it', repository: 'octocat/Hello-World' });
    for (const click of [showLastAnswer, sendFollowUp, openConversation, copyConversationId]) await click(ports, row());
    const shown = await its.shownBy(() => showConversation(ports, row()));
    const menu = shown.items.map(({ label }) => label);
    shown.escape();
    await its.running;
    await previewAnswer(ports);
    (await its.shownBy(() => startAgain(ports, row()))).escape();
    await its.running;
    await removeConversation(ports, row());

    assert.match(
      its.window.notices.join('\n'),
      /doesn't provide the agent's answers\. Open the conversation in the browser/,
    );
    assert.deepEqual(
      menu.filter((label) => /Answer|Follow-Up/.test(label)),
      [],
    );
    assert.ok(menu.some((label) => label.includes('Open in Browser')));
    assert.equal(actions.done.filter((action) => action.includes('/conversations/')).length, 2, 'follow-up and page');
    assert.deepEqual(kinds(), ['GET /api/settings', 'POST /api/conversations']);
  });

  it("asks for a status, which the interface doesn't have, only by Refresh Status and Follow Status", async () => {
    await its.bench.receive({ initial_user_msg: 'Fix it' });
    const { conversationId } = its.bench.history.conversations[0] ?? assert.fail();
    await refreshStatus(its.bench.ports, row());
    assert.deepEqual(kinds(), ['POST /api/conversations', `GET /api/conversations/${conversationId}`]);
  });
});
