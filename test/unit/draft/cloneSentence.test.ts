import assert from 'node:assert/strict';
import type { ConversationStartRequest } from '../../../src/client/records';
import { cloneSentence } from '../../../src/draft/cloneSentence';
import { requestOf } from '../../../src/draft/request';
import type { Target } from '../../../src/repository/target';

describe('the sentence that asks for a clone', () => {
  const target: Target = { repository: 'team/app', host: 'git.example.com:8443', branch: 'main', notes: [] };
  const rows: readonly (readonly [string, ConversationStartRequest, string | undefined, string | undefined])[] = [
    ['is not there without a repository', { selected_branch: 'main' }, undefined, undefined],
    [
      'has the host of the open repository, its branch, a subfolder, and that the result is pushed',
      { repository: 'team/app', selected_branch: 'main' },
      undefined,
      'Clone https://git.example.com:8443/team/app.git into the subfolder "app" of the current folder, check out the branch "main", work there, and push the result to a branch of that repository.',
    ],
    [
      'has the result branch',
      { repository: 'team/app' },
      'agent/x',
      'Clone https://git.example.com:8443/team/app.git into the subfolder "app" of the current folder, work there, and push the result to its branch "agent/x".',
    ],
    [
      "has the provider's host for another repository",
      { repository: 'octocat/Hello-World', git_provider: 'github' },
      undefined,
      'Clone https://github.com/octocat/Hello-World.git into the subfolder "Hello-World" of the current folder, work there, and push the result to a branch of that repository.',
    ],
    [
      'has the form of Azure DevOps',
      { repository: 'org/project/app', git_provider: 'azure_devops' },
      undefined,
      'Clone https://dev.azure.com/org/project/_git/app into the subfolder "app" of the current folder, work there, and push the result to a branch of that repository.',
    ],
    [
      'has no URL if no host is known',
      { repository: 'octocat/Hello-World' },
      undefined,
      'Clone the repository octocat/Hello-World into the subfolder "Hello-World" of the current folder, work there, and push the result to a branch of that repository.',
    ],
  ];
  for (const [title, request, resultBranch, sentence] of rows)
    it(title, () => assert.equal(cloneSentence(request, target, resultBranch), sentence));

  const clone = (fields: Parameters<typeof requestOf>[0]['fields'], clones = true) =>
    requestOf({ fields }, { target, instructions: '', clones }).clone_instructions;

  it('is sent where agents clone, and nowhere else', () => {
    assert.match(clone({}) ?? '', /^Clone https:\/\/git\.example\.com:8443\/team\/app\.git .* "main"/);
    assert.equal(clone({}, false), undefined);
  });

  it('is the one that the user wrote, or none if the user removed it', () => {
    assert.equal(clone({ clone_instructions: 'Use the clone in /src.' }), 'Use the clone in /src.');
    assert.equal(clone({ clone_instructions: null }), undefined);
  });
});
