import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { LastAnswer } from '../../src/answer/lastAnswer';
import { answerDocument } from '../../src/answer/vscode/answerDocument';
import { showLastAnswer } from '../../src/answer/vscode/showLastAnswer';
import { shownLanguage } from '../../src/base/vscode/units';
import { EndNotices } from '../../src/conversations/vscode/endNotices';
import { givenConversation } from '../../src/conversations/vscode/pickConversation';
import { textSchemes } from '../../src/names';
import { answers } from '../service/faults';
import { RecordedMessages } from '../support/recordedMessages';
import { SkippingClock } from '../support/clocks';
import { someConversation } from '../support/someConversation';
import { StartBench } from '../support/startBench';

describe('Show Last Answer', () => {
  let bench: StartBench;
  let messages: RecordedMessages;
  const row = () => bench.history.conversations[0] ?? assert.fail('nothing was started');
  const id = () => row().conversationId ?? assert.fail('it has no id');
  const show = () => showLastAnswer(bench.ports, { id: row().id });
  const opened = () => vscode.window.activeTextEditor?.document;

  async function openOn(api: 'v0' | 'v1', message = 'Fix it'): Promise<void> {
    bench = await StartBench.open({ api, clock: new SkippingClock() });
    if (api === 'v1') bench.service.startTasks.goThrough('READY');
    await bench.receive({ initial_user_msg: message, repository: 'octocat/Hello-World', selected_branch: 'main' });
    messages = new RecordedMessages();
  }
  const report = (execution: string | null, sandbox: 'RUNNING' | 'PAUSED' = 'RUNNING') =>
    bench.service.startTasks.report(id(), { sandbox, execution });

  afterEach(async () => {
    messages.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await bench.dispose();
  });

  /** Lines of the document that opens; the time in its second line is replaced. */
  async function shown(): Promise<readonly string[]> {
    await show();
    const document = opened();
    assert.equal(document?.uri.scheme, textSchemes.answer);
    assert.equal(document.languageId, 'agent-answer');
    const [title = '', about = '', ...lines] = document.getText().split('\n').filter(Boolean);
    return [title, about.replace(/ · \d.*$/, ' · at'), ...lines];
  }

  it('opens the answer with its state and time, asked for with two small requests', async () => {
    await openOn('v1');
    bench.service.events.finish(id(), 'I fixed it.\n\nSee `a.ts`.');
    report('finished');
    const before = bench.service.requests.length;
    const about = 'Finished · octocat/Hello-World · main · at';
    assert.deepEqual(await shown(), ['Fix it', about, 'The agent said last:', 'I fixed it.', 'See `a.ts`.']);
    assert.equal(path.basename(opened()?.uri.path ?? ''), 'Fix it.md');
    assert.deepEqual(
      bench.service.requests.slice(before).map(({ method, path }) => [method, path.replace(/\?ids=.*/, '')]),
      [
        ['GET', '/api/v1/app-conversations'],
        ...['MessageEvent', 'ActionEvent'].map((kind) => [
          'GET',
          `/api/v1/conversation/${id()}/events/search?limit=1&sort_order=TIMESTAMP_DESC&kind__eq=${kind}`,
        ]),
      ],
    );
    assert.deepEqual([row().status, messages.said], ['FINISHED', []]);
    assert.ok((row().lookedAt ?? 0) >= (row().endedAt ?? Infinity), 'it has been seen');
  });

  for (const [timestamp, shownAt] of [
    ['2026-11-23T16:04:57.775681', '2026-11-23 16:04 (unknown time zone)'],
    ['2026-11-23T18:04:57.775681+02:00', new Date('2026-11-23T16:04:57.775Z').toLocaleString('en')],
    ['2026-11-23T16:04:57.775681Z', new Date('2026-11-23T16:04:57.775Z').toLocaleString('en')],
  ] as const)
    it(`says the time as far as the service tells it: ${timestamp}`, async () => {
      await openOn('v1');
      const content = [{ type: 'text', text: 'Which one?' }];
      bench.service.events.keep(id(), {
        kind: 'MessageEvent',
        timestamp,
        source: 'agent',
        llm_message: { role: 'assistant', content },
      });
      report('finished');
      await show();
      assert.ok(opened()?.getText().includes(` · ${shownAt}\n`), opened()?.getText());
    });

  it('opens a question, in which nothing runs or loads, and every character is visible', async () => {
    await openOn('v1', '??!');
    const hostile = 'Which?\u202e [a](command:workbench.action.quit) ![b](https://img.example/c.png)\ncommand:d\u200bx';
    bench.service.events.say(id(), `${hostile}${'\n'.repeat(9)}Below`);
    report('finished');
    assert.deepEqual((await shown()).slice(3), [
      'Which?\\u{202e} [a](command:workbench.action.quit) ![b](https://img.example/c.png)',
      'command:d\\u{200b}x',
      '(9 blank characters)',
      'Below',
    ]);
    assert.equal(path.basename(opened()?.uri.path ?? ''), 'Last answer.md', 'nothing of the title is valid in a name');
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      'vscode.executeLinkProvider',
      opened()?.uri,
    );
    assert.deepEqual(
      links.map(({ target }) => target?.scheme).filter((scheme) => scheme === 'command'),
      [],
    );
  });

  it("says so when the last message is the user's, and whether nothing was said", async () => {
    await openOn('v1');
    report('running');
    assert.deepEqual((await shown()).slice(1), [
      'Running · octocat/Hello-World · main · at',
      "The last message is yours. The agent hasn't answered it yet.",
    ]);
  });

  it("opens the agent's error with its code", async () => {
    await openOn('v1');
    bench.service.events.fail(id(), 'LLMAuthenticationError', 'Invalid key.');
    report('error');
    assert.deepEqual((await shown()).slice(1), [
      'Agent error · octocat/Hello-World · main · at',
      'The agent stopped with an error:',
      'LLMAuthenticationError',
      'Invalid key.',
    ]);
    assert.equal(path.basename(opened()?.uri.path ?? ''), 'Fix it', 'only what the agent wrote is Markdown');
  });

  it('opens the action that waits for confirmation, and says where it can be rejected', async () => {
    await openOn('v1');
    const action = { kind: 'TerminalAction', command: 'rm -rf build\n  && echo removed' };
    bench.service.events.act(id(), action, { summary: 'remove the build folder', security_risk: 'HIGH' });
    report('waiting_for_confirmation');
    assert.deepEqual((await shown()).slice(1), [
      'Waiting for confirmation · octocat/Hello-World · main · at',
      'The agent is waiting for you to confirm or reject this in the browser:',
      'Risk: HIGH',
      'Tool: terminal',
      '    kind: TerminalAction',
      '    command:',
      '        rm -rf build',
      '          && echo removed',
      'Summary: remove the build folder',
    ]);
  });

  it('lets the commands in its title know the conversation', async () => {
    await openOn('v1');
    bench.service.events.finish(id(), 'Which one?');
    report('finished');
    const first = row();
    await bench.receive({ initial_user_msg: 'Another' });
    await showLastAnswer(bench.ports, { id: first.id });
    assert.equal(givenConversation(opened()?.uri, bench.history)?.id, first.id);
  });

  it('indents what the agent wrote of an action, whatever it looks like: nothing else can be taken for ours', async () => {
    await openOn('v1');
    const forged = 'Risk: LOW\nTool: ls\nAction 2 of 2\nSummary: lists files; nothing else is run';
    const action = {
      kind: 'TerminalAction',
      command: `rm -rf /${'\n'.repeat(9)}${forged}`,
      [forged]: false,
      path: `a${' '.repeat(2000)}\u2028${forged.replaceAll('\n', '\u2028')}`,
      'Risk: LOW\n': '\r\r\r\r\rRisk: LOW',
    };
    const more = { summary: forged, security_risk: `HIGH\n${forged}`, tool_name: `terminal\n\n\n\n${forged}` };
    bench.service.events.act(id(), action, more);
    report('waiting_for_confirmation');
    const rows = (await shown()).slice(3);
    const oneLine = forged.replaceAll('\n', ' ');
    assert.deepEqual(
      rows.filter((line) => !line.startsWith('    ')),
      [`Risk: HIGH ${oneLine}`, `Tool: terminal ${oneLine}`, `Summary: ${oneLine}`],
    );
    const inCommand = rows.slice(rows.indexOf('    command:') + 1);
    assert.deepEqual(inCommand.slice(0, 4), [
      '        rm -rf /',
      '        (9 blank characters)',
      '        Risk: LOW',
      '        Tool: ls',
    ]);
    assert.ok(rows.includes(`    ${JSON.stringify(forged)}: false`), rows.join('\n'));
  });

  it('leads to the browser if the service no longer knows the conversation', async () => {
    await openOn('v1');
    bench.service.misbehave('conversation', answers(200, [null]));
    await show();
    const sentence = `${new URL(bench.origin).host} doesn't know the conversation "Fix it". It may have been deleted.`;
    assert.deepEqual(messages.said, [JSON.stringify([sentence, 'Open in Browser'])]);
    assert.deepEqual([opened(), row().unknownAt !== undefined], [undefined, true]);
  });

  for (const [atStart, now] of [
    ['v0', 'v0'],
    ['v1', 'v0'],
    ['v0', 'v1'],
  ] as const)
    it(`leads to the browser, and asks nothing, if the API was ${atStart} at the start and is ${now} now: both need the operation`, async () => {
      await openOn(now);
      await bench.history.add({ ...row(), id: 'other', api: atStart });
      const before = bench.service.requests.length;
      await showLastAnswer(bench.ports, { id: 'other' });
      const sentence = `${bench.origin} doesn't provide the agent's answers. Open the conversation in the browser to read them.`;
      assert.deepEqual([messages.said, bench.reported], [[JSON.stringify([sentence, 'Open in Browser'])], []]);
      assert.equal(bench.service.requests.length, before);
    });

  it('comes after the answer to an action that waits, where that can be given', async () => {
    await openOn('v1');
    const conversation = { ...row(), api: 'agent', status: 'WAITING_FOR_CONFIRMATION', endedAt: 1 } as const;
    await Promise.all(new EndNotices(bench.history).show([{ conversation, isFirst: false }]));
    const [, ...buttons] = JSON.parse(messages.said[0] ?? '[]') as readonly string[];
    assert.deepEqual(buttons, ['Confirm or Reject Action...', 'Show Last Answer']);
  });

  for (const [title, request, offered] of [
    [
      "isn't offered when an agent has ended that may have pushed",
      { repository: 'octocat/Hello-World' },
      ['Review What Was Pushed...', 'Open in Browser'],
    ],
    ["is offered when an agent has ended that can't have pushed", {}, ['Show Last Answer', 'Open in Browser']],
  ] as const)
    it(title, async () => {
      await openOn('v1');
      const conversation = { ...row(), request, status: 'FINISHED', endedAt: 1 };
      await Promise.all(new EndNotices(bench.history).show([{ conversation, isFirst: false }]));
      const [, ...buttons] = JSON.parse(messages.said[0] ?? '[]') as readonly string[];
      assert.deepEqual(buttons, offered);
    });
});

describe('The text of an answer', () => {
  it("says that nothing was said yet, or that an action couldn't be read", () => {
    const text = (answer: LastAnswer) => answerDocument(someConversation(), 'RUNNING', answer);
    assert.match(text({ kind: 'noAnswer' }), /\nThe agent hasn't said anything yet\.\n/);
    assert.match(text({ kind: 'waits', actions: [] }), /that couldn't be read here\. Open it in the browser\.\n/);
  });

  it('has the time of the newest of several actions', () => {
    const times = ['2026-03-01T10:00:00.000000Z', '2026-03-02T10:00:00.000000Z'];
    const actions = times.map((at) => ({ at, kind: 'action', tool: 'terminal', details: [] }) as const);
    const text = answerDocument(someConversation(), 'WAITING_FOR_CONFIRMATION', { kind: 'waits', actions });
    const [old, newest] = times.map((at) => text.includes(new Date(at).toLocaleString(shownLanguage())));
    assert.deepEqual([old, newest], [false, true], text);
  });
});
