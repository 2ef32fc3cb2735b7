import assert from 'node:assert/strict';
import type { Head, Remote, RepositorySelection } from '../../../src/domain/repository';
import { targetOf, type Target } from '../../../src/domain/target';

const remote = (name: string, url: string | undefined = `git@github.com:${name}/app.git`): Remote => ({ name, url });
const onMain: Head = { kind: 'branch', name: 'main', upstream: { remote: 'origin', name: 'main' } };
const branch = (name: string, on?: string, upstreamName = name): Head =>
  on === undefined ? { kind: 'branch', name } : { kind: 'branch', name, upstream: { remote: on, name: upstreamName } };

function resolve(head: Head, remotes: readonly Remote[], preferred = '', hosts = {}): Target {
  const repository = { root: '/w/app', head, remotes };
  const selection: RepositorySelection = { kind: 'repository', repository, reason: 'onlyOne' };
  return targetOf(selection, { remote: preferred, gitProviderHosts: hosts });
}

/** "repository provider branch", with "-" for what was not found, then the kinds of the notes. */
function summary({ repository, gitProvider, branch: name, notes }: Target): string {
  return [repository ?? '-', gitProvider ?? '-', name ?? '-', ...notes.map(({ kind }) => `!${kind}`)].join(' ');
}

describe('targetOf', () => {
  const [origin, fork, upstream] = [remote('origin'), remote('fork'), remote('upstream')];
  const rows: readonly (readonly [string, Target, string])[] = [
    ['takes the only remote', resolve(branch('main', 'fork'), [fork]), 'fork/app github main'],
    ['takes the only remote without an upstream', resolve(branch('x'), [fork]), 'fork/app github x !notPublished'],
    ['prefers origin', resolve(branch('x'), [fork, origin]), 'origin/app github x !notPublished'],
    ["prefers the upstream's remote to origin", resolve(branch('x', 'fork'), [origin, fork]), 'fork/app github x'],
    [
      "prefers the setting to the upstream's",
      resolve(branch('x', 'fork'), [origin, fork, upstream], 'upstream'),
      'upstream/app github x !notPublished',
    ],
    [
      'falls back when the set remote is missing',
      resolve(onMain, [origin, fork], 'gone'),
      'origin/app github main !remoteMissing',
    ],
    ['does not choose among several', resolve(branch('x'), [fork, upstream]), '- - x !severalRemotes'],
    ['says that there is no remote', resolve(branch('x'), []), '- - x !noRemote'],
    ['says so once when the set one is missing too', resolve(branch('x'), [], 'gone'), '- - x !noRemote'],
    [
      "sends the upstream's name",
      resolve(branch('local', 'origin', 'feature/remote'), [origin]),
      'origin/app github feature/remote',
    ],
    [
      "keeps the own name for another remote's upstream",
      resolve(branch('local', 'fork', 'theirs'), [origin, fork], 'origin'),
      'origin/app github local !notPublished',
    ],
    [
      'does not take a local upstream for a remote',
      resolve(branch('topic', '.', 'main'), [origin]),
      'origin/app github topic !notPublished',
    ],
    [
      'survives an upstream whose remote is gone',
      resolve(branch('x', 'gone'), [origin]),
      'origin/app github x !notPublished',
    ],
    [
      'has no branch when HEAD is detached',
      resolve({ kind: 'detached', commit: 'abc' }, [origin]),
      'origin/app github - !detached',
    ],
    [
      'has no branch before the first commit',
      resolve({ kind: 'unborn', name: 'main' }, [origin]),
      'origin/app github - !unborn',
    ],
    ['says all that is missing', resolve({ kind: 'unborn', name: undefined }, []), '- - - !noRemote !unborn'],
    ['says that a path is no host', resolve(onMain, [remote('origin', '/srv/app.git')]), '- - main !notHosted'],
    [
      'says that a remote without URL is no host',
      resolve(onMain, [{ name: 'origin', url: undefined }]),
      '- - main !notHosted',
    ],
    [
      'says that the provider is unknown',
      resolve(onMain, [remote('origin', 'https://git.example.com/a/b')]),
      'a/b - main !unknownProvider',
    ],
    [
      'takes the provider that the settings name',
      resolve(onMain, [remote('origin', 'https://git.example.com/a/b')], '', { 'git.example.com': 'gitlab' }),
      'a/b gitlab main',
    ],
    [
      'passes on why there is no repository',
      targetOf({ kind: 'none', reason: 'gitUnavailable' }, { remote: '', gitProviderHosts: {} }),
      '- - - !gitUnavailable',
    ],
    [
      'asks among several repositories',
      targetOf({ kind: 'several', repositories: [] }, { remote: '', gitProviderHosts: {} }),
      '- - - !several',
    ],
  ];
  for (const [title, target, expected] of rows) it(title, () => assert.equal(summary(target), expected));

  it('says where and why', () => {
    const { root, reason, remote: name, host } = resolve(onMain, [origin]);
    assert.deepEqual(
      { root, reason, name, host },
      { root: '/w/app', reason: 'onlyOne', name: 'origin', host: 'github.com' },
    );
  });

  it('names what its notes are about', () => {
    assert.deepEqual(resolve(branch('x'), [fork, upstream]).notes, [
      { kind: 'severalRemotes', remotes: ['fork', 'upstream'] },
    ]);
    assert.deepEqual(resolve(onMain, [origin], 'gone').notes, [{ kind: 'remoteMissing', remote: 'gone' }]);
    assert.deepEqual(resolve({ kind: 'detached', commit: 'abc' }, [origin]).notes, [
      { kind: 'detached', commit: 'abc' },
    ]);
    assert.deepEqual(resolve(onMain, [remote('origin', '/a')]).notes, [{ kind: 'notHosted', remote: 'origin' }]);
  });

  it('holds no credentials', () => {
    const target = resolve(onMain, [remote('origin', 'https://user:SECRET@github.com/a/b')]);
    assert.doesNotMatch(JSON.stringify(target), /SECRET/);
  });
});
