import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { run } from './childProcess';
import { gitEnvironment } from './gitEnvironment';
import { TemporaryFolder } from './temporaryFolder';

/** URL of `origin` in the sample repository, as text alone: nothing is ever fetched from there. */
export const sampleRemoteUrl = 'https://github.com/octocat/Hello-World.git';

export interface SampleRepository {
  /** The working folder: branch `main` with one commit, in sync with `origin/main`, no changes. */
  readonly path: string;
  /** The full hash of that commit; the same on every machine. */
  readonly head: string;
  /** Runs git in the working folder and returns what it wrote. */
  readonly git: (...args: string[]) => Promise<string>;
}

/**
 * Creates a real repository in a folder of its own name under `parent`; the user's git settings aren't touched.
 * @throws {Error} If git is missing or fails.
 */
export async function makeSampleRepository(parent: string): Promise<SampleRepository> {
  const folder = path.join(parent, 'Hello-World');
  const { path: copied, head } = await template();
  await cp(copied, parent, { recursive: true });
  return { path: folder, head, git: gitIn(folder) };
}

/** Makes a sample repository what it was when it was created. */
export async function resetSampleRepository(folder: string): Promise<void> {
  const git: SampleRepository['git'] = (...args) => gitOnceUnlocked(folder, args);
  await git('config', 'remote.origin.url', sampleRemoteUrl);
  for (const name of ['core.sshCommand', 'ssh.variant'])
    await git('config', '--unset-all', name).catch(() => undefined);
  await git('fetch', path.join(folder, '..', 'Hello-World.git'), '+refs/heads/main:refs/remotes/origin/main');
  await git('checkout', '--force', '-B', 'main', 'origin/main');
  await git('clean', '-ffdx');
  await rm(path.join(folder, '.git', 'info', 'exclude'), { force: true });
  const refs = await git('for-each-ref', '--format=%(refname)');
  for (const ref of refs.trim().split('\n')) if (!sampleRefs.includes(ref)) await git('update-ref', '-d', ref);
}

/** Milliseconds that another Git may have a file of the repository locked. */
const lockDeadline = 30_000;

/** Runs Git, again as long as the Git of a window that is open on the folder has locked a file that this one writes. */
async function gitOnceUnlocked(
  folder: string,
  args: readonly string[],
  deadline = performance.now() + lockDeadline,
): Promise<string> {
  try {
    return await gitIn(folder)(...args);
  } catch (error) {
    const isLocked = /could not lock|\.lock': File exists/.test(String(error));
    if (!isLocked || performance.now() > deadline) throw error;
  }
  await delay(50);
  return gitOnceUnlocked(folder, args, deadline);
}

const sampleRefs = ['refs/heads/main', 'refs/remotes/origin/main'];

/** Git in a folder, which reads nothing but the repository's own configuration. */
export function gitIn(folder: string): SampleRepository['git'] {
  return (...args) => run('git', args, { cwd: folder, env: environment });
}

/** Created once per process: a copy takes a tenth of the time. */
function template(): Promise<Template> {
  return (made.template ??= makeTemplate(new TemporaryFolder('template').path));
}

interface Template {
  /** The folder with the repository and its remote. */
  readonly path: string;
  readonly head: string;
}

const made: { template?: Promise<Template> } = {};

async function makeTemplate(parent: string): Promise<Template> {
  const bare = path.join(parent, 'Hello-World.git');
  const folder = path.join(parent, 'Hello-World');
  const git = gitIn(folder);

  await mkdir(path.join(folder, 'src'), { recursive: true });
  await writeFile(path.join(folder, 'README.md'), '# Hello World\n\nA small program that greets whoever starts it.\n');
  await writeFile(path.join(folder, 'src', 'hello.js'), sampleProgram);

  await run('git', ['init', '--bare', '--initial-branch=main', bare], { cwd: parent, env: environment });
  await git('init', '--initial-branch=main');
  await git('config', 'user.name', 'Octo Cat');
  await git('config', 'user.email', 'octocat@example.com');
  await git('config', 'commit.gpgsign', 'false');
  await git('config', 'core.autocrlf', 'false');
  await git('add', '.');
  await git('commit', '--message', 'Greet the world');
  await git('remote', 'add', 'origin', bare);
  await git('push', '--set-upstream', 'origin', 'main');
  await git('remote', 'set-url', 'origin', sampleRemoteUrl);
  return { path: parent, head: (await git('rev-parse', 'HEAD')).trim() };
}

const sampleProgram = `function greet(name) {
  return \`Hello, \${name}!\`;
}

console.log(greet(process.argv[2] ?? 'World'));
`;

// Fixed dates make the hash the same everywhere.
const date = '2024-01-02T03:04:05Z';
const environment = gitEnvironment({ GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date });
