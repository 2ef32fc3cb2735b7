import assert from 'node:assert/strict';
import type {
  FileCounts,
  Head,
  Remote,
  RemoteBranchState,
  RepositorySelection,
} from '../../../src/repository/repository';
import { parseRemoteUrl } from '../../../src/repository/remoteUrl';
import { cloneOf, targetOf, type Target } from '../../../src/repository/target';
import { noteWords } from './noteWords';

const remote = (name: string, url = `git@github.com:${name}/app.git`): Remote => ({
  name,
  location: parseRemoteUrl(url)?.location,
});
const unchanged: FileCounts = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0, total: 0 };
const onNoRemote = (name: string) =>
  ['origin', 'fork', 'upstream'].map((on) => ({ remote: on, name, ref: `refs/remotes/${on}/${name}` }));
const level = (on: string, name: string): RemoteBranchState => ({ ...lagging(on, name, 0, 0) });
const lagging = (on: string, name: string, ahead: number, behind: number) => ({
  remote: on,
  name,
  ref: `refs/remotes/${on}/${name}`,
  ahead,
  behind,
});
const tracking = (upstream: RemoteBranchState, name = 'x'): Head => ({
  kind: 'branch',
  name,
  upstream,
  sameName: onNoRemote(name),
});
const onMain = tracking(level('origin', 'main'), 'main');
const branch = (name: string, on?: string, upstreamName = name): Head =>
  on === undefined ? { kind: 'branch', name, sameName: onNoRemote(name) } : tracking(level(on, upstreamName), name);
const gone = (on: string, name: string) => ({ remote: on, name, ref: `refs/remotes/${on}/${name}` });

function resolve(
  head: Head,
  remotes: readonly Remote[],
  preferred = '',
  hosts = {},
  changes: FileCounts | null = unchanged,
): Target {
  const repository = { root: '/w/app', head, remotes, changes: changes ?? undefined };
  const selection: RepositorySelection = { kind: 'repository', repository, reason: 'onlyOne' };
  return targetOf(selection, { remote: preferred, gitProviderHosts: hosts });
}

/** "repository provider branch", with "-" for what wasn't found, then the notes. */
function summary({ repository, gitProvider, branch: name, notes }: Target): string {
  return [repository ?? '-', gitProvider ?? '-', name ?? '-', ...notes.map(noteWords)].join(' ');
}

describe('targetOf', () => {
  const [origin, fork, upstream] = [remote('origin'), remote('fork'), remote('upstream')];
  // prettier-ignore
  const rows: readonly (readonly [string, Target, string])[] = [
    ['takes the only remote', resolve(branch('main', 'fork'), [fork]), 'fork/app github main'],
    ['takes the only remote without an upstream', resolve(branch('x'), [fork]), 'fork/app github x !notPublished'],
    ['prefers origin', resolve(branch('x'), [fork, origin]), 'origin/app github x !notPublished'],
    ["prefers the upstream's remote to origin", resolve(branch('x', 'fork'), [origin, fork]), 'fork/app github x'],
    ["prefers the setting to the upstream's", resolve(branch('x', 'fork'), [origin, fork, upstream], 'upstream'), 'upstream/app github x !notPublished'],
    ['falls back if the configured remote is missing', resolve(onMain, [origin, fork], 'gone'), 'origin/app github main !remoteMissing gone'],
    ["doesn't choose among several", resolve(branch('x'), [fork, upstream]), '- - x !severalRemotes fork+upstream'],
    ['says so, too, if the configured one is missing', resolve(branch('x'), [fork, upstream], 'gone'), '- - x !remoteMissing gone !severalRemotes fork+upstream'],
    ['says that there is no remote', resolve(branch('x'), []), '- - x !noRemote'],
    ['says so once if the configured one is missing too', resolve(branch('x'), [], 'gone'), '- - x !noRemote'],
    ["sends the upstream's name", resolve(branch('local', 'origin', 'feature/remote'), [origin]), 'origin/app github feature/remote'],
    ['keeps the local name if the upstream is on another remote', resolve(branch('local', 'fork', 'theirs'), [origin, fork], 'origin'), 'origin/app github local !notPublished'],
    ['has no upstream on a remote if a local branch is one', resolve(branch('topic'), [origin]), 'origin/app github topic !notPublished'],
    ['accepts an upstream whose remote is gone', resolve(tracking(gone('gone', 'x')), [origin]), 'origin/app github x !notPublished'],
    ['has no branch if HEAD is detached', resolve({ kind: 'detached', at: 'abc' }, [origin]), 'origin/app github - !detached abc'],
    ['says that HEAD is detached during a rebase', resolve({ kind: 'detached', at: 'abc', during: 'rebase' }, [origin]), 'origin/app github - !detached abc rebase'],
    ['has no branch before the first commit', resolve({ kind: 'unborn' }, [origin]), 'origin/app github - !unborn'],
    ['says everything that is missing', resolve({ kind: 'unborn' }, []), '- - - !noRemote !unborn'],
    ["says that a path isn't a host", resolve(onMain, [remote('origin', '/srv/app.git')]), '- - main !notHosted origin'],
    ["says that a remote without URL isn't a host", resolve(onMain, [{ name: 'origin', location: undefined }]), '- - main !notHosted origin'],
    ['says that the provider is unknown', resolve(onMain, [remote('origin', 'https://git.example.com/a/b')]), 'a/b - main !unknownProvider'],
    [
      'says that the value in the settings is no provider',
      resolve(onMain, [remote('origin', 'https://git.example.com/a/b')], '', { 'git.example.com': 'sourcehut' }),
      'a/b - main !unknownProvider sourcehut',
    ],
    ['takes the provider from the settings', resolve(onMain, [remote('origin', 'https://git.example.com/a/b')], '', { 'git.example.com': 'gitlab' }), 'a/b gitlab main'],
    [
      'takes the provider of a remote on SSH from the settings, which name the port of its website',
      resolve(onMain, [remote('origin', 'git@git.example.com:a/b')], '', { 'git.example.com:3000': 'forgejo' }),
      'a/b forgejo main',
    ],
    ['says that the upstream is gone, and keeps its name', resolve(tracking(gone('origin', 'old')), [origin]), 'origin/app github old !upstreamGone old'],
    ['says how far the branches have diverged', resolve(tracking(lagging('origin', 'x', 2, 1)), [origin]), 'origin/app github x !ahead 2 !behind 1'],
    ["says nothing about the distance to another remote's branch", resolve(tracking(lagging('fork', 'x', 2, 1)), [origin, fork], 'origin'), 'origin/app github x !notPublished'],
    [
      "says that files aren't committed",
      resolve(onMain, [origin], '', {}, { staged: 1, unstaged: 2, untracked: 3, conflicted: 4, total: 10 }),
      'origin/app github main !changes 1+2+3+4+10',
    ],
    [
      'says so of a detached HEAD, too',
      resolve({ kind: 'detached', at: 'abc' }, [origin], '', {}, { ...unchanged, staged: 1, total: 1 }),
      'origin/app github - !detached abc !changes 1+0+0+0+1',
    ],
    ["says that files couldn't be counted, and knows the rest", resolve(onMain, [origin], '', {}, null), 'origin/app github main !changesNotCounted'],
    ['passes on why there is no repository', targetOf({ kind: 'none', reason: 'gitUnavailable' }, { remote: '', gitProviderHosts: {} }), '- - - !gitUnavailable'],
    ['asks among several repositories', targetOf({ kind: 'several' }, { remote: '', gitProviderHosts: {} }), '- - - !several'],
  ];
  for (const [title, target, expected] of rows) it(title, () => assert.equal(summary(target), expected));

  it('says where and why', () => {
    const { root, reason, remote: name, host } = resolve(onMain, [origin]);
    assert.deepEqual(
      { root, reason, name, host },
      { root: '/w/app', reason: 'onlyOne', name: 'origin', host: 'github.com' },
    );
  });

  // prettier-ignore
  const trackingRefs: readonly (readonly [string, Target, string | undefined])[] = [
    ["knows the upstream as this clone's branch of it", resolve(branch('x', 'origin', 'y/z'), [origin]), 'refs/remotes/origin/y/z'],
    ['knows no upstream of a new branch', resolve(branch('x'), [origin]), undefined],
    ['knows no upstream that is gone', resolve(tracking(gone('origin', 'x')), [origin]), undefined],
    ['knows no upstream if HEAD is detached', resolve({ kind: 'detached', at: 'a' }, [origin]), undefined],
    ['knows no upstream on another remote', resolve(branch('x', 'fork'), [origin, fork], 'origin'), undefined],
    ['knows no upstream without a remote', resolve(branch('x', 'gone'), []), undefined],
  ];
  for (const [title, target, expected] of trackingRefs) it(title, () => assert.equal(target.trackingRef, expected));

  it("publishes to the remote that Git's configuration names for pushes, unless the user has chosen another one", () => {
    const upstream = level('origin', 'main');
    const head: Head = { kind: 'branch', name: 'x', upstream, sameName: onNoRemote('x'), pushRemote: 'fork' };
    const publishedTo = (preferred: string) => resolve(head, [origin, fork], preferred).publish?.remote;
    assert.deepEqual([publishedTo(''), publishedTo('origin')], ['fork', 'origin']);
  });

  it("is the clone of its own repository, and of no other one's", () => {
    const target = resolve(onMain, [origin]);
    assert.deepEqual(cloneOf({ repository: 'origin/app' }, target), { root: '/w/app', remote: 'origin' });
    assert.equal(cloneOf({ repository: 'fork/app' }, target), undefined);
    assert.equal(cloneOf({}, resolve(onMain, [])), undefined);
    assert.equal(cloneOf({}, resolve(onMain, [remote('origin', '/srv/app.git')])), undefined);
  });

  // prettier-ignore
  const byUrl: readonly (readonly [title: string, url: string, others: readonly Remote[], remote?: string | undefined, pushedTo?: string])[] = [
    ['pushes to a URL without a secret', 'ssh://git@github.com/me/app.git', [], undefined, 'me/app'],
    ['never pushes to a URL with a token', 'https://SECRET@github.com/me/app.git', []],
    ['names the remote with the same repository instead of a URL', 'https://SECRET@github.com/me/app.git', [remote('fork', 'git@github.com:me/app.git')], 'fork'],
    ['names no remote with the same path on another host', 'https://SECRET@github.com/me/app.git', [remote('mirror', 'git@gitlab.com:me/app.git')]],
  ];
  for (const [title, url, remotes, name, pushedTo] of byUrl)
    it(title, () => {
      const repository = {
        root: '/w',
        head: tracking({ remote: url, name: 'x' }),
        remotes,
        unnamedRemotes: [remote(url, url)],
        changes: unchanged,
      };
      const target = targetOf(
        { kind: 'repository', repository, reason: 'onlyOne' },
        { remote: '', gitProviderHosts: {} },
      );
      assert.deepEqual([target.repository, target.remote, target.push?.remoteLabel], ['me/app', name, pushedTo]);
      assert.doesNotMatch(JSON.stringify(target), /SECRET/);
    });
});
