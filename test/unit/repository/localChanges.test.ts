import assert from 'node:assert/strict';
import { chmod, cp, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { localChanges, type LocalChanges } from '../../../src/repository/localChanges';
import { GitCommand } from '../../../src/repository/gitCommand';
import { cleanEnvironment, run } from '../../host/childProcess';
import { makeSampleRepository, type SampleRepository } from '../../host/sampleRepository';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { always, slow } from '../../support/tags';

const isWindows = process.platform === 'win32';
const environment = cleanEnvironment({
  GIT_CONFIG_GLOBAL: isWindows ? 'NUL' : '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
});

/** A repository whose remote can be cloned: the agent's view. */
class Bench {
  readonly #folder: TemporaryFolder;
  readonly #sample: SampleRepository;
  readonly #clone: string;

  private constructor(folder: TemporaryFolder, sample: SampleRepository, clone: string) {
    this.#folder = folder;
    this.#sample = sample;
    this.#clone = clone;
  }

  /** @param clone Result of {@link cloneOfRemote}. */
  static async make(clone: string): Promise<Bench> {
    const folder = new TemporaryFolder('local-changes');
    return new Bench(folder, await makeSampleRepository(folder.path), clone);
  }

  /** A clone of the remote, which no test changes: made once, since a copy takes a tenth of the time. */
  static async cloneOfRemote(folder: TemporaryFolder): Promise<string> {
    const clone = path.join(folder.path, 'clone');
    await makeSampleRepository(folder.path);
    const args = ['clone', '--quiet', '--template=', path.join(folder.path, 'Hello-World.git'), clone];
    await run('git', args, { env: environment });
    return clone;
  }

  get command(): GitCommand {
    return new GitCommand('git', this.root, environment);
  }

  get root(): string {
    return this.#sample.path;
  }

  /** Commit of the remote. */
  get base(): string {
    return this.#sample.head;
  }

  git(...args: string[]): Promise<string> {
    return this.#sample.git(...args);
  }

  async write(name: string, content: string | Uint8Array = `This is ${name}.\n`): Promise<void> {
    const file = path.join(this.root, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }

  async commit(...names: string[]): Promise<void> {
    for (const name of names) await this.write(name);
    await this.git('add', '--all');
    await this.git('commit', '--allow-empty', '--message', 'More');
  }

  /** The changes, after a check that reading them touched nothing. */
  async changes(trackingRef: string | undefined = 'refs/remotes/origin/main'): Promise<LocalChanges> {
    const before = await this.#state();
    try {
      return await localChanges(this.command, trackingRef);
    } finally {
      assert.deepEqual(await this.#state(), before);
    }
  }

  /** The changes, applied to a clone of the remote: the files there equal those here, but for those only named. */
  async assertSame(trackingRef?: string): Promise<LocalChanges> {
    const changes = await this.changes(trackingRef);
    const clone = path.join(this.#folder.path, 'clone');
    const patch = path.join(this.#folder.path, 'patch');
    const git = (...args: string[]) => run('git', ['-C', clone, ...args], { env: environment });
    await cp(this.#clone, clone, { recursive: true });
    await git('checkout', '--quiet', '--detach', changes.base);
    await writeFile(patch, changes.diff);
    if (changes.diff !== '') await git('apply', patch);
    const isIncluded = (name: string) => !changes.binaryFiles.includes(name);
    assert.deepEqual(await filesIn(clone, isIncluded), await filesIn(this.root, isIncluded));
    return changes;
  }

  async dispose(): Promise<void> {
    this.#folder.dispose();
    return Promise.resolve();
  }

  /** Every file, Git's own, too, with its content and the time of its last change. */
  async #state(): Promise<unknown> {
    const entries = await readdir(this.root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    const stateOf = async (file: string) =>
      [file, (await lstat(file)).mtimeMs, await readFile(file, 'base64')] as const;
    return Promise.all(files.sort().map(stateOf));
  }
}

/** Maps each file that Git would show to its mode and content. */
async function filesIn(root: string, isIncluded: (name: string) => boolean): Promise<Record<string, string>> {
  const args = ['-C', root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const names = (await run('git', args, { env: environment })).split('\0').filter((name) => name !== '');
  const files: Record<string, string> = {};
  for (const name of names.filter(isIncluded).sort()) {
    const file = path.join(root, name);
    const stats = await lstat(file).catch(() => undefined);
    if (stats?.isSymbolicLink()) files[name] = `link ${await readlink(file)}`;
    else if (stats?.isFile()) files[name] = `${stats.mode & 0o100} ${await readFile(file, 'base64')}`;
  }
  return files;
}

describe('localChanges', function () {
  this.timeout(30_000);
  const once = new TemporaryFolder('local-changes-remote');
  let clone: string;
  let bench: Bench;
  before(async () => (clone = await Bench.cloneOfRemote(once)));
  beforeEach(async () => (bench = await Bench.make(clone)));
  afterEach(() => bench.dispose());
  after(() => once.dispose());

  const bytes = Uint8Array.from([0, 1, 2, 255]);

  const diffNames = ['b/b', 'diff --git a/x b/x', 'x b/y'];
  const binary = (repository: Bench, ...names: readonly string[]) =>
    Promise.all(names.map((name) => repository.write(name, bytes)));
  const swapped = async (repository: Bench) => {
    await repository.write('was', bytes);
    await repository.commit();
    await repository.write('README.md', bytes);
    await repository.write('was', 'text\n');
  };

  type Row = readonly [string, (repository: Bench) => Promise<unknown>, readonly string[]];
  // prettier-ignore
  const rows: readonly Row[] = [
    ['nothing', () => Promise.resolve(), []],
    ['a file that is staged and changed again', (r) => staged(r, 'README.md').then(() => r.write('README.md', 'x')), []],
    ['a staged change that was reverted', (r) => staged(r, 'README.md').then(() => restored(r, 'README.md')), []],
    ['a deleted file', (r) => rm(path.join(r.root, 'README.md')), []],
    ['a file that was removed from the index only', (r) => r.git('rm', '--cached', '--quiet', 'README.md'), []],
    ['a moved file', (r) => r.git('mv', 'README.md', 'src/moved.md'), []],
    ['an untracked file', (r) => r.write('new/file.txt'), []],
    ['an untracked file without a line break', (r) => r.write('new.txt', 'a\nb'), []],
    ['an empty untracked file', (r) => r.write('new.txt', ''), []],
    ['an untracked file with carriage returns', (r) => r.write('new.txt', 'a\r\nb\r\n'), []],
    ['a file with intent to add', (r) => r.write('new.txt').then(() => r.git('add', '--intent-to-add', '.')), []],
    ['a binary file', (r) => r.write('image.png', bytes), ['image.png']],
    ['a staged binary file', (r) => r.write('a b/é.png', bytes).then(() => r.git('add', '.')), ['a b/é.png']],
    ['a text that became binary', (r) => r.write('README.md', bytes), ['README.md']],
    ['an untracked text that is not UTF-8', (r) => r.write('old.txt', Buffer.from('é\n', 'latin1')), ['old.txt']],
    ['a text that is no longer UTF-8', (r) => r.write('README.md', Buffer.from('é\n', 'latin1')), ['README.md']],
    ['a huge file', (r) => r.write('huge.txt', 'x\n'.repeat(1024 * 1024)), ['huge.txt']],
    ['a nested repository', (r) => r.git('init', '--quiet', 'inner'), ['inner/']],
    ['a commit', (r) => r.commit('new.txt'), []],
    ['a commit, staged, changed and untracked files', everything, ['image.png']],
    ['names with spaces and in other scripts', (r) => r.commit('a b/b c.txt').then(() => r.write('é 日本/🙂 b/x')), []],
    ['binary names in other scripts', (r) => binary(r, 'é ö', '日本/語', "it's", 'a b'), ['a b', "it's", 'é ö', '日本/語']],
    ['binary names like parts of a diff', (r) => binary(r, 'x b/y', 'b/b', 'diff --git a/x b/x'), diffNames],
    ['a text that is binary now, and one that was', (r) => swapped(r), ['README.md']],
    ['texts with line separators', (r) => r.write('x', 'x\u2028diff --git a b\u2029Binary files a differ\n'), []],
    ['a text like a binary patch', (r) => r.write('x', 'Binary files a and b differ\nGIT binary patch\nliteral 0\n'), []],
    ['lines that end in spaces', (r) => r.write('x', '\ufeffa \n\t\n\n\n'), []],
    ['names that begin like options', (r) => r.write('-a').then(() => r.write(' b ', '')), []],
    ['texts that look like diffs', (r) => r.write('x.diff', '@@ -1 +1 @@\r-a\ndiff --git a/x b/x\n```\n'), []],
  ];
  // prettier-ignore
  const unixRows: readonly Row[] = [
    ['an untracked program', (r) => r.write('run.sh').then(() => chmod(path.join(r.root, 'run.sh'), 0o755)), []],
    ['a file that became a program', (r) => chmod(path.join(r.root, 'README.md'), 0o755), []],
    ['a file that became a link', (r) => rm(path.join(r.root, 'README.md')).then(() => symlink('x', path.join(r.root, 'README.md'))), []],
    ['an untracked link', (r) => symlink('README.md', path.join(r.root, 'link')), []],
    ['names with quotes, backslashes and tabs', (r) => r.commit('"a"\t\\.txt').then(() => r.write('b"\n\\303')), []],
  ];
  const more = slow('A repository and a clone for each, and another row that is like it.');
  for (const [title, change, binaryFiles] of [...rows, ...(isWindows ? [] : unixRows)])
    it(`carries ${title} over to a clone of the remote`, async () => {
      await change(bench);
      const changes = await bench.assertSame();
      assert.deepEqual(changes.binaryFiles.toSorted(), binaryFiles);
      assert.equal(changes.base, bench.base.slice(0, 12));
    });

  const configurations: readonly (readonly [string, string])[] = [
    ['diff.noprefix', 'true'],
    ['diff.mnemonicPrefix', 'true'],
    ['diff.renames', 'copies'],
    ['diff.context', '0'],
    ['diff.relative', 'true'],
    ['diff.external', 'false'],
    ['diff.submodule', 'log'],
    ['diff.suppressBlankEmpty', 'true'],
    ['color.ui', 'always'],
    ['core.quotePath', 'true'],
    ['status.showUntrackedFiles', 'no'],
  ];
  for (const [name, value] of configurations)
    (/noprefix|color/.test(name) ? always : more).it(`carries everything over with ${name}=${value}`, async () => {
      await bench.git('config', name, value);
      await everything(bench);
      await bench.git('mv', 'src/hello.js', 'é hello.js');
      await bench.assertSame();
    });

  it('omits what Git ignores', async () => {
    await bench.write('.gitignore', '*.log\n/build/\n');
    await bench.write('a.log');
    await bench.write('build/b.txt');
    await bench.write('.git/info/exclude', 'secret\n');
    await bench.write('secret');
    const { diff } = await bench.assertSame();
    assert.deepEqual(diff.match(/^\+\+\+ .*/gm), ['+++ b/.gitignore']);
  });

  it("doesn't read the target of a link", async function () {
    if (isWindows) return this.skip();
    const outside = path.join(path.dirname(bench.root), 'outside');
    await writeFile(outside, 'TOP SECRET\n');
    await symlink(outside, path.join(bench.root, 'link'));
    assert.doesNotMatch((await bench.assertSame()).diff, /TOP SECRET/);
  });

  it('names a nested repository, and includes nothing of it', async () => {
    await bench.git('init', '--quiet', 'inner');
    await bench.write('inner/file.txt');
    await bench.git('-C', 'inner', 'add', '.');
    await bench.git('-C', 'inner', '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--message=One');
    assert.deepEqual(await bench.changes(), { base: bench.base.slice(0, 12), diff: '', binaryFiles: ['inner/'] });
  });

  it('starts from the common commit if the remote has diverged', async () => {
    await bench.git('checkout', '--quiet', '-b', 'theirs');
    await bench.commit('theirs.txt');
    await bench.git('update-ref', 'refs/remotes/origin/main', 'theirs');
    await bench.git('checkout', '--quiet', 'main');
    await bench.commit('ours.txt');
    assert.equal((await bench.assertSame()).base, bench.base.slice(0, 12));
  });

  const unknown: readonly (readonly [string, string | undefined])[] = [
    ['without a ref of the remote', undefined],
    ['when that is gone', 'refs/remotes/origin/gone'],
  ];
  for (const [title, trackingRef] of unknown)
    (trackingRef === undefined ? always : more).it(`starts from the remote's part of a branch ${title}`, async () => {
      await bench.git('checkout', '--quiet', '--no-track', '-b', 'topic');
      await bench.commit('one.txt');
      await bench.commit('two.txt');
      await bench.write('three.txt');
      const { base } = await localChanges(bench.command, trackingRef);
      assert.equal(base, bench.base.slice(0, 12));
    });

  it('starts from HEAD if the remote has it without an upstream', async () => {
    await bench.write('new.txt');
    const { base, diff } = await localChanges(bench.command, undefined);
    assert.deepEqual([base, diff.match(/^\+\+\+ .*/gm)], [bench.base.slice(0, 12), ['+++ b/new.txt']]);
  });

  it('starts from HEAD if no remote is known', async () => {
    await bench.git('update-ref', '-d', 'refs/remotes/origin/main');
    await bench.commit('one.txt');
    await bench.write('two.txt');
    const { base, diff } = await localChanges(bench.command, undefined);
    const head = (await bench.git('rev-parse', 'HEAD')).slice(0, 12);
    assert.deepEqual([base, diff.match(/^\+\+\+ .*/gm)], [head, ['+++ b/two.txt']]);
  });

  it('starts from nothing before the first commit', async () => {
    await bench.git('checkout', '--quiet', '--orphan', 'new');
    await bench.write('untracked.txt');
    const { base, diff } = await bench.changes('origin/gone');
    assert.equal(base, '');
    assert.deepEqual(diff.match(/^\+\+\+ .*/gm), ['+++ b/README.md', '+++ b/src/hello.js', '+++ b/untracked.txt']);
  });

  it('reads a conflict as it is in the file', async () => {
    await bench.git('checkout', '--quiet', '-b', 'theirs');
    await bench.write('README.md', 'theirs\n');
    await bench.commit();
    await bench.git('checkout', '--quiet', 'main');
    await bench.write('README.md', 'ours\n');
    await bench.commit('z.txt');
    await assert.rejects(bench.git('merge', 'theirs'));
    assert.match((await bench.assertSame()).diff, /^\+<<<<<<< HEAD$/m);
  });

  more.it('ignores a file with only a changed time', async () => {
    const content = await readFile(path.join(bench.root, 'README.md'));
    await bench.write('README.md', 'x');
    await bench.write('README.md', content);
    assert.deepEqual(await bench.changes(), { base: bench.base.slice(0, 12), diff: '', binaryFiles: [] });
  });

  it('rejects changes that are too large to be read', async () => {
    for (let index = 0; index <= 1000; index++) await bench.write(`many/${index}`, '');
    await assert.rejects(bench.changes(), /1001 untracked files/);
  });

  it("rejects a folder that isn't a repository", async () => {
    const outside = path.dirname(bench.root);
    await assert.rejects(localChanges(bench.command.in(outside), undefined), /failed/);
  });
});

async function staged(bench: Bench, name: string): Promise<void> {
  await bench.write(name);
  await bench.git('add', '--', name);
}

/** The file as committed; what is staged of it remains. */
async function restored(bench: Bench, name: string): Promise<void> {
  await bench.write(name, await bench.git('show', `HEAD:${name}`));
}

async function everything(bench: Bench): Promise<void> {
  await bench.commit('committed.txt', 'changed.txt');
  await staged(bench, 'staged.txt');
  await bench.write('changed.txt', 'a\n\nb');
  await bench.write('untracked.txt', '\n\n');
  await bench.write('image.png', bytesOfAnImage);
  await rm(path.join(bench.root, 'README.md'));
}

const bytesOfAnImage = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0]);
