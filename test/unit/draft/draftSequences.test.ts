import fc from 'fast-check';
import assert from 'node:assert/strict';
import path from 'node:path';
import { RecordFiles } from '../../../src/base/recordFiles';
import { DraftLocks } from '../../../src/draft/draftLocks';
import { OpenDraft } from '../../../src/draft/openDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { removeFolder } from '../../support/removeFolder';
import { stepDisk } from '../../support/steppedDisk';
import { DraftWorld, type DiskFault, type Outcome } from './draftWorld';

type Event = (world: DraftWorld) => unknown;

const window = fc.constantFrom(0, 1);
const some = fc.nat(5);

/** Everything that can happen to drafts, each event as text, for a sequence that fails. */
const events: fc.Arbitrary<{ readonly words: string; readonly happen: Event }> = fc.oneof(
  inWindow(4, 'open', (world, at) => world.open(at)),
  inWindow(6, 'type', (world, at) => world.type(at)),
  inWindow(2, 'wait', (world, at) => world.wait(at)),
  inWindow(2, 'escape', (world, at) => world.escape(at)),
  inWindow(3, 'send', (world, at) => world.send(at)),
  {
    weight: 3,
    arbitrary: fc
      .tuple(window, some, fc.constantFrom<Outcome>('started', 'notStarted', 'mayHaveStarted'))
      .map(([at, which, outcome]) => event(`${outcome} ${at} ${which}`, (world) => world.answer(at, which, outcome))),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(window, some)
      .map(([at, which]) => event(`open listed ${at} ${which}`, (world) => world.openListed(at, which))),
  },
  inWindow(2, 'editor', (world, at) => world.writeInEditor(at)),
  {
    weight: 2,
    arbitrary: fc.nat(25).map((steps) => event(`kill after ${steps}`, (world) => world.killAfter(steps))),
  },
  inWindow(1, 'attach', (world, at) => world.attach(at)),
  inWindow(1, 'start fresh', (world, at) => world.begin(at, {})),
  inWindow(1, 'link', (world, at) => world.begin(at, { filledBy: 'link' })),
  inWindow(1, 'follow-up', (world, at) => world.begin(at, { to: 'c1' })),
  inWindow(1, 'discard', (world, at) => world.discard(at)),
  inWindow(1, 'close', (world, at) => world.closeWindow(at)),
  inWindow(1, 'reload', (world, at) => world.reload(at)),
  ...[
    some.map((which) => event(`learn ${which}`, (world) => world.learn(which))),
    some.map((which) => event(`delete by hand ${which}`, (world) => world.deleteByHand(which))),
    fc.constant(event('sleep', (world) => world.sleep())),
    some.map((which) => event(`save beside ${which}`, (world) => world.user.saveBeside(which))),
    some.map((which) => event(`rename ${which}`, (world) => world.user.rename(which))),
    fc
      .tuple(some, fc.boolean())
      .map(([which, isBeside]) => event(`save as ${which} ${isBeside}`, (world) => world.saveAs(which, isBeside))),
    fc
      .constantFrom<DiskFault>('none', 'full', 'readOnly', 'unreadable')
      .map((fault) => event(`disk: ${fault}`, (world) => world.failWith(fault))),
    fc
      .constantFrom(-3_600_000, -60_000, 60_000, 3_600_000)
      .map((by) => event(`clock ${by}`, (world) => world.turnClock(by))),
  ].map((arbitrary) => ({ weight: 1, arbitrary })),
);

function inWindow(weight: number, words: string, happen: (world: DraftWorld, at: number) => unknown) {
  return { weight, arbitrary: window.map((at) => event(`${words} ${at}`, (world) => happen(world, at))) };
}

function event(words: string, happen: Event) {
  return { words, happen, toString: () => words };
}

/** Replaces methods, by ones that may call the original ones, until it is disposed of. */
function patched<T extends object>(prototype: T, replace: (original: T) => Partial<T>): Disposable {
  const methods = replace(Object.create(prototype, Object.getOwnPropertyDescriptors(prototype)) as T);
  const originals = Object.fromEntries(Object.keys(methods).map((name) => [name, prototype[name as keyof T]]));
  Object.assign(prototype, methods);
  return { [Symbol.dispose]: () => void Object.assign(prototype, originals) };
}

describe('A sequence of everything that can happen to drafts', function () {
  this.timeout(0);
  let parent: TemporaryFolder;
  let restore: () => void;
  let runs = 0;

  before(async () => {
    parent = new TemporaryFolder('sequences');
    restore = await stepDisk();
  });
  after(() => {
    restore();
    parent.dispose();
  });

  const property = fc.asyncProperty(fc.array(events, { minLength: 3, maxLength: 30 }), async (sequence) => {
    const folder = path.join(parent.path, String(runs++));
    const world = new DraftWorld(folder);
    try {
      for (const { happen } of sequence) await happen(world);
      await world.check();
    } finally {
      world.dispose();
      await removeFolder(folder);
    }
  });

  it('loses no text that was on disk, sends none twice, and offers none that has started', () =>
    fc.assert(property, { includeErrorInReport: true }));

  const held = () => Promise.resolve(true);
  const sown: Readonly<Record<string, () => Disposable>> = {
    "a write isn't awaited": () =>
      patched(RecordFiles.prototype, (original) => ({
        write(this: RecordFiles<object>, ...record) {
          original.write.apply(this, record).catch(() => undefined);
          return Promise.resolve();
        },
      })),
    'locks are ignored': () =>
      patched(DraftLocks.prototype, () => ({
        acquire: held,
        isLockedHere: held,
        lockedElsewhere: () => Promise.resolve(new Set<string>()),
      })),
    'outcomes are swapped': () =>
      patched(OpenDraft.prototype, (original) => ({
        finishSending(this: OpenDraft, outcome, start) {
          return original.finishSending.call(this, outcome === 'started' ? 'notStarted' : 'started', start);
        },
      })),
    "the locks of dead windows don't expire": () => patched(DraftWorld.prototype, () => ({ hasEnded: () => false })),
    "closing a draft doesn't write it": () => patched(OpenDraft.prototype, () => ({ flush: () => Promise.resolve() })),
  };
  for (const [fault, sow] of Object.entries(sown))
    it(`finds that ${fault}`, async () => {
      using _ = sow();
      const { failed, counterexample } = await fc.check(property, { numRuns: 2_000, endOnFailure: true });
      assert.ok(failed, `not found: ${fault}`);
      console.log(`      ${counterexample?.map(String).join()}`);
    });
});
