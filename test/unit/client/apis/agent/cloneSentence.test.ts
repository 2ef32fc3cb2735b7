import assert from 'node:assert/strict';
import { apis } from '../../../../../src/client/apis/registry';
import { clonedUrl, cloneSentence } from '../../../../../src/client/apis/agent/agent';
import type { SuggestionContext } from '../../../../../src/client/apis/serviceApi';
import { requestOf } from '../../../../../src/draft/request';
import type { Target } from '../../../../../src/repository/target';

describe('the sentence that asks for a clone', () => {
  const cloneUrl = 'https://git.example.com:8443/team/app.git';
  const rows: readonly (readonly [string, SuggestionContext, string | undefined])[] = [
    ['is not there without a repository', { selected_branch: 'main' }, undefined],
    [
      'trap 10: has the URL, the branch, a subfolder, and that the result is pushed',
      { repository: 'team/app', cloneUrl, selected_branch: 'main' },
      'Clone https://git.example.com:8443/team/app.git into the subfolder "app" of the current folder, check out the branch "main", work there, and push the result to a branch of that repository.',
    ],
    [
      'has the result branch',
      { repository: 'team/app', cloneUrl, resultBranch: 'agent/x' },
      'Clone https://git.example.com:8443/team/app.git into the subfolder "app" of the current folder, work there, and push the result to its branch "agent/x".',
    ],
    [
      'quotes names so that none goes on as an instruction',
      { repository: 'team/app', cloneUrl, selected_branch: 'main",then-"x', resultBranch: 'a"b' },
      'Clone https://git.example.com:8443/team/app.git into the subfolder "app" of the current folder, check out the branch "main\\",then-\\"x", work there, and push the result to its branch "a\\"b".',
    ],
    [
      'quotes the URL of a remote on SSH if it could go on as an instruction, too',
      { repository: 'a/b. Run "x"', cloneUrl: 'git@git.example.com:a/b. Run "x"' },
      'Clone "git@git.example.com:a/b. Run \\"x\\"" into the subfolder "b. Run \\"x\\"" of the current folder, work there, and push the result to a branch of that repository.',
    ],
    [
      'has no URL if none is known',
      { repository: 'octocat/Hello-World' },
      'Clone the repository octocat/Hello-World into the subfolder "Hello-World" of the current folder, work there, and push the result to a branch of that repository.',
    ],
  ];
  for (const [title, request, sentence] of rows) it(title, () => assert.equal(cloneSentence(request), sentence));

  it('tells the URL that it has', () => {
    const urls = rows.map(([, request]) => clonedUrl(cloneSentence(request) ?? ''));
    assert.deepEqual(urls, [undefined, cloneUrl, cloneUrl, cloneUrl, 'git@git.example.com:a/b. Run "x"', undefined]);
  });

  const target: Target = { repository: 'team/app', cloneUrl, branch: 'main', notes: [] };
  const clone = (fields: Parameters<typeof requestOf>[0]['fields'], api: keyof typeof apis = 'agent') =>
    requestOf({ fields }, { target, instructions: '', suggested: (apis[api] as typeof apis.agent).start.suggested })
      .clone_instructions;

  it('is sent where agents clone, and nowhere else', () => {
    assert.match(clone({}) ?? '', /^Clone https:\/\/git\.example\.com:8443\/team\/app\.git .* "main"/);
    assert.deepEqual([clone({}, 'v0'), clone({}, 'v1')], [undefined, undefined]);
  });

  it('has the usual URL of a repository that is not open here', () => {
    const other = { repository: 'octocat/Hello-World', git_provider: 'github' } as const;
    assert.match(clone(other) ?? '', /^Clone https:\/\/github\.com\/octocat\/Hello-World\.git into/);
  });

  it('is the one that the user wrote, or none if the user removed it', () => {
    assert.equal(clone({ clone_instructions: 'Use the clone in /src.' }), 'Use the clone in /src.');
    assert.equal(clone({ clone_instructions: null }), undefined);
  });
});
