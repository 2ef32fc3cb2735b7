import { isDeepStrictEqual } from 'node:util';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import { type Line, asOneWord } from '../diagnostics';
import { configurationSection } from '../../names';
import type { NetworkFor } from '../../service/serviceConnection';
import { GitCommand } from '../../repository/gitCommand';
import type { GitApi } from '../../repository/vscode/gitApi';
import { type HttpClient, type NetworkOptions, proxyHost } from '../../client/network';
import { networkSettings } from '../../service/vscode/networkFor';

export type Extension = Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, unknown>> } };
}

export function windowLines({ packageJSON, extensionKind }: Extension): readonly Line[] {
  const { version, contributes } = packageJSON as Manifest;
  const { remoteName, appHost, uiKind } = vscode.env;
  const isRemote = remoteName !== undefined && extensionKind === vscode.ExtensionKind.Workspace;
  const ui = uiKind === vscode.UIKind.Web ? 'a browser' : 'the desktop app';
  const changed = changedSettings(configurationSection, Object.keys(contributes.configuration.properties));
  return [
    ['Agent Conversations', asOneWord(version)],
    ['VS Code', `${asOneWord(vscode.version)}, ${asOneWord(appHost)}, window in ${ui}`],
    ['Runs on', `${asOneWord(process.platform)} ${asOneWord(process.arch)}, Node ${asOneWord(process.versions.node)}`],
    ['Requests sent from', isRemote ? `remote, ${asOneWord(remoteKind(remoteName))}` : "VS Code's machine"],
    ['Trusted', vscode.workspace.isTrusted ? 'yes' : 'no'],
    ['Folders', String(vscode.workspace.workspaceFolders?.length ?? 0)],
    ['Changed settings', changed.join(', ') || 'none'],
  ];
}

/** The kind of remote. For a server in the browser, the name would be its host. */
function remoteKind(remoteName: string): string {
  return /^[a-z-]+$/.test(remoteName) ? remoteName : 'server';
}

/**
 * The settings that differ from their defaults, each with the scope whose value is effective.
 * @param ids including the section, as in package.json
 */
export function changedSettings(section: string, ids: readonly string[]): readonly string[] {
  const scope = vscode.workspace.workspaceFolders?.[0]?.uri;
  const configuration = vscode.workspace.getConfiguration(section, scope);
  return ids.flatMap((id) => {
    const name = id.slice(section.length + 1);
    const found = configuration.inspect<unknown>(name);
    // Compares the effective value, since some scopes don't count in an untrusted workspace.
    if (!found || isDeepStrictEqual(plain(configuration.get(name)), plain(found.defaultValue))) return [];
    const isUsers = (found.workspaceFolderValue ?? found.workspaceValue) === undefined;
    return [`${asOneWord(name)} (${isUsers ? 'user' : 'workspace'})`];
  });
}

/** A copy of a setting's value, which VS Code wraps in a proxy. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

export async function gitLines(git: GitApi | undefined): Promise<readonly Line[]> {
  if (!git) return [['Git extension', 'not available']];
  const said = await new GitCommand(git.git.path, tmpdir()).text(['--version']);
  const version = /(?<!\d)\d+\.[\w.-]+/.exec(said ?? '')?.[0];
  return [
    ['Git extension', 'enabled'],
    ['Git', version === undefined ? 'unknown' : asOneWord(version)],
    ['Open repositories', String(git.repositories.length)],
  ];
}

/** The network path to a service, without credentials. */
export async function networkLines(
  baseUrl: string,
  httpClient: HttpClient,
  networkFor: NetworkFor,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<readonly Line[]> {
  const { support, proxy, noProxy } = networkSettings();
  const options = await networkFor(baseUrl, httpClient);
  const hasExceptions = noProxy.length > 0 || Boolean(environment['no_proxy'] ?? environment['NO_PROXY']);
  return [
    ['HTTP client', asOneWord(httpClient)],
    ['Proxy', proxyWords(options, proxy)],
    ['http.proxySupport', asOneWord(support)],
    ['Proxy exceptions', hasExceptions ? 'set' : 'not set'],
    ['Certificate checks', options.strictSSL ? 'yes' : 'no'],
    [
      'Certificate authorities besides Node',
      httpClient === 'bundled' ? String(options.certificates.length) : 'unknown',
    ],
    ['NODE_EXTRA_CA_CERTS', (environment['NODE_EXTRA_CA_CERTS'] ?? '') !== '' ? 'set' : 'not set'],
  ];
}

function proxyWords({ httpClient, proxy }: NetworkOptions, setting: string): string {
  if (httpClient === 'vscode') return 'chosen by VS Code';
  if (!proxy) return 'none';
  const host = proxyHost(proxy.url);
  const where = setting.trim() === '' ? 'environment' : 'setting';
  return `${host === undefined ? "URL couldn't be read" : asOneWord(host)}, from the ${where}`;
}
