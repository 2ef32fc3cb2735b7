import assert from 'node:assert/strict';
import { emptyDraft, withChosenRepository } from '../../../src/draft/draft';
import type { Workspace } from '../../../src/repository/workspace';
import { interfaceProviders } from '../../../src/client/records';
import type { GitProvider, Settings } from '../../../src/client/records';
import type { RemoteBranchState, RepositorySelection, RepositorySnapshot } from '../../../src/repository/repository';
import type { SettingsState } from '../../../src/service/settingsState';
import type { RepositorySettings, Target } from '../../../src/repository/target';
import { Targets, type ProviderMemory } from '../../../src/repository/targets';
import { noteWords } from './noteWords';

/** A repository on `main` with these remotes, the first being the upstream's. */
function repository(root: string, ...remotes: readonly string[]): RepositorySnapshot {
  const [remote] = remotes;
  const upstream = { name: 'main', ref: `refs/remotes/${remote}/main`, ahead: 0, behind: 0 };
  const sameName = ['origin', 'fork'].map((on) => ({ remote: on, name: 'main', ref: `refs/remotes/${on}/main` }));
  const head = { kind: 'branch', name: 'main', sameName } as const;
  return {
    root,
    head: remote === undefined ? head : { ...head, upstream: { ...upstream, remote } },
    remotes: remotes.map((name) => ({ name, location: { host: 'github.com', repository: `${name}${root}` } })),
    changes: { staged: 0, unstaged: 0, untracked: 0, conflicted: 0, total: 0 },
  };
}

/** A window in which repositories are opened and closed. */
class FakeWorkspace implements Workspace {
  readonly isTrusted = true;
  readonly id = undefined;
  repositories: readonly RepositorySnapshot[] = [];
  selection: RepositorySelection = { kind: 'several' };
  preferences: Partial<RepositorySettings> = {};

  selectRepository(): Promise<RepositorySelection> {
    return Promise.resolve(this.selection);
  }

  listRepositories(): Promise<readonly RepositorySnapshot[]> {
    return Promise.resolve(this.repositories);
  }

  repositoryOf(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  repositoryActions(): Promise<never> {
    return Promise.reject(new Error('Nobody asked for anything to be done.'));
  }

  followRepositories(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  settingsFor(root = 'the window'): RepositorySettings {
    const own = { conversationInstructions: `As in ${root}.`, resultBranchTemplate: '' };
    return { remote: '', gitProviderHosts: {}, ...own, ...this.preferences };
  }

  open(...repositories: readonly RepositorySnapshot[]): void {
    this.repositories = repositories;
  }

  select(selected: RepositorySnapshot): void {
    this.selection = { kind: 'repository', repository: selected, reason: 'activeEditor' };
  }
}

class FakeMemory implements ProviderMemory {
  providers: Readonly<Record<string, unknown>> = {};

  remember(host: string, provider: GitProvider): Promise<void> {
    this.providers = { ...this.providers, [host]: provider };
    return Promise.resolve();
  }
}

/** "root remote repository reason", with "-" for what doesn't exist, then the notes. */
function summary({ root, remote, repository: path, reason, notes }: Target): string {
  return [root ?? '-', remote ?? '-', path ?? '-', reason ?? '-', ...notes.map(noteWords)].join(' ');
}

describe('Targets', () => {
  let workspace: FakeWorkspace;
  let memory: FakeMemory;
  let state: SettingsState;
  let targets: Targets;
  const a = repository('/a', 'origin', 'fork');
  const b = repository('/b', 'origin');

  beforeEach(() => {
    workspace = new FakeWorkspace();
    memory = new FakeMemory();
    state = { kind: 'idle' };
    const settings = {
      get state() {
        return state;
      },
    };
    targets = new Targets({ workspace, settings, providers: memory });
    workspace.open(a, b);
    workspace.select(a);
  });

  describe('find', () => {
    const found = async (...chosen: Parameters<Targets['find']>) => summary((await targets.find(...chosen)).target);

    // prettier-ignore
    const rows: readonly (readonly [string, Parameters<Targets['find']>, string])[] = [
      ["takes the workspace's choice", [], '/a origin origin/a activeEditor'],
      ['takes the selected repository', [{ root: '/b' }], '/b origin origin/b chosen'],
      ['says so if it would have been taken anyway', [{ root: '/a' }], '/a origin origin/a chosen'],
      ['takes the selected remote', [{ root: '/a', remote: 'fork' }], '/a fork fork/a chosen !notPublished'],
      ['takes no other one if the selected one is closed', [{ root: '/c' }], '- - - - !chosenGone /c'],
      ["doesn't look elsewhere for the remote of a closed repository", [{ root: '/c', remote: 'fork' }], '- - - - !chosenGone /c'],
      ['says that the selected remote is gone', [{ root: '/b', remote: 'fork' }], '/b origin origin/b chosen !remoteMissing fork'],
      ['takes a root as spelled', [{ root: '/b/' }], '- - - - !chosenGone /b/'],
    ];
    for (const [title, chosen, expected] of rows) it(title, async () => assert.equal(await found(...chosen), expected));

    describe('of a start that names its repository', () => {
      const named = (repository: string | null, more: object = {}) => found(undefined, { repository, ...more });

      // prettier-ignore
      const rows: readonly (readonly [string, () => Promise<string>, string])[] = [
        ['takes the open one with that name', () => named('origin/b'), '/b origin origin/b named'],
        ['takes it instead of a chosen one with another name', () => found({ root: '/a' }, { repository: 'origin/b' }), '/b origin origin/b named'],
        ['takes it instead of a chosen one that was closed', () => found({ root: '/c' }, { repository: 'origin/b' }), '/b origin origin/b named'],
        ['takes the selected one as such', () => named('origin/a'), '/a origin origin/a activeEditor'],
        ['takes another remote of the selected one', () => named('fork/a'), '/a fork fork/a named !notPublished'],
        ['takes it if its provider is the named one', () => named('origin/b', { git_provider: 'github' }), '/b origin origin/b named'],
        ["doesn't take it from another provider", () => named('origin/b', { git_provider: 'gitlab' }), '/a origin origin/a activeEditor'],
        ["takes the workspace's if none has the name", () => named('origin/c'), '/a origin origin/a activeEditor'],
        ["takes the workspace's if it wants none", () => named(null), '/a origin origin/a activeEditor'],
      ];
      for (const [title, find, expected] of rows) it(title, async () => assert.equal(await find(), expected));

      it("takes the workspace's if several clones have the name, since it isn't known whose branch is meant", async () => {
        workspace.open(a, b, { ...b, root: '/b2' });
        assert.equal(await named('origin/b'), '/a origin origin/a activeEditor');
      });

      it('takes the selected one of several clones, by another remote', async () => {
        const second = { ...a, root: '/a2' };
        workspace.open(a, second);
        workspace.select(second);
        assert.equal(await named('fork/a'), '/a2 fork fork/a named !notPublished');
      });

      it('takes the remote on the named provider if that has a mirror with the same path', async () => {
        const [origin] = a.remotes;
        const mirror = { name: 'fork', location: { host: 'gitlab.com', repository: 'origin/a' } };
        workspace.select({ ...a, remotes: [origin!, mirror] });
        workspace.open({ ...a, remotes: [origin!, mirror] });
        assert.equal(await named('origin/a', { git_provider: 'gitlab' }), '/a fork origin/a named !notPublished');
        assert.equal(await named('origin/a', { git_provider: 'github' }), '/a origin origin/a activeEditor');
        assert.equal(await named('origin/a', { git_provider: 'bitbucket' }), '/a origin origin/a activeEditor');
      });

      it('takes it if the workspace selects none, with the instructions for it', async () => {
        workspace.selection = { kind: 'several' };
        assert.equal(await named('origin/b'), '/b origin origin/b named');
        assert.equal((await targets.find(undefined, { repository: 'origin/b' })).instructions, 'As in /b.');
      });
    });

    it('asks among several, unless one was selected', async () => {
      workspace.selection = { kind: 'several' };
      assert.equal(await found(), '- - - - !several');
      assert.equal(await found({ root: '/b' }), '/b origin origin/b chosen');
    });

    it('prefers the selected remote to the one in the settings', async () => {
      workspace.preferences = { remote: 'fork' };
      assert.equal(await found({ root: '/a' }), '/a fork fork/a chosen !notPublished');
      assert.equal(await found({ root: '/a', remote: 'origin' }), '/a origin origin/a chosen');
    });

    it('returns the instructions for the place as well', async () => {
      assert.equal((await targets.find()).instructions, 'As in /a.');
      assert.equal((await targets.find({ root: '/b' })).instructions, 'As in /b.');
      workspace.selection = { kind: 'several' };
      assert.equal((await targets.find()).instructions, 'As in the window.');
      assert.equal((await targets.find({ root: '/c' })).instructions, 'As in the window.');
    });

    it('takes the remote that Git is configured to push to once a message was moved to an editor', async () => {
      const inForkWorkflow = (push?: RemoteBranchState): RepositorySnapshot => {
        const upstream = { remote: 'origin', name: 'main', ref: 'refs/remotes/origin/main', ahead: 0, behind: 0 };
        const branch = { kind: 'branch', name: 'fix', upstream, pushRemote: 'fork', sameName: [] } as const;
        return { ...a, head: { ...branch, ...(push && { push }) } };
      };
      workspace.open(inForkWorkflow());
      workspace.select(inForkWorkflow());
      const { chosen } = withChosenRepository(emptyDraft, await targets.find());
      const { target } = await targets.find(chosen);
      assert.deepEqual([target.root, target.remote, target.publish?.remote], ['/a', 'origin', 'fork']);
      workspace.open(
        inForkWorkflow({ remote: 'fork', name: 'fix', ref: 'refs/remotes/fork/fix', ahead: 0, behind: 0 }),
      );
      assert.equal(await found(chosen), '/a fork fork/a chosen');
    });
  });

  describe('all', () => {
    const all = async () => (await targets.all()).map((target) => `${target.root} ${target.remote ?? '-'}`);

    // prettier-ignore
    const rows: readonly (readonly [string, readonly RepositorySnapshot[], string, readonly string[]])[] = [
      ['has every repository', [b, repository('/c', 'origin')], '', ['/b origin', '/c origin']],
      ['has none if none is open', [], '', []],
      ['has one for each remote, the preferred one first', [a, b], '', ['/a origin', '/a fork', '/b origin']],
      ['uses the preference of the settings', [a, b], 'fork', ['/a fork', '/a origin', '/b origin']],
      ['has one without a remote', [repository('/c')], '', ['/c -']],
      ['has each of several remotes if none is preferred', [{ ...repository('/c', 'x', 'y'), head: { kind: 'branch', name: 'main', sameName: [] } }], '', ['/c x', '/c y']],
    ];
    for (const [title, repositories, remote, expected] of rows)
      it(title, async () => {
        workspace.open(...repositories);
        workspace.preferences = { remote };
        assert.deepEqual(await all(), expected);
      });

    it('says that they were selected', async () =>
      assert.deepEqual([...new Set((await targets.all()).map(({ reason }) => reason))], ['chosen']));
  });

  describe('again', () => {
    const [changed, moved] = [
      { ...a, changes: { ...a.changes!, staged: 1, total: 1 } },
      repository('/a', 'fork', 'origin'),
    ];
    const none = () => (workspace.selection = { kind: 'several' });
    const only = (one: RepositorySnapshot) => {
      workspace.open(one);
      workspace.select(one);
    };

    // prettier-ignore
    const rows: readonly (readonly [title: string, chosen: Parameters<Targets['find']>, before: () => unknown, then: () => unknown, expected: string])[] = [
      ['reads the same repository again, and still knows the reason', [], () => only(a), () => workspace.open(b, changed), '/a origin origin/a activeEditor !changes 1+0+0+0+1'],
      ['reads it again although another one is selected by now', [], () => only(a), () => workspace.select(b), '/a origin origin/a activeEditor'],
      ['keeps a selected remote', [{ root: '/a', remote: 'fork' }], () => only(a), () => only(moved), '/a fork fork/a chosen'],
      ['takes another one if the branch has another upstream since, and none was selected', [], () => only(a), () => only(moved), '/a fork fork/a activeEditor'],
      ['finds a remote that was added since', [], () => only(repository('/c')), () => only(repository('/c', 'origin')), '/c origin origin/c activeEditor'],
      ['falls back to the workspace if the repository was closed', [], () => only(b), () => only(a), '/a origin origin/a activeEditor'],
      ['takes no other one if the selected one was closed', [{ root: '/b' }], () => only(b), () => only(a), '- - - - !chosenGone /b'],
      ['reads a named one again', [undefined, { repository: 'origin/b' }], () => undefined, () => undefined, '/b origin origin/b named'],
      ['falls back to the workspace if the named one was closed', [undefined, { repository: 'origin/b' }], () => undefined, () => workspace.open(a), '/a origin origin/a activeEditor'],
      ['asks the workspace if there was no repository', [], none, () => workspace.select(b), '/b origin origin/b activeEditor'],
    ];
    for (const [title, chosen, before, then, expected] of rows)
      it(title, async () => {
        before();
        const { target } = await targets.find(...chosen);
        then();
        assert.equal(summary((await targets.refresh(target)).target), expected);
      });
  });

  describe('providers', () => {
    const location = { host: 'git.example.com', repository: 'owner/app' };
    const hosted = { ...b, remotes: [{ name: 'origin', location }] };
    const provider = async () => (await targets.find({ root: '/b' })).target.gitProvider;
    const settings = (tokens: unknown) =>
      ({
        settings: { llm_api_key_set: true, provider_tokens_set: tokens } as Settings,
        names: { moved: {}, gone: [] },
        gitProviders: interfaceProviders,
        loadedAt: 0,
      }) as const;
    const reported = settings({ gitlab: 'git.example.com' });

    beforeEach(() => workspace.open(hosted));

    it('are unknown until the user sets them', async () => assert.equal(await provider(), undefined));

    it('are remembered', async () => {
      await targets.rememberProvider('git.example.com', 'bitbucket');
      assert.equal(await provider(), 'bitbucket');
      assert.deepEqual(memory.providers, { 'git.example.com': 'bitbucket' });
    });

    const failed = { kind: 'failed', error: new Error('gone') } as const;
    const rows: readonly (readonly [string, SettingsState, GitProvider | undefined])[] = [
      ["come from the service's tokens", { kind: 'loaded', current: reported }, 'gitlab'],
      ['come from tokens that were loaded before', { kind: 'loading', stale: reported }, 'gitlab'],
      ['come from them after a failure, too', { ...failed, stale: reported }, 'gitlab'],
      ["don't come from a failure", failed, undefined],
    ];
    for (const [title, loaded, expected] of rows)
      it(title, async () => {
        state = loaded;
        assert.equal(await provider(), expected);
      });

    it('come from the user before the service, and from the settings before both', async () => {
      state = { kind: 'loaded', current: reported };
      await targets.rememberProvider('git.example.com', 'bitbucket');
      assert.equal(await provider(), 'bitbucket');
      workspace.preferences = { gitProviderHosts: { 'git.example.com': 'github' } };
      assert.equal(await provider(), 'github');
    });
  });
});
