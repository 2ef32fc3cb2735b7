import { isDeepStrictEqual } from 'node:util';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import type { HostFacts, WindowFacts, GitFacts, NetworkFacts } from '../diagnostics';
import type { Log } from '../../base/log';
import { configurationSection } from '../../names';
import type { Configuration } from '../../service/vscode/configuration';
import { errorName } from '../../base/log';
import type { NetworkFor } from '../../service/vscode/serviceConnection';
import { GitCommand } from '../../repository/gitCommand';
import { openGit } from '../../repository/vscode/gitApi';
import { type HttpClient, type NetworkOptions, proxyHost } from '../../client/network';
import { networkSettings } from '../../service/vscode/networkSettings';

type Extension = Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;

/** The editor's facts for a report about a problem. Each part separately: a failing one doesn't affect the others. */
export async function diagnosticsHere(
  extension: Extension,
  { serviceUrl, httpClient }: Pick<Configuration, 'serviceUrl' | 'httpClient'>,
  networkFor: NetworkFor,
  log: Log,
): Promise<HostFacts> {
  // If the service URL isn't valid, that of an arbitrary service.
  const baseUrl = serviceUrl.ok ? serviceUrl.address.baseUrl : 'https://service.invalid';
  const tried = async <T>(part: string, read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      log.warn("Part of the diagnostics couldn't be read.", { part, error: errorName(error) });
      return undefined;
    }
  };
  const [window, network, git] = await Promise.all([
    tried('window', () => windowFacts(extension)),
    tried('network', () => diagnosticsOfNetwork({ baseUrl, httpClient, networkFor })),
    tried('git', diagnosticsOfGit),
  ]);
  return { window, network, git };
}

function windowFacts({ packageJSON, extensionKind }: Extension): WindowFacts {
  const { version, contributes, bugs } = packageJSON as Manifest;
  const issuePage = typeof bugs === 'string' ? bugs : bugs?.url;
  const { remoteName, appHost, uiKind } = vscode.env;
  const isRemote = remoteName !== undefined && extensionKind === vscode.ExtensionKind.Workspace;
  return {
    extensionVersion: version,
    vscodeVersion: vscode.version,
    appHost,
    ui: uiKind === vscode.UIKind.Web ? 'browser' : 'desktop',
    // For a server in the browser, the name is its host.
    ...(isRemote && { remote: /^[a-z-]+$/.test(remoteName) ? remoteName : 'server' }),
    platform: process.platform,
    architecture: process.arch,
    nodeVersion: process.versions.node,
    isTrusted: vscode.workspace.isTrusted,
    folders: vscode.workspace.workspaceFolders?.length ?? 0,
    changedSettings: changedSettings(configurationSection, Object.keys(contributes.configuration.properties)),
    ...(issuePage !== undefined && { issuePage }),
  };
}

interface Manifest {
  readonly version: string;
  readonly bugs?: string | { readonly url?: string };
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, unknown>> } };
}

/**
 * The settings that differ from their defaults, and the scope that takes effect.
 * @param ids with their section, as in the manifest
 */
export function changedSettings(section: string, ids: readonly string[]): WindowFacts['changedSettings'] {
  const scope = vscode.workspace.workspaceFolders?.[0]?.uri;
  const configuration = vscode.workspace.getConfiguration(section, scope);
  return ids.flatMap((id): WindowFacts['changedSettings'] => {
    const name = id.slice(section.length + 1);
    const found = configuration.inspect<unknown>(name);
    // Compares the value, not the scopes: in an untrusted workspace, some scopes don't count.
    if (!found || isDeepStrictEqual(plain(configuration.get(name)), plain(found.defaultValue))) return [];
    return [{ name, where: (found.workspaceFolderValue ?? found.workspaceValue) === undefined ? 'user' : 'workspace' }];
  });
}

/** VS Code returns objects behind a proxy that rejects writing. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Git's availability and version, and the number of its open repositories. */
export async function diagnosticsOfGit(): Promise<GitFacts> {
  const git = await openGit();
  if (typeof git === 'string') return { extension: git, repositories: 0 };
  const version = await versionOf(git.git.path);
  return { extension: 'ready', ...(version !== undefined && { version }), repositories: git.repositories.length };
}

async function versionOf(program: string): Promise<string | undefined> {
  const said = await new GitCommand(program).run(['--version'], { root: tmpdir() });
  return said.kind === 'text' ? /(?<!\d)\d+\.[\w.-]+/.exec(said.text)?.[0] : undefined;
}

/** Calls whose network path is reported. */
export interface CallFacts {
  readonly baseUrl: string;
  readonly httpClient: HttpClient;
  readonly networkFor: NetworkFor;
}

/** Network path of requests to a service, without users and passwords. */
export async function diagnosticsOfNetwork(
  { baseUrl, httpClient, networkFor }: CallFacts,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<NetworkFacts> {
  const settings = networkSettings();
  const options = await networkFor(baseUrl, httpClient);
  return {
    httpClient,
    proxySupport: settings.support,
    proxy: proxyFacts(options, settings.proxy),
    hasExceptions: settings.noProxy.length > 0 || Boolean(environment['no_proxy'] ?? environment['NO_PROXY']),
    strictSSL: options.strictSSL,
    ...(httpClient === 'bundled' && { certificates: options.certificates.length }),
    hasExtraCertificates: (environment['NODE_EXTRA_CA_CERTS'] ?? '') !== '',
  };
}

function proxyFacts({ httpClient, proxy }: NetworkOptions, setting: string): NetworkFacts['proxy'] {
  if (httpClient === 'vscode') return { from: 'vscode' };
  if (!proxy) return { from: 'none' };
  const host = proxyHost(proxy.url);
  return { from: setting.trim() === '' ? 'environment' : 'setting', ...(host !== undefined && { host }) };
}
