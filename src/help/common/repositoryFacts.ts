import type { RepositoryFacts } from './diagnosticFacts';
import type { Target } from '../../repository/common/target';

/** What of a target can be told to everybody: whether things are there, not what they are called. */
export function repositoryFacts({ reason, remote, host, gitProvider, upstream, notes }: Target): RepositoryFacts {
  return {
    ...(reason && { reason }),
    hasRemote: remote !== undefined,
    isUnderstood: host !== undefined,
    ...(gitProvider && { provider: gitProvider }),
    hasUpstream: upstream !== undefined,
    notes: notes.map((note) => ({ kind: note.kind, ...('commits' in note && { commits: note.commits }) })),
  };
}
