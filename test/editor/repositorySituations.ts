import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SampleRepository } from '../host/sampleRepository';

/** State of a repository, what the sheet says about it, and what is sent. */
export interface Situation {
  readonly name: string;
  /** Another one is like it, and its rule has a unit test. */
  readonly isSlow?: boolean;
  /** Prepares a fresh clone this way; returns the folder to work in if that's another one. */
  readonly prepare: (repository: SampleRepository) => Promise<unknown>;
  /** The extension's settings in this situation. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** `provider_tokens_set` of the loaded settings. */
  readonly providerTokens?: Readonly<Record<string, unknown>>;
  /** Warnings of the sheet, in order, by a part of their text. */
  readonly warns?: readonly string[];
  /** Differences from `octocat/Hello-World`, `github`, `main`; `undefined` isn't sent. */
  readonly sends?: Readonly<Partial<Record<'repository' | 'git_provider' | 'selected_branch', string | undefined>>>;
}

const nothing = { repository: undefined, git_provider: undefined, selected_branch: undefined };

export const situations: readonly Situation[] = [
  { name: 'clean and in step with its upstream', isSlow: true, prepare: nop },
  {
    name: 'ahead and behind at once',
    prepare: async (r) => {
      await commit(r, 'theirs');
      await r.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
      await r.git('reset', '--hard', 'HEAD~1');
      await commit(r, 'ours');
    },
    warns: ['1 unpushed commit', 'Remote is 1 commit ahead'],
  },
  {
    name: 'a branch that was never published',
    prepare: (r) => r.git('checkout', '-b', 'feature/new'),
    warns: ['Branch not published'],
    sends: { selected_branch: 'feature/new' },
  },
  {
    name: "a fork's branch as upstream",
    prepare: async (r) => {
      await r.git('remote', 'add', 'fork', 'git@gitlab.com:me/hello.git');
      await r.git('update-ref', 'refs/remotes/fork/topic', 'HEAD');
      await r.git('checkout', '-b', 'topic', '--track', 'fork/topic');
    },
    sends: { repository: 'me/hello', git_provider: 'gitlab', selected_branch: 'topic' },
  },
  {
    name: 'an upstream that is gone',
    isSlow: true,
    prepare: async (r) => {
      await r.git('update-ref', 'refs/remotes/origin/merged', 'HEAD');
      await r.git('checkout', '-b', 'merged', '--track', 'origin/merged');
      await r.git('update-ref', '-d', 'refs/remotes/origin/merged');
    },
    warns: ['merged is no longer on the remote'],
    sends: { selected_branch: 'merged' },
  },
  {
    name: 'a detached HEAD',
    prepare: (r) => r.git('checkout', '--detach'),
    warns: ['HEAD is detached at'],
    sends: { selected_branch: undefined },
  },
  {
    name: 'a tag that is checked out',
    isSlow: true,
    prepare: async (r) => {
      await r.git('tag', 'v1.0');
      await r.git('checkout', 'v1.0');
    },
    warns: ['HEAD is detached at'],
    sends: { selected_branch: undefined },
  },
  {
    name: 'a rebase in progress',
    prepare: async (r) => {
      await conflict(r);
      await r.git('rebase', 'theirs').catch(nop);
    },
    warns: ['Rebase in progress at', 'Uncommitted (1 conflicted'],
    sends: { selected_branch: undefined },
  },
  {
    name: 'a bisection in progress',
    isSlow: true,
    prepare: async (r) => {
      await commit(r, 'one');
      await commit(r, 'two');
      await r.git('bisect', 'start', 'HEAD', 'HEAD~2');
    },
    warns: ['HEAD is detached at'],
    sends: { selected_branch: undefined },
  },
  {
    name: 'a merge with conflicts',
    isSlow: true,
    prepare: async (r) => {
      await conflict(r);
      await r.git('merge', 'theirs').catch(nop);
    },
    warns: ['1 unpushed commit', 'Uncommitted (1 conflicted)'],
  },
  {
    name: 'no commit yet',
    prepare: async (r) => {
      await r.git('checkout', '--orphan', 'fresh');
      await r.git('rm', '-r', '--cached', '.');
    },
    warns: ['No commits yet', 'Uncommitted (2 untracked)'],
    sends: { selected_branch: undefined },
  },
  {
    name: 'changes of all kinds',
    prepare: async (r) => {
      await stage(r, 'README.md');
      await write(r, 'src/hello.js', 'x');
      await write(r, 'new.txt', 'x');
    },
    warns: ['Uncommitted (1 staged, 1 changed, 1 untracked)'],
  },
  {
    name: 'no remote',
    prepare: (r) => r.git('remote', 'remove', 'origin'),
    warns: ['The repository has no remote'],
    sends: nothing,
  },
  {
    name: 'two remotes, neither of them origin or upstream',
    isSlow: true,
    prepare: async (r) => {
      await r.git('remote', 'rename', 'origin', 'alpha');
      await r.git('remote', 'add', 'beta', 'https://github.com/other/Hello-World.git');
      await r.git('branch', '--unset-upstream');
    },
    warns: ['Several remotes (alpha, beta): select one'],
    sends: nothing,
  },
  {
    name: 'a remote that the settings name',
    isSlow: true,
    prepare: (r) => r.git('remote', 'add', 'fork', 'https://github.com/me/Hello-World.git'),
    settings: { remote: 'fork' },
    warns: ['Branch not published'],
    sends: { repository: 'me/Hello-World' },
  },
  {
    name: 'a token in the remote',
    prepare: (r) => remote(r, 'https://me:ghp_marked123456@github.com/octocat/Hello-World.git'),
  },
  {
    name: 'an unknown host',
    isSlow: true,
    prepare: (r) => remote(r, 'https://git.example.com/team/hello.git'),
    warns: ['Unknown Git provider for this host'],
    sends: { repository: 'team/hello', git_provider: undefined },
  },
  {
    name: 'a URL that Git rewrites',
    isSlow: true,
    prepare: async (r) => {
      await remote(r, 'work:octocat/Hello-World.git');
      await r.git('config', 'url.https://github.com/.insteadOf', 'work:');
    },
  },
  {
    name: 'a branch with slashes, letters of all kinds and shell characters',
    isSlow: true,
    prepare: (r) => r.git('checkout', '-b', "feature/ü-日本/$(id);'x'&"),
    warns: ['Branch not published'],
    sends: { selected_branch: "feature/ü-日本/$(id);'x'&" },
  },
  {
    name: 'a worktree',
    prepare: async (r) => {
      const folder = path.join(path.dirname(r.path), 'worktree');
      await r.git('worktree', 'add', '-b', 'in-worktree', folder);
      return folder;
    },
    warns: ['Branch not published'],
    sends: { selected_branch: 'in-worktree' },
  },
  {
    name: 'a submodule',
    prepare: async (r) => {
      const inner = path.join(r.path, 'vendor', 'inner');
      await nested(r, inner);
      await r.git('-C', inner, 'remote', 'add', 'origin', 'https://bitbucket.org/team/inner.git');
      await r.git('submodule', 'add', 'https://bitbucket.org/team/inner.git', 'vendor/inner').catch(nop);
      return inner;
    },
    warns: ['Branch not published'],
    sends: { repository: 'team/inner', git_provider: 'bitbucket', selected_branch: 'inner' },
  },
  {
    name: 'a repository inside a repository',
    isSlow: true,
    prepare: async (r) => {
      const inner = path.join(r.path, 'nested');
      await nested(r, inner);
      return inner;
    },
    warns: ['The repository has no remote'],
    sends: nothing,
  },
];

async function nop(): Promise<void> {
  await Promise.resolve();
}

async function write({ path: root }: SampleRepository, name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), `${text}\n`);
}

async function stage(repository: SampleRepository, name: string): Promise<void> {
  await write(repository, name, 'staged');
  await repository.git('add', name);
}

async function commit(repository: SampleRepository, name: string): Promise<void> {
  await write(repository, `${name}.txt`, name);
  await repository.git('add', '.');
  await repository.git('commit', '--message', name);
}

/** Makes two branches that changed the same line: `main` is checked out, `theirs` isn't. */
async function conflict(repository: SampleRepository): Promise<void> {
  await repository.git('checkout', '-b', 'theirs');
  await write(repository, 'README.md', 'theirs');
  await repository.git('commit', '--all', '--message', 'theirs');
  await repository.git('checkout', 'main');
  await write(repository, 'README.md', 'ours');
  await repository.git('commit', '--all', '--message', 'ours');
}

async function remote(repository: SampleRepository, url: string): Promise<void> {
  await repository.git('remote', 'set-url', 'origin', url);
}

/** Makes a repository with one commit on the branch `inner`. */
async function nested(repository: SampleRepository, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'README.md'), 'inner\n');
  const git = (...args: string[]) => repository.git('-C', folder, ...args);
  await git('init', '--initial-branch=inner');
  await git('add', '.');
  await git('-c', 'user.name=Octo Cat', '-c', 'user.email=octocat@example.com', 'commit', '--message', 'inner');
}
