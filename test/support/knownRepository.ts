import type { RepositorySnapshot } from '../../src/repository/repository';
import type { Workspace } from '../../src/repository/workspace';
import { workspaceFolder } from './workspaceFolder';

/** The window's repository as Git would say: for suites in which Git plays no part, but would take its time. */
export function knownRepository(): KnownRepositories {
  const repository = ownRepository();
  return {
    selectRepository: () => Promise.resolve({ kind: 'repository', repository, reason: 'onlyOne' }),
    listRepositories: () => Promise.resolve([repository]),
  };
}

/** The same in a window where a file of another repository has become active. */
export function otherRepositoryActive(): KnownRepositories {
  const location = { host: 'github.com', repository: 'octocat/other' };
  const repository = { ...ownRepository(), root: '/other', remotes: [{ name: 'origin', location }] };
  return {
    selectRepository: () => Promise.resolve({ kind: 'repository', repository, reason: 'activeEditor' }),
    listRepositories: () => Promise.resolve([ownRepository(), repository]),
  };
}

type KnownRepositories = Pick<Workspace, 'selectRepository' | 'listRepositories'>;

function ownRepository(): RepositorySnapshot {
  return {
    root: workspaceFolder().fsPath,
    head: {
      kind: 'branch',
      name: 'main',
      upstream: { remote: 'origin', name: 'main', ref: 'refs/remotes/origin/main', ahead: 0, behind: 0 },
      sameName: [],
    },
    remotes: [{ name: 'origin', location: { host: 'github.com', repository: 'octocat/Hello-World' } }],
    changes: { staged: 0, unstaged: 0, untracked: 0, conflicted: 0, total: 0 },
  };
}
