import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { answers, holds } from '../service/faults';
import { FollowUpBench, rowsOf } from '../support/followUpBench';
import { until } from '../support/openSheets';
import { RecordedActions } from '../support/recordedActions';

const offered = ['Open in Browser', 'Only Add Message', 'Send and Carry Out Action'];

describe('Send Follow-Up, by the state of the conversation', () => {
  let its: FollowUpBench;
  const act = (command: string) => its.bench.service.events.act(its.id, { kind: 'TerminalAction', command });
  const waits = (...commands: readonly string[]) => {
    for (const command of commands) act(command);
    its.report('waiting_for_confirmation');
  };
  const buttonsShown = () => its.window.questions.map(({ buttons }) => buttons);
  const questionAt = (index: number) => its.window.questions.at(index)?.detail ?? '';

  beforeEach(async () => (its = await FollowUpBench.open('v1')));
  afterEach(() => its.dispose());

  // prettier-ignore
  const gone: readonly (readonly [string, () => void, RegExp])[] = [
    ['removed', () => its.bench.service.startTasks.remove(its.id), /sandbox was removed/],
    ['in error', () => its.report(null, 'ERROR'), /sandbox has failed/],
    ['being deleted', () => its.report('deleting'), /being deleted[^]*Start a new conversation instead\.$/],
    ['deleted', () => its.bench.service.misbehave('conversation', answers(200, [null]), { times: 2 }), /doesn't know[^]*Start a new/],
  ];
  for (const [what, make, sentence] of gone)
    it(`isn't sent to a conversation that is ${what}`, async () => {
      make();
      await its.send();
      assert.match(its.reported[0]?.[0] ?? '', sentence);
      assert.deepEqual(its.posts, []);
    });

  describe('while an action waits', () => {
    it('says before it is sent that a message carries it out, and leads to the browser first', async () => {
      waits('rm -rf \u202ebuild');
      const pick = await its.sendAndReturn('No, do not do that.');
      assert.deepEqual(its.posts, []);
      assert.equal(rowsOf(pick)[1], 'To: Fix it · Waiting for confirmation · reported just now');
      assert.deepEqual(buttonsShown(), [offered]);
      assert.match(
        questionAt(0),
        /^A message carries the waiting action out, whatever the message says, even if it says no\./,
      );
      assert.match(questionAt(0), /\n {4}command: rm -rf \\u\{202e\}build$/);

      using actions = new RecordedActions();
      its.window.presses = ['Open in Browser'];
      await its.sendAndReturn('No!');
      assert.ok(actions.done.some((action) => action.startsWith('agentConversations.openConversation')));
      assert.deepEqual(its.posts, []);
    });

    for (const [button, run, execution] of [
      ['Only Add Message', false, 'waiting_for_confirmation'],
      ['Send and Carry Out Action', true, 'running'],
    ] as const)
      it(`does what the button says: ${button}`, async () => {
        waits('make');
        its.window.presses = [button];
        await its.send('No');
        const bodies = its.posts.map(({ body }) => body);
        assert.deepEqual(bodies, [{ content: [{ type: 'text', text: 'No' }], run }]);
        assert.equal(its.row.status, execution.toUpperCase());
      });

    it("doesn't offer to carry out one that can't be read", async () => {
      its.report('waiting_for_confirmation');
      await its.sendAndReturn();
      assert.match(questionAt(0), /The action couldn't be read, so it can't be carried out from here\.$/);
      assert.deepEqual(buttonsShown(), [['Open in Browser', 'Only Add Message']]);
    });

    it('offers to carry out a long one only once it was read to its end', async () => {
      waits(Array.from({ length: 40 }, (_, line) => `step ${line}`).join('\n'));
      const texts: string[] = [];
      const show = (_: string, text: string) => {
        texts.push(text);
        return Promise.resolve({ closed: Promise.resolve(true) });
      };
      its.window.presses = ['Show Full Text', 'Send and Carry Out Action'];
      const pick = await its.open({ ...its.ports, previews: () => Promise.resolve({ show }) });
      pick.type('Go on');
      pick.choose('start');
      await its.running;
      assert.match(
        texts.join(),
        /^Tool: terminal\n {4}kind: TerminalAction\n {4}command:\n {8}step 0\n[^]*\n {8}step 39$/,
      );
      const unread = ['Open in Browser', 'Show Full Text', 'Only Add Message'];
      assert.deepEqual(buttonsShown(), [unread, [...unread, 'Send and Carry Out Action']]);
      assert.match(questionAt(0), /too long to show here \(43 lines\)/);
      assert.match(questionAt(1), /was shown in the editor \(43 lines\)/);
      assert.deepEqual(its.runs, [true]);
    });

    it('shows all that wait, and asks again if others wait once the user has answered', async () => {
      waits('make a', 'make b');
      its.window.button = () => {
        if (its.window.questions.length > 1) return undefined;
        its.observe();
        its.report('running');
        waits('rm -rf /');
        return 'Send and Carry Out Action';
      };
      await its.sendAndReturn();
      assert.deepEqual(its.posts, []);
      assert.deepEqual(buttonsShown(), [offered, offered]);
      assert.match(questionAt(0), /\nAction 1 of 2\n[^]*make a\n\nAction 2 of 2\n[^]*make b$/);
      assert.match(questionAt(1), /\n {4}command: rm -rf \/$/);
    });

    it('carries out nothing that the service gets to know late: it waits until then, and asks about that', async () => {
      waits('make');
      its.bench.service.events.handOverLate();
      // As after a confirmation in the browser.
      its.observe();
      its.report('running');
      waits('rm -rf /');
      its.window.presses = ['Send and Carry Out Action'];
      await its.sendAndReturn();
      assert.deepEqual(its.posts, []);
      assert.deepEqual(buttonsShown(), [offered, offered]);
      assert.match(questionAt(0), /\n {4}command: make$/);
      assert.match(questionAt(1), /\n {4}command: rm -rf \/$/);
    });

    it("doesn't carry out what was agreed to if the status isn't known then", async () => {
      waits('make');
      its.window.button = () => {
        its.report('waiting_for_approval');
        return its.window.questions.length === 1 ? 'Send and Carry Out Action' : undefined;
      };
      await its.sendAndReturn();
      assert.deepEqual([its.window.questions.length, its.posts], [2, []]);
    });

    it('sends what was agreed to if nothing waits any more', async () => {
      waits('make');
      its.window.button = () => {
        its.report('finished');
        return 'Only Add Message';
      };
      await its.send();
      assert.deepEqual(its.runs, [false]);
    });
  });

  it('asks before it resumes a paused sandbox, which may pause others, and then sends', async () => {
    its.report(null, 'PAUSED');
    await its.sendAndReturn();
    assert.ok(!its.asked.some((one) => one.includes('/resume')));
    const [{ title, detail, buttons } = assert.fail('nothing is asked')] = its.window.questions;
    assert.equal(title, 'Resume this conversation?');
    assert.match(detail, /may pause the sandboxes that have run the longest/);
    assert.deepEqual(buttons, ['Back to Review Sheet', 'Resume and Send'], 'Enter leads back');

    its.window.presses = ['Resume and Send'];
    const pick = await its.open();
    // For the sheet, before and after the question, and once more after it was resumed.
    const paused = { id: its.id, sandbox_id: its.id, sandbox_status: 'PAUSED', execution_status: 'finished' };
    its.bench.service.misbehave('conversation', answers(200, [paused]), { times: 4 });
    pick.choose('start');
    await its.running;
    assert.deepEqual(its.asked.filter((one) => one.startsWith('POST')).slice(1), [
      `POST /api/v1/sandboxes/${its.id}/resume`,
      `POST /api/v1/app-conversations/${its.id}/send-message`,
    ]);
  });

  it('says what to do if the service cannot resume the sandbox at the moment, and sends nothing', async () => {
    its.report(null, 'PAUSED');
    its.bench.service.misbehave('moveSandbox', answers(409, { detail: 'Sandbox is stopping' }));
    its.window.presses = ['Resume and Send'];
    await its.send();
    const { host } = new URL(its.bench.service.url);
    assert.equal(
      its.reported[0]?.[0],
      `${host} can't resume the sandbox now: it's starting or stopping. Try again in a moment. Response: Sandbox is stopping.`,
    );
    assert.equal(its.posts.length, 0);
  });

  for (const [button, run] of [
    ['Send and Continue', true],
    ['Only Add Message', false],
  ] as const)
    it(`asks before it sets an agent going that was paused in a sandbox that runs: ${button}`, async () => {
      its.report('paused');
      its.window.button = () => {
        // A message that is only added carries nothing out, whatever the agent has come to.
        if (!run) its.report('waiting_for_approval');
        return button;
      };
      await its.send();
      assert.deepEqual(
        its.window.questions.map(({ title, buttons }) => [title, ...buttons]),
        [
          [
            'The agent is paused. Let it continue with your message?',
            'Open in Browser',
            'Only Add Message',
            'Send and Continue',
          ],
        ],
      );
      assert.deepEqual([its.runs, its.asked.some((one) => one.includes('/resume'))], [[run], false]);
    });

  for (const [what, execution, sandbox, question] of [
    ['the action that the agent has come to', 'waiting_for_confirmation', 'RUNNING', /while an action is waiting/],
    ['the sandbox that was paused', 'paused', 'PAUSED', /^Resume this conversation\?/],
  ] as const)
    it(`asks about ${what} while the question was open: it wasn't agreed to`, async () => {
      its.report('paused');
      its.window.button = (_, buttons) => {
        if (sandbox === 'RUNNING') act('make');
        its.report(execution, sandbox);
        return buttons.find((button) => button === 'Send and Continue');
      };
      await its.sendAndReturn();
      assert.deepEqual(its.posts, []);
      assert.match(its.window.questions.at(-1)?.title ?? '', question);
    });

  it('sends nothing with a key that was removed while the conversation starts', async () => {
    its.report(null, 'STARTING');
    const held = holds();
    const pick = await its.open();
    pick.type('Go on');
    await until(() => !pick.busy);
    const starting = [{ id: its.id, sandbox_status: 'STARTING', execution_status: null }];
    its.bench.service.misbehave('conversation', answers(200, starting));
    its.bench.service.misbehave('conversation', held);
    const said = Promise.withResolvers<string>();
    const progress = { report: ({ message }: { readonly message: string }) => said.resolve(message) };
    const { token } = new vscode.CancellationTokenSource();
    its.window.replace(vscode.window, {
      withProgress: (_: unknown, work: (...given: unknown[]) => unknown) => work(progress, token),
    });
    pick.choose('start');
    await held.reached;
    assert.equal(await said.promise, 'The message is sent once the agent is ready.');
    await its.bench.keys.clear(its.bench.origin);
    const { length } = its.asked;
    held.release();
    await its.running;
    assert.equal(its.asked.length, length);
    assert.match(its.reported[0]?.[0] ?? '', /^No session key is set for /);
  });

  it('is given up, and leads to the page, if the conversation never starts', async () => {
    its.report(null, 'STARTING');
    await its.send();
    const sentence =
      "The message wasn't sent: the agent wasn't ready within 15 minutes. Open the conversation in the browser to see what's wrong.";
    assert.deepEqual(its.reported, [[sentence, 'Open in Browser', 'Back to Review Sheet']]);
    assert.deepEqual(its.posts, []);
  });

  for (const [what, sandbox] of [
    ['a conversation that starts', 'STARTING'],
    ["an agent that doesn't answer, for which an action may wait", 'RUNNING'],
  ])
    it(`waits for ${what}`, async () => {
      const before = its.asked.length;
      const starting = [{ id: its.id, sandbox_status: sandbox, execution_status: null }];
      its.bench.service.misbehave('conversation', answers(200, starting), { times: 4 });
      await its.send();
      const states = its.asked.slice(before).filter((one) => one.startsWith('GET /api/v1/app-conversations?'));
      // On the sheet, until it has started, and after it was sent.
      assert.deepEqual([its.posts.length, states.length], [1, 6]);
    });

  /** Sends to a conversation that runs; what happens before the answer comes is the test's. */
  async function sendHeld(): Promise<ReturnType<typeof holds>> {
    its.report('running');
    const held = holds();
    its.bench.service.misbehave('sendMessage', held);
    const pick = await its.open();
    pick.type('Go on');
    pick.choose('start');
    await held.reached;
    return held;
  }

  it("carries nothing out that the agent's current step ends in: the message is added to the run", async () => {
    const held = await sendHeld();
    waits('rm -rf /');
    held.release();
    await its.running;
    const results = its.bench.service.events.of(its.id).filter(({ kind }) => kind === 'ObservationEvent');
    assert.deepEqual([its.runs, results, its.row.status], [[false], [], 'WAITING_FOR_CONFIRMATION']);
    assert.deepEqual(its.window.notices, ['Message sent to "Fix it".']);
  });

  it('says so if the agent stopped before it could read the message', async () => {
    const held = await sendHeld();
    its.report('finished');
    held.release();
    await its.running;
    assert.deepEqual(its.window.notices, [
      'Message sent to "Fix it".',
      "The message was added, but the agent may have stopped before it read it. If it doesn't continue, send another message.",
    ]);
    assert.deepEqual([its.runs, await its.sheet()], [[false], { fields: {} }]);
  });

  it('carries nothing out that began to wait while the newest message was asked for', async () => {
    const held = holds();
    its.bench.service.misbehave('events', held);
    const pick = await its.open();
    pick.type('Go on');
    pick.choose('start');
    await held.reached;
    waits('rm -rf /');
    const next = its.window.next();
    held.release();
    (await next).escape();
    await its.running;
    assert.deepEqual([buttonsShown(), its.posts], [[offered], []]);
  });

  it('runs no agent with an unknown status, with which an action may wait: the message is only added', async () => {
    its.report('waiting_for_approval');
    its.window.presses = ['Only Add Message'];
    await its.send();
    assert.match(questionAt(0), /^The service reports the status "WAITING_FOR_APPROVAL"\./);
    assert.deepEqual(buttonsShown(), [['Open in Browser', 'Only Add Message']]);
    assert.deepEqual(its.runs, [false]);
    using actions = new RecordedActions();
    its.window.presses = ['Open in Browser'];
    await its.sendAndReturn();
    assert.match(actions.done.join(), /^agentConversations\.openConversation /);
  });

  describe('after an agent that left an action', () => {
    for (const execution of ['finished', 'idle', 'stuck', 'error', 'paused'])
      it(`shows an action without a result, which a message would carry out: ${execution}`, async () => {
        act('rm -rf build');
        its.report(execution);
        its.window.button = (_, buttons) => buttons.find((button) => button === 'Send and Continue');
        await its.sendAndReturn();
        assert.match(questionAt(-1), /command: rm -rf build$/);
        assert.deepEqual([buttonsShown().at(-1), its.posts], [offered, []]);

        its.window.button = (_, buttons) => buttons.at(-1);
        const pick = await its.open();
        pick.choose('start');
        await its.running;
        assert.deepEqual(its.runs, [true]);
      });

    it("doesn't ask about a final answer, which is carried out with no effect", async () => {
      its.bench.service.events.finish(its.id, 'Done.');
      its.report('finished');
      await its.send();
      assert.deepEqual(its.runs, [true]);
    });

    it('waits for a result that is on its way, instead of asking about its action', async () => {
      act('make');
      its.bench.service.events.handOverLate();
      its.observe();
      its.report('finished');
      await its.send();
      assert.deepEqual(its.runs, [true]);
    });

    it('shows an action that the service gets to know after the status', async () => {
      const { events } = its.bench.service;
      events.turn(its.id, 'running');
      events.handOverLate();
      act('rm -rf build');
      its.report('error');
      await its.sendAndReturn();
      assert.match(questionAt(0), /command: rm -rf build$/);
      assert.deepEqual(its.posts, []);
    });
  });
});
