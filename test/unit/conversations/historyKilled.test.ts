import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { RecordFiles } from '../../../src/base/recordFiles';
import type { Conversation } from '../../../src/conversations/conversation';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { FakeFileEvents } from '../../support/fakeFileEvents';
import { findInFiles } from '../../support/findInFiles';
import { conversation, filesIn, historyIn, openHistory, sending, writeHistory } from '../../support/histories';
import { removeFolder } from '../../support/removeFolder';
import { nobody } from '../../support/processes';
import { DiskProcess, stepDisk, type Turn } from '../../support/steppedDisk';
import type { History } from '../../../src/conversations/history';

const records = RecordFiles.prototype as { sweep: (this: unknown) => Promise<void> };
const { sweep } = records;

type Work = (history: History) => Promise<unknown>;

const answered = { outcome: 'started', conversationId: 'c', status: 'RUNNING', reportedAt: 5 } as const;
const long = conversation('long');
const waiting = sending('waiting');
const next = sending('next');
const another = sending('another');

const start: Work = (history) => history.add(next);
const answer: Work = (history) => history.change('waiting', answered);
const look: Work = (history) => history.change('waiting', { lookedAt: 9 });
const remove: Work = (history) => history.remove('long');

describe('nothing is lost or duplicated: the history', function () {
  this.timeout(120_000);
  let folder: string;
  let restore: () => void;

  let sweeps: Promise<void>[] = [];

  before(async () => {
    restore = await stepDisk();
    records.sweep = function () {
      const swept = sweep.call(this);
      sweeps.push(swept);
      return swept;
    };
  });
  after(() => {
    restore();
    records.sweep = sweep;
  });
  beforeEach(() => (folder = new TemporaryFolder('killed').path));

  async function prepare(): Promise<void> {
    sweeps = [];
    await removeFolder(folder);
    await writeHistory(folder, [long, waiting]);
  }

  /** Does something as a window in a process of its own, which has read everything before. */
  async function act(work: Work, turns: readonly Turn[] = [], id = nobody): Promise<DiskProcess> {
    const history = openHistory(folder);
    await history.load();
    // It takes the file that the process below is writing for that of a dead one: there is no such process.
    await Promise.all(sweeps);
    const window = new DiskProcess(id, ...turns);
    await window.run(() => work(history));
    history.dispose();
    return window;
  }

  async function found(): Promise<Readonly<Record<string, Partial<Conversation>>>> {
    const all = await historyIn(folder);
    return Object.fromEntries(Object.entries(all).map(([id, one]) => [id, withoutTime(one)]));
  }

  const isAnswered = { ...waiting, ...answered };
  const kills: readonly (readonly [string, Work, object])[] = [
    ['a whole start or none', start, { long, waiting, next }],
    ['a whole response or none', answer, { long, waiting: isAnswered }],
    ['a whole conversation or no trace of it', remove, { waiting }],
  ];
  for (const [what, work, expected] of kills)
    it(`has ${what} if its window is killed at any step`, async () => {
      await prepare();
      const { steps } = await act(work);
      assert.deepEqual(await found(), expected);
      let killed = 0;
      for (const [at, kind] of steps.entries())
        for (const writes of kind === 'writes' ? [0, 0.5, 0.99, 1] : [0]) {
          await prepare();
          const { isDead } = await act(work, [{ at, then: { writes } }]);
          assert.ok(isDead, `step ${at} was not reached`);
          const now = await found();
          const isLeft = [{ long, waiting }, expected].some((one) => isDeepStrictEqual(now, one));
          assert.ok(isLeft, `step ${at}: ${JSON.stringify(now)}`);
          const hasLong = 'long' in now;
          assert.equal((await findInFiles(folder, 'text of long')).length, hasLong ? 1 : 0);
          // The next window isn't hindered by what the killed one left, and removes it.
          await act((history) => history.add(another));
          assert.equal((await found())['another']?.outcome, 'sending');
          const left = (await filesIn(folder)).filter((file) => !file.endsWith('.json'));
          assert.deepEqual(left, []);
          killed++;
        }
      assert.ok(killed > 0);
      console.log(`      ${killed} kills`);
    });

  const both = { long, waiting: { ...isAnswered, lookedAt: 9 } };
  const crossings: readonly (readonly [string, Work, Work, object])[] = [
    ['one gets the answer, and another one looks', answer, look, both],
    ['one looks, and another one gets the answer', look, answer, both],
    ['one starts, and another one removes', start, remove, { waiting, next }],
    ['one removes, and another one starts', remove, start, { waiting, next }],
    ['one removes, and another one changes what is removed', remove, changeLong, { waiting }],
    ['one changes what another one removes', changeLong, remove, { waiting }],
  ];
  for (const [what, work, other, expected] of crossings)
    it(`is the same for all windows when ${what} at any step`, async () => {
      await prepare();
      const { steps } = await act(work);
      for (const at of steps.keys()) {
        await prepare();
        const fileEvents = [new FakeFileEvents(), new FakeFileEvents()] as const;
        const [mine, theirs] = [
          openHistory(folder, undefined, { fileEvents: fileEvents[0] }),
          openHistory(folder, undefined, { fileEvents: fileEvents[1] }),
        ];
        await Promise.all([mine.load(), theirs.load()]);
        await Promise.all(sweeps);
        const then = () => new DiskProcess(nobody + 1).run(() => other(theirs));
        await new DiskProcess(nobody, { at, then }).run(() => work(mine));
        // Each is told of the other's last write, in either order.
        for (const window of [at % 2, (at + 1) % 2, at % 2]) await fileEvents[window as 0 | 1].focus();
        assert.deepEqual(await found(), expected, `step ${at} of ${steps.length}`);
        assert.deepEqual(mine.conversations, theirs.conversations);
        assert.equal((await filesIn(folder)).length, Object.keys(expected).length);
        for (const window of [mine, theirs]) window.dispose();
      }
      console.log(`      ${steps.length} steps`);
    });

  function changeLong(history: History): Promise<void> {
    return history.change('long', { lookedAt: 9 });
  }
});

function withoutTime(conversation: Conversation): Partial<Conversation> {
  return Object.fromEntries(Object.entries(conversation).filter(([name]) => name !== 'outcomeAt'));
}
