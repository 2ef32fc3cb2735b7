/** What a Git remote's URL says about where the repository is. Credentials in it are left behind. */
export interface RemoteLocation {
  /** Host name in lower case, with the port where one is given that is not SSH's. */
  readonly host: string;
  /** Path of the repository on its host, without `.git`: `owner/name`, `group/subgroup/name`. */
  readonly repository: string;
}

/**
 * Reads a remote URL in any of Git's spellings: `https://user:token@host:port/path.git`, `ssh://git@host/path`,
 * `git@host:path`. `undefined` for what is not on a host: local paths, `file://`, bundles, and URLs without a path.
 */
export function parseRemoteUrl(url: string): RemoteLocation | undefined {
  const trimmed = url.trim();
  // URL drops control characters in silence, which would make another address of this one.
  if (/\p{Cc}/u.test(trimmed)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)) return parseAddress(trimmed);
  return parseScpLike(trimmed);
}

function parseAddress(text: string): RemoteLocation | undefined {
  // `git+ssh://` and `ssh+git://` are old names that Git still takes.
  const address = text.replace(/^(git\+ssh|ssh\+git):/i, 'ssh:');
  const scheme = /^([a-z]+):/i.exec(address)?.[1]?.toLowerCase();
  if (!scheme || !['http', 'https', 'ssh', 'git', 'ftp', 'ftps'].includes(scheme)) return undefined;
  // A URL of a scheme that URL does not know keeps its host as it is; as https it is read like any other.
  const readable = scheme === 'http' ? address : address.replace(/^[a-z]+:/i, 'https:');
  if (!URL.canParse(readable)) return undefined;
  const { hostname, port, pathname } = new URL(readable);
  const keepsPort = scheme === 'http' || scheme === 'https';
  const host = hostname.replace(/\.$/, '');
  return locate(keepsPort && port !== '' ? `${host}:${port}` : host, decode(pathname));
}

/**
 * `[user@]host:path`, as scp writes it, and `[user@host:port]:path`. A single letter before the colon is a Windows
 * drive, two colons belong to a remote helper.
 */
function parseScpLike(text: string): RemoteLocation | undefined {
  const plain = text.replace(/^\[(?:[^@\s/:[\]]+@)?([^@\s/:[\]]+)(?::\d+)?\]:/, '$1:');
  const match = /^(?:[^@\s/:]+@)?(\[[0-9a-f:.]+\]|[^@\s/\\:[\]]{2,}):(?!:)(.+)$/i.exec(plain);
  if (!match?.[1] || !match[2]) return undefined;
  return locate(match[1].replace(/\.$/, ''), match[2]);
}

function locate(host: string, path: string): RemoteLocation | undefined {
  const repository = path
    .replace(/\\/g, '/')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '')
    .replace(/\.git$/i, '')
    .replace(/\/$/, '');
  if (repository === '' || host === '' || /\p{Cc}/u.test(repository)) return undefined;
  return { host: host.toLowerCase(), repository };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
