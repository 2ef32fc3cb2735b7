import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { answers, drops, holds } from '../service/faults';
import type { Service } from '../service/service';
import { sampleSettings } from '../service/sampleSettings';
import { always, slow } from '../support/tags';
import { benchKey, sheetBench } from './sheetBench';
import type { Sheet } from './sheet';

// One story, told in order: each step stands on the one before.
describe('An agent server', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const options = { sessionKey: benchKey, settings: sampleSettings, api: 'agent' } as const;
  sheetBench({ isStory: true, isGuest: true, service: options }, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  const sentTo = (operation: string) =>
    service.requests.filter((one) => one.operation === operation).map(({ body }) => body);
  const rows = () => workbench.view('Conversations');
  const row = 'Fix the parser';
  const idOf = (message: string) => {
    const says = ({ start }: (typeof service.agents.all)[number]) => JSON.stringify(start).includes(message);
    return service.agents.all.find(says)?.id ?? assert.fail(`the service has no ${message}`);
  };
  const report = (status: string) => service.agents.report(idOf(row), status);

  async function start(message: string): Promise<void> {
    await sheet.open();
    await workbench.quickInput.fill(message);
    await workbench.quickInput.accept();
  }

  /** Lets the agent wait with a command, and opens the question about it. */
  async function decide(command: string): Promise<void> {
    service.agents.events.act(idOf(row), { kind: 'TerminalAction', command });
    report('waiting_for_confirmation');
    await workbench.runCommand('Agent: Refresh Status');
    await rows().waitForText('Waiting');
    await workbench.runCommand('Agent: Confirm or Reject Action...');
    const { detail } = await workbench.dialog.waitFor(`Confirm the action that waits in "${row}"?`);
    assert.ok(detail.includes(`command: ${command}`), detail);
  }

  it('is recognized by its settings when the key is entered, before anything else is sent to it', () => {
    const asked = service.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual([...new Set(asked)], ['GET /api/settings']);
    assert.ok(asked.length >= 2, asked.join('\n'));
  });

  it('has a row that asks its agent to clone, and is sent what it shows', async () => {
    await sheet.open();
    await workbench.quickInput.fill(row);
    await sheet.waitForRow('Clone: Clone https://');
    await workbench.screenshot('agent-server-1-sheet');
    await workbench.quickInput.accept();
    const { message } = await workbench.notifications.waitFor('Conversation started');
    assert.match(message, /octocat\/Hello-World/);
    const [body] = sentTo('startConversation') as {
      readonly initial_message: { readonly content: readonly { readonly text: string }[] };
    }[];
    assert.match(
      body?.initial_message.content[0]?.text ?? '',
      /^Clone https:\/\/github\.com\/octocat\/Hello-World\.git into the subfolder "Hello-World" .*\n\nFix the parser$/,
    );
  });

  it('tells its status when it is asked, and what its agent said last', async () => {
    report('running');
    // A menu's command asks which conversation is meant if its row is drawn again just then, as it is after a start.
    await workbench.runCommand('Agent: Refresh Status');
    await workbench.statusBarItem().waitFor('Agent: Running');
    service.agents.events.say(idOf(row), 'Which parser?');
    report('finished');
    await rows().chooseFromContextMenu(row, 'Show Last Answer');
    await workbench.editor.waitForText('Which parser?');
    await workbench.screenshot('agent-server-2-answer');
    await workbench.runCommand('View: Close All Editors');
  });

  it('is told that its action is confirmed, by keyboard, after all of it was in view', async () => {
    await decide('rm -rf build');
    await workbench.screenshot('agent-server-3-decision');
    await workbench.dialog.choose('Confirm Action');
    await service.waitForRequest('respondToAction');
    assert.deepEqual(sentTo('respondToAction'), [{ accept: true }]);
  });

  it('is told that its action is rejected, and why', async () => {
    const since = service.requests.length;
    await decide('git push --force');
    await workbench.dialog.choose('Reject Action...');
    await workbench.quickInput.answer(/^Reject Action/, 'Keep the history.');
    const { body } = await service.waitForRequest('respondToAction', { since });
    assert.deepEqual(body, { accept: false, reason: 'Keep the history.' });
  });

  type FollowUpRow = readonly [status: string, question: string, answer: string, run: boolean, tagged?: typeof similar];
  const similar = slow('editor/followUpStates sends one in each state.');
  const states: readonly FollowUpRow[] = [
    ['idle', '', '', true, similar],
    ['running', '', '', false, similar],
    ['paused', 'The agent is paused. Let it continue', 'Send and Continue', true],
    ['error', '', '', true, similar],
    ['waiting_for_confirmation', 'Send a message while an action is waiting', 'Only Add Message', false, similar],
    ['finished', '', '', true],
  ];
  for (const [status, question, answer, run, tagged = always] of states)
    tagged.it(`takes a follow-up while it is ${status}`, async () => {
      const since = service.requests.length;
      if (status === 'waiting_for_confirmation')
        service.agents.events.act(idOf(row), { kind: 'TerminalAction', command: 'make' });
      report(status);
      await workbench.runCommand('Agent: Send Follow-Up...');
      await workbench.quickInput.waitForTitle(/^Send Follow-Up/);
      await sheet.waitForRow(`To: ${row}`);
      await workbench.quickInput.fill(`While ${status}`);
      await sheet.waitForMessage(`While ${status}`);
      await workbench.quickInput.accept();
      if (question !== '') {
        await workbench.dialog.waitFor(question);
        await workbench.dialog.choose(answer);
      }
      const { body, index } = await service.waitForRequest('sendMessage', { since });
      assert.deepEqual(body, { content: [{ type: 'text', text: `While ${status}` }], run });
      // The status is asked for once more: of an agent that went on meanwhile, an answer would be looked for.
      await service.waitForRequest('conversation', { since: index });
      await workbench.quickInput.waitForClosed();
      if (status === 'waiting_for_confirmation') service.agents.events.observe(idOf(row), 'made');
    });

  it('says of a follow-up during which the window was reloaded that it was sent, which it was once', async () => {
    const held = holds({ performs: true });
    service.misbehave('sendMessage', held);
    const before = sentTo('sendMessage').length;
    report('finished');
    await workbench.runCommand('Agent: Send Follow-Up...');
    await workbench.quickInput.waitForTitle(/^Send Follow-Up/);
    await sheet.waitForRow(`To: ${row}`);
    await workbench.quickInput.fill('Before the reload');
    await sheet.waitForMessage('Before the reload');
    await workbench.quickInput.accept();
    await held.reached;
    await workbench.reload();
    held.release();
    const { message } = await workbench.notifications.waitFor('although its window closed in the meantime');
    assert.equal(message, `The message to "${row}" was sent, although its window closed in the meantime.`);
    await workbench.screenshot('agent-server-5-resumed-follow-up');
    assert.equal(sentTo('sendMessage').length, before + 1);
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.openContainer('Agent Conversations');
  });

  const reloaded = slow('interface/outcomes shows it of a window whose extension host was killed.');
  reloaded.it(
    'says of a start during which the window was reloaded whether it has started, and gets it once',
    async () => {
      const message = 'Write the docs';
      const before = sentTo('startConversation').length;
      const held = holds({ performs: true });
      service.misbehave('startConversation', held);
      await start(message);
      await held.reached;
      await workbench.reload();
      held.release();
      await workbench.openContainer('Agent Conversations');
      await rows().waitForText(`${message} · May have started`);
      service.agents.report(idOf(message), 'running');
      await rows().chooseFromContextMenu(message, 'Refresh Status');
      await rows().waitForText(`${message} · just now`);
      assert.equal(sentTo('startConversation').length, before + 1);
    },
  );

  it('is asked for the conversation if its answer to a start is lost', async () => {
    const before = sentTo('startConversation').length;
    service.misbehave('startConversation', drops('afterPerforming'));
    await start('Lost answer');
    await workbench.notifications.waitFor('Conversation started');
    assert.equal(sentTo('startConversation').length, before + 1);
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  it('has no profile: its sheet says so before the start, and a message after it what is missing', async () => {
    Object.assign(service.agents, { profiles: [], activeProfile: null });
    await workbench.runCommand('Agent: Refresh Settings');
    await sheet.open();
    await workbench.quickInput.fill('Without a profile');
    await sheet.waitForRow('No agent profile is active');
    await workbench.screenshot('agent-server-4-no-profile');
    await workbench.quickInput.accept();
    const { message } = await workbench.notifications.waitFor("can't start with its agent profile");
    assert.match(message, /Response: LLM profile 'default' not found\.$/);
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  /** Leaves nothing on the sheet of what wasn't started: Enter counts later for what was restored. */
  async function startFresh(): Promise<void> {
    await sheet.open();
    await workbench.quickInput.fill('');
    await sheet.close();
  }

  const sentence = slow('editor/errors has a row for its sentence.');
  sentence.it('rejects a profile whose model is gone, and what to do is said', async () => {
    const detail = {
      code: 'unresolved_profile_references',
      message: "LLM profile 'gone' not found",
      dangling_llm_profile_ref: 'gone',
      dangling_mcp_server_refs: [],
    };
    service.misbehave('startConversation', answers(422, { detail }));
    await startFresh();
    await start('With a broken profile');
    const { message, buttons } = await workbench.notifications.waitFor("can't start with its agent profile");
    await workbench.screenshot('agent-server-5-profile');
    assert.match(message, /Response: LLM profile 'gone' not found\.$/);
    assert.ok(buttons.includes('Open Service in Browser'), buttons.join());
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  const doubted = slow('editor/heldEnter asks the same.');
  doubted.it('may have started what it knows nothing of: that is asked before it is sent again', async () => {
    service.misbehave('startConversation', drops('afterBody'));
    const before = sentTo('startConversation').length;
    await startFresh();
    await start('Lost request');
    const { buttons } = await workbench.notifications.waitFor('was lost before the response was complete');
    await workbench.screenshot('agent-server-6-lost');
    assert.ok(buttons.includes('Refresh Status'), buttons.join());
    await sheet.open();
    await sheet.waitForMessage('Lost request');
    await workbench.quickInput.accept();
    await workbench.dialog.waitFor('This conversation may already have been started. Start it again?');
    assert.equal(sentTo('startConversation').length, before + 1);
  });
});
