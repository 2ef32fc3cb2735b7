import type { GitCommand } from './gitCommand';
import { operationInProgress } from './operationInProgress';
import { fetchedBranch, trackingRefOf } from './refspec';
import type { BranchHead, Head, RemoteBranchState } from './repository';

/**
 * The branch or commit that is checked out, and where it's pulled from and pushed to; `undefined` if Git fails. Commands
 * run in parallel where possible, because Git takes longer to start than to answer.
 * @param expected name of the branch that is probably checked out. Saves commands if it's right
 */
export async function readHead(git: GitCommand, expected?: string): Promise<Head | undefined> {
  const [configuration, refs] = await Promise.all([
    readBranchConfiguration(git),
    expected === undefined ? undefined : readRefs(git, expected),
  ]);
  if (!configuration) return undefined;
  if (expected !== undefined && refs?.isHead) return branchHead(git, expected, refs, configuration);
  const [symbolic, commit] = await Promise.all([
    git.run(['symbolic-ref', '--quiet', 'HEAD']),
    git.run(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}']),
  ]);
  if (symbolic.kind === 'failed' && symbolic.exitCode === 1 && commit.kind === 'text')
    return readDetached(git, commit.text.trim());
  if (symbolic.kind !== 'text') return undefined;
  if (commit.kind !== 'text') return commit.kind === 'failed' ? { kind: 'unborn' } : undefined;
  const name = symbolic.text.trim().replace(/^refs\/heads\//, '');
  const found = await readRefs(git, name);
  return found && branchHead(git, name, found, configuration);
}

/** Describes a detached HEAD by a tag or remote branch if there is one, since that says more than the commit. */
async function readDetached(git: GitCommand, commit: string): Promise<Head> {
  const points = ['for-each-ref', '--points-at=HEAD', '--format=%(symref)%09%(refname)%09%(refname:short)'];
  const [tags, branches, operation] = await Promise.all([
    git.text([...points, '--count=1', 'refs/tags']),
    git.text([...points, 'refs/remotes']),
    operationInProgress(git),
  ]);
  const lines = [tags, branches].flatMap((text) => text?.split('\n') ?? []).map((line) => line.split('\t'));
  const [, , name] = lines.find(([symref, ref]) => symref === '' && ref !== undefined) ?? [];
  return { kind: 'detached', at: name ?? commit.slice(0, 8), ...(operation === 'rebase' && { during: operation }) };
}

/** The values of each key of Git's configuration, in order. Names of sections and variables are in lower case. */
type Configuration = ReadonlyMap<string, readonly string[]>;

async function readBranchConfiguration(git: GitCommand): Promise<Configuration | undefined> {
  const keys = String.raw`^(remote\..*\.(fetch|push)|branch\..*\.(remote|merge|pushremote)|remote\.pushdefault|push\.default)$`;
  const answer = await git.run(['config', '--null', '--get-regexp', keys], { bytes: 16 * 1024 * 1024 });
  // Exit code 1: there are no such keys.
  if (answer.kind === 'failed' && answer.exitCode === 1) return new Map();
  return answer.kind === 'text' ? parseConfiguration(answer.text) : undefined;
}

/** Parses the output of `git config --null --get-regexp`, where a key is followed by a line feed and its value. */
function parseConfiguration(output: string): Configuration {
  const entries = output.split('\0').flatMap((entry) => {
    const end = entry.indexOf('\n');
    return end === -1 ? [] : [[entry.slice(0, end), entry.slice(end + 1)] as const];
  });
  const grouped = Map.groupBy(entries, ([key]) => key);
  return new Map([...grouped].map(([key, values]) => [key, values.map(([, value]) => value)]));
}

/** A branch of the clone, and the refs of remote branches that belong to it. */
interface BranchRefs {
  readonly isHead: boolean;
  readonly commit: string;
  readonly upstream: TrackedRef;
  readonly push: TrackedRef;
  /** The commits of remote branches with the same name, by the full names of their refs in the clone. */
  readonly sameName: ReadonlyMap<string, string>;
}

interface TrackedRef {
  /** Full name of the ref, even if it doesn't exist; empty if none is configured. */
  readonly ref: string;
  readonly remote: string;
  /** `ahead 1, behind 2`, `gone`, or empty. */
  readonly distance: string;
}

const refFields = [
  'HEAD',
  'refname',
  'objectname',
  'upstream',
  'upstream:remotename',
  'upstream:track,nobracket',
  'push',
  'push:remotename',
  'push:track,nobracket',
];
const refFormat = refFields.map((field) => `%(${field})`).join('%09');

async function readRefs(git: GitCommand, name: string): Promise<BranchRefs | undefined> {
  const own = `refs/heads/${name}`;
  const answer = await git.text(['for-each-ref', `--format=${refFormat}`, own, `refs/remotes/**/${name}`]);
  const lines = (answer ?? '').split('\n').map((line) => line.split('\t'));
  const line = lines.find(([, ref]) => ref === own);
  if (!line) return undefined;
  const [head, , commit = '', upstream = '', from = '', fromDistance = '', push = '', to = '', toDistance = ''] = line;
  return {
    isHead: head === '*',
    commit,
    upstream: { ref: upstream, remote: from, distance: fromDistance },
    push: { ref: push, remote: to, distance: toDistance },
    sameName: new Map(lines.flatMap(([, ref = '', oid = '']) => (ref === own || ref === '' ? [] : [[ref, oid]]))),
  };
}

async function branchHead(
  git: GitCommand,
  name: string,
  refs: BranchRefs,
  configuration: Configuration,
): Promise<BranchHead> {
  const value = (key: string) => configuration.get(key)?.at(-1);
  // Git pulls all of several values, and takes the first one as the upstream.
  const merged = configuration.get(`branch.${name}.merge`)?.[0];
  const pullRemote = value(`branch.${name}.remote`);
  const pushRemote = value(`branch.${name}.pushremote`) ?? value('remote.pushdefault');
  const sameName = await sameNameBranches(git, name, refs, configuration);
  const push =
    pushedBranch(refs.push, pushRemote ?? pullRemote, configuration) ??
    (pushesSameName(pullRemote, pushRemote, configuration)
      ? sameName.find(({ remote }) => remote === pushRemote)
      : undefined);
  const isOnRemote = pullRemote !== undefined && pullRemote !== '.' && merged?.startsWith('refs/heads/') === true;
  return {
    kind: 'branch',
    name,
    ...(isOnRemote && { upstream: upstreamBranch(pullRemote, merged, refs.upstream, configuration) }),
    ...(merged !== undefined && !isOnRemote && { pulledRef: merged }),
    ...(push && { push }),
    ...(pushRemote !== undefined && pushRemote !== '.' && { pushRemote }),
    sameName,
  };
}

/**
 * The branch that Git pulls from. Its ref only counts if a fetch updates it. A ref that only pushes update soon differs from
 * the remote. If a fetch wrote a pull request there, the remote has no such branch, although Git made it the upstream.
 */
function upstreamBranch(
  remote: string,
  merged: string,
  { ref, distance }: TrackedRef,
  configuration: Configuration,
): RemoteBranchState {
  const state = { remote, name: merged.replace('refs/heads/', '') };
  const refspecs = configuration.get(`remote.${remote}.fetch`) ?? [];
  if (!ref.startsWith('refs/remotes/') || trackingRefOf(refspecs, merged) !== ref) return state;
  return { ...state, ref, ...(fetchedBranch(refspecs, ref) === state.name && parseDistance(distance)) };
}

/** The branch that Git pushes to. Git only names its ref in the clone; the refspecs tell the remote and the branch. */
function pushedBranch(
  { ref, distance }: TrackedRef,
  configured: string | undefined,
  configuration: Configuration,
): RemoteBranchState | undefined {
  if (!ref.startsWith('refs/remotes/')) return undefined;
  const remotes = fetchedRemotes(configuration).filter(({ remote }) => remote === (configured ?? remote));
  for (const { remote, refspecs } of remotes) {
    const name = fetchedBranch(refspecs, ref);
    if (name !== undefined) return { remote, name, ref, ...parseDistance(distance) };
  }
  return undefined;
}

/**
 * True if a push goes to the branch of the same name, on another remote than the branch is pulled from. With
 * `push.default` unset or `simple`, Git pushes there, but many versions don't name the ref.
 */
function pushesSameName(
  pullRemote: string | undefined,
  pushRemote: string | undefined,
  configuration: Configuration,
): boolean {
  if (pullRemote === undefined || pushRemote === undefined || pushRemote === pullRemote) return false;
  const isSimple = (configuration.get('push.default')?.at(-1) ?? 'simple') === 'simple';
  return isSimple && !configuration.has(`remote.${pushRemote}.push`);
}

function fetchedRemotes(configuration: Configuration) {
  return [...configuration].flatMap(([key, refspecs]) => {
    const [, remote] = /^remote\.(.*)\.fetch$/s.exec(key) ?? [];
    return remote === undefined ? [] : [{ remote, refspecs }];
  });
}

/** The branch of this name on each remote, as of the last fetch. */
async function sameNameBranches(
  git: GitCommand,
  name: string,
  { commit, sameName, upstream, push }: BranchRefs,
  configuration: Configuration,
): Promise<readonly RemoteBranchState[]> {
  const distanceOf = async (ref: string) => {
    const known = [upstream, push].find((tracked) => tracked.ref === ref && tracked.distance !== 'gone');
    if (known) return parseDistance(known.distance);
    const oid = sameName.get(ref);
    if (oid === undefined) return {};
    return oid === commit ? { ahead: 0, behind: 0 } : countDistance(git, commit, oid);
  };
  return Promise.all(
    fetchedRemotes(configuration).map(async ({ remote, refspecs }) => {
      const ref = trackingRefOf(refspecs, `refs/heads/${name}`);
      if (!ref?.startsWith('refs/remotes/')) return { remote, name };
      const distance = fetchedBranch(refspecs, ref) === name ? await distanceOf(ref) : {};
      return distance ? { remote, name, ref, ...distance } : { remote, name };
    }),
  );
}

/** @returns `undefined` if Git fails */
async function countDistance(git: GitCommand, commit: string, other: string) {
  const answer = await git.text(['rev-list', '--left-right', '--count', `${commit}...${other}`, '--']);
  const [, ahead, behind] = /^(\d+)\t(\d+)\n$/.exec(answer ?? '') ?? [];
  return ahead === undefined ? undefined : { ahead: Number(ahead), behind: Number(behind) };
}

function parseDistance(words: string): Pick<RemoteBranchState, 'ahead' | 'behind'> {
  if (words === 'gone') return {};
  const count = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(words)?.[1] ?? 0);
  return { ahead: count('ahead'), behind: count('behind') };
}
