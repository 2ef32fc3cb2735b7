import assert from 'node:assert/strict';
import fs, { chmod, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { localChanges, type LocalChanges } from '../../../src/repository/localChanges';
import { GitCommand, type GitOptions, type ProgramResult } from '../../../src/repository/gitCommand';
import { replaced } from '../../support/replaced';
import { Clones, environment, SlowGit, type Clone } from '../result/clones';

const isWindows = process.platform === 'win32';
const originMain = 'refs/remotes/origin/main';
const bytes = Uint8Array.from([0, 1, 2, 255]);
const latin = Buffer.from('é\n', 'latin1');

type Change = (clone: Clone, name: string) => Promise<unknown>;

async function write({ root }: Clone, name: string, content: string | Uint8Array = `This is ${name}.\n`) {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), content);
}

const writing =
  (content?: string | Uint8Array): Change =>
  (clone, name) =>
    write(clone, name, content);

async function stage(clone: Clone, name: string, content?: string | Uint8Array): Promise<void> {
  await write(clone, name, content);
  await clone.git('add', '--', name);
}

/** Files that the remote has, by what happens to them here; those of the second table are only named. */
const known: Readonly<Record<string, Change>> = {
  'staged, and changed again': async (clone, name) => {
    await stage(clone, name, 'staged');
    await write(clone, name, 'x');
  },
  'staged, and changed back': async (clone, name) => {
    await stage(clone, name, 'staged');
    await write(clone, name);
  },
  deleted: ({ root }, name) => rm(path.join(root, name)),
  'removed from the index only': (clone, name) => clone.git('rm', '--cached', '--quiet', name),
  moved: (clone, name) => clone.git('mv', name, 'src/moved'),
  'committed, and changed again': async (clone, name) => {
    await stage(clone, name, 'a\n');
    await clone.git('commit', '--quiet', '--message', 'More', '--', name);
    await write(clone, name, 'a\n\nb');
  },
  ...(!isWindows && {
    'a program now': ({ root }, name) => chmod(path.join(root, name), 0o755),
    'a link now': async ({ root }, name) => {
      await rm(path.join(root, name));
      await symlink('x', path.join(root, name));
    },
  }),
};
const knownAsBinary: Readonly<Record<string, Change>> = {
  'binary now': writing(bytes),
  'no longer UTF-8': writing(latin),
};

/** Files that the remote doesn't have. */
const added: Readonly<Record<string, Change>> = {
  'new/untracked': writing(),
  'without a line break': writing('a\nb'),
  empty: writing(''),
  'line breaks alone': writing('\n\n'),
  'carriage returns': writing('a\r\nb\r\n'),
  'line separators': writing('x\u2028diff --git a b\u2029Binary files a differ\n'),
  'like a binary patch': writing('Binary files a and b differ\nGIT binary patch\nliteral 0\n'),
  'like a diff': writing('@@ -1 +1 @@\r-a\ndiff --git a/x b/x\n```\n'),
  'lines that end in spaces': writing('\ufeffa \n\t\n\n\n'),
  '-option': writing(),
  ' spaces ': writing(''),
  'é 日本/🙂 b/x': writing(),
  staged: stage,
  'intended to be added': async (clone, name) => {
    await write(clone, name);
    await clone.git('add', '--intent-to-add', '--', name);
  },
  'a b/committed c.txt': async (clone, name) => {
    await stage(clone, name);
    await clone.git('commit', '--quiet', '--message', 'More', '--', name);
  },
  ...(!isWindows && {
    'a program': async (clone, name) => {
      await write(clone, name);
      await chmod(path.join(clone.root, name), 0o755);
    },
    'a link': ({ root }, name) => symlink('moved', path.join(root, name)),
    '"quoted"\t\\.txt': stage,
    'b"\n\\303': writing(),
  }),
};
const addedAsBinary: Readonly<Record<string, Change>> = {
  'image.png': writing(bytes),
  'a b/é.png': (clone, name) => stage(clone, name, bytes),
  '日本/語': writing(bytes),
  "it's": writing(bytes),
  'x b/y': writing(bytes),
  'b/b': writing(bytes),
  'diff --git a/x b/x': writing(bytes),
  'old.txt': writing(latin),
  huge: writing('x\n'.repeat(1024 * 1024)),
};
const tables = [known, knownAsBinary, added, addedAsBinary];

/** Puts the files of the first two tables on the remote, and makes all changes here. */
async function changeEverything({ mine, agent }: Clones): Promise<void> {
  for (const name of Object.keys({ ...known, ...knownAsBinary })) await write(mine, name);
  await write(mine, 'once binary', bytes);
  await mkdir(path.join(mine.root, 'src'));
  await mine.git('add', '--all');
  await mine.git('commit', '--quiet', '--message', 'Files');
  await mine.git('push', '--quiet', 'origin', 'main');
  await agent.git('fetch', '--quiet', 'origin');
  for (const table of tables) for (const [name, change] of Object.entries(table)) await change(mine, name);
  await write(mine, 'once binary', 'text\n');
}

/** The changes, after a check that reading them touched nothing. */
async function changesOf({ root, command }: Clone, trackingRef: string | undefined = originMain) {
  const before = await stateOf(root);
  try {
    return await localChanges(command, trackingRef);
  } finally {
    assert.deepEqual(await stateOf(root), before);
  }
}

/** Every file, Git's own, too, with its content and the time of its last change. */
async function stateOf(root: string): Promise<unknown> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const stateIn = async (file: string) => [file, (await lstat(file)).mtimeMs, await readFile(file, 'base64')] as const;
  return Promise.all(files.sort().map(stateIn));
}

/** Applies the changes to the agent's clone of the remote. @returns them, and the files there and here but for those only named */
async function carryOver({ mine, agent }: Clones) {
  const changes = await changesOf(mine);
  await writeFile(`${agent.root}.patch`, changes.diff);
  await agent.git('checkout', '--quiet', '--detach', changes.base);
  if (changes.diff !== '') await agent.git('apply', `${agent.root}.patch`);
  const isIncluded = (name: string) => !changes.binaryFiles.includes(name);
  return { changes, there: await filesIn(agent, isIncluded), here: await filesIn(mine, isIncluded) };
}

/** Maps each file that Git would show to its mode and content. */
async function filesIn({ root, command }: Clone, isIncluded: (name: string) => boolean) {
  const names = (await command.list(['ls-files', '--cached', '--others', '--exclude-standard', '-z'])) ?? [];
  const files: Record<string, string> = {};
  for (const name of names.filter(isIncluded)) {
    const file = path.join(root, name);
    const stats = await lstat(file).catch(() => undefined);
    if (stats?.isSymbolicLink()) files[name] = `link ${await readlink(file)}`;
    else if (stats?.isFile()) files[name] = `${stats.mode & 0o100} ${await readFile(file, 'base64')}`;
  }
  return files;
}

describe('localChanges carries over to a clone of the remote', function () {
  this.timeout(30_000);
  let changed: Clones;
  let carried: Awaited<ReturnType<typeof carryOver>>;
  before(async () => {
    changed = await Clones.make();
    await changeEverything(changed);
    carried = await carryOver(await changed.copy());
  });

  for (const name of Object.keys({ ...known, ...added, 'src/moved': '' }))
    it(`a file that is ${JSON.stringify(name)}`, () => assert.equal(carried.there[name], carried.here[name]));

  it('nothing else, and names the others', () => {
    assert.deepEqual(carried.there, carried.here);
    const named = Object.keys({ ...knownAsBinary, ...addedAsBinary, 'once binary': '' });
    assert.deepEqual(carried.changes.binaryFiles.toSorted(), named.sort());
  });

  // prettier-ignore
  const configurations: readonly (readonly string[])[] = [
    [
      'diff.noprefix=true', 'diff.renames=copies', 'diff.context=0', 'diff.relative=true', 'diff.external=false',
      'diff.submodule=log', 'diff.suppressBlankEmpty=true', 'color.ui=always', 'core.quotePath=true',
      'status.showUntrackedFiles=no',
    ],
    ['diff.mnemonicPrefix=true'],
  ];
  for (const configuration of configurations)
    it(`everything with ${configuration.join(' ')}`, async () => {
      const clones = await changed.copy();
      for (const setting of configuration) await clones.mine.git('config', ...setting.split('='));
      const { there, here } = await carryOver(clones);
      assert.deepEqual(there, here);
    });
});

describe('localChanges', function () {
  this.timeout(30_000);

  let clones: Clones;
  let mine: Clone;
  let base: string;
  beforeEach(async () => {
    clones = await Clones.make();
    ({ mine } = clones);
    base = await head();
  });

  /** As it is said: shortened. */
  const head = async () => (await mine.git('rev-parse', 'HEAD')).slice(0, 12);
  const addedIn = ({ diff }: LocalChanges) => diff.match(/^\+\+\+ .*/gm);

  it('is nothing without changes, also if only the time of a file has changed', async () => {
    await write(mine, 'mine-0.txt', await readFile(path.join(mine.root, 'mine-0.txt')));
    assert.deepEqual(await changesOf(mine), { base, diff: '', binaryFiles: [] });
  });

  it('has the usual lines of context, whatever the environment says in GIT_DIFF_OPTS', async () => {
    await stage(mine, 'three.txt', 'one\ntwo\nthree\n');
    await mine.git('commit', '--quiet', '--message=Three');
    await write(mine, 'three.txt', 'one\n2\nthree\n');
    const command = new GitCommand('git', mine.root, { ...environment, GIT_DIFF_OPTS: '-u0' });
    const { diff } = await localChanges(command, 'refs/heads/main');
    assert.match(diff, /\n@@ -1,3 \+1,3 @@\n one\n-two\n\+2\n three\n$/);
  });

  it('omits what Git ignores', async () => {
    await write(mine, '.gitignore', '*.log\n/build/\n');
    await write(mine, '.git/info/exclude', 'secret\n');
    for (const name of ['a.log', 'build/b.txt', 'secret']) await write(mine, name);
    assert.deepEqual(addedIn(await changesOf(mine)), ['+++ b/.gitignore']);
  });

  it('names a nested repository, and includes nothing of it', async () => {
    await mine.git('init', '--quiet', 'inner');
    await write(mine, 'inner/file.txt');
    await mine.git('-C', 'inner', 'add', '.');
    await mine.git('-C', 'inner', 'commit', '--quiet', '--message=One');
    assert.deepEqual(await changesOf(mine), { base, diff: '', binaryFiles: ['inner/'] });
  });

  it('names a submodule with uncommitted changes, and includes its new commit', async () => {
    const inner = (...args: string[]) => mine.git('-C', 'inner', ...args);
    await mine.git('init', '--quiet', 'inner');
    await inner('commit', '--quiet', '--allow-empty', '--message=One');
    await mine.git('add', 'inner');
    await mine.git('commit', '--quiet', '--message=Submodule');
    await write(mine, 'inner/file.txt');
    const { diff, binaryFiles } = await changesOf(mine, 'refs/heads/main');
    assert.deepEqual([diff, binaryFiles], ['', ['inner']]);
    await inner('commit', '--quiet', '--allow-empty', '--message=Two');
    const moved = await changesOf(mine, 'refs/heads/main');
    assert.match(moved.diff, /\n-Subproject commit [\da-f]{40}\n\+Subproject commit [\da-f]{40}\n$/);
    assert.deepEqual(moved.binaryFiles, ['inner']);
  });

  it('names files in Git LFS, whose content only this machine has', async () => {
    const first = 'version https://git-lfs.github.com/spec/v1';
    const oid = `$(git hash-object --stdin)${'0'.repeat(24)}`;
    await mine.git('config', 'filter.lfs.clean', `printf '${first}\\noid sha256:%s\\nsize 9\\n' "${oid}"`);
    await write(mine, '.gitattributes', '*.psd filter=lfs diff=lfs merge=lfs -text\n');
    for (const name of ['changed.psd', 'deleted.psd']) await write(mine, name, 'before');
    await mine.git('add', '.');
    await mine.git('commit', '--quiet', '--message=Pictures');
    await write(mine, 'changed.psd', 'after');
    await write(mine, 'new.psd', 'new');
    await rm(path.join(mine.root, 'deleted.psd'));
    await write(mine, 'note.md', `A pointer begins with:\n${first}\n`);
    const { diff, binaryFiles } = await changesOf(mine, 'refs/heads/main');
    assert.deepEqual(binaryFiles, ['changed.psd', 'deleted.psd', 'new.psd']);
    assert.deepEqual(diff.match(/^\+\+\+ .*/gm), ['+++ b/note.md']);
  });

  it('leaves a text alone that reads like the mark of such a submodule', async () => {
    const text = `Subproject commit ${'c'.repeat(40)}-dirty\n`;
    await write(mine, 'note.txt', text);
    const { diff, binaryFiles } = await changesOf(mine);
    assert.ok(diff.endsWith(`\n+${text}`), diff);
    assert.deepEqual(binaryFiles, []);
  });

  it('starts from the common commit if the remote has diverged', async () => {
    await clones.agent.push('main', 'Theirs');
    await mine.git('fetch', '--quiet', 'origin');
    await mine.commit('Ours');
    const { changes, there, here } = await carryOver(clones);
    assert.deepEqual([changes.base, there], [base, here]);
  });

  for (const [title, trackingRef] of [
    ['without a ref of the remote', undefined],
    ['when that is gone', 'refs/remotes/origin/gone'],
  ] as const)
    it(`starts from the remote's part of a branch ${title}`, async () => {
      await mine.git('checkout', '--quiet', '--no-track', '-b', 'topic');
      assert.equal((await localChanges(mine.command, trackingRef)).base, base, 'HEAD, which the remote has');
      for (const subject of ['One', 'Two']) await mine.commit(subject);
      await write(mine, 'new.txt');
      const changes = await localChanges(mine.command, trackingRef);
      assert.deepEqual([changes.base, addedIn(changes)?.length], [base, 3]);
    });

  it('starts from HEAD if no remote is known', async () => {
    await mine.git('update-ref', '-d', originMain);
    await mine.commit('One');
    await write(mine, 'new.txt');
    const changes = await localChanges(mine.command, undefined);
    assert.deepEqual([changes.base, addedIn(changes)], [await head(), ['+++ b/new.txt']]);
  });

  it('starts from nothing before the first commit', async () => {
    await mine.git('checkout', '--quiet', '--orphan', 'new');
    await write(mine, 'untracked.txt');
    const changes = await changesOf(mine, 'origin/gone');
    assert.deepEqual([changes.base, addedIn(changes)], ['', ['+++ b/mine-0.txt', '+++ b/untracked.txt']]);
  });

  it('reads a conflict as it is in the file', async () => {
    await mine.git('checkout', '--quiet', '-b', 'theirs');
    for (const [branch, text] of [
      ['theirs', 'theirs\n'],
      ['main', 'ours\n'],
    ] as const) {
      await mine.git('checkout', '--quiet', branch);
      await stage(mine, 'mine-0.txt', text);
      await mine.git('commit', '--quiet', '--message', branch);
    }
    await assert.rejects(mine.git('merge', 'theirs'));
    const { changes, there, here } = await carryOver(clones);
    assert.match(changes.diff, /^\+<<<<<<< HEAD$/m);
    assert.deepEqual(there, here);
  });

  it('rejects changes that are too large to be read', async () => {
    for (let index = 0; index <= 1000; index++) await write(mine, `many/${index}`, '');
    await assert.rejects(localChanges(mine.command, originMain), /1001 untracked files/);
  });

  for (const [slow, trackingRef] of [
    ['merge-base', originMain],
    ['rev-list', undefined],
  ] as const)
    it(`are rejected instead of leaving out commits if Git takes too long for ${slow}`, async () => {
      await mine.commit('Mine');
      await assert.rejects(localChanges(new SlowGit(mine.root, slow), trackingRef), /timedOut/);
    });

  it('is read by a Git before 2.28, whose diffs have no option --no-relative', async () => {
    class OlderGit extends GitCommand {
      override run(args: readonly string[], options?: GitOptions): Promise<ProgramResult> {
        const usage = { kind: 'failed', exitCode: 129, message: 'usage' } as const;
        return args.includes('--no-relative') ? Promise.resolve(usage) : super.run(args, options);
      }
    }
    await write(mine, 'new.txt');
    assert.deepEqual(addedIn(await localChanges(new OlderGit('git', mine.root, environment), originMain)), [
      '+++ b/new.txt',
    ]);
  });

  it('are read even if the system keeps their temporary folder, as Windows does while a virus scanner reads it', async () => {
    await write(mine, 'new.txt');
    const { rm: remove } = fs;
    const kept: string[] = [];
    const refuse = (folder: string) => {
      kept.push(folder);
      return Promise.reject(Object.assign(new Error('EBUSY'), { code: 'EBUSY' }));
    };
    {
      using _ = replaced(fs, { rm: refuse });
      assert.deepEqual(addedIn(await localChanges(mine.command, originMain)), ['+++ b/new.txt']);
    }
    assert.equal(kept.length, 1);
    for (const folder of kept) await remove(folder, { recursive: true });
  });

  it('name a file that is deleted while they are read, and have the others', async () => {
    class LateGit extends GitCommand {
      override async run(args: readonly string[], options?: GitOptions): Promise<ProgramResult> {
        const result = await super.run(args, options);
        if (args[0] === 'ls-files') await rm(path.join(mine.root, 'deleted.txt'), { force: true });
        return result;
      }
    }
    for (const name of ['deleted.txt', 'kept.txt']) await write(mine, name);
    const { diff, binaryFiles } = await localChanges(new LateGit('git', mine.root, environment), originMain);
    assert.match(diff, /^\+This is kept.txt.$/m);
    assert.deepEqual(binaryFiles, ['deleted.txt']);
  });

  it("rejects a folder that isn't a repository", () =>
    assert.rejects(localChanges(mine.command.in(path.dirname(mine.root)), undefined), /failed/));
});
