import type { RepositorySnapshot } from '../../src/repository/repository';
import type { Workspace } from '../../src/repository/workspace';
import { workspaceFolder } from './workspaceFolder';

/** The window's repository as Git would say: for suites in which Git plays no part, but would take its time. */
export function knownRepository(): Pick<Workspace, 'selectRepository' | 'listRepositories'> {
  const repository: RepositorySnapshot = {
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
  return {
    selectRepository: () => Promise.resolve({ kind: 'repository', repository, reason: 'onlyOne' }),
    listRepositories: () => Promise.resolve([repository]),
  };
}
