import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitCommand } from '../../../src/repository/gitCommand';
import type { NoRepositoryReason } from '../../../src/repository/repository';
import { whyNotOpen } from '../../../src/repository/readRepository';
import { makeSampleRepository, type SampleRepository } from '../../host/sampleRepository';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { environment } from '../result/clones';

// prettier-ignore
const rows: readonly (readonly [
  title: string,
  expected: NoRepositoryReason,
  make: (repository: SampleRepository) => Promise<string> | string,
  variables?: NodeJS.ProcessEnv,
])[] = [
  ['a folder below a repository', 'inParentFolder', ({ path: root }) => path.join(root, 'src')],
  ["a folder below another user's repository", 'unsafe', ({ path: root }) => path.join(root, 'src'), { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }],
  ["another user's repository", 'unsafe', ({ path: root }) => root, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' }],
  ['a repository that the user closed', 'notOpen', ({ path: root }) => root],
  [
    'a repository by another name of its folder',
    'notOpen',
    async ({ path: root }) => {
      await symlink(root, `${root}-link`);
      return `${root}-link`;
    },
  ],
  ['a folder without a repository', 'noRepository', ({ path: root }) => path.dirname(root)],
  ['a folder that is gone', 'noRepository', ({ path: root }) => `${root}-gone`],
  ['the folder of Git itself', 'noRepository', ({ path: root }) => path.join(root, '.git')],
  [
    'a worktree whose repository is gone',
    'noRepository',
    async ({ path: root }) => {
      const folder = `${root}-worktree`;
      await mkdir(folder);
      await writeFile(path.join(folder, '.git'), `gitdir: ${root}-gone/.git/worktrees/x\n`);
      return folder;
    },
  ],
];

describe('Why no repository is open', () => {
  for (const [title, expected, make, variables = {}] of rows)
    it(`is ${expected} for ${title}`, async () => {
      using parent = new TemporaryFolder('not-open');
      const folder = await make(await makeSampleRepository(parent.path));
      assert.equal(await whyNotOpen(new GitCommand('git', folder, { ...environment, ...variables })), expected);
    });
});
