import { cloneUrlOf, providerOf, type ProviderSources, repositoryOn, unknownSetting, withWebPort } from './gitProvider';
import type { RemoteLocation } from './remoteUrl';
import type { GitProvider } from '../client/records';
import {
  type BranchHead,
  type FileCounts,
  type NoRepositoryReason,
  type Remote,
  type RemoteBranchState,
  type RepositorySelection,
  type RepositorySnapshot,
  type SelectionReason,
} from './repository';

/** Something about the target that the user is told before sending. */
export type TargetNote =
  | { readonly kind: NoRepositoryReason | 'several' | 'noRemote' | 'unborn' | 'notPublished' | 'changesNotCounted' }
  /** `setting` is the value of `gitProviderHosts` for the host, if it isn't a provider. */
  | { readonly kind: 'unknownProvider'; readonly setting?: string }
  /** The chosen repository isn't open, or Git can't read it at the moment. No other one is used instead. */
  | { readonly kind: 'chosenGone'; readonly root: string }
  | { readonly kind: 'detached'; readonly at: string; readonly during?: 'rebase' }
  | { readonly kind: 'upstreamGone'; readonly branch: string }
  | { readonly kind: 'ahead' | 'behind'; readonly commits: number }
  /** Like `ahead`, if the branch in the request has another name than the local one, or another remote than pushes go to. */
  | { readonly kind: 'aheadOfOther'; readonly commits: number; readonly local: string; readonly branch: string }
  /** The clone is configured not to fetch the branch, so it isn't known whether the remote has its commits. */
  | { readonly kind: 'notFetched'; readonly branch: string }
  | { readonly kind: 'changes'; readonly files: FileCounts }
  | { readonly kind: 'severalRemotes'; readonly remotes: readonly string[] }
  | { readonly kind: 'remoteMissing'; readonly remote: string }
  | { readonly kind: 'notHosted'; readonly remote?: string };

/** The repository and branch that a conversation is about. A part that can't be determined is absent and has a note. */
export interface Target {
  readonly root?: string;
  readonly reason?: SelectionReason;
  readonly remote?: string;
  readonly host?: string;
  readonly repository?: string;
  readonly gitProvider?: GitProvider;
  readonly webUrl?: string;
  readonly cloneUrl?: string;
  /** Name of the branch on the remote. */
  readonly branch?: string;
  readonly localBranch?: string;
  /** Full name of the remote-tracking branch, `refs/remotes/origin/main`; absent if the clone has none. */
  readonly trackingRef?: string;
  /** Pushes the local branch to `branch`; absent if the remote doesn't have that yet. */
  readonly push?: BranchPush;
  /** Pushes the local branch to a remote branch of the same name, which may be new. */
  readonly publish?: BranchPush;
  /** The remote that the user chose for this target; absent if Git's configuration determines it. */
  readonly chosenRemote?: string;
  readonly notes: readonly TargetNote[];
}

/** A push that the sheet offers. It names remote and branch, so that Git's configuration can't change where it goes. */
export interface BranchPush {
  /** Name of the remote, or its URL if it has none. */
  readonly remote: string;
  readonly localBranch: string;
  readonly branch: string;
  /** Display name of the remote. It has no URL, because that may contain credentials. */
  readonly remoteLabel: string;
  readonly setsUpstream: boolean;
  /** True if the user is asked first: the remote branch may not belong to the local one. */
  readonly needsConfirmation: boolean;
  /** The ref that Git pulls from, if that isn't a branch: `refs/pull/1/head`. */
  readonly pulledRef?: string;
}

export interface CloneRemote {
  /** Absolute path of the clone's working tree. */
  readonly root: string;
  readonly remote: string;
}

/** The local clone of the repository in a request; `undefined` if there is none. */
export function cloneOf(request: { readonly repository?: string }, target?: Target): CloneRemote | undefined {
  const { root, remote, repository } = target ?? {};
  if (root === undefined || remote === undefined || repository === undefined) return undefined;
  return request.repository === repository ? { root, remote } : undefined;
}

export interface TargetPreferences extends ProviderSources {
  readonly remote: string;
  readonly gitProviderHosts: Readonly<Record<string, unknown>>;
}

export interface RepositorySettings extends Pick<TargetPreferences, 'remote' | 'gitProviderHosts' | 'gitHubUri'> {
  readonly conversationInstructions: string;
  readonly resultBranchTemplate: string;
}

export function targetOf(selection: RepositorySelection, preferences: TargetPreferences): Target {
  if (selection.kind !== 'repository')
    return { notes: [{ kind: selection.kind === 'none' ? selection.reason : selection.kind }] };
  const { repository, reason } = selection;
  const { head } = repository;
  const { remote, notes: remoteNotes } = chooseRemote(repository, preferences.remote);
  const isPreferred = remote !== undefined && remote.name === preferences.remote;
  // A head without a branch is a note of the same form.
  const place = head.kind === 'branch' ? branchPlace(head, repository, remote, isPreferred) : { notes: [head] };
  const { hosting, note } = remote ? hostingOf(remote, repository, preferences) : {};
  const notes = [...remoteNotes, ...place.notes, ...changeNotes(repository)];
  return {
    root: repository.root,
    reason,
    ...place,
    ...hosting,
    notes: note?.kind === 'notHosted' ? [note, ...notes] : [...notes, ...(note ? [note] : [])],
  };
}

function changeNotes({ changes: files }: RepositorySnapshot): readonly TargetNote[] {
  if (!files) return [{ kind: 'changesNotCounted' }];
  return files.total > 0 ? [{ kind: 'changes', files }] : [];
}

interface Hosting {
  readonly hosting: Pick<Target, 'remote' | 'host' | 'repository' | 'gitProvider' | 'webUrl' | 'cloneUrl'>;
  readonly note?: Extract<TargetNote, { readonly kind: 'notHosted' | 'unknownProvider' }>;
}

function hostingOf(remote: Remote, snapshot: RepositorySnapshot, preferences: TargetPreferences): Hosting {
  const { gitProviderHosts } = preferences;
  const safeName = safeRemoteName(remote.name, remote.location, snapshot);
  const named = safeName === undefined ? {} : { remote: safeName };
  if (!remote.location) return { hosting: named, note: { kind: 'notHosted', ...named } };
  const location = withWebPort(remote.location, gitProviderHosts, preferences);
  const { host, repository } = location;
  const gitProvider = providerOf(host, gitProviderHosts, preferences);
  if (gitProvider) {
    const hosted = repositoryOn(gitProvider, location, gitProviderHosts, preferences);
    const cloneUrl = cloneUrlOf(location, { gitProvider, ...hosted });
    return { hosting: { ...named, host, gitProvider, ...hosted, cloneUrl } };
  }
  const setting = unknownSetting(gitProviderHosts, host);
  return {
    hosting: { ...named, host, repository, cloneUrl: cloneUrlOf(location) },
    note: { kind: 'unknownProvider', ...(setting !== undefined && { setting }) },
  };
}

/**
 * A name for a remote that contains no credentials: its own, or, if it's configured as a URL, that of another remote with
 * the same repository; `undefined` if there is none.
 */
function safeRemoteName(
  name: string,
  location: RemoteLocation | undefined,
  { remotes, unnamedRemotes = [] }: RepositorySnapshot,
): string | undefined {
  if (unnamedRemotes.every((remote) => remote.name !== name)) return name;
  if (!location) return undefined;
  const { host, repository } = location;
  return remotes.find(({ location: other }) => other?.host === host && other.repository === repository)?.name;
}

/** The preferred remote, else the one that the branch is configured to use, else `origin`, else the only one. */
function chooseRemote(
  { head, remotes, unnamedRemotes = [] }: RepositorySnapshot,
  preferred: string,
): { readonly remote?: Remote; readonly notes: readonly TargetNote[] } {
  const named = (name: string | undefined) => remotes.find((remote) => remote.name === name);
  const preferredRemote = preferred === '' ? undefined : named(preferred);
  if (preferredRemote) return { remote: preferredRemote, notes: [] };
  const isMissing = preferred !== '' && remotes.length > 0;
  const notes: readonly TargetNote[] = isMissing ? [{ kind: 'remoteMissing', remote: preferred }] : [];
  const names = head.kind === 'branch' ? configuredRemotes(head) : [];
  const configured = names.flatMap((name) => [...remotes, ...unnamedRemotes].filter((remote) => remote.name === name));
  const remote = configured[0] ?? named('origin') ?? (remotes.length === 1 ? remotes[0] : undefined);
  if (remote) return { remote, notes };
  const undecided: TargetNote =
    remotes.length === 0 ? { kind: 'noRemote' } : { kind: 'severalRemotes', remotes: remotes.map(({ name }) => name) };
  return { notes: [...notes, undecided] };
}

/**
 * The remotes that Git's configuration names for a branch, in this order: the one that it was pushed to, its upstream's,
 * and the one that a push would go to.
 */
function configuredRemotes({ push, upstream, pushRemote }: BranchHead): readonly string[] {
  const states = [...(push && existsOnRemote(push) ? [push] : []), ...(upstream ? [upstream] : [])];
  return [...states.map(({ remote }) => remote), ...(pushRemote === undefined ? [] : [pushRemote])];
}

type BranchPlace = Pick<Target, 'branch' | 'localBranch' | 'trackingRef' | 'push' | 'publish' | 'notes'>;

/** The remote branch for the local one, notes on how they differ, and the pushes that would change that. */
function branchPlace(
  head: BranchHead,
  repository: RepositorySnapshot,
  remote: Remote | undefined,
  isPreferred: boolean,
): BranchPlace {
  const local = head.name;
  if (!remote) return { branch: local, localBranch: local, notes: [] };
  const state = branchOn(remote.name, head);
  // Git may be configured to push to another remote than it pulls from. The user's own choice has priority.
  const publishRemote = (isPreferred ? undefined : pushRemoteIn(repository, head)) ?? remote.name;
  const isOther = state.name !== local || publishRemote !== remote.name;
  const label = remoteLabel(remote.name, repository);
  const push = pushTo(state, head, label, isOther);
  const publish = push && !isOther ? undefined : publishTo(publishRemote, head, remoteLabel(publishRemote, repository));
  return {
    branch: state.name,
    localBranch: local,
    ...(state.ref !== undefined && existsOnRemote(state) && { trackingRef: state.ref }),
    ...(push && { push }),
    ...(publish && { publish }),
    notes: differenceNotes(state, head, isOther ? `${label}/${state.name}` : undefined),
  };
}

/** The remote that Git is configured to push to, if this clone has it: the configuration may be the user's, for all clones. */
function pushRemoteIn({ remotes, unnamedRemotes = [] }: RepositorySnapshot, { pushRemote }: BranchHead) {
  return [...remotes, ...unnamedRemotes].find(({ name }) => name === pushRemote)?.name;
}

function remoteLabel(name: string, { remotes, unnamedRemotes = [] }: RepositorySnapshot): string {
  if (remotes.some((remote) => remote.name === name)) return name;
  return unnamedRemotes.find((remote) => remote.name === name)?.location?.repository ?? '';
}

/** The branch on a remote for a local one: `@{push}`, else the upstream, else the branch of the same name. */
function branchOn(remote: string, { name, push, upstream, sameName }: BranchHead): RemoteBranchState {
  const known = push && existsOnRemote(push) ? [push] : [];
  const states = [...known, ...(upstream ? [upstream] : []), ...sameName];
  return states.find((state) => state.remote === remote) ?? { remote, name };
}

/** True if the remote had the branch at the last fetch. */
function existsOnRemote({ ahead }: RemoteBranchState): boolean {
  return ahead !== undefined;
}

function isUpstream({ remote, name }: RemoteBranchState, { upstream }: BranchHead): boolean {
  return upstream?.remote === remote && upstream.name === name;
}

/**
 * Notes on how the local branch differs from the remote one.
 * @param other label of the remote branch if it has another name, or is on another remote than pushes go to
 */
function differenceNotes(state: RemoteBranchState, head: BranchHead, other: string | undefined): readonly TargetNote[] {
  const { name: branch, ref, ahead, behind } = state;
  if (ref === undefined) return [{ kind: 'notFetched', branch }];
  if (ahead === undefined || behind === undefined)
    return [isUpstream(state, head) ? { kind: 'upstreamGone', branch } : { kind: 'notPublished' }];
  const aheadNote: TargetNote =
    other === undefined
      ? { kind: 'ahead', commits: ahead }
      : { kind: 'aheadOfOther', commits: ahead, local: head.name, branch: other };
  return [...(ahead > 0 ? [aheadNote] : []), ...(behind > 0 ? [{ kind: 'behind', commits: behind } as const] : [])];
}

/** @returns `undefined` if the branch doesn't exist on the remote, as far as this clone knows */
function pushTo(
  state: RemoteBranchState,
  head: BranchHead,
  label: string,
  needsConfirmation: boolean,
): BranchPush | undefined {
  const { remote, name: branch, ref } = state;
  const mayExist = existsOnRemote(state) || (ref === undefined && isUpstream(state, head));
  return mayExist && isPushable(remote)
    ? { remote, localBranch: head.name, branch, remoteLabel: label, setsUpstream: false, needsConfirmation }
    : undefined;
}

function publishTo(
  remote: string,
  { name, upstream, push, pulledRef }: BranchHead,
  label: string,
): BranchPush | undefined {
  if (!isPushable(remote)) return undefined;
  const hasOtherUpstream = upstream?.remote === remote && upstream.name !== name;
  // A branch that pulls from one remote branch and pushes to another keeps its upstream.
  const isPushedThere = push?.remote === remote && push.name === name;
  const setsUpstream = upstream ? hasOtherUpstream && !isPushedThere : !pulledRef;
  const isForeign = pulledRef !== undefined && !pulledRef.startsWith('refs/heads/');
  return {
    remote,
    localBranch: name,
    branch: name,
    remoteLabel: label,
    setsUpstream,
    needsConfirmation: isForeign,
    ...(isForeign && { pulledRef }),
  };
}

/** False for a name that Git would read as an option, and for a URL that may contain credentials. */
function isPushable(remote: string): boolean {
  const [, scheme, userInfo] = /^([a-z][a-z\d+.-]*):\/\/([^/@]*)@/i.exec(remote) ?? [];
  const mayBeSecret = userInfo !== undefined && (/^https?$/i.test(scheme ?? '') || userInfo.includes(':'));
  return !remote.startsWith('-') && !mayBeSecret;
}
