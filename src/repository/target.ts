import { providerOf, repositoryOn, unknownIn, type LearnedProviders } from './gitProvider';
import type { GitProvider } from '../client/records';
import type {
  FileCounts,
  NoRepositoryReason,
  Remote,
  RepositorySelection,
  RepositorySnapshot,
  SelectionReason,
  Upstream,
} from './repository';

/** Something about the target that the user should know before sending. */
export type TargetNote =
  | { readonly kind: NoRepositoryReason | 'several' | 'noRemote' | 'unborn' | 'notPublished' }
  /** `setting`: the value for its host in `gitProviderHosts`, which isn't a provider. */
  | { readonly kind: 'unknownProvider'; readonly setting?: string }
  /** The chosen repository isn't open: no other one is used in its place. */
  | { readonly kind: 'chosenGone'; readonly root: string }
  | { readonly kind: 'detached'; readonly at: string; readonly during?: 'rebase' }
  | { readonly kind: 'upstreamGone'; readonly branch: string }
  | { readonly kind: 'ahead' | 'behind'; readonly commits: number }
  | { readonly kind: 'changes'; readonly files: FileCounts }
  | { readonly kind: 'severalRemotes'; readonly remotes: readonly string[] }
  | { readonly kind: 'remoteMissing'; readonly remote: string }
  | { readonly kind: 'notHosted'; readonly remote: string };

/**
 * Target of a conversation: built once from one repository, never changed. What couldn't be determined is absent and
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
  /** The name in the clone of the branch that is checked out. */
  readonly local?: string;
  /** The remote's branch as this clone knows it, `origin/main`; absent when it knows none. */
  readonly upstream?: string;
  readonly notes: readonly TargetNote[];
}

export interface CloneRemote {
  /** Absolute path of the clone's working tree. */
  readonly root: string;
  readonly remote: string;
}

/** The clone whose remote a request is about; `undefined` if the repository is another one, or has no clone here. */
export function cloneOf(request: { readonly repository?: string }, target?: Target): CloneRemote | undefined {
  const { root, remote, repository } = target ?? {};
  if (root === undefined || remote === undefined || repository === undefined) return undefined;
  return request.repository === repository ? { root, remote } : undefined;
}

export interface TargetPreferences extends LearnedProviders {
  /** The setting `remote`; empty when not set. */
  readonly remote: string;
  /** The setting `gitProviderHosts`. */
  readonly gitProviderHosts: Readonly<Record<string, unknown>>;
}

/** The settings that a repository may have of its own. */
export interface RepositorySettings extends Pick<TargetPreferences, 'remote' | 'gitProviderHosts' | 'gitHubUri'> {
  readonly conversationInstructions: string;
  /** The name that is suggested for a result branch, with variables. */
  readonly resultBranchTemplate: string;
}

export function targetOf(selection: RepositorySelection, preferences: TargetPreferences): Target {
  if (selection.kind !== 'repository')
    return { notes: [{ kind: selection.kind === 'none' ? selection.reason : selection.kind }] };
  const { repository, reason } = selection;
  const notes: TargetNote[] = [];
  const remote = chooseRemote(repository, preferences.remote, notes);
  const branch = branchIn(repository, remote, notes);
  const files = repository.changes;
  if (Object.values(files).some((count: number) => count > 0)) notes.push({ kind: 'changes', files });
  return {
    root: repository.root,
    reason,
    ...upstreamIn(repository, remote),
    ...(branch !== undefined && { branch }),
    ...(repository.head.kind === 'branch' && { local: repository.head.name }),
    ...(remote && hostedIn(remote, preferences, notes)),
    notes,
  };
}

function hostedIn(
  { name, location }: Remote,
  preferences: TargetPreferences,
  notes: TargetNote[],
): Pick<Target, 'remote' | 'host' | 'repository' | 'gitProvider'> {
  if (!location) {
    notes.unshift({ kind: 'notHosted', remote: name });
    return { remote: name };
  }
  const { host, repository } = location;
  const gitProvider = providerOf(host, preferences.gitProviderHosts, preferences);
  if (gitProvider) return { remote: name, host, repository: repositoryOn(gitProvider, repository), gitProvider };
  const setting = unknownIn(preferences.gitProviderHosts, host);
  notes.push({ kind: 'unknownProvider', ...(setting !== undefined && { setting }) });
  return { remote: name, host, repository };
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

/** The upstream's name if that is on the chosen remote: the agent sees the remote's names, not the local ones. */
function branchIn({ head }: RepositorySnapshot, remote: Remote | undefined, notes: TargetNote[]): string | undefined {
  if (head.kind !== 'branch') {
    notes.push(head.kind === 'unborn' ? { kind: 'unborn' } : head);
    return undefined;
  }
  const { upstream } = head;
  if (upstream && upstream.remote === remote?.name) {
    notes.push(...divergence(upstream));
    return upstream.name;
  }
  if (remote) notes.push({ kind: 'notPublished' });
  return head.name;
}

/** A branch of another remote says nothing about the state of this one. */
function upstreamIn({ head }: RepositorySnapshot, remote: Remote | undefined): Pick<Target, 'upstream'> {
  const upstream = head.kind === 'branch' ? head.upstream : undefined;
  return upstream?.ahead === undefined || upstream.remote !== remote?.name
    ? {}
    : { upstream: `${upstream.remote}/${upstream.name}` };
}

function divergence({ name, ahead, behind }: Upstream): TargetNote[] {
  if (ahead === undefined || behind === undefined) return [{ kind: 'upstreamGone', branch: name }];
  return [
    ...(ahead > 0 ? [{ kind: 'ahead', commits: ahead } as const] : []),
    ...(behind > 0 ? [{ kind: 'behind', commits: behind } as const] : []),
  ];
}
