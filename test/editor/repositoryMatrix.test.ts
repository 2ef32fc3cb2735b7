import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sheetRows } from '../../src/start/vscode/sheet/sheetRows';
import { sheetRequest } from '../../src/start/vscode/sheet/sheetState';
import { run } from '../host/childProcess';
import { makeSampleRepository, type SampleRepository } from '../host/sampleRepository';
import { GitBench } from '../support/gitBench';

/** State of a repository, what the sheet says about it, and what is sent. */
interface Situation {
  readonly name: string;
  /** Prepares a fresh clone this way; returns the folder to work in if that's another one. */
  readonly prepare: (repository: SampleRepository) => Promise<unknown>;
  /** Warnings of the sheet, in order, by a part of their text. */
  readonly warns?: readonly string[];
  /** Differences from `octocat/Hello-World`, `github`, `main`; `undefined` isn't sent. */
  readonly sends?: Readonly<Partial<Record<'repository' | 'git_provider' | 'selected_branch', string | undefined>>>;
}

const nothing = { repository: undefined, git_provider: undefined, selected_branch: undefined };

const situations: readonly Situation[] = [
  {
    name: 'a rebase in progress',
    prepare: async (r) => {
      await conflict(r);
      await r.git('rebase', 'theirs').catch(() => undefined);
    },
    warns: ['Rebase in progress at', 'Uncommitted (1 conflicted'],
    sends: { selected_branch: undefined },
  },
  {
    name: 'no remote',
    prepare: (r) => r.git('remote', 'remove', 'origin'),
    warns: ['The repository has no remote'],
    sends: nothing,
  },
  {
    name: 'a token in the remote',
    prepare: (r) =>
      r.git('remote', 'set-url', 'origin', 'https://me:ghp_marked123456@github.com/octocat/Hello-World.git'),
  },
  {
    name: 'a submodule',
    prepare: async (r) => {
      const inner = path.join(r.path, 'vendor', 'inner');
      await nested(r, inner);
      await r.git('-C', inner, 'remote', 'add', 'origin', 'https://bitbucket.org/team/inner.git');
      await r.git('submodule', 'add', 'https://bitbucket.org/team/inner.git', 'vendor/inner').catch(() => undefined);
      return inner;
    },
    warns: ['Branch not published'],
    sends: { repository: 'team/inner', git_provider: 'bitbucket', selected_branch: 'inner' },
  },
];

const usual = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };

describe('The situation of a repository:', () => {
  const git = GitBench.use();

  for (const situation of situations) {
    it(situation.name, async () => {
      const repository = await makeSampleRepository(git.folder);
      const elsewhere = await situation.prepare(repository);
      const root = typeof elsewhere === 'string' && path.isAbsolute(elsewhere) ? elsewhere : repository.path;
      await git.window.show(root);
      const before = await gitState(root);

      const state = { draft: { fields: {} }, targetContext: await git.bench.targets.find(), settings: undefined };
      const request = sheetRequest(state);
      const warnings = sheetRows(state).filter(({ key }) => key.startsWith('warning '));
      await git.bench.actions.localChanges(root, state.targetContext.target.trackingRef);
      await git.bench.actions.remoteBranches({ root, remote: 'origin' });
      const received = await git.bench.receive({ initial_user_msg: 'Go on' });

      const { warns = [], sends = {} } = situation;
      const expected = Object.fromEntries(
        Object.entries({ ...usual, ...sends }).filter(([, value]) => value !== undefined),
      );
      assert.equal(state.targetContext.target.root, root);
      assert.deepEqual(
        pieces(
          warnings.map(({ description = '' }) => description),
          warns,
        ),
        warns,
      );
      assert.deepEqual(received, { ...expected, initial_user_msg: 'Go on' });
      assert.deepEqual(received, { ...request, initial_user_msg: 'Go on' }, 'sheet and request differ');
      assert.ok(!JSON.stringify([received, state, git.bench.log.lines]).includes('ghp_marked'), 'a token came along');
      assert.equal(await gitState(root), before);
    });
  }
});

/** Each text reduced to the part that is expected of it. Texts beyond those stay complete. */
function pieces(texts: readonly string[], expected: readonly string[]): string[] {
  return texts.map((text, index) => (text.includes(expected[index] ?? '\0') ? (expected[index] ?? text) : text));
}

/** Everything that a flow could have changed: HEAD, index, working tree and refs. */
async function gitState(root: string): Promise<string> {
  const status = await run('git', ['--no-optional-locks', 'status', '--porcelain=v2', '--branch'], { cwd: root });
  return status + (await run('git', ['for-each-ref'], { cwd: root }));
}

/** Makes two branches that changed the same line: `main` is checked out, `theirs` isn't. */
async function conflict({ git, path: root }: SampleRepository): Promise<void> {
  const commit = async (text: string) => {
    await writeFile(path.join(root, 'README.md'), `${text}\n`);
    await git('commit', '--all', '--message', text);
  };
  await git('checkout', '-b', 'theirs');
  await commit('theirs');
  await git('checkout', 'main');
  await commit('ours');
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
