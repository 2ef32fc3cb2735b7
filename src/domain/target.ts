import { providerOf } from './gitProvider';
import { parseRemoteUrl } from './remoteUrl';
import type { GitProvider } from './records';
import type {
  NoRepositoryReason,
  Remote,
  RepositorySelection,
  RepositorySnapshot,
  SelectionReason,
} from './repository';

/** Something about the target that its owner should know before sending. */
export type TargetNote =
  | { readonly kind: NoRepositoryReason | 'several' | 'noRemote' | 'unborn' | 'notPublished' | 'unknownProvider' }
  | { readonly kind: 'detached'; readonly commit: string | undefined }
  | { readonly kind: 'severalRemotes'; readonly remotes: readonly string[] }
  | { readonly kind: 'remoteMissing'; readonly remote: string }
  | { readonly kind: 'notHosted'; readonly remote: string };

/**
 * What a conversation is about: made once from one repository, never changed. What could not be found out is absent and
 * has a note.
 */
export interface Target {
  readonly root?: string;
  readonly reason?: SelectionReason;
  readonly remote?: string;
  readonly host?: string;
  readonly repository?: string;
  readonly gitProvider?: GitProvider;
  /** The branch's name on the remote. */
  readonly branch?: string;
  readonly notes: readonly TargetNote[];
}

export interface TargetPreferences {
  /** The setting `remote`; empty when not set. */
  readonly remote: string;
  /** The setting `gitProviderHosts`. */
  readonly gitProviderHosts: Readonly<Record<string, unknown>>;
}

export function targetOf(selection: RepositorySelection, preferences: TargetPreferences): Target {
  switch (selection.kind) {
    case 'none':
      return { notes: [{ kind: selection.reason }] };
    case 'several':
      return { notes: [{ kind: 'several' }] };
    case 'repository':
      return targetIn(selection.repository, selection.reason, preferences);
  }
}

function targetIn(repository: RepositorySnapshot, reason: SelectionReason, preferences: TargetPreferences): Target {
  const notes: TargetNote[] = [];
  const remote = chooseRemote(repository, preferences.remote, notes);
  const branch = branchIn(repository, remote, notes);
  const found = { root: repository.root, reason, ...(branch !== undefined && { branch }) };
  if (!remote) return { ...found, notes };

  const location = parseRemoteUrl(remote.url ?? '');
  if (!location)
    return { ...found, remote: remote.name, notes: [{ kind: 'notHosted', remote: remote.name }, ...notes] };
  const gitProvider = providerOf(location.host, preferences.gitProviderHosts);
  if (!gitProvider) notes.push({ kind: 'unknownProvider' });
  return { ...found, remote: remote.name, ...location, ...(gitProvider && { gitProvider }), notes };
}

/** The preferred remote, else the upstream's, else `origin`, else the only one. */
function chooseRemote(
  { head, remotes }: RepositorySnapshot,
  preferred: string,
  notes: TargetNote[],
): Remote | undefined {
  const named = (name: string | undefined) => remotes.find((remote) => remote.name === name);
  if (preferred !== '' && remotes.length > 0) {
    const remote = named(preferred);
    if (remote) return remote;
    notes.push({ kind: 'remoteMissing', remote: preferred });
  }
  const upstream = head.kind === 'branch' ? head.upstream?.remote : undefined;
  const remote = named(upstream) ?? named('origin') ?? (remotes.length === 1 ? remotes[0] : undefined);
  if (!remote) {
    notes.push(
      remotes.length === 0
        ? { kind: 'noRemote' }
        : { kind: 'severalRemotes', remotes: remotes.map(({ name }) => name) },
    );
  }
  return remote;
}

/** The upstream's name where the upstream is on the chosen remote: the agent sees the remote's names, not ours. */
function branchIn({ head }: RepositorySnapshot, remote: Remote | undefined, notes: TargetNote[]): string | undefined {
  switch (head.kind) {
    case 'branch':
      if (head.upstream && head.upstream.remote === remote?.name) return head.upstream.name;
      if (remote) notes.push({ kind: 'notPublished' });
      return head.name;
    case 'detached':
      notes.push({ kind: 'detached', commit: head.commit });
      return undefined;
    case 'unborn':
      notes.push({ kind: 'unborn' });
      return undefined;
  }
}
