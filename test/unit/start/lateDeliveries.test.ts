import assert from 'node:assert/strict';
import path from 'node:path';
import { apis } from '../../../src/client/apis/registry';
import { Emitter } from '../../../src/base/event';
import { DisposableStore } from '../../../src/base/lifecycle';
import type { History } from '../../../src/conversations/history';
import { digestOf, emptyDraft, type Draft } from '../../../src/draft/draft';
import type { Drafts } from '../../../src/draft/drafts';
import { findLateDeliveries } from '../../../src/start/lateDeliveries';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { draftsIn } from '../../support/draftsIn';
import { eventually } from '../../support/eventually';
import { fakeClient } from '../../support/fakeClient';
import { conversation, historyIn, openHistory } from '../../support/histories';
import { RecordingLog } from '../../support/recordingLog';
import { SkippingClock } from '../../support/clocks';

const address = { baseUrl: 'http://localhost:3000', origin: 'http://localhost:3000' } as never;
const before = '2026-01-02T00:00:00.000';
const late = '2026-01-02T00:00:00.400';
const later = '2026-01-02T00:00:01.000';
const sendingAt = Date.UTC(2026, 0, 2, 0, 0, 0, 500);
/** Process ids: of the window that sends, and of the next one. */
const [sender, next] = ['here.100', 'here.1'];

describe('a message that was being sent when its window closed', () => {
  let folder: string;
  let draftId: string;
  let isSenderAlive: boolean;
  let newest: { readonly text: string; readonly at: string };
  let isReady: boolean;
  let store: DisposableStore;

  beforeEach(async () => {
    folder = new TemporaryFolder('being-sent').path;
    isSenderAlive = false;
    isReady = true;
    newest = { text: 'Go on', at: later };
    store = new DisposableStore();
    const sending = draftsFor(sender);
    const draft: Draft = { fields: { initial_user_msg: 'Go on' }, to: 'c1' };
    const opened = sending.begin(draft);
    await opened.beginSending(draft, 's1');
    draftId = opened.id;
    const history = openHistory(folder);
    await history.add(conversation('c1', { api: 'v1', conversationId: 'id1' }));
    await history.change('c1', { sendingDraft: draftId, sendingId: 's1', sendingAfter: before, sendingAt });
    history.dispose();
  });

  afterEach(() => store.dispose());

  function draftsFor(holder: string): Drafts {
    const hasEnded = (one: string) => one === sender && !isSenderAlive;
    return draftsIn(path.join(folder, 'drafts'), { holder, hasEnded });
  }

  /** Its window learns that it was sent. */
  async function becomeKnown(endsDraft: boolean): Promise<void> {
    const history = openHistory(folder);
    await history.load();
    await history.change('c1', { sentIds: 's1 ' });
    history.dispose();
    if (endsDraft) await (await draftsFor(next).open(draftId)).finishSending('started', 's1');
  }

  interface Opened {
    readonly history: History;
    readonly drafts: Drafts;
    readonly said: readonly string[];
    readonly asked: { times: number };
    /** Waits until it was refused the draft, which another window has open. */
    refused(): Promise<void>;
    /** Waits until it has let go of the drafts. */
    letGo(): Promise<void>;
    /** Waits until it no longer looks after any, and has let go of the drafts. */
    settled(): Promise<void>;
  }

  type Meanwhile = (history: History) => unknown;

  async function openWindow(
    meanwhile: {
      readonly drafts?: Drafts;
      readonly inPause?: Meanwhile;
      readonly asOpened?: Meanwhile;
      readonly asAsked?: Meanwhile;
    } = {},
  ): Promise<Opened> {
    const history = store.add(openHistory(folder));
    const { drafts = draftsFor(next) } = meanwhile;
    const said: string[] = [];
    const asked = { times: 0 };
    const clock = new SkippingClock();
    const happened = new Emitter<void>();
    const never = () => assert.fail('only the newest messages are asked for');
    const newestMessages = async () => {
      asked.times++;
      await meanwhile.asAsked?.(history);
      return [{ kind: 'message', by: 'user', ...newest }] as const;
    };
    const answers = { newestMessages, newestEvents: never, waitingActions: never, unansweredActions: never };
    const client = fakeClient({ answers });
    const ready = { kind: 'ready', address, client, api: apis.v1, timeoutSeconds: 10 } as const;
    await history.load();
    history.onDidChange(() => setImmediate(() => happened.fire()));
    let busy = 0;
    let refusals = 0;
    store.add(
      findLateDeliveries({
        service: { connect: () => Promise.resolve(isReady ? ready : { kind: 'noKey', address }) },
        history,
        drafts: () =>
          Promise.resolve({
            openInBackground: async (id) => {
              busy++;
              await meanwhile.asOpened?.(history);
              return drafts.openInBackground(id).catch((error: unknown) => {
                busy--;
                refusals++;
                happened.fire();
                throw error;
              });
            },
            endSent: (draft, start) => drafts.endSent(draft, start),
            close: async (draft) => {
              await drafts.close(draft);
              busy--;
              happened.fire();
            },
          }),
        log: new RecordingLog(),
        clock: {
          now: clock.now,
          after: (milliseconds, run) =>
            clock.after(milliseconds, () => void Promise.resolve(meanwhile.inPause?.(history)).then(run)),
        },
        sendings: new Set<string>(),
        show: (delivery, to, draft) => said.push([delivery, to.id, draft === draftId].join(' ')),
      }),
    );
    const isOver = () => history.get('c1')?.sendingDraft === '' && busy === 0;
    return {
      history,
      drafts,
      said,
      asked,
      refused: () => eventually('a refusal', () => refusals > 0, happened.event),
      letGo: () => eventually('the end of its work', () => busy === 0, happened.event),
      settled: () => eventually('its outcome', isOver, happened.event),
    };
  }

  it('was sent if the service has it: said once, and its draft ends', async () => {
    const opened = await openWindow();
    await opened.settled();
    assert.deepEqual(opened.said, ['sent c1 true']);
    assert.deepEqual(await draftsFor(next).list(), []);
    const after = await openWindow();
    assert.deepEqual([after.said, after.asked.times], [[], 0]);
  });

  it('gets nothing that the user adds to a draft while it is looked for', async () => {
    const drafts = draftsFor(next);
    const found: Draft[] = [];
    const open = async () => void found.push((await drafts.openNewest()).draft);
    const opened = await openWindow({ drafts, asAsked: open });
    await opened.settled();
    assert.deepEqual(found, [emptyDraft]);
  });

  it("keeps its draft if that is on the sheet by the time it's found: what is typed from then on is saved", async () => {
    const drafts = draftsFor(next);
    const opened = await openWindow({ drafts, asAsked: () => drafts.open(draftId) });
    await opened.settled();
    assert.deepEqual(opened.said, ['sent c1 true']);
    const onSheet = await drafts.open(draftId);
    onSheet.edit({ ...onSheet.draft, fields: { initial_user_msg: 'And then' } });
    await onSheet.flush();
    const fields = (await drafts.list()).map(({ draft }) => draft.fields);
    assert.deepEqual(fields, [{ initial_user_msg: 'And then' }]);
  });

  for (const [what, prepare] of [
    ['the service has another one', () => (newest = { text: 'Fix it', at: later })],
    ['the service had the same words before', () => (newest = { text: 'Go on', at: before })],
    ['the service had the same words just before, and tells them late', () => (newest = { text: 'Go on', at: late })],
    ['the service can no longer be asked', () => (isReady = false)],
  ] as const)
    it(`may have been sent if ${what}: said once, and its draft stays in doubt`, async () => {
      prepare();
      const opened = await openWindow();
      await opened.settled();
      assert.deepEqual(opened.said, ['mayBeSent c1 true']);
      const [draft] = await draftsFor(next).list();
      assert.ok(draft);
      const start = { id: 's1', digest: digestOf(draft.draft) };
      assert.deepEqual([draft.id, draft.draft.to, draft.draft.starts], [draftId, 'c1', [start]]);
      assert.deepEqual((await openWindow()).said, []);
    });

  it('may have been sent if its text was changed since', async () => {
    await draftsFor(next).change(draftId, (draft) => ({ ...draft, fields: { initial_user_msg: 'Something else' } }));
    const opened = await openWindow();
    await opened.settled();
    assert.deepEqual([opened.said, opened.asked.times], [['mayBeSent c1 true'], 0]);
  });

  it('is left to its window while that one lives, however long it takes, and then looked up', async () => {
    isSenderAlive = true;
    const opened = await openWindow();
    await opened.refused();
    assert.deepEqual([opened.said, opened.asked.times], [[], 0]);
    isSenderAlive = false;
    await opened.settled();
    assert.deepEqual(opened.said, ['sent c1 true']);
  });

  for (const [what, isEnded] of [
    ['before it ended the draft', false],
    ['before it said so', true],
  ] as const)
    it(`was sent if its window knew it and closed ${what}: said once, without asking`, async () => {
      await becomeKnown(isEnded);
      const opened = await openWindow();
      await opened.settled();
      assert.deepEqual([opened.said, opened.asked.times], [['sent c1 true'], 0]);
      assert.deepEqual(await draftsFor(next).list(), []);
      assert.deepEqual((await openWindow()).said, []);
    });

  it('is left to its window if that one only ends the draft before it says so', async () => {
    await becomeKnown(true);
    const opened = await openWindow({ inPause: (history) => history.change('c1', { sendingDraft: '' }) });
    await opened.settled();
    assert.deepEqual(opened.said, []);
  });

  it('is left to the next window if this one closes before it says so', async () => {
    await becomeKnown(true);
    const closing = store;
    const closed = await openWindow({ inPause: () => closing.dispose() });
    store = new DisposableStore();
    const opened = await openWindow();
    await opened.settled();
    assert.deepEqual([closed.said, opened.said], [[], ['sent c1 true']]);
  });

  it('leaves another one alone that is sent to the conversation before it says so', async () => {
    await becomeKnown(true);
    const opened = await openWindow({
      inPause: async (history) => {
        if (history.get('c1')?.sendingId === 's2') await new Promise(() => undefined);
        await history.change('c1', { sendingDraft: 'other', sendingId: 's2' });
      },
    });
    await eventually('the other one', () => opened.history.get('c1')?.sendingId === 's2', opened.history.onDidChange);
    await opened.history.read('c1');
    const { sendingDraft } = (await historyIn(folder))['c1'] ?? {};
    assert.deepEqual([opened.said, sendingDraft], [[], 'other']);
  });

  it('is left to the window that tells of it while this one opens its draft', async () => {
    const other = store.add(openHistory(folder));
    const opened = await openWindow({ asOpened: () => other.change('c1', { sendingDraft: '' }) });
    await opened.letGo();
    assert.deepEqual([opened.said, opened.asked.times], [[], 0]);
  });

  it('is left to the next window if this one closes while it asks', async () => {
    const opened = await openWindow({ asAsked: () => store.dispose() });
    await opened.letGo();
    assert.deepEqual([opened.said, (await historyIn(folder))['c1']?.sendingDraft], [[], draftId]);
  });

  it('leaves another one alone that is sent to the conversation while it is looked for', async () => {
    const other = { sentIds: 's0 ', sendingDraft: 'other', sendingId: 's2' };
    const opened = await openWindow({
      asAsked: (history) => history.change('c1', other),
      inPause: (history) => history.get('c1')?.sendingId === 's2' && new Promise(() => undefined),
    });
    await opened.letGo();
    assert.deepEqual(opened.said, ['sent c1 true']);
    const { sentIds, sendingDraft } = (await historyIn(folder))['c1'] ?? {};
    assert.deepEqual([sentIds, sendingDraft], ['s1 s0 ', 'other']);
  });

  it('is found once a window that closed has left it', async () => {
    const { sendingDraft, ...known } = (await historyIn(folder))['c1'] ?? assert.fail();
    const history = openHistory(folder);
    await history.change('c1', { sendingDraft: '' });
    history.dispose();
    const opened = await openWindow();
    assert.deepEqual(opened.said, []);
    const { sendingId = '', sendingAfter = '' } = known;
    await opened.history.change('c1', { sendingDraft: sendingDraft!, sendingId, sendingAfter });
    await opened.settled();
    assert.equal(opened.said.length, 1);
  });

  it("isn't mentioned if its draft was discarded meanwhile", async () => {
    const drafts = draftsFor(next);
    await (await drafts.open(draftId)).discard();
    const opened = await openWindow();
    await opened.settled();
    assert.deepEqual([opened.said, opened.asked.times], [[], 0]);
  });
});
