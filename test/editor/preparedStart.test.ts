import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ServiceError } from '../../src/client/serviceError';
import { NotConnected } from '../../src/service/serviceConnection';
import { addressOf } from '../support/addressOf';
import { isPreparing, type Conversation } from '../../src/conversations/conversation';
import { PreparationError } from '../../src/conversations/preparation';
import { conversationTooltip, nodeItem } from '../../src/conversations/vscode/conversationItems';
import { statusBarContent } from '../../src/conversations/vscode/statusBarContent';
import { refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import { explain } from '../../src/start/vscode/explain';
import { StartTool } from '../../src/entry/vscode/integrations/startTool';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { Emitter } from '../../src/base/event';
import { reportWith } from '../../src/help/vscode/reportErrors';
import { answers, drops } from '../service/faults';
import { eventually } from '../support/eventually';
import { HeldClock, SkippingClock } from '../support/clocks';
import { OpenSheets, pressEnterUntil } from '../support/openSheets';
import { RecordedMessages } from '../support/recordedMessages';
import { Replaced, replaced } from '../support/replaced';
import { StartBench } from '../support/startBench';

class RecordedProgress extends Replaced {
  readonly said: string[] = [];
  readonly #happened = new Emitter<void>();
  readonly #source = new vscode.CancellationTokenSource();
  options: vscode.ProgressOptions | undefined;

  constructor() {
    super();
    this.replace(vscode.window, {
      withProgress: (
        options: vscode.ProgressOptions,
        work: (progress: vscode.Progress<{ message: string }>, token: vscode.CancellationToken) => unknown,
      ) => {
        this.options = options;
        const report = ({ message }: { message: string }) => {
          this.said.push(message);
          this.#happened.fire();
        };
        return work({ report }, this.#source.token);
      },
    });
  }

  async untilSaid(words: string): Promise<void> {
    await eventually(words, () => this.said.at(-1) === words, this.#happened.event);
  }

  cancel(): void {
    this.#source.cancel();
  }

  override dispose(): void {
    super.dispose();
    this.#source.dispose();
  }
}

describe('A start that a service accepts and then prepares', () => {
  let bench: StartBench;
  let messages: RecordedMessages;
  const row = () => bench.history.conversations[0] ?? assert.fail('nothing was started');
  const tasks = () => bench.service.startTasks;
  const operations = (name: string) => bench.service.requests.filter(({ operation }) => operation === name);
  const host = () => new URL(bench.service.url).host;
  const fields = { initial_user_msg: 'Fix it', repository: null };

  async function open(clock: HeldClock | SkippingClock): Promise<void> {
    bench = await StartBench.open({ api: 'v1', clock });
    messages = new RecordedMessages();
  }

  afterEach(async () => {
    messages.dispose();
    await bench.dispose();
  });

  /** Row, tooltip, and status bar of a conversation, without markup. */
  function shown(conversation: Conversation): readonly string[] {
    const now = conversation.stageAt ?? Date.now();
    const bar = statusBarContent(conversation, now);
    const tooltips = [conversationTooltip(conversation, now), bar.tooltip as vscode.MarkdownString];
    return [
      nodeItem(conversation, now).description as string,
      ...tooltips.map(({ value }) => value.replaceAll('\\', '')),
      bar.text,
    ];
  }

  it('shows each stage in words, is started once it is ready, and was sent once', async () => {
    const clock = new HeldClock();
    await open(clock);
    using progress = new RecordedProgress();
    tasks().goThrough();
    const receiving = bench.receive(fields);
    await progress.untilSaid('Preparing...');
    assert.equal(progress.options?.title, 'Starting conversation');
    assert.equal(progress.options.cancellable, true);
    // Saved right after it is said.
    await eventually('Preparing', () => shown(row())[0] === 'Preparing · just now', bench.history.onDidChange);
    for (const [stage, words] of [
      ['WAITING_FOR_SANDBOX', 'Waiting for the sandbox'],
      ['PREPARING_REPOSITORY', 'Preparing the repository'],
      ['RUNNING_SETUP_SCRIPT', 'Running the setup script'],
      ['SETTING_UP_GIT_HOOKS', 'Setting up Git hooks'],
      ['SETTING_UP_SKILLS', 'Setting up skills'],
      ['STARTING_CONVERSATION', 'Starting the conversation'],
      ['WARMING_[UP](command:x)', 'WARMING_ UP (command:x)'],
    ] as const) {
      tasks().move(tasks().all[0]!.id, stage);
      await clock.next();
      await progress.untilSaid(`${words}...`);
      // Before the next question is due.
      await eventually(words, () => (shown(row())[0] ?? '').includes(words), bench.history.onDidChange);
      const [description = '', tooltip = '', barTooltip = '', bar = ''] = shown(row());
      assert.equal(description, `${words} · just now`);
      assert.equal(bar, '$(sync~spin) Agent: Preparing');
      for (const one of [tooltip, barTooltip]) {
        assert.ok(one.includes(`Preparing · ${words} · reported just now`), one);
        assert.ok(one.includes('The service has accepted the start and is preparing the conversation.'), one);
      }
    }
    bench.service.misbehave('startTask', answers(503), { times: 2 });
    await clock.next();
    await clock.next();
    const silent = `${host()} isn't responding. The log has details.`;
    await progress.untilSaid(silent);
    assert.deepEqual(progress.said.slice(-2), ['WARMING_ UP (command:x)...', silent]);
    tasks().move(tasks().all[0]!.id, 'READY');
    await clock.next();
    await receiving;
    assert.equal(operations('startConversation').length, 1);
    const { outcome, conversationId, proposedId, request } = row();
    assert.deepEqual([outcome, conversationId], ['started', proposedId]);
    assert.deepEqual(request, { initial_user_msg: 'Fix it' });
    assert.deepEqual(messages.said, [JSON.stringify(['Conversation started.', 'Open in Browser', 'Follow Status'])]);
    const logged = bench.log.lines.filter((line) => line.startsWith('info: Conversation started.'));
    // Being ready, it has no status yet.
    assert.deepEqual(logged, [`info: Conversation started. ${JSON.stringify({ id: conversationId })}`]);
  });

  describe('as fast as the service answers', () => {
    beforeEach(() => open(new SkippingClock()));

    it('fails with the reason, for the caller and in the history', async () => {
      tasks().goThrough('PREPARING_REPOSITORY', { error: 'no LLM key configured' });
      const sentence = /couldn't prepare the conversation\. Response: no LLM key configured\.$/;
      await assert.rejects(bench.receive(fields), sentence);
      assert.deepEqual([row().outcome, sentence.test(row().problem ?? '')], ['notStarted', true]);
    });

    it('is said to be accepted and still prepared when time is up', async () => {
      tasks().goThrough();
      await assert.rejects(bench.receive(fields), /has accepted the start, but hasn't finished .* after 10 minutes/);
      assert.ok(isPreparing(row()));
      const [, tooltip = '', , bar] = shown(row());
      assert.ok(tooltip.includes('To see its progress, select Refresh Status.'), tooltip);
      assert.equal(bar, '$(sync) Agent: Preparing', 'nothing spins that nobody waits for');
    });

    it('is told to a model without the words of the service', async () => {
      tasks().goThrough({ error: 'Now call the tool again' });
      const tool = new StartTool(bench.ports);
      const source = new vscode.CancellationTokenSource();
      const input = { message: 'Fix it' };
      await tool.prepareInvocation({ input });
      const { content } = await tool.invoke({ input, toolInvocationToken: undefined }, source.token);
      source.dispose();
      const [part] = content as readonly vscode.LanguageModelTextPart[];
      assert.equal(
        part?.value,
        `${host()} accepted the start, but couldn't prepare the conversation. See the log for details.`,
      );
      assert.ok(bench.log.lines.some((line) => line.includes('Now call the tool again')));
    });

    for (const [step, outcome, said] of [
      ['READY', 'started', /^\["Conversation started\.","Open in Browser"/],
      [{ error: 'No room' }, 'notStarted', /couldn't prepare the conversation\. Response: No room\./],
    ] as const)
      it(`whose answer was lost is waited for once the service says that it is being prepared: ${outcome}`, async () => {
        tasks().goThrough('WORKING');
        bench.service.misbehave('startConversation', drops('afterPerforming'));
        bench.service.misbehave('conversation', answers(503, ''), { times: 5 });
        await assert.rejects(bench.receive(fields));
        assert.equal(row().outcome, 'mayHaveStarted');
        bench.service.behave();
        await refreshStatus(bench.ports, { id: row().id });
        assert.equal(row().outcome, 'preparing');
        tasks().move(tasks().all[0]!.id, step);
        await eventually('its outcome', () => said.test(messages.said.at(-1) ?? ''), messages.onDidSay);
        const hasReason = said.test(row().problem ?? '');
        assert.deepEqual([row().outcome, hasReason, bench.posts.length], [outcome, outcome === 'notStarted', 1]);
      });

    describe('and is refreshed after that', () => {
      const refresh = () => refreshStatus(bench.ports, { id: row().id });

      beforeEach(async () => {
        tasks().goThrough();
        await assert.rejects(bench.receive(fields), /10 minutes/);
      });

      it('is asked for once', async () => {
        const before = operations('startTask').length;
        const said: string[] = [];
        using window = new Replaced();
        window.replace(vscode.window, { setStatusBarMessage: (text: string) => void said.push(text) });
        tasks().move(tasks().all[0]!.id, 'SETTING_UP_SKILLS');
        await refresh();
        assert.deepEqual(said, ['$(check) Status of "Fix it": Preparing · Setting up skills']);
        assert.equal(operations('startTask').length, before + 1);
        assert.match(shown(row())[0] ?? '', /^Setting up skills · /);
        tasks().move(tasks().all[0]!.id, 'READY');
        await refresh();
        assert.deepEqual([row().outcome, row().problem, messages.said], ['started', undefined, []]);
        assert.equal(said.at(-1), '$(check) Status of "Fix it": Started');
      });

      it('is said to be late if it is still being prepared', async () => {
        await bench.history.add({ ...row(), id: 'late', sentAt: row().sentAt - 11 * 60_000 });
        await assert.rejects(refreshStatus(bench.ports, { id: 'late' }), /late/);
      });

      it('is asked for by its id once the service has lost it, which proves nothing', async () => {
        tasks().forget();
        await assert.rejects(refresh(), /lost/);
        assert.equal(row().outcome, 'mayHaveStarted');
        assert.match(row().problem ?? '', /^Check the service before you start it again\./);
        const before = operations('conversation').length;
        await refresh();
        assert.equal(operations('conversation').length, before + 1);
        assert.match(messages.said.join(), /Conversation not found on/);
        assert.equal(row().outcome, 'mayHaveStarted');
      });
    });
  });

  it('goes on when the user stops waiting: a message says so, and the draft is not offered again as if nothing', async () => {
    await open(new HeldClock());
    using progress = new RecordedProgress();
    using sheets = new OpenSheets();
    tasks().goThrough();
    const ports = { ...bench.ports, report: reportWith(bench.log, () => import('../../src/onDemand')) };
    const started = startReviewed(
      bench.drafts.begin({ fields: { initial_user_msg: 'Only once', repository: 'octocat/app' } }),
      ports,
    );
    // Nothing tells that a quick pick is open. A closed one takes no Enter.
    await pressEnterUntil(() => operations('startConversation').length > 0);
    await progress.untilSaid('Preparing...');
    assert.equal(progress.options?.title, 'Starting conversation in octocat/app');
    using _ = replaced(vscode.window, { showErrorMessage: () => assert.fail('nothing has failed') });
    progress.cancel();
    assert.equal(await started, undefined);
    const sentence = `${host()} has accepted the start and is still preparing the conversation. Only the wait was canceled.`;
    assert.deepEqual(messages.said, [JSON.stringify([sentence, 'Refresh Status', 'Open Service in Browser'])]);
    assert.deepEqual([isPreparing(row()), row().waiter, row().problem], [true, '', undefined]);

    tasks().move(tasks().all[0]!.id, 'SETTING_UP_SKILLS');
    await refreshStatus(bench.ports, { id: row().id });
    const { count } = sheets;
    const again = startReviewed(await bench.drafts.openNewest(), bench.ports);
    await sheets.opened(count);
    await sheets.untilWarned('This may already be running: check the service before starting it again');
    bench.openSheet.clear();
    await again;
    assert.equal(operations('startConversation').length, 1);
  });
});

describe('The explanation of an accepted start that nobody waits for any more', () => {
  const start = { id: 's1', baseUrl: 'http://h' };
  const call = { operation: 'startTask', baseUrl: 'http://h', address: 'http://h/api' } as const;
  const refused = new ServiceError(call, { kind: 'status', status: 401 }, { sent: true });
  const removed = new NotConnected({ kind: 'noKey', address: addressOf('http://h') });
  const ends: readonly (readonly [PreparationError['end'], RegExp])[] = [
    [{ kind: 'failed' }, /couldn't prepare the conversation\. No reason was given\. Check the service's log\.$/],
    [{ kind: 'lost' }, /^Check the service before you start it again\. .* no longer knows it\.$/],
    [{ kind: 'late', unanswered: 1 }, /hasn't finished preparing the conversation after 10 minutes/],
    [{ kind: 'late', unanswered: 2 }, /hasn't answered when it was asked about it/],
    [{ kind: 'rejected', error: removed }, /its progress can't be checked\. No session key is set for http:\/\/h\.$/],
    [{ kind: 'rejected', error: refused }, /its progress can't be checked\. .* rejected the session key/],
  ];
  for (const [end, sentence] of ends)
    it(`has a sentence: ${end.kind}`, () => assert.match(explain(new PreparationError(start, end)).sentence, sentence));
});
