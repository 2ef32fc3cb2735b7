import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readRepository } from '../../../src/repository/readRepository';
import { targetOf, type Target } from '../../../src/repository/target';
import { run } from '../../host/childProcess';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { Clone, environment } from '../result/clones';

/** A working tree, whose remotes are bare repositories on this machine until they are said to be hosted. */
export class HostedClone extends Clone {
  readonly #hosts: Hosts;

  constructor(root: string, hosts: Hosts) {
    super(root);
    this.#hosts = hosts;
  }

  /** Git's commands, separated by semicolons; "a commit" is one of a new file. */
  async each(commands: string): Promise<void> {
    for (const command of commands.split(';').map((one) => one.trim()))
      if (command === 'a commit') await this.commit('More');
      else await this.git(...command.split(' '));
  }

  /** Adds a remote of another owner, fetched once. */
  async addRemote(name: string, repository: string): Promise<void> {
    await this.git('remote', 'add', name, this.#hosts.urlOf(repository));
    await this.git('fetch', '--quiet', name);
  }

  /** Says that the remotes are on GitHub from now on. */
  async host(): Promise<void> {
    const config = path.resolve(this.root, (await this.git('rev-parse', '--git-path', 'config')).trim());
    await writeFile(config, this.#hosts.hosted(await readFile(config, 'utf8')));
  }
}

/** Two repositories, `octo/demo` and its fork `me/demo`, each with the branches `main` and `old`. */
export class Hosts {
  readonly #folder = new TemporaryFolder('states');
  #clones = 0;

  static async make(): Promise<Hosts> {
    const hosts = new Hosts();
    const first = hosts.at('first');
    await mkdir(first.root);
    await first.each('init --initial-branch=main; a commit; a commit; branch old; tag v1 HEAD~1');
    for (const repository of ['octo/demo', 'me/demo'])
      await first.git('clone', '--quiet', '--bare', first.root, hosts.#pathOf(repository));
    return hosts;
  }

  /** The same two, in a state of their own. */
  async copy(): Promise<Hosts> {
    const hosts = new Hosts();
    await cp(this.#folder.path, hosts.#folder.path, { recursive: true });
    return hosts;
  }

  #pathOf(repository: string): string {
    return path.join(this.#folder.path, `${repository}.git`);
  }

  urlOf(repository: string): string {
    return `file://${this.#pathOf(repository)}`;
  }

  /** The configuration of a clone with URLs on GitHub in place of those on this machine. */
  hosted(configuration: string): string {
    return configuration.replaceAll(`file://${this.#folder.path}`, 'https://github.com');
  }

  /** A clone of `octo/demo`. */
  async clone(...options: readonly string[]): Promise<HostedClone> {
    const clone = this.at(`clone-${this.#clones++}`);
    await run('git', ['clone', '--quiet', ...options, this.urlOf('octo/demo'), clone.root], {
      cwd: this.#folder.path,
      env: environment,
    });
    return clone;
  }

  /** A working tree in this folder, which someone else makes. */
  at(folder: string): HostedClone {
    return new HostedClone(path.resolve(this.#folder.path, folder), this);
  }

  dispose(): void {
    this.#folder.dispose();
  }
}

/** The target of a start in a clone. */
export async function targetIn({ command }: HostedClone): Promise<Target> {
  // The editor thinks that `main` is checked out.
  const repository = await readRepository(command, 'main');
  assert.ok(repository);
  return targetOf({ kind: 'repository', repository, reason: 'onlyOne' }, { remote: '', gitProviderHosts: {} });
}
