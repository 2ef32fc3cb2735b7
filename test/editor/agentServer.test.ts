import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { decideAction } from '../../src/answer/vscode/decideAction';
import { showLastAnswer } from '../../src/answer/vscode/showLastAnswer';
import { apis } from '../../src/client/apis/registry';
import type { ServiceApi } from '../../src/client/apis/serviceApi';
import { resolveMergeConflicts } from '../../src/entry/vscode/startFromSourceControl';
import { StartTool } from '../../src/entry/vscode/integrations/startTool';
import { createMicroagent, replayConversation } from '../../src/entry/vscode/commands';
import { refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import { isCancellation } from '../../src/start/vscode/explain';
import { sendFollowUp } from '../../src/start/vscode/commands';
import { sheetRows } from '../../src/start/vscode/sheet/sheetRows';
import { sheetRequest, type SheetPorts, type SheetState } from '../../src/start/vscode/sheet/sheetState';
import { answers, drops, holds } from '../service/faults';
import { Answers } from '../support/answers';
import { CanceledProgress } from '../support/canceledProgress';
import { DrivenWindow } from '../support/drivenWindow';
import { runAnswered } from '../support/runEntryPoint';
import { until } from '../support/openSheets';
import { RecordedMessages } from '../support/recordedMessages';
import { SkippingClock } from '../support/clocks';
import { marked } from '../support/markedSecrets';
import { StartBench } from '../support/startBench';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import type { StartPorts } from '../../src/start/vscode/startPorts';

describe('An agent server', () => {
  let clock: SkippingClock;
  let bench: StartBench;
  const agents = () => bench.service.agents;
  const row = () => bench.history.conversations[0] ?? assert.fail('nothing was started');
  const id = () => row().conversationId ?? row().proposedId ?? assert.fail('it has no id');
  const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' } as const;
  const start = () => bench.receive({ initial_user_msg: 'Fix it', ...place });
  const sentTo = (operation: string) =>
    bench.service.requests.filter((one) => one.operation === operation).map(({ body }) => body);

  beforeEach(async () => {
    clock = new SkippingClock();
    bench = await StartBench.open({ api: 'agent', clock });
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await bench.dispose();
  });

  const takesNo = {
    'Suggested task': resolveMergeConflicts,
    'Micro-agent': createMicroagent,
    Replay: replayConversation,
  };
  for (const [field, entry] of Object.entries(takesNo))
    it(`is said to take no ${field.toLowerCase()} before its questions are asked`, async () => {
      using person = new Answers({});
      const { shown } = await runAnswered(bench, entry);
      assert.deepEqual([shown, person.asked], [[`This service doesn't support "${field}".`], []]);
    });

  it('has a row for the sentence, which is sent as it is shown, changed or removed', () => {
    const state: SheetState = {
      draft: { fields: { initial_user_msg: 'Fix it' }, resultBranch: { name: 'agent/x' } },
      targetContext: {
        target: { repository: 'team/app', cloneUrl: 'https://git.example.com/team/app.git', branch: 'main', notes: [] },
        instructions: '',
      },
      settings: undefined,
      api: apis.agent,
    };
    const cloneRow = (of: SheetState) => sheetRows(of).find(({ key }) => key === 'field clone_instructions');
    assert.match(cloneRow(state)?.description ?? '', /^Clone: Clone https:\/\/git\.example\.com\/team\/app\.git/);
    const notes = sheetRows(state).filter(({ key }) => key.startsWith('note '));
    assert.deepEqual(
      notes.map(({ description }) => description),
      [
        'The agent clones and pushes with the Git credentials of its machine, if it has any',
        'Without a container, the agent works as the user who runs the service',
      ],
    );
    assert.match(sheetRequest(state).clone_instructions ?? '', /push the result to its branch "agent\/x"\.$/);
    const removed = { ...state, draft: cloneRow(state)?.remove?.(state.draft) ?? assert.fail('no remove button') };
    assert.equal(
      sheetRows(removed).some(({ key }) => key.startsWith('note ')),
      false,
    );
    assert.deepEqual([cloneRow(removed), sheetRequest(removed).clone_instructions], [undefined, undefined]);
    assert.equal(cloneRow({ ...state, api: apis.v0 }), undefined);
  });

  it('says that instructions of your own stay with the former repository, and suggests others', async () => {
    using window = new DrivenWindow();
    window.row = 'Use Suggested Text';
    const draft = { fields: { repository: 'team/other', clone_instructions: 'Clone team/app' } };
    const targetContext = { target: { repository: 'team/app', branch: 'main', notes: [] }, instructions: '' };
    const state: SheetState = { draft, targetContext, settings: undefined, api: apis.agent };
    const [row, ...others] = sheetRows(state).filter(({ key }) => key.startsWith('warning'));
    assert.match(row?.description ?? '', /^Your clone instructions don't mention team\/other,/);
    const { edit } = await row!.action!(state, {} as SheetPorts);
    assert.match(
      sheetRequest({ ...state, draft: edit!(draft) }).clone_instructions ?? '',
      /^Clone the repository team\/other /,
    );
    assert.deepEqual(others, []);
  });

  it('is shown with that row before anything is sent if only the key tells what it is', async () => {
    await using unknown = await StartBench.open({ api: 'agent', isUnknown: true });
    using window = new DrivenWindow();
    window.typed = () => marked('session-key');
    const { id: draft } = (await unknown.ports.drafts()).begin({ fields: { initial_user_msg: 'Fix it', ...place } });
    const shown = window.next();
    const starting = startReviewed(await unknown.drafts.open(draft), unknown.ports);
    const sheet = await shown;
    await until(() => !sheet.busy);
    assert.equal(sheet.has('field clone_instructions'), false);
    const again = window.next();
    sheet.choose('start');
    const second = await again;
    await until(() => !second.busy);
    assert.deepEqual([second.has('field clone_instructions'), unknown.posts], [true, []]);
    second.choose('start');
    await starting;
    assert.match(JSON.stringify(unknown.posts[0]?.body), /Clone https:\/\/github\.com\/octocat\/Hello-World\.git/);
    assert.partialDeepStrictEqual(unknown.history.conversations[0], {
      api: 'agent',
      suggested: ['clone_instructions'],
    });
  });

  it('is asked about with that sentence before a model starts it', async () => {
    const tool = new StartTool(bench.ports);
    const { confirmationMessages } = await tool.prepareInvocation({ input: { message: 'Fix it' } });
    const { message = '' } = confirmationMessages ?? {};
    const asked = typeof message === 'string' ? message : message.value;
    assert.match(asked, /Clone:\n\n```text\nClone https:\/\/github\.com\/octocat\/Hello-World\.git into /);
  });

  it('is sent nothing by a model if it turns out to be one only after the question, which lacked the sentence', async () => {
    let api: ServiceApi = apis.v1;
    const connect = async () => ({ ...(await bench.ports.service.connect()), api });
    const tool = new StartTool({ ...bench.ports, service: { connect } } as unknown as StartPorts);
    const input = { message: 'Fix it' };
    const source = new vscode.CancellationTokenSource();
    const yes = () => tool.invoke({ input, toolInvocationToken: undefined }, source.token);
    await tool.prepareInvocation({ input });
    api = apis.agent;
    await assert.rejects(yes(), /^ExplainedError: Not started\. .* Call this tool again, so that the user is asked/);
    assert.deepEqual([bench.posts, bench.announced], [[], []]);
    await tool.prepareInvocation({ input });
    await yes();
    source.dispose();
    assert.match(JSON.stringify(bench.posts[0]?.body), /Clone https:\/\/github\.com\/octocat\/Hello-World\.git/);
  });

  describe('with an action that waits', () => {
    let window: DrivenWindow;
    const decide = () => decideAction(bench.ports, { id: row().id });
    const act = (command: string) => {
      agents().events.act(id(), { kind: 'TerminalAction', command });
      agents().report(id(), 'waiting_for_confirmation');
    };

    /** The service accepts each answer, and still says for a while that the action waits. */
    const accepts = () =>
      bench.service.misbehave('respondToAction', answers(200, { success: true }), { times: Infinity });

    beforeEach(async () => {
      await start();
      act('rm -rf build');
      await refreshStatus(bench.ports, { id: row().id });
      window = new DrivenWindow();
    });
    afterEach(() => window.dispose());

    it('shows all of it, and confirms it once, also while the service still says that it waits', async () => {
      accepts();
      window.presses = ['Confirm Action'];
      await decide();
      assert.match(window.questions[0]?.detail ?? '', /command: rm -rf build/);
      assert.deepEqual(window.questions[0]?.buttons, ['Reject Action...', 'Confirm Action']);
      await decide();
      assert.deepEqual([sentTo('respondToAction'), window.questions.length], [[{ accept: true }], 1]);
      assert.match(window.notices.join(), /An answer to this action was already sent\./);
    });

    it('is no longer shown as waiting once the service says so, without another command', async () => {
      const said: string[] = [];
      window.replace(vscode.window, { setStatusBarMessage: (text: string) => void said.push(text) });
      window.presses = ['Reject Action...', 'Reject Action...'];
      window.typed = () => undefined;
      await decide();
      assert.deepEqual(sentTo('respondToAction'), [], 'the question for a reason was closed');
      window.typed = () => 'No';
      await decide();
      assert.deepEqual(sentTo('respondToAction'), [{ accept: false, reason: 'No' }]);
      assert.deepEqual(said, ['$(check) Rejected the action of "Fix it"']);
      // The service reports the agent as idle, within its first seconds.
      assert.equal(row().status, 'STARTING');
    });

    it('is answered once when two windows do so at the same moment, and a third one no longer asks', async () => {
      const openWindow = () => bench.openWindow({ api: 'agent', clock: new SkippingClock() });
      const [other, later] = [await openWindow(), await openWindow()];
      accepts();
      window.presses = ['Confirm Action', 'Reject Action...'];
      window.typed = () => 'No';
      try {
        await Promise.all([decide(), decideAction(other.ports, { id: row().id })]);
        await decideAction(later.ports, { id: row().id });
        assert.deepEqual([sentTo('respondToAction').length, window.questions.length], [1, 2]);
      } finally {
        await Promise.all([other.close(), later.close()]);
      }
    });

    it('trap 5: can be confirmed or rejected in place of a message that would carry it out', async () => {
      const shown = window.next();
      const sending = sendFollowUp(bench.ports, { id: row().id });
      const pick = await shown;
      pick.type('No');
      const again = window.next();
      pick.choose('start');
      (await again).escape();
      await sending;
      assert.deepEqual(window.questions[0]?.buttons, [
        'Confirm or Reject...',
        'Only Add Message',
        'Send and Carry Out Action',
      ]);
      assert.deepEqual(sentTo('sendMessage'), []);
    });

    it('that another window has confirmed is said to be gone within seconds', async () => {
      agents().events.observe(id(), 'removed');
      const before = clock.now();
      await decide();
      assert.deepEqual([window.questions, clock.now() - before], [[], 3_000]);
      assert.match(window.notices.join(), /No action that waits for you could be read\./);
    });

    it('asks again about another action that waits by then', async () => {
      window.button = () => {
        if (window.questions.length > 1) return undefined;
        agents().events.observe(id(), 'removed');
        act('git push --force');
        return 'Confirm Action';
      };
      await decide();
      assert.deepEqual([sentTo('respondToAction'), window.questions.length], [[], 2]);
      assert.match(window.questions[1]?.detail ?? '', /git push --force/);
    });

    it('offers both answers to a long one only once its end was in view', async () => {
      agents().events.observe(id(), 'removed');
      act(Array.from({ length: 10 }, (_, line) => `step ${line}`).join('\n'));
      // It is shown twice: what was read once stays read.
      const ends = [true, false];
      const show = () => Promise.resolve({ closed: Promise.resolve(ends.shift() ?? false) });
      const texts = { show, showRendered: () => Promise.resolve() };
      window.presses = ['Show Full Text', 'Show Full Text'];
      await decideAction({ ...bench.ports, answers: () => Promise.resolve(texts) }, { id: row().id });
      const shown = ['Show Full Text', 'Reject Action...', 'Confirm Action'];
      assert.deepEqual(
        window.questions.map(({ buttons }) => buttons),
        [['Show Full Text'], shown, shown],
      );
      const [first, second] = window.questions.map(({ detail }) => detail);
      assert.match(first ?? '', /^The action is too long to show here \(13 lines\)/);
      assert.match(second ?? '', /^The action was shown/);
    });

    it('is no longer asked for once the user cancels that', async () => {
      bench.service.misbehave('conversation', holds());
      using _ = new CanceledProgress();
      await assert.rejects(decide(), isCancellation);
      assert.deepEqual(window.questions, []);
    });

    it('can be sent again after a failure that left nothing there', async () => {
      window.presses = ['Confirm Action', 'Confirm Action'];
      bench.service.misbehave('respondToAction', answers(401));
      await assert.rejects(decide());
      await decide();
      assert.deepEqual([sentTo('respondToAction').length, window.notices], [2, []]);
    });

    it('is not sent again after a failure that may have left it there', async () => {
      window.presses = ['Confirm Action'];
      bench.service.misbehave('respondToAction', drops('afterBody'));
      await assert.rejects(decide());
      await decide();
      assert.deepEqual([sentTo('respondToAction').length, window.questions.length], [1, 1]);
      assert.match(window.notices.join(), /If the action still waits after a minute, answer it in the browser\./);
    });

    it('is offered with the last answer', async () => {
      window.dispose();
      agents().report(id(), 'running');
      await refreshStatus(bench.ports, { id: row().id });
      agents().report(id(), 'waiting_for_confirmation');
      using messages = new RecordedMessages();
      await showLastAnswer(bench.ports, { id: row().id });
      assert.match(messages.said.join(), /Confirm or Reject\.\.\./);
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /to confirm or reject this:\n/);
    });
  });
});
