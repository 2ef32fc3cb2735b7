import fc from 'fast-check';
import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { formatJournalRecord } from '../../../src/conversations/common/journal';
import type { ConversationJournal } from '../../../src/conversations/node/conversationJournal';
import { conversation, filesIn, filesWith, historyIn, oldLine, openHistory } from '../../support/histories';
import { shareOf } from '../../host/testReport';
import { DiskProcess, nobody, stepDisk, type Turn } from '../../support/steppedDisk';
import { removeFolder } from '../../support/removeFolder';

type Work = (journal: ConversationJournal) => Promise<unknown>;

const answered = { outcome: 'started', conversationId: 'c', status: 'RUNNING', reportedAt: 5 } as const;
const waiting = { outcome: 'sending', sender: process.pid, deadline: Number.MAX_SAFE_INTEGER } as const;
/** Number of unneeded bytes from which the files are made smaller. */
const unneeded = 80_000;
const long = conversation('long');
const short = conversation('short', { request: { initial_user_msg: 'Short', repository: 'a/b' } });
const late = conversation('late', waiting);
const next = conversation('next', waiting);
const known = { long, short, late: { ...late, ...answered } };

const start: Work = async (journal) => {
  await journal.sent(next);
  await journal.changed('next', answered);
};
const remove: Work = (journal) => journal.remove('long');
const makeSmaller: Work = (journal) => journal.tidy();

describe('nothing is lost or duplicated: the history', function () {
  this.timeout(120_000);
  /** Number of those that go through all steps. */
  let tests = 0;
  let folder: string;
  let restore: () => void;

  before(async () => (restore = await stepDisk()));
  after(() => restore());
  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'killed-'))));
  afterEach(() => removeFolder(folder));

  const first = () => path.join(folder, 'conversations.jsonl');

  /** Lines written by an earlier version, and enough unneeded bytes for the file to be made smaller. */
  async function writeOld(): Promise<void> {
    await rm(folder, { recursive: true });
    await mkdir(folder);
    const sent = [long, short, conversation('gone'), late].map(oldLine);
    const change = formatJournalRecord({ type: 'changed', id: 'late', change: answered });
    const removed = formatJournalRecord({ type: 'removed', id: 'gone' });
    await writeFile(first(), [...sent, change, removed, `${' '.repeat(unneeded)}\n`].join(''));
  }

  async function writeNew(): Promise<void> {
    await writeOld();
    await tidy();
  }

  async function grow(): Promise<void> {
    const [file = assert.fail()] = (await filesIn(folder)).filter((name) => name.endsWith('.jsonl'));
    await appendFile(path.join(folder, file), `${' '.repeat(unneeded)}\n`);
  }

  async function writeGrown(): Promise<void> {
    await writeNew();
    await grow();
  }

  /** Actions of a window that opens undisturbed. */
  async function tidy(): Promise<void> {
    const journal = openHistory(folder);
    await journal.load();
    await journal.tidy();
    journal.dispose();
  }

  /** Does something as a window in a process of its own. */
  async function act(work: Work, turns: readonly Turn[] = [], id = nobody): Promise<DiskProcess> {
    const journal = openHistory(folder);
    const window = new DiskProcess(id, ...turns);
    const isDone = await window.run(async () => {
      await journal.load();
      await work(journal);
    });
    assert.equal(isDone, !window.isDead);
    journal.dispose();
    return window;
  }

  /** Kills it at every step, with each share of what is being written there, and reports how often. */
  async function killEverywhere(
    prepare: () => Promise<unknown>,
    work: Work,
    check: () => Promise<unknown>,
  ): Promise<void> {
    await prepare();
    const { steps } = await act(work);
    await check();
    const kills = [...steps.entries()]
      // A kill at a look leaves the same state as one at the next step.
      .filter(([, kind]) => kind !== 'looks')
      .flatMap(([at, kind]) => (kind === 'writes' ? [0, 0.01, 0.5, 0.99, 1] : [0]).map((writes) => ({ at, writes })));
    assert.ok(kills.length > 5);
    const share = shareOf(kills, tests++, 6);
    for (const { at, writes } of share) {
      await prepare();
      const { isDead } = await act(work, [{ at, then: { writes } }]);
      assert.ok(isDead, `step ${at} was not reached`);
      try {
        await check();
      } catch (error) {
        throw new Error(`Killed at step ${at} of ${steps.length}, ${writes * 100} % written.`, { cause: error });
      }
    }
    console.log(`      ${share.length} kills`);
  }

  /** No more bytes than needed, and nothing of what was removed. */
  async function assertTidy(kept: readonly string[]): Promise<void> {
    await tidy();
    const files = await filesIn(folder);
    const journals = files.filter((file) => file.endsWith('.jsonl'));
    const sizes = await Promise.all(journals.map(async (file) => (await stat(path.join(folder, file))).size));
    assert.ok(sizes.reduce((a, b) => a + b) < unneeded, `${journals.join()}: ${sizes.join()} bytes`);
    const left = files.filter((file) => /\.tmp$|\.lock$|damaged/.test(file));
    assert.deepEqual(left, []);
    for (const id of ['gone', 'long', 'late'].filter((one) => !kept.includes(one)))
      assert.deepEqual(await filesWith(folder, `text of ${id}`), [], `there is some of ${id}`);
  }

  it('has a whole start or none if its window is killed', () =>
    killEverywhere(
      writeNew,
      (journal) => journal.sent(next),
      async () => {
        const { next: found, ...others } = await historyIn(folder);
        assert.deepEqual(others, known);
        if (found) assert.deepEqual(found, next);
        // The next one isn't hindered by what the killed one left.
        const other = openHistory(folder);
        await other.sent(conversation('another', waiting));
        other.dispose();
        assert.deepEqual((await historyIn(folder))['another'], conversation('another', waiting));
      },
    ));

  it('has a whole response or none if its window is killed', () =>
    killEverywhere(
      async () => {
        await writeNew();
        const journal = openHistory(folder);
        await journal.sent(next);
        journal.dispose();
      },
      (journal) => journal.changed('next', answered),
      async () => {
        const { next: found, ...others } = await historyIn(folder);
        assert.deepEqual(others, known);
        assert.deepEqual(found, found?.outcome === 'sending' ? next : { ...next, ...answered });
      },
    ));

  it('has a whole conversation or no trace of it if its window is killed during removal', () =>
    killEverywhere(
      writeNew,
      (journal) => journal.remove('long'),
      async () => {
        await tidy();
        const { long: found, ...others } = await historyIn(folder);
        assert.deepEqual(others, { short, late: known.late });
        if (found) assert.deepEqual(found, long);
        else
          assert.deepEqual([await filesWith(folder, 'text of long'), await filesWith(folder, 'Task long')], [[], []]);
      },
    ));

  it('is still migrated completely from an earlier version if the window doing it is killed', () =>
    killEverywhere(
      writeOld,
      (journal) => journal.tidy(),
      async () => {
        assert.deepEqual(await historyIn(folder), known);
        await assertTidy(['long', 'late']);
        assert.deepEqual(await historyIn(folder), known);
      },
    ));

  it('is still made smaller completely after a removal if the window doing it is killed', () =>
    killEverywhere(
      async () => {
        await writeNew();
        await inOther(remove)();
        await grow();
      },
      (journal) => journal.tidy(),
      async () => {
        assert.deepEqual(await historyIn(folder), { short, late: known.late });
        await assertTidy(['late']);
        assert.deepEqual(await historyIn(folder), { short, late: known.late });
      },
    ));

  const more = { ...known, next: { ...next, ...answered } };
  const less = { short, late: known.late };
  const startEarlier = () =>
    appendFile(first(), oldLine(next) + formatJournalRecord({ type: 'changed', id: 'next', change: answered }));
  const removeEarlier = () => appendFile(first(), formatJournalRecord({ type: 'removed', id: 'long' }));

  const read = () => historyIn(folder);
  const rows: readonly (readonly [() => Promise<unknown>, Work, string, (() => Promise<unknown>)[], object])[] = [
    [writeGrown, makeSmaller, 'one window makes it smaller, and others start and read', [inOther(start), read], more],
    [writeGrown, makeSmaller, 'one window makes it smaller, and others remove and read', [inOther(remove), read], less],
    [writeGrown, makeSmaller, 'one window makes it smaller, and another one removes', [inOther(remove)], less],
    [writeOld, makeSmaller, 'one window migrates it, and another one removes', [inOther(remove)], less],
    [writeOld, makeSmaller, 'two windows make it smaller', [inOther(makeSmaller)], known],
    [writeOld, makeSmaller, 'a window makes it smaller, and an earlier version starts', [startEarlier, read], more],
    [writeOld, makeSmaller, 'a window makes it smaller, and an earlier version removes', [removeEarlier, read], less],
    [
      writeOld,
      makeSmaller,
      'two windows make it smaller, and an earlier version starts',
      [inOther(makeSmaller), startEarlier],
      more,
    ],
    [
      writeOld,
      makeSmaller,
      'two windows make it smaller, and an earlier version removes',
      [inOther(makeSmaller), removeEarlier],
      less,
    ],
    [writeOld, start, 'a window starts, and another one makes it smaller', [inOther(makeSmaller)], more],
    [writeGrown, start, 'a window starts, and another one makes it smaller again', [inOther(makeSmaller)], more],
    [writeGrown, remove, 'a window removes, and another one makes it smaller', [inOther(makeSmaller)], less],
  ];

  function inOther(work: Work): () => Promise<void> {
    return async () => {
      const journal = openHistory(folder);
      await new DiskProcess(nobody + 1).run(async () => {
        await journal.load();
        await work(journal);
      });
      journal.dispose();
    };
  }

  async function inTurn(acts: readonly (() => Promise<unknown>)[]): Promise<void> {
    for (const act of acts) await act();
  }

  for (const [prepare, work, what, acts, expected] of rows) {
    it(`is correct when ${what} at any step`, async () => {
      await prepare();
      const { steps } = await act(work);
      const share = shareOf([...steps.keys()], tests++, 6);
      for (const at of share) {
        await prepare();
        const reading = openHistory(folder);
        const then = async () => {
          await reading.load();
          await inTurn(acts);
        };
        try {
          // Two make it smaller at once only if one considers the other ended, and its work abandoned.
          const isInterrupted = (error: unknown) => assert.ok(work === makeSmaller && String(error).includes('ENOENT'));
          const id = work === makeSmaller ? nobody : process.ppid;
          const window = await act((journal) => work(journal).catch(isInterrupted), [{ at, then }], id);
          assert.ok(window.steps.length > at);
          // The next window that opens finds what an earlier version removes.
          if (expected === less && !acts.includes(removeEarlier))
            assert.deepEqual([await filesWith(folder, 'text of long'), await filesWith(folder, 'Task long')], [[], []]);
          assert.deepEqual(await historyIn(folder), expected);
          // It reads the current content before it writes.
          await reading.changed('short', { reportedAt: 1 });
          assert.deepEqual(reading.conversations.map(({ id }) => id).sort(), Object.keys(expected).sort());
          await assertTidy(Object.keys(expected));
          assert.deepEqual(Object.keys(await historyIn(folder)).sort(), Object.keys(expected).sort());
        } catch (error) {
          throw new Error(`At step ${at} of ${steps.length}.`, { cause: error });
        } finally {
          reading.dispose();
        }
      }
      console.log(`      ${share.length} steps`);
    });
  }

  it('is correct when others act at one step of its being made smaller, and a kill ends that at a later one', async () => {
    let kills = 0;
    const rowsOfOne = rows.filter(([, work]) => work === makeSmaller);
    const property = fc.asyncProperty(
      fc.constantFrom(...rowsOfOne),
      fc.nat(54),
      fc.integer({ min: 1, max: 30 }),
      fc.constantFrom(0, 0.5, 1),
      async ([prepare, work, , acts, expected], at, later, writes) => {
        await prepare();
        // It does several things at once: it may be killed while the others are in progress.
        let others: Promise<void> | undefined;
        const then = () => (others ??= inTurn(acts));
        const turns = [
          { at, then },
          { at: at + later, then: { writes } },
        ];
        const { isDead } = await act((journal) => work(journal).catch(() => undefined), turns);
        if (isDead) kills++;
        await then();
        assert.deepEqual(await historyIn(folder), expected);
        await assertTidy(Object.keys(expected));
        assert.deepEqual(await historyIn(folder), expected);
      },
    );
    await fc.assert(property, { seed: 11, numRuns: 150 });
    console.log(`      ${kills} kills`);
    assert.ok(kills > 50);
  });
});
