import { isUrl, percentDecoded } from '../base/url';

/** Location of a repository, read from a Git remote's URL. Credentials in the URL are dropped. */
export interface RemoteLocation {
  /** Host name in lower case, with the port if there is one and it isn't SSH's. */
  readonly host: string;
  /** Path of the repository on its host, without `.git`: `owner/name`, `group/subgroup/name`. */
  readonly repository: string;
  /** True for an `http://` URL. The host's web pages probably use it, too. */
  readonly isPlainHttp?: true;
  /** The SSH URL, if the remote has one, without a password and without a personal user name. */
  readonly sshUrl?: string;
}

export interface SshDestination {
  readonly user: string | undefined;
  /** Unchanged: names in an SSH configuration are case-sensitive. */
  readonly host: string;
}

/** The SSH configuration for a destination. User and port are used if the URL doesn't contain them. */
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
  /** The location on the host that the name in the URL stands for; `undefined` if that host isn't valid. */
  onHost(host: string): RemoteLocation | undefined;
  /** The SSH URL for a machine that doesn't have this configuration. */
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

/** Git's own limit is the maximum length of a path. */
const maxLength = 4096;

/** Other names of the same hosts, such as for SSH on port 443. */
const alternativeNames: ReadonlyMap<string, string> = new Map([
  ['www.github.com', 'github.com'],
  ['ssh.github.com', 'github.com'],
  ['www.gitlab.com', 'gitlab.com'],
  ['altssh.gitlab.com', 'gitlab.com'],
  ['www.bitbucket.org', 'bitbucket.org'],
  ['altssh.bitbucket.org', 'bitbucket.org'],
]);

/**
 * Parses a remote URL in any of Git's notations: `https://user:token@host:port/path.git`, `ssh://git@host/path`,
 * `git@host:path`. `undefined` for local paths, `file://`, bundles, remote helpers, and URLs without a path.
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
  // Azure DevOps also escapes its SSH URLs, in both notations.
  const isEscaped = scheme !== undefined || azureSshHosts.has(host ?? '');
  const repository = repositoryIn(isEscaped ? percentDecoded(path) : path);
  if (!host || !repository) return undefined;
  const isPlainHttp = scheme?.toLowerCase() === 'http' && ({ isPlainHttp: true } as const);
  const sshUrl = isSsh(scheme) ? sshUrlOf(parts, host) : undefined;
  return azureLocation(host, repository, user) ?? { host, repository, ...isPlainHttp, ...(sshUrl && { sshUrl }) };
}

function isSsh(scheme: string | undefined): boolean {
  return scheme === undefined || /^(?:ssh|git\+ssh|ssh\+git)$/i.test(scheme);
}

/** Users that stand for a provider rather than a person. */
const serviceUsers: readonly string[] = ['git', 'gitea', 'gitlab', 'forgejo', 'gogs'];

/** Keeps the notation without a scheme if there is no port, because its path may be relative to the home folder. */
function sshUrlOf({ scheme, user, port, path }: AddressParts, host: string): string {
  const login = user !== undefined && serviceUsers.includes(user) ? `${user}@` : '';
  if (port && port !== '22') return `ssh://${login}${host}:${port}/${path.replace(/^\/+/, '')}`;
  return scheme === undefined ? `${login}${host}:${path}` : `ssh://${login}${host}${path}`;
}

export function canonicalHost(host: string): string {
  return alternativeNames.get(host) ?? host;
}

function readParts(url: string): AddressParts | undefined {
  const text = url.trim();
  if (text.length > maxLength || /\p{Cc}/u.test(text)) return undefined;
  const parts = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? readUrl(text) : readScp(text);
  if (!parts || hostOf(parts) === undefined || repositoryIn(parts.path) === undefined) return undefined;
  // With an unescaped slash in a password, or without a scheme, a part of the credentials would be read as the path.
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
 * Reads `[user@]host:path`, as in scp, and `[user@host:port]:path`. Not read: a single letter without a user, which is a
 * Windows drive, two colons, which belong to a remote helper, and a scheme without its slashes.
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

/** @returns `undefined` for a name that DNS and SSH don't accept, or that a program would read as an option */
function hostOf({ scheme, host, port }: AddressParts): string | undefined {
  const name = host.replace(/\.$/, '');
  if (/^-|[\s'"`$\\;&<>|(){},]/.test(name)) return undefined;
  // URL is only used for international names and IPv6, because it would read a plain number as an IPv4 address.
  const isPlain = /^[\w.+-]+$/.test(name);
  if (!isPlain && !isUrl(`https://${name}`)) return undefined;
  const known = canonicalHost(isPlain ? name.toLowerCase() : new URL(`https://${name}`).hostname);
  const ownPort = { http: '80', https: '443' }[scheme?.toLowerCase() ?? ''];
  return !ownPort || !port || port === ownPort ? known : `${known}:${port}`;
}

/** The normalized path; `undefined` if a host can't have it. */
function repositoryIn(path: string): string | undefined {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]/)) {
    if (segment === '..' && segments.pop() === undefined) return undefined;
    // A relative path starts in the home folder, so `~/` can be omitted.
    const isSkipped = ['', '.', '..'].includes(segment) || (segment === '~' && segments.length === 0);
    if (!isSkipped) segments.push(segment);
  }
  const repository = segments.join('/').replace(/\/?\.git$/i, '');
  return repository === '' || /[\p{Cc}:]/u.test(repository) ? undefined : repository;
}

const azureSshHosts: ReadonlySet<string> = new Set(['ssh.dev.azure.com', 'vs-ssh.visualstudio.com']);

/** Azure DevOps has several hosts and paths for one repository. They all become `organization/project/repository`. */
function azureLocation(host: string, repository: string, user: string | undefined): RemoteLocation | undefined {
  const isSsh = azureSshHosts.has(host);
  const organizationInHost = /^([\w-]+)\.visualstudio\.com$/.exec(host)?.[1];
  if (!isSsh && organizationInHost === undefined && host !== 'dev.azure.com') return undefined;
  // In older SSH URLs, the organization is the user.
  const organization = isSsh ? user : organizationInHost;
  const isComplete = organization === undefined || azureSshPath.test(repository);
  const path = isComplete ? repository : `${organization}/${repository.replace(/^DefaultCollection\//i, '')}`;
  const match = (isComplete && isSsh ? azureSshPath : azureWebPath).exec(path);
  if (!match) return undefined;
  const [, owner, project, name] = match;
  return { host: 'dev.azure.com', repository: [owner, project ?? name, name].join('/') };
}

const azureSshPath = /^v3\/([^/]+)\/([^/]+)\/([^/]+)$/;
/** If repository and project have the same name, the URL omits the project. A team may follow the project. */
const azureWebPath = /^([^/]+)\/(?:([^/]+)\/(?:[^/]+\/)?)?_(?:git|ssh)\/(?:_(?:full|optimized)\/)?([^/]+)$/;
