import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ignoredFilesIn } from '../../../src/result/compareCommits';
import { Clone, Clones, SlowGit } from './clones';

type Row = readonly [title: string, theirs: readonly string[], mine: readonly string[], found: readonly string[]];

/** Files of the branch, ignored ones in the working tree, and those of them that a checkout overwrites. */
const rows: readonly Row[] = [
  ['a file that is not there', ['absent/.env'], ['absent/other'], []],
  ['the same file', ['.env'], ['.env', 'other'], ['.env']],
  ['a file that was renamed to it', [], ['config.json'], ['config.json']],
  ['a file in place of a folder', ['data'], ['data/a/x', 'data/y'], ['data/a/x', 'data/y']],
  ['a folder in place of a file', ['out/a/b.txt'], ['out'], ['out']],
  ['a file in a folder of many', ['many/x'], ['many/x', 'many/y'], ['many/x']],
  ['names like patterns', ['[a]*', ':(top)x'], ['[a]*', ':(top)x'], [':(top)x', '[a]*']],
  ['many files', Array.from({ length: 250 }, (_, at) => `250/${at}`), ['250/0', '250/249'], ['250/0', '250/249']],
];

describe('The ignored files that a checkout would overwrite', () => {
  describe('are found where the branch has', () => {
    const ignored = rows.flatMap(([, , mine]) => mine);
    let found: readonly string[] | undefined;
    let lost: readonly string[];
    before(async () => {
      const { mine, agent } = await Clones.make();
      const theirs = rows.flatMap(([, files]) => files);
      await writeFiles(agent, theirs, 'theirs');
      await agent.git('mv', 'mine-0.txt', 'config.json');
      await agent.git('--literal-pathspecs', 'add', '--force', ...theirs);
      await agent.push('agent/work');
      await mine.git('fetch', '--quiet', 'origin');
      // A folder is ignored as a whole where its files have no rule of their own.
      await ignore(mine, ignored, ['/data/', ...ignored.filter((file) => !file.startsWith('data/')).map(patternOf)]);
      found = await overwritten(mine);
      await mine.git('checkout', '--quiet', '--detach', 'origin/agent/work');
      const read = (file: string) => readFile(path.join(mine.root, file), 'utf8').catch(() => 'gone');
      const isLost = await Promise.all(ignored.map(async (file) => (await read(file)) !== 'mine'));
      lost = ignored.filter((_, at) => isLost[at]);
    });

    for (const [title, , mine, expected] of rows)
      it(`${title}, and by Git's own doing`, () => {
        const ofRow = (files: readonly string[] = []) => files.filter((file) => mine.includes(file)).sort();
        assert.deepEqual([ofRow(found), ofRow(lost)], [expected, expected]);
      });

    it('no others', () => assert.deepEqual(found, lost.toSorted()));
  });

  it("are found where the branch has another case: on some disks, it's the same file", async () => {
    const { mine, agent } = await Clones.make();
    await writeFiles(agent, ['.ENV'], 'theirs');
    await agent.git('add', '.ENV');
    await agent.push('agent/work');
    await mine.git('fetch', '--quiet', 'origin');
    await ignore(mine, ['.env']);
    // Here, this is another one, which Git doesn't overwrite.
    await writeFiles(mine, ['.ENV'], 'mine');
    assert.deepEqual(await overwritten(mine), ['.env']);
  });

  it('are found before the first commit', async () => {
    const clones = await Clones.make();
    await clones.agent.push('agent/work');
    const unborn = new Clone(clones.folder('unborn'));
    await clones.run('init', '--quiet', unborn.root);
    await unborn.git('remote', 'add', 'origin', clones.bare);
    await unborn.git('fetch', '--quiet', 'origin');
    await ignore(unborn, ['mine-0.txt']);
    assert.deepEqual(await overwritten(unborn), ['mine-0.txt']);
  });

  it('are unknown when Git does not tell', async () => {
    const { mine } = await Clones.make();
    assert.equal(await ignoredFilesIn(mine.command, 'origin/none'), undefined);
    await mine.git('checkout', '--quiet', '--orphan', 'empty');
    await mine.git('rm', '--quiet', '--cached', '-r', '.');
    assert.equal(await ignoredFilesIn(new SlowGit(mine.root, 'ls-files'), 'origin/main'), undefined);
  });
});

async function overwritten({ command }: Clone): Promise<readonly string[] | undefined> {
  return (await ignoredFilesIn(command, 'origin/agent/work'))?.toSorted();
}

/** Ignores the files, and writes them. */
async function ignore(
  clone: Clone,
  files: readonly string[],
  patterns: readonly string[] = files.map(patternOf),
): Promise<void> {
  await writeFile(path.join(clone.root, '.git/info/exclude'), `${patterns.join('\n')}\n`);
  await writeFiles(clone, files, 'mine');
}

function patternOf(file: string): string {
  return `/${file.replaceAll(/[[\]*]/g, '\\$&')}`;
}

async function writeFiles({ root }: Clone, files: readonly string[], text: string): Promise<void> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  }
}
