import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RemoteAtStart } from '../../../src/result/pushedBranches';
import { commitsOf, readRemoteBranches } from '../../../src/repository/remoteBranches';
import { GitCommand, type GitOptions, type ProgramResult } from '../../../src/repository/gitCommand';
import { run } from '../../host/childProcess';
import { gitEnvironment } from '../../host/gitEnvironment';
import { TemporaryFolder } from '../../host/temporaryFolder';

export const environment = gitEnvironment();

/** A clone with its own author. */
export class Clone {
  readonly root: string;
  /** Number of those that it has made. */
  commits: number;

  constructor(root: string, commits = 0) {
    this.root = root;
    this.commits = commits;
  }

  /** Git as the extension runs it. */
  get command(): GitCommand {
    return new GitCommand('git', this.root, environment);
  }

  git(...args: string[]): Promise<string> {
    const author = ['-c', `user.name=${path.basename(this.root)}`, '-c', 'user.email=me@example.com'];
    return run('git', [...author, '-c', 'commit.gpgsign=false', ...args], { cwd: this.root, env: environment });
  }

  /** A commit of a new file. */
  async commit(subject: string): Promise<void> {
    const name = `${path.basename(this.root)}-${this.commits++}.txt`;
    await writeFile(path.join(this.root, name), subject);
    await this.git('add', name);
    await this.git('commit', '--quiet', '-m', subject);
  }

  /** A commit on a new branch, pushed. */
  async push(branch: string, subject = `Work on ${branch}`): Promise<void> {
    await this.git('checkout', '--quiet', '-B', branch);
    await this.commit(subject);
    await this.git('push', '--quiet', 'origin', branch);
  }

  /** The id of a commit of this time, in seconds since 1970, which may be impossible. It's on no branch. */
  async commitAt(seconds: string): Promise<string> {
    const tree = (await this.git('rev-parse', 'HEAD^{tree}')).trim();
    const me = 'me <me@example.com>';
    const file = `${this.root}.commit`;
    await writeFile(file, `tree ${tree}\nauthor ${me} 0 +0000\ncommitter ${me} ${seconds} +0000\n\nDated\n`);
    return (await this.git('hash-object', '--literally', '-t', 'commit', '-w', file)).trim();
  }

  /** Gives the remote this many branches at a commit, `<folder>/0` and so on, as Git does after a large fetch. */
  async packBranches(folder: string, count: number, commit: string): Promise<void> {
    const refs = Array.from({ length: count }, (_, index) => `${commit} refs/remotes/origin/${folder}/${index}\n`);
    const text = `# pack-refs with: peeled fully-peeled sorted \n${refs.sort().join('')}`;
    await writeFile(path.join(this.root, '.git/packed-refs'), text);
  }

  /** A commit whose date no computer can tell, on a new branch, pushed. */
  async pushImpossibleDate(branch: string): Promise<void> {
    const commit = await this.commitAt('18446744073709551614');
    await this.git('push', '--quiet', 'origin', `${commit}:refs/heads/${branch}`);
  }
}

/** The user's clone, the agent's, and the remote that both push to. */
export class Clones {
  readonly #folder = new TemporaryFolder('pushed');
  readonly bare = path.join(this.#folder.path, 'remote.git');
  readonly mine: Clone;
  readonly agent: Clone;

  private constructor(mine = 0, agent = 0) {
    this.mine = new Clone(this.folder('mine'), mine);
    this.agent = new Clone(this.folder('agent'), agent);
  }

  /** With branch `main` of one commit. */
  static async make(): Promise<Clones> {
    return (await (made.template ??= Clones.#begin())).copy();
  }

  static async #begin(): Promise<Clones> {
    const clones = new Clones();
    const { mine, agent } = clones;
    await clones.run('init', '--quiet', '--bare', '--initial-branch=main', 'remote.git');
    await clones.run('init', '--quiet', '--initial-branch=main', 'mine');
    // Relative, so that it is the remote of a copy, too.
    const url = path.join('..', 'remote.git');
    await mine.git('remote', 'add', 'origin', url);
    await mine.commit('Begin');
    await mine.git('push', '--quiet', 'origin', 'main');
    await clones.run('clone', '--quiet', 'remote.git', 'agent');
    await agent.git('remote', 'set-url', 'origin', url);
    return clones;
  }

  /** The same clones in a folder of their own: a copy starts no Git. */
  async copy(): Promise<Clones> {
    const clones = new Clones(this.mine.commits, this.agent.commits);
    await cp(this.#folder.path, clones.#folder.path, { recursive: true, verbatimSymlinks: true });
    return clones;
  }

  folder(name: string): string {
    return path.join(this.#folder.path, name);
  }

  run(...args: string[]): Promise<string> {
    return run('git', args, { cwd: this.#folder.path, env: environment });
  }
}

/** Created once per process. */
const made: { template?: Promise<Clones> } = {};

/**
 * Puts the `origin` of a clone on a host with a name, as octocat/Hello-World, whose SSH client reads and writes a
 * folder: fetches and pushes are Git's own. All paths are relative, so that both can be copied together.
 */
export async function hostRemote(clone: Clone, bare: string): Promise<void> {
  const ssh = path.join(path.dirname(bare), 'ssh.sh');
  const remote = `"$(dirname "$0")"/'${path.basename(bare)}'`;
  const services = [`*receive-pack*) exec git receive-pack ${remote} ;;`, `*) exec git upload-pack ${remote} ;;`];
  await writeFile(ssh, ['#!/bin/sh', 'case "$*" in', ...services, 'esac', ''].join('\n'));
  await chmod(ssh, 0o755);
  await clone.git('config', 'core.sshCommand', path.relative(clone.root, ssh));
  await clone.git('config', 'ssh.variant', 'simple');
  await clone.git('remote', 'set-url', 'origin', 'git@github.com:octocat/Hello-World.git');
}

/** Git in the user's clone, with a further program of its own, a shell script, like `git-lfs`. */
export async function gitWith(clones: Clones, program: string, script: string): Promise<GitCommand> {
  const folder = clones.folder('programs');
  await mkdir(folder);
  await writeFile(path.join(folder, program), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(folder, program), 0o755);
  return new GitCommand('git', clones.mine.root, { ...environment, PATH: `${folder}:${process.env['PATH']}` });
}

/** The remote's branches as a clone knows them. */
export async function branchesOf(root: string, remote = 'origin') {
  return (await readRemoteBranches(new Clone(root).command, remote))!;
}

export async function startIn(root: string, remote = 'origin'): Promise<RemoteAtStart> {
  return { commits: commitsOf(await branchesOf(root, remote)), at: Date.now() };
}

/** Git in which one command doesn't answer in time. */
export class SlowGit extends GitCommand {
  readonly #slow: string;

  constructor(root: string, slow: string) {
    super('git', root, environment);
    this.#slow = slow;
  }

  override run(args: readonly string[], options?: GitOptions): Promise<ProgramResult> {
    return args[0] === this.#slow ? Promise.resolve({ kind: 'timedOut' }) : super.run(args, options);
  }
}

/** Git that keeps the arguments of its calls. */
export class RecordingGit extends GitCommand {
  readonly calls: string[][];

  constructor(root: string, calls: string[][] = []) {
    super('git', root, environment);
    this.calls = calls;
  }

  override in(folder: string): RecordingGit {
    return new RecordingGit(folder, this.calls);
  }

  override run(args: readonly string[], options?: GitOptions) {
    this.calls.push([...args]);
    return super.run(args, options);
  }
}
