import assert from 'node:assert/strict';
import type { GitProvider } from '../../../src/client/records';
import { pullRequestPage } from '../../../src/result/pullRequestPage';

// prettier-ignore
const rows = [
  ['github', 'github.com', 'octocat/app', 'https://github.com/octocat/app/compare/main...agent/fix?expand=1'],
  ['github', 'git.example.com', 'octocat/app', 'https://git.example.com/octocat/app/compare/main...agent/fix?expand=1'],
  [
    'gitlab',
    'gitlab.com',
    'group/sub/app',
    'https://gitlab.com/group/sub/app/-/merge_requests/new?merge_request%5Bsource_branch%5D=agent%2Ffix&merge_request%5Btarget_branch%5D=main',
  ],
  ['bitbucket', 'bitbucket.org', 'team/app', 'https://bitbucket.org/team/app/pull-requests/new?source=agent%2Ffix&dest=main'],
  [
    'bitbucket',
    'bitbucket.example.com:8443',
    'PRJ/app',
    'https://bitbucket.example.com:8443/projects/PRJ/repos/app/pull-requests?create&sourceBranch=refs%2Fheads%2Fagent%2Ffix&targetBranch=refs%2Fheads%2Fmain',
  ],
  ['bitbucket', 'bitbucket.example.com', 'a/b/c', undefined],
  ['bitbucket', 'bitbucket.example.com', 'app', undefined],
  [
    'bitbucket_data_center',
    'bitbucket.example.com',
    'PRJ/app',
    'https://bitbucket.example.com/projects/PRJ/repos/app/pull-requests?create&sourceBranch=refs%2Fheads%2Fagent%2Ffix&targetBranch=refs%2Fheads%2Fmain',
  ],
  ['forgejo', 'codeberg.org', 'octocat/app', 'https://codeberg.org/octocat/app/compare/main...agent/fix'],
  ['azure_devops', 'dev.azure.com', 'org/My Project/app', 'https://dev.azure.com/org/My%20Project/_git/app/pullrequestcreate?sourceRef=agent%2Ffix&targetRef=main'],
  ['azure_devops', 'dev.azure.com', 'org/project', undefined],
  ['azure_devops', 'tfs.example.com', 'org/project/app', undefined],
  ['enterprise_sso', 'git.example.com', 'octocat/app', undefined],
  [undefined, 'git.example.com', 'octocat/app', undefined],
] as const;

describe('The page for a pull request', () => {
  for (const [provider, host, repository, page] of rows)
    it(`of ${repository} on ${host} (${provider ?? 'unknown provider'}) is ${page ?? 'not known'}`, () =>
      assert.equal(
        pullRequestPage(provider, { host, webUrl: `https://${host}`, repository, branch: 'agent/fix', target: 'main' }),
        page,
      ));

  it('is below the path of the provider, by plain HTTP where that is all there is', () => {
    const place = { host: 'git.example.com', branch: 'x', target: 'main' };
    const [gitlab, stash] = ['http://git.example.com/gitlab', 'https://git.example.com/bitbucket'];
    assert.equal(
      pullRequestPage('gitlab', { ...place, webUrl: gitlab, repository: 'a/b' }),
      `${gitlab}/a/b/-/merge_requests/new?merge_request%5Bsource_branch%5D=x&merge_request%5Btarget_branch%5D=main`,
    );
    assert.equal(
      pullRequestPage('bitbucket', { ...place, webUrl: stash, repository: 'ppp/demo' }),
      `${stash}/projects/ppp/repos/demo/pull-requests?create&sourceBranch=refs%2Fheads%2Fx&targetBranch=refs%2Fheads%2Fmain`,
    );
  });

  it('names only the branch if the one it began from is not known', () => {
    const pageOn = (provider: GitProvider, host: string) =>
      pullRequestPage(provider, { host, webUrl: `https://${host}`, repository: 'a/b', branch: 'x' });
    assert.equal(pageOn('github', 'github.com'), 'https://github.com/a/b/compare/x?expand=1');
    assert.equal(pageOn('forgejo', 'codeberg.org'), 'https://codeberg.org/a/b/compare/x');
    assert.equal(pageOn('bitbucket', 'bitbucket.org'), 'https://bitbucket.org/a/b/pull-requests/new?source=x');
    assert.equal(
      pageOn('bitbucket', 'stash.example.com'),
      'https://stash.example.com/projects/a/repos/b/pull-requests?create&sourceBranch=refs%2Fheads%2Fx',
    );
  });

  it("doesn't exist for merging a branch into itself", () => {
    const branch = {
      host: 'github.com',
      webUrl: 'https://github.com',
      repository: 'a/b',
      branch: 'main',
      target: 'main',
    };
    assert.equal(pullRequestPage('github', branch), undefined);
  });

  it('is on its host, whatever the names are', () => {
    const names = ['../../evil', 'a b', '#x', '?x=1', '@evil.example', 'ä%2f', '\\\\evil'];
    for (const provider of ['github', 'gitlab', 'bitbucket'] as const)
      for (const name of names) {
        const host = 'git.example.com';
        const hosted = {
          host,
          webUrl: `https://${host}/below`,
          repository: `group/${name}`,
          branch: name,
          target: 'main',
        };
        const page = pullRequestPage(provider, hosted);
        // Bitbucket Data Center has no groups in groups.
        if (provider === 'bitbucket' && name.includes('/')) assert.equal(page, undefined);
        else assert.equal(new URL(page!).host, host);
      }
  });
});
