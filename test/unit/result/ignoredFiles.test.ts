import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ignoredFilesIn } from '../../../src/result/compareCommits';
import { Clone, Clones } from './clones';

interface Situation {
  readonly title: string;
  /** Files of the branch, besides those of main. */
  readonly theirs: readonly string[];
  readonly happens?: (agent: Clone) => Promise<unknown>;
  /** Ignored files in the working tree, which say "mine". */
  readonly mine: readonly string[];
  /** The rules that ignore them; by default, each is named. */
  readonly patterns?: readonly string[];
  readonly found: readonly string[];
}

const situations: readonly Situation[] = [
  { title: 'a file that is not there', theirs: ['.env'], mine: ['other'], found: [] },
  { title: 'the same file', theirs: ['.env'], mine: ['.env', 'other'], found: ['.env'] },
  {
    title: 'a file that was renamed to it',
    theirs: [],
    happens: (agent) => agent.git('mv', 'mine-0.txt', 'config.json'),
    mine: ['config.json'],
    found: ['config.json'],
  },
  {
    title: 'a file in place of a folder',
    theirs: ['data'],
    mine: ['data/a/x', 'data/y'],
    patterns: ['/data/'],
    found: ['data/a/x', 'data/y'],
  },
  { title: 'a folder in place of a file', theirs: ['out/a/b.txt'], mine: ['out'], found: ['out'] },
  { title: 'a file beside others in a folder', theirs: ['data/new'], mine: ['data/mine'], found: [] },
  { title: 'a file in a folder of many', theirs: ['data/x'], mine: ['data/x', 'data/y'], found: ['data/x'] },
  { title: 'names like patterns', theirs: ['[a]*', ':(top)x'], mine: ['[a]*', ':(top)x'], found: [':(top)x', '[a]*'] },
  {
    title: 'many files',
    theirs: Array.from({ length: 250 }, (_, index) => `many/${100 + index}`),
    mine: ['many/100', 'many/349'],
    found: ['many/100', 'many/349'],
  },
];

describe('The ignored files that a checkout would overwrite', () => {
  for (const { title, theirs, happens, mine: ignored, patterns, found } of situations)
    it(`are found where the branch has ${title}`, async () => {
      const clones = await Clones.make();
      const { mine, agent } = clones;
      await writeFiles(agent, theirs, 'theirs');
      await happens?.(agent);
      if (theirs.length > 0) await agent.git('--literal-pathspecs', 'add', '--force', ...theirs);
      await agent.push('agent/work');
      await mine.git('fetch', '--quiet', 'origin');
      await ignore(mine, ignored, patterns);
      assert.deepEqual(await overwritten(mine), found);
      // Git does overwrite these, and no other.
      await mine.git('checkout', '--quiet', '--detach', 'origin/agent/work');
      const read = (file: string) => readFile(path.join(mine.root, file), 'utf8').catch(() => 'gone');
      const lost = await Promise.all(ignored.map(async (file) => ((await read(file)) === 'mine' ? [] : [file])));
      assert.deepEqual(lost.flat().sort(), found);
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
