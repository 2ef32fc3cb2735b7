import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { isUnseenEnd } from '../../src/conversations/conversationToShow';
import { withAttachment, withField } from '../../src/draft/draft';
import { replaceText } from '../../src/draft/vscode/draftTexts';
import { addAndReview } from '../../src/entry/vscode/addAndReview';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { runStartCommand, sendFollowUp } from '../../src/start/vscode/commands';
import type { ServiceMemory } from '../../src/service/serviceMemory';
import { answers, drops, holds, type Fault } from '../service/faults';
import { addressOf } from '../support/addressOf';
import { FollowUpBench, rowsOf } from '../support/followUpBench';
import { keptDocument } from '../support/keptDrafts';
import { until } from '../support/openSheets';
import { RecordedActions } from '../support/recordedActions';
import { replaced } from '../support/replaced';

describe('Send Follow-Up', () => {
  let its: FollowUpBench;

  afterEach(() => its.dispose());

  describe('on services of API V1', () => {
    beforeEach(async () => (its = await FollowUpBench.open('v1')));

    it('shows the conversation and its state, and sends the message once', async () => {
      const opened = await its.open();
      const again = its.window.next();
      using actions = new RecordedActions();
      opened.choose('to');
      const pick = await again;
      assert.match(actions.done.join(), /^agentConversations\.showLastAnswer /);
      actions.dispose();
      assert.deepEqual(
        [pick.title, pick.placeholder],
        [`Send Follow-Up · ${its.row.baseUrl}`, 'What should the agent do next?'],
      );
      pick.type('Also the tests');
      pick.choose('start');
      await its.running;
      assert.deepEqual(its.window.notices, ['Message sent to "Fix it".']);
      assert.deepEqual(rowsOf(pick), ['Send', 'To: Fix it · Finished · reported just now', 'More Options...']);
      assert.deepEqual(
        its.posts.map(({ path: at, body }) => [at, body]),
        [
          [
            `/api/v1/app-conversations/${its.id}/send-message`,
            { content: [{ type: 'text', text: 'Also the tests' }], run: true },
          ],
        ],
      );
      assert.deepEqual([its.reported, await its.sheet(), its.row.status], [[], { fields: {} }, 'RUNNING']);
    });

    it("doesn't say, once its sheet is closed, that the status couldn't be read for that", async () => {
      const pick = await its.open();
      const asked = Promise.withResolvers<undefined>();
      const answered = Promise.withResolvers<never>();
      const connect = () => (asked.resolve(undefined), answered.promise);
      using _ = replaced(its.bench.ports.service, { connect });
      await asked.promise;
      pick.escape();
      await its.running;
      answered.reject(new Error('lost'));
      await new Promise(setImmediate);
      assert.deepEqual(its.reported, []);
    });

    it('sends what other commands add, and images, in the one message', async () => {
      const pick = await its.open();
      pick.type('See');
      const shown = its.window.next();
      const adding = addAndReview(its.ports, () =>
        Promise.resolve((draft) => ({
          ...withAttachment(draft, { kind: 'selection', about: 'a.ts:1', text: '`a.ts`' }),
          images: [{ name: 'a.png', url: 'data:image/png;base64,AA==' }],
        })),
      );
      const sheetAgain = await shown;
      await its.running;
      sheetAgain.choose('start');
      await adding;
      assert.deepEqual(rowsOf(sheetAgain).slice(2, 4), [
        'In the message: selection a.ts:1 (6 bytes)',
        'Images: 1 · 26 bytes',
      ]);
      const content = [
        { type: 'text', text: 'See\n\n`a.ts`' },
        { type: 'image', image_urls: ['data:image/png;base64,AA=='] },
      ];
      const bodies = its.posts.map(({ body }) => body);
      assert.deepEqual(bodies, [{ content, run: true }]);
      assert.equal(its.bench.history.conversations.length, 1);
    });

    it('leaves the message aside for what only a start can have, and for a start', async () => {
      (await its.open()).type('For later');
      const shown = its.window.next();
      const adding = addAndReview(its.ports, () => Promise.resolve((draft) => withField(draft, 'replay_json', '[]')));
      (await shown).escape();
      await Promise.all([its.running, adding]);
      assert.deepEqual((await its.sheet()).fields, { replay_json: '[]' });
      const [, aside] = await its.bench.drafts.list();
      assert.deepEqual(aside?.draft, { fields: { initial_user_msg: 'For later' }, to: its.row.id });

      const continued = await its.open();
      assert.equal(continued.title, `Send Follow-Up · ${its.row.baseUrl}`);
      continued.escape();
      await its.running;
      const started = its.window.next();
      its.running = runStartCommand(undefined, its.ports);
      assert.equal((await started).title, `Start Conversation · ${its.row.baseUrl}`);
      (await started).escape();
      await its.running;
      assert.equal(its.posts.length, 0);
    });

    it('leaves a sheet alone that opens over a question, and sends nothing', async () => {
      its.report('paused');
      its.window.button = () => {
        its.ports.openSheet.value = { dispose: () => undefined };
        return 'Send and Continue';
      };
      await its.send();
      assert.deepEqual([its.posts, (await its.sheet()).fields], [[], { initial_user_msg: 'Go on' }]);
    });

    it('is copied as the API takes it that was found out while a question was open', async () => {
      its.report('paused');
      const { services } = its.ports as unknown as { readonly services: ServiceMemory };
      const findApi = () => services.setApi(addressOf(its.row.baseUrl), 'agent');
      using _ = replaced(vscode.window, { showWarningMessage: findApi });
      const pick = await its.open();
      pick.type('Go on');
      const shown = its.window.next();
      pick.choose('start');
      const again = await shown;
      await until(() => !again.busy);
      const last = its.window.next();
      again.press('Copy as cURL');
      (await last).escape();
      await its.running;
      assert.match(await vscode.env.clipboard.readText(), /\/api\/conversations\/[\da-f-]+\/events'/);
    });

    for (const [what, happen, runs, said] of [
      ['was resumed', () => its.report('finished'), [true], /^$/],
      [
        'was removed',
        () => its.bench.service.startTasks.remove(its.id),
        [],
        /^The message wasn't sent\. Its sandbox was removed/,
      ],
    ] as const)
      it(`doesn't resume a sandbox that ${what} while the question was open`, async () => {
        its.report(null, 'PAUSED');
        its.window.button = (_, buttons) => {
          happen();
          return buttons.find((button) => button === 'Resume and Send');
        };
        await its.send();
        assert.ok(!its.asked.some((one) => one.includes('/resume')));
        assert.deepEqual(its.runs, runs);
        assert.match(its.reported[0]?.[0] ?? '', said);
      });

    it('shows what was written in the editor while a question was open, and sends nothing', async () => {
      const { drafts } = its.bench;
      const { id, path: file } = await keptDocument(drafts, { fields: {}, body: 'Go on', to: its.row.id });
      its.report('paused');
      const answer = async () => {
        await replaceText(file, 'Go on', 'Stop');
        return 'Send and Continue';
      };
      using _ = replaced(vscode.window, { showWarningMessage: answer });
      const shown = its.window.next();
      its.running = startReviewed(await drafts.open(id), its.ports);
      const pick = await shown;
      const again = its.window.next();
      pick.choose('start');
      const rows = rowsOf(await again);
      assert.ok(rows.includes('Message: Stop · 4 characters'), rows.join('\n'));
      assert.deepEqual(its.posts, []);
      (await again).escape();
      await its.running;
    });

    it('is a follow-up even while a start from the sheet is on its way', async () => {
      const held = holds({ performs: true });
      its.bench.service.misbehave('startConversation', held);
      const { id } = its.row;
      const begun = its.window.next();
      const starting = runStartCommand(undefined, its.ports);
      (await begun).type('Another task');
      (await begun).choose('start');
      await held.reached;
      const shown = its.window.next();
      const following = sendFollowUp(its.ports, { id });
      const pick = await shown;
      assert.equal(pick.title, `Send Follow-Up · ${its.row.baseUrl}`);
      pick.type('Go on');
      pick.choose('start');
      await following;
      assert.equal(its.posts.length, 1);
      held.release();
      await starting;
      assert.deepEqual([its.reported, await its.bench.drafts.list()], [[], []]);
      assert.equal(its.bench.history.conversations.length, 2);
    });

    it("isn't sent, says so, and is on the sheet again, if it can't be saved to disk", async () => {
      const rename = () => Promise.reject(Object.assign(new Error('EROFS: rename'), { code: 'EROFS' }));
      using _ = replaced(fs, { rename });
      const again = await its.sendAndReturn();
      const [[sentence, ...actions] = []] = its.reported;
      assert.match(sentence ?? '', /^Nothing was sent\. Your draft can't be saved to disk \(EROFS\)/);
      assert.deepEqual([actions, again.value, its.posts], [['Show Log'], 'Go on', []]);
    });

    it('says why the status is not known before it is sent, and nothing of it after that', async () => {
      const { service } = its.bench;
      const silent = service.misbehave('conversation', answers(503, {}), { times: Infinity });
      const pick = await its.open();
      await until(() => its.reported.length > 0);
      assert.match(its.reported[0]?.[0] ?? '', /status 503/);
      silent.dispose();
      const held = holds({ performs: true });
      service.misbehave('sendMessage', held);
      pick.type('Go on');
      pick.choose('start');
      await held.reached;
      service.misbehave('conversation', answers(503, {}), { times: Infinity });
      held.release();
      await its.running;
      assert.deepEqual([its.posts.length, its.reported.length, its.window.notices.length], [1, 1, 1]);
    });

    for (const [which, status] of [
      ['which it lets run', 'finished'],
      ['which was running and has answered', 'running'],
    ] as const)
      it(`doesn't say that an agent ${which} may have stopped before it read the message`, async () => {
        its.report(status);
        const held = holds({ performs: true });
        its.bench.service.misbehave('sendMessage', held);
        const pick = await its.open();
        pick.type('Go on');
        pick.choose('start');
        await held.reached;
        if (status === 'running') its.bench.service.events.say(its.id, 'Done');
        its.report('finished');
        held.release();
        await its.running;
        assert.deepEqual(its.window.notices, ['Message sent to "Fix it".']);
      });

    it('lets no agent run after more than can be read, among which an action may wait', async () => {
      for (let step = 0; step < 40; step++)
        its.bench.service.events.act(its.id, { kind: 'TerminalAction', command: 'make' });
      its.report('error');
      await its.sendAndReturn();
      const [{ detail, buttons } = assert.fail('nothing is asked')] = its.window.questions;
      assert.match(detail, /The action couldn't be read, so it can't be carried out from here\.$/);
      assert.deepEqual([buttons, its.posts], [['Open in Browser', 'Only Add Message'], []]);
    });

    it('sends nothing that is empty, and keeps nothing of it', async () => {
      const pick = await its.open();
      const next = its.window.next();
      pick.choose('start');
      (await next).escape();
      await its.running;
      assert.deepEqual([its.posts, await its.sheet()], [[], { fields: {} }]);
    });

    const lost: readonly (readonly [what: string, fault: Fault, delivered: boolean])[] = [
      ['a 502 without delivery', answers(502, { detail: 'Failed to reach agent server.' }), false],
      ['a connection that breaks before', drops('afterBody'), false],
      ['a connection that breaks after delivery', drops('afterPerforming'), true],
    ];
    for (const [what, fault, delivered] of lost)
      it(`${delivered ? 'was sent' : 'may have been sent'}: ${what}`, async () => {
        its.bench.service.misbehave('sendMessage', fault);
        await its.send();
        assert.equal(its.posts.length, 1);
        const messageQuestions = its.asked.filter((one) => one.includes('kind__eq=MessageEvent')).length;
        if (delivered) {
          assert.deepEqual([its.reported, await its.sheet(), messageQuestions], [[], { fields: {} }, 2]);
          return;
        }
        const [[sentence, ...actions] = []] = its.reported;
        assert.match(
          sentence ?? '',
          /The message may have been sent anyway\. Look at the conversation before you send it again\.$/,
        );
        assert.deepEqual([actions, messageQuestions], [['Open in Browser', 'Back to Review Sheet'], 5]);
      });

    it('still may have been sent after its sheet was closed, however often, until the user says otherwise', async () => {
      its.bench.service.misbehave('sendMessage', drops('afterBody'));
      await its.send();
      for (let times = 0; times < 2; times++) {
        const again = await its.open();
        assert.ok(again.has('warning mayBeSent'));
        again.escape();
        await its.running;
      }
      const refused = await its.open();
      const next = its.window.next();
      refused.choose('start');
      (await next).escape();
      await its.running;
      const [question] = its.window.questions;
      assert.equal(question?.title, 'This message may already have been sent. Send it again?');
      assert.deepEqual(
        question.buttons,
        ['Back to Review Sheet', 'Send Again'],
        'Enter leads back, pressed twice, too',
      );
      assert.equal(its.posts.length, 1);

      const marks = await its.open();
      its.window.row = 'Mark as Not Sent';
      const unmarked = its.window.next();
      marks.choose('warning mayBeSent');
      const plain = await unmarked;
      assert.ok(!plain.has('warning mayBeSent'));
      plain.choose('start');
      await its.running;
      assert.equal(its.posts.length, 2);
    });

    // prettier-ignore
    const refused: readonly (readonly [what: string, answer: Fault, sentence: RegExp])[] = [
      ['is deleted', answers(404, { detail: 'Conversation 0b7f5b0e not found' }), /^The message wasn't sent\. 127\.0\.0\.1:\d+ doesn't know the conversation "/],
      ['lost its container', answers(404, { detail: 'Sandbox not found for conversation 0b7f' }), /sandbox was removed/],
      ['lost its sandbox', answers(410, { detail: 'Conversation is archived.' }), /sandbox was removed/],
      ['was paused just now', answers(409, { detail: 'Sandbox is PAUSED.' }), /has just been paused[^]* Wait a moment, then send it again\.$/],
      ['has another key', answers(401, { detail: 'Unauthorized' }), /key/],
    ];
    for (const [what, answer, sentence] of refused)
      it(`was not sent, if the conversation ${what}; it's there again, and without a warning`, async () => {
        its.bench.service.misbehave('sendMessage', answer);
        await its.send();
        assert.match(its.reported[0]?.[0] ?? '', sentence);
        assert.equal(its.row.sendingDraft, '', 'no other window reports it');
        const again = await its.open();
        assert.deepEqual([again.value, again.has('warning mayBeSent'), its.posts.length], ['Go on', false, 1]);
        again.escape();
        await its.running;
      });
  });

  it('asks for the key of a service that was forgotten, and finds out that it takes messages', async () => {
    its = await FollowUpBench.open('v1');
    const { keys, origin } = its.bench;
    const key = (await keys.get(origin)) ?? assert.fail('it has no key');
    await keys.clear(origin);
    await its.ports.state.update('serviceApis', []);
    its.window.typed = () => undefined;
    await sendFollowUp(its.ports, { id: its.row.id });
    assert.deepEqual([its.window.pick, its.reported], [undefined, []], 'it is closed');
    // It ends while the key is asked for.
    its.window.typed = async () => {
      await its.bench.history.change(its.row.id, { status: 'FINISHED', endedAt: Date.now() });
      return key;
    };
    const pick = await its.open();
    assert.deepEqual(
      [/Send Follow-Up/.test(pick.title), its.row.status, isUnseenEnd(its.row)],
      [true, 'FINISHED', false],
    );
    pick.escape();
    await its.running;
  });

  it('opens the page in the browser, and asks nothing, where the interface has no such operation', async () => {
    its = await FollowUpBench.open('v0');
    const before = its.asked.length;
    const actions = new RecordedActions();
    await sendFollowUp(its.ports, { id: its.row.id });
    actions.dispose();
    assert.equal(its.asked.length, before);
    assert.ok(!its.window.pick);
    assert.deepEqual(actions.done, [`${its.row.baseUrl}/conversations/${its.id}`]);
  });
});
