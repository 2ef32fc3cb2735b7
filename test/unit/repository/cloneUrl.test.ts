import assert from 'node:assert/strict';
import type { GitProvider } from '../../../src/client/records';
import { cloneUrlOf, repositoryOn, usualCloneUrl } from '../../../src/repository/gitProvider';
import { parseRemoteUrl } from '../../../src/repository/remoteUrl';

describe('the URL that another machine clones', () => {
  type Row = readonly [remote: string, provider: GitProvider | undefined, url: string, reported?: object];
  // prettier-ignore
  const rows: readonly Row[] = [
    ['https://user:SECRET@github.com/octo/app.git', 'github', 'https://github.com/octo/app.git'],
    ['git@github.com:octo/app', 'github', 'https://github.com/octo/app.git'],
    ['ssh://git@ssh.github.com:443/octo/app.git', 'github', 'https://github.com/octo/app.git'],
    ['http://git.example.com:8080/team/app.git', undefined, 'http://git.example.com:8080/team/app.git'],
    ['http://gitlab.example.com/team/app', 'gitlab', 'http://gitlab.example.com/team/app.git'],
    ['https://git.example.com/a%20b/app', undefined, 'https://git.example.com/a%20b/app.git'],
    ['https://git.example.com/gitlab/group/app.git', 'gitlab', 'https://git.example.com/gitlab/group/app.git', { gitlab: 'https://git.example.com/gitlab' }],
    ['https://stash.example.com/bitbucket/scm/ppp/app.git', 'bitbucket', 'https://stash.example.com/bitbucket/scm/ppp/app.git'],
    ['ssh://git@stash.example.com:7999/ppp/app.git', 'bitbucket', 'https://stash.example.com/scm/ppp/app.git'],
    ['git@bitbucket.org:team/app.git', 'bitbucket', 'https://bitbucket.org/team/app.git'],
    ['git@gitlab.example.com:group/app.git', 'gitlab', 'https://gitlab.example.com/group/app.git'],
    ['git@ssh.dev.azure.com:v3/org/my%20project/app', 'azure_devops', 'https://dev.azure.com/org/my%20project/_git/app'],
    ['https://org@dev.azure.com/org/project/_git/app', 'azure_devops', 'https://dev.azure.com/org/project/_git/app'],
    // Nobody knows whether such a host has anything on HTTPS.
    ['ssh://git:SECRET@git.example.com:2222/team/app.git', undefined, 'ssh://git@git.example.com:2222/team/app.git'],
    ['ssh://git@git.example.com/~/app.git', undefined, 'ssh://git@git.example.com/~/app.git'],
    ['git@git.example.com:team/app.git', undefined, 'git@git.example.com:team/app.git'],
    ['[git@git.example.com:2222]:team/app.git', undefined, 'ssh://git@git.example.com:2222/team/app.git'],
    // The machine of the agent has its own user there.
    ['ssh://jane@review.example.com:29418/app', undefined, 'ssh://review.example.com:29418/app'],
    ['jane@review.example.com:team/app', undefined, 'review.example.com:team/app'],
  ];
  for (const [remote, provider, url, providerTokens] of rows)
    it(`is ${url} for ${JSON.stringify(remote)}${provider ? ` on ${provider}` : ''}`, () => {
      const { location } = parseRemoteUrl(remote) ?? assert.fail('not on a host');
      const hosted = provider && { gitProvider: provider, ...repositoryOn(provider, location, {}, { providerTokens }) };
      assert.equal(cloneUrlOf(location, hosted), url);
    });

  it('has the real host, user and port where an alias stands for them', () => {
    const urlOn = (user: string, port: string) =>
      parseRemoteUrl('work:team/app.git')?.sshUrl({ host: 'git.example.com', user, port });
    assert.equal(urlOn('git', '2222'), 'ssh://git@git.example.com:2222/team/app.git');
    assert.equal(urlOn('jane', '22'), 'git.example.com:team/app.git');
  });

  it('is the usual one of a repository that is not open here, if its host is known', () => {
    const urls = (['github', 'gitlab', 'bitbucket', 'azure_devops', 'enterprise_sso'] as const).map((git_provider) =>
      usualCloneUrl({ repository: 'org/project/app', git_provider }),
    );
    assert.deepEqual(urls, [
      'https://github.com/org/project/app.git',
      'https://gitlab.com/org/project/app.git',
      'https://bitbucket.org/org/project/app.git',
      'https://dev.azure.com/org/project/_git/app',
      undefined,
    ]);
    assert.equal(usualCloneUrl({ git_provider: 'github' }), undefined);
  });
});
