import { isWellKnownHost } from './gitProvider';
import type { Remote } from './repository';
import { parseRemoteUrl, type RemoteLocation, type SshConfiguration, type SshDestination } from './remoteUrl';
import { largeOutput, runProgram, type GitCommand } from './gitCommand';

export interface RemoteAddressOptions {
  readonly ssh?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

const gitLimits = { ...largeOutput, milliseconds: 5000 };
/** Short, because `ssh -G` may run programs and look up hosts, depending on the user's configuration. */
const sshLimits = { milliseconds: 2000, bytes: 256 * 1024 };

/**
 * The remotes with their locations: `insteadOf` is applied, and aliases of the SSH configuration are replaced by their
 * hosts. Doesn't connect to anything. `undefined` if Git fails.
 */
export async function readRemotes(
  git: GitCommand,
  options: RemoteAddressOptions = {},
): Promise<readonly Remote[] | undefined> {
  const listed = await git.text(['remote', '--verbose'], gitLimits);
  const remotes = listed?.split(/\r?\n/).flatMap(parseRemote);
  const askSsh = sshConfigurations(options);
  return remotes && Promise.all(remotes.map(async ({ name, url }) => ({ name, location: await locate(url, askSsh) })));
}

/** The repository at a URL that is used instead of a remote's name. Doesn't connect to anything. */
export async function remoteAtUrl(git: GitCommand, url: string, options: RemoteAddressOptions = {}): Promise<Remote> {
  // All users of the machine can read arguments, and the URL may contain a token.
  const configuration = [[`remote.${ownRemote}.url`, url]] as const;
  // Applies `insteadOf`.
  const answer = await git.text(['ls-remote', '--get-url', ownRemote], { ...gitLimits, configuration });
  const replaced = answer?.trim();
  // Git before 2.31 ignores the configuration, and takes the name for the URL.
  const known = replaced === undefined || replaced === ownRemote ? url : replaced;
  return { name: url, location: await locate(known, sshConfigurations(options)) };
}

const ownRemote = 'agent-conversations-url';

/**
 * Parses a line `name<tab>URL (fetch)`, which may also end in a partial clone's filter. Lines for push URLs are skipped, and
 * those without a URL: a user's configuration may have options for `origin` that don't make it a remote of each repository.
 */
function parseRemote(line: string): readonly { readonly name: string; readonly url: string }[] {
  const [, name, url] = /^([^\t]+)\t(.*) \(fetch\)(?: \[.*\])?$/.exec(line) ?? [];
  return name === undefined || url === undefined ? [] : [{ name, url }];
}

async function locate(url: string, askSsh: AskSsh): Promise<RemoteLocation | undefined> {
  const address = parseRemoteUrl(url);
  if (!address?.ssh || isWellKnownHost(address.location.host)) return address?.location;
  const configured = await askSsh(address.ssh);
  if (!configured) return address.location;
  const { host } = configured;
  // An IP address doesn't identify a provider, so the alias is kept then.
  const location = isIpAddress(host) ? address.location : address.onHost(host);
  return location?.sshUrl === undefined ? location : { ...location, sshUrl: address.sshUrl(configured) };
}

type AskSsh = (destination: SshDestination) => Promise<SshConfiguration | undefined>;

/** Asks SSH once for each destination: a project with hundreds of forks on one host would start as many processes. */
function sshConfigurations(options: RemoteAddressOptions): AskSsh {
  const known = new Map<string, ReturnType<AskSsh>>();
  return (destination) => {
    const name = JSON.stringify(destination);
    const configuration = known.get(name) ?? readSshConfiguration(destination, options);
    known.set(name, configuration);
    return configuration;
  };
}

/** @returns `undefined` if SSH isn't available. Without a configured user, SSH reports the local one */
async function readSshConfiguration(
  { user, host }: SshDestination,
  { ssh = 'ssh', environment = process.env }: RemoteAddressOptions,
): Promise<SshConfiguration | undefined> {
  if (isIpAddress(host) || (user !== undefined && shellSigns.test(user))) return undefined;
  const destination = user ? `${user}@${host}` : host;
  const answer = await runProgram(ssh, ['-G', '--', destination], sshLimits, environment);
  const text = answer.kind === 'text' ? answer.text : '';
  const name = /^hostname ([^\s@/\\?#[\]]+)\r?$/m.exec(text)?.[1];
  if (name === undefined) return undefined;
  const login = /^user (\S+)\r?$/m.exec(text)?.[1];
  const port = /^port (\d+)\r?$/m.exec(text)?.[1];
  return { host: name, ...(login && { user: login }), ...(port && { port }) };
}

/**
 * SSH before 9.6 passes a user with these to the shell for a `Match exec` that names the user, and a submodule's URL, in which
 * anyone may write one, is that of its remote. A single backslash separates a Windows domain from its user.
 */
const shellSigns = /[\s'"`;&<>|(){}]|\\$/;

function isIpAddress(host: string): boolean {
  return host.includes(':') || /^\d+(?:\.\d+){3}$/.test(host);
}
