import { isUrl, percentDecoded } from '../base/url';

/** Location of a repository, read from a Git remote's URL. Credentials in the URL are dropped. */
export interface RemoteLocation {
  /** Host name in lower case, with the port if there is one and it isn't SSH's. */
  readonly host: string;
  /** Path of the repository on its host, without `.git`: `owner/name`, `group/subgroup/name`. */
  readonly repository: string;
  /** The URL is one of `http://`: so are the host's pages, probably. */
  readonly isPlainHttp?: true;
  /** The URL for SSH, if it is one: without a personal user and without a password. */
  readonly sshUrl?: string;
}

export interface SshDestination {
  readonly user: string | undefined;
  /** Unchanged: names in an SSH configuration are case-sensitive. */
  readonly host: string;
}

/** The part of SSH's configuration that is about a destination. User and port count where a URL doesn't name them. */
export interface SshConfiguration {
  readonly host: string;
  readonly user?: string;
  readonly port?: string;
}

/** A remote URL that points to a host, parsed once. */
interface RemoteAddress {
  readonly location: RemoteLocation;
  /** Destination that Git passes to SSH for this URL; absent if it doesn't use SSH. */
  readonly ssh?: SshDestination;
  /** The location if the name in the URL stands for another host; `undefined` if that isn't a valid one. */
  onHost(host: string): RemoteLocation | undefined;
  /** The URL for SSH, for a machine without that configuration. */
  sshUrl(configured: SshConfiguration): string;
}

interface AddressParts {
  /** Absent in scp-like syntax. */
  readonly scheme?: string;
  /** Without the password. */
  readonly user: string | undefined;
  readonly host: string;
  readonly port?: string | undefined;
  /** Without query and fragment. */
  readonly path: string;
}

/** Git's own limit is the system's longest path. */
const maxLength = 4096;

/** Alternative names under which a host offers SSH where its port or browsers are blocked: it is the same host. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['www.github.com', 'github.com'],
  ['ssh.github.com', 'github.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['www.bitbucket.org', 'bitbucket.org'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
]);

/**
 * Parses a remote URL in any of Git's spellings: `https://user:token@host:port/path.git`, `ssh://git@host/path`,
 * `git@host:path`. `undefined` if it isn't on a host: local paths, `file://`, bundles, remote helpers, and URLs without
 * a path.
 */
export function parseRemoteUrl(url: string): RemoteAddress | undefined {
  const parts = readParts(url);
  const location = parts && locationOf(parts);
  if (!location) return undefined;
  const { scheme, user, host } = parts;
  return {
    location,
    ...(isSsh(scheme) && { ssh: { user, host } }),
    onHost: (other) => locationOf({ ...parts, host: other }),
    sshUrl: (configured) => {
      const login = { user: user ?? configured.user, port: parts.port ?? configured.port };
      return sshUrlOf({ ...parts, ...login }, configured.host.includes(':') ? `[${configured.host}]` : configured.host);
    },
  };
}

function locationOf(parts: AddressParts): RemoteLocation | undefined {
  const { scheme, user, path } = parts;
  const host = hostOf(parts);
  // Azure DevOps writes its URLs for SSH with escapes, too, in any notation.
  const isEscaped = scheme !== undefined || azureSshHosts.has(host ?? '');
  const repository = repositoryIn(isEscaped ? percentDecoded(path) : path);
  if (!host || !repository) return undefined;
  const isPlainHttp = scheme?.toLowerCase() === 'http' && ({ isPlainHttp: true } as const);
  const sshUrl = isSsh(scheme) ? sshUrlOf(parts, host) : undefined;
  return azureLocation(host, repository, user) ?? { host, repository, ...isPlainHttp, ...(sshUrl && { sshUrl }) };
}

/** A URL without a scheme is one for SSH. */
function isSsh(scheme: string | undefined): boolean {
  return scheme === undefined || /^(?:ssh|git\+ssh|ssh\+git)$/i.test(scheme);
}

/** Users that stand for a service, not for a person. */
const serviceUsers: readonly string[] = ['git', 'gitea', 'gitlab', 'forgejo', 'gogs'];

/** Without a port, the notation without a scheme is kept: its path may begin in the home folder. */
function sshUrlOf({ scheme, user, port, path }: AddressParts, host: string): string {
  const login = user !== undefined && serviceUsers.includes(user) ? `${user}@` : '';
  if (port && port !== '22') return `ssh://${login}${host}:${port}/${path.replace(/^\/+/, '')}`;
  return scheme === undefined ? `${login}${host}:${path}` : `ssh://${login}${host}${path}`;
}

/** Canonical name of a host that has several. */
export function canonicalHost(host: string): string {
  return otherNames.get(host) ?? host;
}

function readParts(url: string): AddressParts | undefined {
  const text = url.trim();
  if (text.length > maxLength || /\p{Cc}/u.test(text)) return undefined;
  const parts = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? readUrl(text) : readScp(text);
  if (!parts || hostOf(parts) === undefined || repositoryIn(parts.path) === undefined) return undefined;
  // A password with an unescaped slash, or a URL without its scheme: part of the credentials would be read as path.
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
 * `[user@]host:path`, as in scp, and `[user@host:port]:path`. A single letter before the colon is a Windows drive unless
 * there is a user, two colons belong to a remote helper, and a scheme here has lost its slashes.
 */
function readScp(text: string): AddressParts | undefined {
  const match =
    /^\[(?:(?<user>[^\s/:[\]]*)@)?(?<host>[^@\s/\\:[\]]{2,})(?::(?<port>\d+))?\]:(?<path>.+)$/.exec(text) ??
    /^(?:(?<user>[^\s/:[\]]*)@)?(?<host>\[[\da-f:.]+\]|[^@\s/\\:[\]]{2,}):(?!:)(?<path>.+)$/i.exec(text) ??
    /^(?<user>[^\s/:[\]@]+)@(?<host>[a-z\d]):(?!:)(?<path>.+)$/i.exec(text);
  const { user, host, port, path } = match?.groups ?? {};
  if (!host || !path || /^(?:file|https?)$/i.test(host)) return undefined;
  return { user, host, path, ...(port && { port }) };
}

/** `undefined` if neither DNS nor SSH accepts the name; a leading dash would be an option. */
function hostOf({ scheme, host, port }: AddressParts): string | undefined {
  const name = host.replace(/\.$/, '');
  if (name === '' || /^-|[\s'"`$\\;&<>|(){},]/.test(name)) return undefined;
  // URL handles international names and IPv6, but takes a plain number for an IPv4 address.
  const isPlain = /^[\w.+-]+$/.test(name);
  if (!isPlain && !isUrl(`https://${name}`)) return undefined;
  const known = canonicalHost(isPlain ? name.toLowerCase() : new URL(`https://${name}`).hostname);
  const ownPort = { http: '80', https: '443' }[scheme?.toLowerCase() ?? ''];
  return !ownPort || !port || port === ownPort ? known : `${known}:${port}`;
}

/** The normalized path; `undefined` if no host can have it. */
function repositoryIn(path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]/)) {
    if (segment === '..' && segments.pop() === undefined) return undefined;
    // A path without a root starts in the home directory, so `~/` adds nothing.
    const isIdle = ['', '.', '..'].includes(segment) || (segment === '~' && segments.length === 0);
    if (!isIdle) segments.push(segment);
  }
  const repository = segments.join('/').replace(/\/?\.git$/i, '');
  return repository === '' || /[\p{Cc}:]/u.test(repository) ? undefined : repository;
}

const azureSshHosts: ReadonlySet<string> = new Set(['ssh.dev.azure.com', 'vs-ssh.visualstudio.com']);

/** Azure DevOps serves one repository under several hosts and paths: all become `organization/project/repository`. */
function azureLocation(host: string, repository: string, user: string | undefined): RemoteLocation | undefined {
  const isSsh = azureSshHosts.has(host);
  const own = /^([\w-]+)\.visualstudio\.com$/.exec(host)?.[1];
  if (!isSsh && own === undefined && host !== 'dev.azure.com') return undefined;
  // Older URLs for SSH name the organization only as the user.
  const organization = isSsh ? user : own;
  const isComplete = organization === undefined || azureSshPath.test(repository);
  const path = isComplete ? repository : `${organization}/${repository.replace(/^DefaultCollection\//i, '')}`;
  const match = (isComplete && isSsh ? azureSshPath : azureWebPath).exec(path);
  if (!match) return undefined;
  const [, owner, project, name] = match;
  return { host: 'dev.azure.com', repository: [owner, project ?? name, name].join('/') };
}

const azureSshPath = /^v3\/([^/]+)\/([^/]+)\/([^/]+)$/;
/** The URL of a repository that is named like its project omits the project; a team may follow the project. */
const azureWebPath = /^([^/]+)\/(?:([^/]+)\/(?:[^/]+\/)?)?_(?:git|ssh)\/(?:_(?:full|optimized)\/)?([^/]+)$/;
