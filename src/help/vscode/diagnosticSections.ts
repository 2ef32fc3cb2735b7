import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { errorName, type Log } from '../../base/log';
import { type HttpClient, type NetworkOptions, proxyHost } from '../../client/network';
import type { History } from '../../conversations/history';
import type { Drafts } from '../../draft/drafts';
import { configurationSection } from '../../names';
import { GitCommand } from '../../repository/gitCommand';
import { Targets, type TargetPorts } from '../../repository/targets';
import { openGit, type GitApi } from '../../repository/vscode/gitApi';
import type { RecentFailure } from '../../service/recentFailures';
import type { NetworkFor } from '../../service/serviceConnection';
import { type Configuration, networkSettings } from '../../service/vscode/configuration';
import type { SessionKeys } from '../../service/vscode/sessionKeys';
import { asOneWord, failureLines, repositoryLines, type Line, type Section } from '../diagnostics';

export interface DiagnosedPorts extends TargetPorts {
  readonly extension: Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionKind'>;
  readonly networkFor: NetworkFor;
  readonly failures: () => Promise<{ readonly latest: readonly RecentFailure[] }>;
  readonly keys: Pick<SessionKeys, 'get'>;
  readonly drafts: () => Promise<Pick<Drafts, 'list'>>;
  readonly history: Pick<History, 'load' | 'completeSince'>;
  readonly configuration: Pick<Configuration, 'serviceUrl' | 'requestTimeoutSeconds' | 'httpClient'>;
  readonly log: Log;
}

/** All sections of the diagnostics. Each is read separately, since the problem itself may make one of them fail. */
export function diagnosticSections(ports: DiagnosedPorts): Promise<readonly Section[]> {
  const { extension, networkFor, failures, drafts, history, configuration, log } = ports;
  const { serviceUrl, httpClient } = configuration;
  // Without a valid service URL, the network path to an arbitrary host is shown.
  const baseUrl = serviceUrl.ok ? serviceUrl.address.baseUrl : 'https://service.invalid';
  const section = async (name: string, read: () => readonly Line[] | Promise<readonly Line[]>): Promise<Section> => {
    try {
      return { name, lines: await read() };
    } catch (error) {
      log.warn("Part of the diagnostics couldn't be read.", { part: name, error: errorName(error) });
      return { name, lines: undefined };
    }
  };
  return Promise.all([
    section('Window', () => windowLines(extension)),
    section('Service', () => serviceLines(ports)),
    section('Network', () => networkLines(baseUrl, httpClient, networkFor)),
    section('Git', async () => gitLines(await openGit())),
    section('Start repository', async () => repositoryLines((await new Targets(ports).find()).target)),
    section('Conversations', () => historyLines(history)),
    section('Drafts', async () => [['Offered in this window', String((await (await drafts()).list()).length)]]),
    section('Recent failures', async () => failureLines((await failures()).latest, Date.now())),
  ]);
}

interface Manifest {
  readonly version: string;
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, unknown>> } };
}

function windowLines({ packageJSON, extensionKind }: DiagnosedPorts['extension']): readonly Line[] {
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

async function serviceLines({ configuration, keys, settings }: DiagnosedPorts): Promise<readonly Line[]> {
  const { serviceUrl, requestTimeoutSeconds } = configuration;
  const rest: readonly Line[] = [
    ['Settings view', settings.state.kind],
    ['Request timeout', `${requestTimeoutSeconds} s`],
  ];
  if (!serviceUrl.ok)
    return [['URL', `invalid (${serviceUrl.reason})`], ['Session key', 'none without a URL'], ...rest];
  const { origin, baseUrl } = serviceUrl.address;
  const key = await keys.get(origin).then(
    (kept) => (kept === undefined ? 'not set' : 'set'),
    () => "secret storage couldn't read it",
  );
  // If an `@` follows, the apparent host may be part of the credentials.
  const url = baseUrl.includes('@') ? 'invalid (unclear)' : asOneWord(origin);
  return [['URL', url], ['Session key', key], ...rest];
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

/** Only the newest conversations are read: a history may have any number. */
async function historyLines(history: DiagnosedPorts['history']): Promise<readonly Line[]> {
  const { length } = await history.load();
  return [
    ['Read', String(length)],
    ['Older ones on disk', history.completeSince > 0 ? 'yes' : 'no'],
  ];
}
