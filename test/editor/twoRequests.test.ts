import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { previewAnswer, showLastAnswer } from '../../src/answer/vscode/showLastAnswer';
import { refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import {
  copyConversationId,
  openConversation,
  showConversation,
} from '../../src/conversations/vscode/conversationActions';
import { removeConversation } from '../../src/conversations/vscode/removeConversations';
import { sendFollowUp } from '../../src/start/vscode/followUp/sendFollowUp';
import { startAgain } from '../../src/start/vscode/startCommands';
import { DrivenWindow } from '../support/drivenWindow';
import { RecordedDeeds } from '../support/recordedDeeds';
import { StartBench } from '../support/startBench';

describe("A connection of the interface's own kind (API V0)", () => {
  let bench: StartBench;
  let window: DrivenWindow;
  let deeds: RecordedDeeds;
  const row = () => ({ id: bench.history.conversations[0]?.id ?? assert.fail('nothing was started') });
  const kinds = () => [
    ...new Set(bench.service.requests.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`)),
  ];

  beforeEach(async () => {
    bench = await StartBench.open({ api: 'v0' });
    window = new DrivenWindow();
    deeds = new RecordedDeeds();
  });

  afterEach(async () => {
    deeds.dispose();
    window.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await bench.dispose();
  });

  it('makes exactly its two kinds of request, whatever is clicked', async () => {
    const { ports } = bench;
    const connected = await ports.service.connect();
    assert.ok(connected.kind === 'ready');
    await connected.client.loadSettings();
    await bench.receive({ initial_user_msg: 'Fix it', repository: 'octocat/Hello-World' });
    const said: string[] = [];
    const { showWarningMessage } = vscode.window;
    vscode.window.showWarningMessage = (message: string, ...rest: unknown[]) => {
      said.push(message);
      return Reflect.apply(showWarningMessage, vscode.window, [message, ...rest]) as Thenable<undefined>;
    };

    for (const click of [showLastAnswer, sendFollowUp, openConversation, copyConversationId]) await click(ports, row());
    const menuShown = window.next();
    const choosing = showConversation(ports, row());
    const shown = await menuShown;
    const menu = shown.items.map(({ label }) => label);
    shown.escape();
    await choosing;
    await previewAnswer(ports);
    const sheet = window.next();
    const again = startAgain(ports, row());
    (await sheet).escape();
    await again;
    await removeConversation(ports, row());

    assert.match(said.join('\n'), /doesn't provide the agent's answers\. Open the conversation in the browser/);
    assert.deepEqual(
      menu.filter((label) => /Answer|Follow-Up/.test(label)),
      [],
    );
    assert.ok(menu.some((label) => label.includes('Open in Browser')));
    assert.equal(deeds.done.filter((deed) => deed.includes('/conversations/')).length, 2, 'follow-up and page');
    assert.deepEqual(kinds(), ['GET /api/settings', 'POST /api/conversations']);
  });

  it("asks for a status, which the interface doesn't have, only by Refresh Status and Follow Status", async () => {
    await bench.receive({ initial_user_msg: 'Fix it' });
    const { conversationId } = bench.history.conversations[0] ?? assert.fail();
    await refreshStatus(bench.ports, row());
    assert.deepEqual(kinds(), ['POST /api/conversations', `GET /api/conversations/${conversationId}`]);
  });
});
