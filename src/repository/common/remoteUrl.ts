import { isUrl } from '../../base/common/url';

/** Where a repository is, as a Git remote's URL says it. Credentials in the URL are left behind. */
export interface RemoteLocation {
  /** Host name in lower case, with the port where one is given that is not SSH's. */
  readonly host: string;
  /** Path of the repository on its host, without `.git`: `owner/name`, `group/subgroup/name`. */
  readonly repository: string;
}

/** Whom SSH is asked to reach. */
export interface SshDestination {
  readonly user: string | undefined;
  /** As written: the names in an SSH configuration are told apart by case. */
  readonly host: string;
}

/** A remote URL that leads to a host, read once. */
export interface RemoteAddress {
  readonly location: RemoteLocation;
  /** Whom Git asks SSH to reach for this URL; absent where it does not use SSH. */
  readonly ssh?: SshDestination;
  /** Where the repository is when another host stands behind the name in the URL; `undefined` for what is no host. */
  onHost(host: string): RemoteLocation | undefined;
}

/** A remote URL in its parts, each as it is written. */
interface AddressParts {
  /** Absent in the spelling of scp. */
  readonly scheme?: string;
  /** Without the password. */
  readonly user: string | undefined;
  readonly host: string;
  readonly port?: string | undefined;
  /** Without query and fragment. */
  readonly path: string;
}

/** Git itself stops at the system's longest path. */
const maxLength = 4096;

/** Names under which a host answers SSH where its port is closed, or browsers: it is the same host. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['www.github.com', 'github.com'],
  ['ssh.github.com', 'github.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['www.bitbucket.org', 'bitbucket.org'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
]);

/**
 * Reads a remote URL in any of Git's spellings: `https://user:token@host:port/path.git`, `ssh://git@host/path`,
 * `git@host:path`. `undefined` for what is not on a host: local paths, `file://`, bundles, remote helpers, and URLs
 * without a path.
 */
export function parseRemoteUrl(url: string): RemoteAddress | undefined {
  const parts = readParts(url);
  const location = parts && locationOf(parts);
  if (!location) return undefined;
  const { scheme, user, host } = parts;
  const isSsh = scheme === undefined || /^(?:ssh|git\+ssh|ssh\+git)$/i.test(scheme);
  return {
    location,
    ...(isSsh && { ssh: { user, host } }),
    onHost: (other) => locationOf({ ...parts, host: other }),
  };
}

function locationOf(parts: AddressParts): RemoteLocation | undefined {
  const host = hostOf(parts);
  const repository = repositoryIn(parts.scheme ? decode(parts.path) : parts.path);
  return host && repository ? (azureLocation(host, repository) ?? { host, repository }) : undefined;
}

/** The one name of a host that has several. */
export function canonicalHost(host: string): string {
  return otherNames.get(host) ?? host;
}

function readParts(url: string): AddressParts | undefined {
  const text = url.trim();
  if (text.length > maxLength || /\p{Cc}/u.test(text)) return undefined;
  const parts = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? readUrl(text) : readScp(text);
  if (!parts || hostOf(parts) === undefined || repositoryIn(parts.path) === undefined) return undefined;
  // A password with an unescaped slash, or a URL without its scheme: part of the credentials reads as path.
  return /[^/\\]@/.test(parts.path) ? undefined : parts;
}

function readUrl(text: string): AddressParts | undefined {
  const match =
    /^(?<scheme>https?|ssh|git|ftps?|git\+ssh|ssh\+git):\/\/(?:(?<userInfo>[^/?#]*)@)?(?<host>\[[^\]]*\]|[^@/\\?#:[\]]+)(?::(?<port>\d*))?(?<path>\/[^?#]*)/i.exec(
      text,
    );
  const { scheme, userInfo, host, port, path } = match?.groups ?? {};
  if (!host || !path || Number(port ?? 0) > 65_535) return undefined;
  return { scheme: scheme ?? '', user: userInfo?.split(':')[0], host, port, path };
}

/**
 * `[user@]host:path`, as scp writes it, and `[user@host:port]:path`. A single letter before the colon is a Windows
 * drive, two colons belong to a remote helper, and a scheme has lost its slashes.
 */
function readScp(text: string): AddressParts | undefined {
  const match =
    /^\[(?:(?<user>[^\s/:[\]]*)@)?(?<host>[^@\s/\\:[\]]{2,})(?::\d+)?\]:(?<path>.+)$/.exec(text) ??
    /^(?:(?<user>[^\s/:[\]]*)@)?(?<host>\[[\da-f:.]+\]|[^@\s/\\:[\]]{2,}):(?!:)(?<path>.+)$/i.exec(text);
  const { user, host, path } = match?.groups ?? {};
  if (!host || !path || /^(?:file|https?)$/i.test(host)) return undefined;
  return { user, host, path };
}

/** `undefined` for what neither DNS nor SSH takes for a name; a leading dash would be an option. */
function hostOf({ scheme, host, port }: AddressParts): string | undefined {
  const name = host.replace(/\.$/, '');
  if (name === '' || /^-|[\s'"`$\\;&<>|(){},]/.test(name)) return undefined;
  // URL knows international names and IPv6, but takes a plain number for an IPv4 address.
  const isPlain = /^[\w.+-]+$/.test(name);
  if (!isPlain && !isUrl(`https://${name}`)) return undefined;
  const known = canonicalHost(isPlain ? name.toLowerCase() : new URL(`https://${name}`).hostname);
  const ownPort = { http: '80', https: '443' }[scheme?.toLowerCase() ?? ''];
  return !ownPort || !port || port === ownPort ? known : `${known}:${port}`;
}

/** The path in its plainest form; `undefined` for one that no host has. */
function repositoryIn(path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]/)) {
    if (segment === '..' && segments.pop() === undefined) return undefined;
    // A path without a root begins in the home directory, so `~/` says nothing more.
    const isIdle = ['', '.', '..'].includes(segment) || (segment === '~' && segments.length === 0);
    if (!isIdle) segments.push(segment);
  }
  const repository = segments.join('/').replace(/\/?\.git$/i, '');
  return repository === '' || /[\p{Cc}:]/u.test(repository) ? undefined : repository;
}

/** Azure DevOps has one repository under several hosts and paths: all are `organization/project/repository`. */
function azureLocation(host: string, repository: string): RemoteLocation | undefined {
  const isSsh = host === 'ssh.dev.azure.com' || host === 'vs-ssh.visualstudio.com';
  const organization = isSsh ? undefined : /^([\w-]+)\.visualstudio\.com$/.exec(host)?.[1];
  if (!isSsh && !organization && host !== 'dev.azure.com') return undefined;
  const path = organization ? `${organization}/${repository.replace(/^DefaultCollection\//i, '')}` : repository;
  const match = (isSsh ? azureSshPath : azureWebPath).exec(path);
  if (!match) return undefined;
  const [, owner, project, name] = match;
  return { host: 'dev.azure.com', repository: [owner, project ?? name, name].join('/') };
}

const azureSshPath = /^v3\/([^/]+)\/([^/]+)\/([^/]+)$/;
/** A repository that is named like its project goes without the project. */
const azureWebPath = /^([^/]+)\/(?:([^/]+)\/)?_git\/(?:_(?:full|optimized)\/)?([^/]+)$/;

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
