import { cloneUrlOf } from './cloneUrl';
import type { RemoteLocation } from './remoteUrl';
import { providerOf, repositoryOn, unknownIn, type LearnedProviders } from './gitProvider';
import type { GitProvider } from '../client/records';
import type {
  BranchHead,
  FileCounts,
  NoRepositoryReason,
  Remote,
  RemoteBranchState,
  RepositorySelection,
  RepositorySnapshot,
  SelectionReason,
} from './repository';

/** Something about the target that the user should know before sending. */
export type TargetNote =
  | { readonly kind: NoRepositoryReason | 'several' | 'noRemote' | 'unborn' | 'notPublished' | 'changesNotCounted' }
  /** `setting`: the value for its host in `gitProviderHosts`, which isn't a provider. */
  | { readonly kind: 'unknownProvider'; readonly setting?: string }
  /** The chosen repository isn't open: no other one is used in its place. */
  | { readonly kind: 'chosenGone'; readonly root: string }
  | { readonly kind: 'detached'; readonly at: string; readonly during?: 'rebase' }
  | { readonly kind: 'upstreamGone'; readonly branch: string }
  | { readonly kind: 'ahead' | 'behind'; readonly commits: number }
  /** Commits of the branch that is checked out, which has another name than the one that is sent. */
  | { readonly kind: 'aheadOfOther'; readonly commits: number; readonly local: string; readonly branch: string }
  /** This clone doesn't fetch the branch: it can't know what the remote has of it. */
  | { readonly kind: 'notFetched'; readonly branch: string }
  | { readonly kind: 'changes'; readonly files: FileCounts }
  | { readonly kind: 'severalRemotes'; readonly remotes: readonly string[] }
  | { readonly kind: 'remoteMissing'; readonly remote: string }
  | { readonly kind: 'notHosted'; readonly remote?: string };

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
  /** The base URL of the provider's pages: `https://git.example.com/gitlab`. */
  readonly pages?: string;
  /** URL from which other machines can clone the repository, see {@link cloneUrlOf}. */
  readonly cloneUrl?: string;
  readonly branch?: string;
  /** The name in the clone of the branch that is checked out. */
  readonly local?: string;
  /** Full name of the clone's ref of the remote's branch, `refs/remotes/origin/main`; absent when it has none. */
  readonly trackingRef?: string;
  /** Pushes the branch that is checked out to the one that is sent; absent if that isn't on the remote yet. */
  readonly push?: BranchPush;
  /** Pushes it to a branch of the same name, which may be new. */
  readonly publish?: BranchPush;
  /** The remote that was chosen for this target; absent if the clone's configuration tells it. */
  readonly chosenRemote?: string;
  readonly notes: readonly TargetNote[];
}

/** A push of one branch, as a fix of the sheet offers it: it moves this branch of this remote, whatever is configured. */
export interface BranchPush {
  /** Name of the remote, or its URL if it has none. */
  readonly remote: string;
  readonly local: string;
  readonly branch: string;
  /** The remote to show: its name, or the repository's path on its host; a URL may contain credentials. */
  readonly to: string;
  /** True if Git pulls from that branch, too, after the push. */
  readonly setsUpstream: boolean;
  /** True if the user must say yes to it: it moves a branch that this one isn't known to belong to. */
  readonly asks: boolean;
  /** The ref that Git pulls from if it isn't a branch: `refs/pull/1/head`. */
  readonly from?: string;
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
  const { head, changes: files } = repository;
  const notes: TargetNote[] = [];
  const remote = chooseRemote(repository, preferences.remote, notes);
  const isChosen = remote !== undefined && remote.name === preferences.remote;
  const place = head.kind === 'branch' ? placeOf(head, repository, remote, isChosen) : { notes: [head] };
  notes.push(...place.notes);
  if (!files) notes.push({ kind: 'changesNotCounted' });
  else if (Object.values(files).some((count: number) => count > 0)) notes.push({ kind: 'changes', files });
  return {
    root: repository.root,
    reason,
    ...place,
    ...(remote && hostedIn(remote, repository, preferences, notes)),
    notes,
  };
}

function hostedIn(
  { name, location }: Remote,
  snapshot: RepositorySnapshot,
  preferences: TargetPreferences,
  notes: TargetNote[],
): Pick<Target, 'remote' | 'host' | 'repository' | 'gitProvider' | 'pages' | 'cloneUrl'> {
  const own = remoteNamed(name, location, snapshot);
  const named = own === undefined ? {} : { remote: own };
  if (!location) {
    notes.unshift({ kind: 'notHosted', ...named });
    return named;
  }
  const { host, repository } = location;
  const { gitProviderHosts } = preferences;
  const gitProvider = providerOf(host, gitProviderHosts, preferences);
  if (gitProvider) {
    const hosted = repositoryOn(gitProvider, location, gitProviderHosts, preferences);
    return { ...named, host, gitProvider, ...hosted, cloneUrl: cloneUrlOf(location, { gitProvider, ...hosted }) };
  }
  const setting = unknownIn(gitProviderHosts, host);
  notes.push({ kind: 'unknownProvider', ...(setting !== undefined && { setting }) });
  return { ...named, host, repository, cloneUrl: cloneUrlOf(location) };
}

/** The name of a remote, or of one at the same place if it is a URL, which may contain credentials. */
function remoteNamed(
  name: string,
  place: RemoteLocation | undefined,
  { remotes, unnamedRemotes = [] }: RepositorySnapshot,
): string | undefined {
  if (unnamedRemotes.every((remote) => remote.name !== name)) return name;
  const isThere = ({ location }: Remote) =>
    place !== undefined && location?.host === place.host && location.repository === place.repository;
  return remotes.find(isThere)?.name;
}

/** The preferred remote, else the one that the branch is configured to use, else `origin`, else the only one. */
function chooseRemote(
  { head, remotes, unnamedRemotes = [] }: RepositorySnapshot,
  preferred: string,
  notes: TargetNote[],
): Remote | undefined {
  const named = (name: string | undefined) => remotes.find((remote) => remote.name === name);
  if (preferred !== '' && remotes.length > 0) {
    const remote = named(preferred);
    if (remote) return remote;
    notes.push({ kind: 'remoteMissing', remote: preferred });
  }
  const names = head.kind === 'branch' ? remotesInUse(head) : [];
  const configured = names.flatMap((name) => [...remotes, ...unnamedRemotes].filter((remote) => remote.name === name));
  const remote = configured[0] ?? named('origin') ?? (remotes.length === 1 ? remotes[0] : undefined);
  if (!remote) {
    notes.push(
      remotes.length === 0
        ? { kind: 'noRemote' }
        : { kind: 'severalRemotes', remotes: remotes.map(({ name }) => name) },
    );
  }
  return remote;
}

/** The remote that has what was pushed, else the upstream's, else the one that a push would go to. */
function remotesInUse({ push, upstream, pushRemote }: BranchHead): readonly string[] {
  const states = [...(push && isKnown(push) ? [push] : []), ...(upstream ? [upstream] : [])];
  return [...states.map(({ remote }) => remote), ...(pushRemote === undefined ? [] : [pushRemote])];
}

type Place = Pick<Target, 'branch' | 'local' | 'trackingRef' | 'push' | 'publish' | 'notes'>;

/** The remote's branch that has the commits of the one that is checked out, what it lacks, and how it gets that. */
function placeOf(
  head: BranchHead,
  repository: RepositorySnapshot,
  remote: Remote | undefined,
  isChosen: boolean,
): Place {
  const local = head.name;
  if (!remote) return { branch: local, local, notes: [] };
  const state = branchOn(remote.name, head);
  // A push would go to another remote than the upstream's, unless the user chose that one.
  const to = isChosen ? remote.name : (head.pushRemote ?? remote.name);
  const isOther = state.name !== local || to !== remote.name;
  const shown = (name: string) => shownRemote(name, repository);
  const push = pushTo(state, head, shown(remote.name), isOther);
  const publish = push && !isOther ? undefined : publishTo(to, head, shown(to));
  return {
    branch: state.name,
    local,
    ...(state.ref !== undefined && isKnown(state) && { trackingRef: state.ref }),
    ...(push && { push }),
    ...(publish && { publish }),
    notes: notesOn(state, head, isOther ? `${shown(remote.name)}/${state.name}` : undefined),
  };
}

function shownRemote(name: string, { remotes, unnamedRemotes = [] }: RepositorySnapshot): string {
  if (remotes.some((remote) => remote.name === name)) return name;
  return unnamedRemotes.find((remote) => remote.name === name)?.location?.repository ?? '';
}

/** `@{push}`, else the upstream, else the branch of the same name. A branch of another remote says nothing about this one. */
function branchOn(remote: string, { name, push, upstream, sameName }: BranchHead): RemoteBranchState {
  const known = push && isKnown(push) ? [push] : [];
  const states = [...known, ...(upstream ? [upstream] : []), ...sameName];
  return states.find((state) => state.remote === remote) ?? { remote, name };
}

/** True if the remote had it at the last fetch. */
function isKnown({ ahead }: RemoteBranchState): boolean {
  return ahead !== undefined;
}

function isUpstream({ remote, name }: RemoteBranchState, { upstream }: BranchHead): boolean {
  return upstream?.remote === remote && upstream.name === name;
}

/** @param other the remote's branch, if it isn't the one that the user works on */
function notesOn(state: RemoteBranchState, head: BranchHead, other: string | undefined): readonly TargetNote[] {
  const { name: branch, ref, ahead, behind } = state;
  if (ref === undefined) return [{ kind: 'notFetched', branch }];
  if (ahead === undefined || behind === undefined)
    return [isUpstream(state, head) ? { kind: 'upstreamGone', branch } : { kind: 'notPublished' }];
  const lacking: TargetNote =
    other === undefined
      ? { kind: 'ahead', commits: ahead }
      : { kind: 'aheadOfOther', commits: ahead, local: head.name, branch: other };
  return [...(ahead > 0 ? [lacking] : []), ...(behind > 0 ? [{ kind: 'behind', commits: behind } as const] : [])];
}

/** `undefined` if the branch isn't on the remote, as far as this clone knows. */
function pushTo(state: RemoteBranchState, head: BranchHead, to: string, asks: boolean): BranchPush | undefined {
  const { remote, name: branch, ref } = state;
  const mayExist = isKnown(state) || (ref === undefined && isUpstream(state, head));
  return mayExist && isPushable(remote)
    ? { remote, local: head.name, branch, to, setsUpstream: false, asks }
    : undefined;
}

function publishTo(
  remote: string,
  { name, upstream, push, pulledRef }: BranchHead,
  to: string,
): BranchPush | undefined {
  if (!isPushable(remote)) return undefined;
  // Who pulls from one branch and pushes to another goes on to do so.
  const isPushedThere = push?.remote === remote && push.name === name;
  const setsUpstream = upstream ? upstream.remote === remote && upstream.name !== name && !isPushedThere : !pulledRef;
  const isForeign = pulledRef !== undefined && !pulledRef.startsWith('refs/heads/');
  const asks = isForeign ? { asks: true, from: pulledRef } : { asks: false };
  return { remote, local: name, branch: name, to, setsUpstream, ...asks };
}

/** False for a name that Git would take for an option, and for a URL that may contain credentials. */
function isPushable(remote: string): boolean {
  const [, scheme, userInfo] = /^([a-z][a-z\d+.-]*):\/\/([^/@]*)@/i.exec(remote) ?? [];
  const mayBeSecret = userInfo !== undefined && (/^https?$/i.test(scheme ?? '') || userInfo.includes(':'));
  return !remote.startsWith('-') && !mayBeSecret;
}
