import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { run } from '../../host/childProcess';
import { Durations } from '../../host/durations';
import { compiledTests } from '../../host/paths';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { leftToAll, smokeTests } from '../../scope';
import { type MochaResult, mostTimings, slowestOf, withoutTests } from '../../support/mochaRun';
import { countsOf, PrefixedLines, sum } from '../../support/progress';
import { shuffled } from '../../support/shuffled';
import { testFiles } from '../../support/testFiles';

const result = (counts: Partial<MochaResult>): MochaResult => ({
  passed: 0,
  failed: 0,
  pending: 0,
  failures: [],
  slowest: [],
  ...counts,
});

describe('a run of tests', () => {
  it('draws the same order with the same seed, another one with another seed, and loses nothing', () => {
    const things = Array.from({ length: 20 }, (_, index) => index);
    assert.deepEqual(shuffled(things, '7'), shuffled(things, '7'));
    assert.notDeepEqual(shuffled(things, '7'), shuffled(things, '8'));
    assert.deepEqual(
      shuffled(things, '7').toSorted((a, b) => a - b),
      things,
    );
  });

  it('adds up the counts, and names the slowest of all', () => {
    const slow = Array.from({ length: 8 }, (_, index) => ({ title: `${index}`, seconds: index }));
    const total = sum([result({ passed: 2, slowest: slow }), result({ failed: 1, failures: ['x'], slowest: slow })]);
    assert.deepEqual([total.passed, total.failed, total.failures], [2, 1, ['x']]);
    assert.deepEqual([total.slowest.length, total.slowest[0]?.seconds], [mostTimings, 7]);
    assert.equal(slowestOf(slow).at(-1)?.seconds, 0);
    assert.equal(countsOf(result({ passed: 4, failed: 1, pending: 2 }), 3.21), '4 passed, 1 failed, 2 skipped, 3.2 s');
  });

  it('without any tests has failed', () => {
    assert.equal(withoutTests(result({}), 'unit', 'no such'), 'No test in unit is called no such');
    assert.equal(withoutTests(result({ pending: 1 }), 'unit', undefined), undefined);
  });

  it("names the source of each line, and prints no line before it's complete", () => {
    let said = '';
    const lines = new PrefixedLines('[a] ', (text) => (said += text));
    lines.take('one\ntw');
    assert.equal(said, '[a] one\n');
    lines.take('o\n\n');
    lines.take('three');
    lines.end();
    assert.equal(said, '[a] one\n[a] two\n[a] three\n');
  });

  it('begins with new tests, then the slowest, and works without a file of durations', () => {
    using folder = new TemporaryFolder('durations');
    const file = path.join(folder.path, 'cache', 'durations.json');
    const first = new Durations(file);
    for (const [job, seconds] of Object.entries({ short: 1, long: 9, other: 3 })) first.note('unit', job, seconds);
    first.keep();
    const jobs = ['short', 'other', 'new', 'long'];
    assert.deepEqual(new Durations(file).sorted('unit', jobs), ['new', 'long', 'other', 'short']);
    assert.ok(readFileSync(file, 'utf8').includes('"unit long": 9'));
    writeFileSync(file, 'damaged');
    assert.deepEqual(new Durations(file).sorted('unit', jobs), jobs);
  });

  for (const [layer, left] of Object.entries(leftToAll))
    it(`finds what it skips in the layer ${layer}, and skips nothing in a smoke run`, async () => {
      const files = await testFiles(layer);
      const smoke = layer === 'editor' || layer === 'interface' ? smokeTests[layer] : [];
      const listed = [...smoke, ...Object.keys(left)];
      assert.deepEqual(
        listed.filter((file) => !files.includes(file) || (smoke.includes(file) && file in left)),
        [],
      );
    });

  describe('of a file', () => {
    let folder: TemporaryFolder;
    let file: string;
    before(() => {
      folder = new TemporaryFolder('left');
      file = path.join(folder.path, 'some.test.js');
      const suite =
        "describe('a suite', () => { it('one', () => {}); it('two', () => { throw new Error('ran'); }); });";
      const hook = "describe('another', () => { before(() => { throw new Error('ran'); }); it('three', () => {}); });";
      writeFileSync(file, suite + hook);
    });
    after(() => folder[Symbol.dispose]());

    it('skips what it is told to, says so, and fails if there is no such test', async () => {
      const said = await runLeaving(file, ['suite two', 'another']);
      assert.match(said, /left to npm run test:all: "suite two"/);
      assert.match(said, /1 passed, 0 failed\n$/);
      await assert.rejects(runLeaving(file, ['no such']), /No test is called "no such"/);
    });

    it('names the tests and hooks that failed, with the reason', async () => {
      const said = await runLeaving(file, []);
      assert.match(said, /\na suite two: ran\nanother "before all" hook for "three": ran\n1 passed, 2 failed\n$/);
    });
  });
});

/** Runs a file in a process of its own, since mocha keeps one reporter for the whole process. */
function runLeaving(file: string, left: readonly string[]): Promise<string> {
  const module = JSON.stringify(path.join(compiledTests, 'support', 'mochaRun.js'));
  const options = JSON.stringify({ files: [file], verbose: false, left });
  const tell = "(r) => console.log([...r.failures, r.passed + ' passed, ' + r.failed + ' failed'].join('\\n'))";
  const script = `require(${module}).mochaRun(${options}).then(${tell})`;
  return run(process.execPath, ['-e', script]);
}
