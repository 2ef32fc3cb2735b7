import * as vscode from 'vscode';
import { diagnostics, failureLines, repositoryLines, word, type Line, type Section } from '../diagnostics';
import type { Drafts } from '../../draft/draftStore';
import { errorName, type Log } from '../../base/log';
import type { SessionKeys } from '../../service/vscode/sessionKeys';
import type { SettingsStore } from '../../settings/settingsStore';
import type { Workspace } from '../../repository/workspace';
import type { RecentFailure } from '../../service/recentFailures';
import type { Redactor } from '../../base/redactor';
import type { Configuration } from '../../service/vscode/configuration';
import type { NetworkFor } from '../../service/vscode/serviceConnection';
import { openGit } from '../../repository/vscode/gitApi';
import { targetsOf, type ProviderMemory } from '../../repository/targets';
import type { Report } from '../../base/vscode/explanation';
import { notify } from '../../base/vscode/notify';
import { withProgress } from '../../base/vscode/withProgress';
import type { History } from '../../conversations/history';
import { gitLines, networkLines, windowLines, type Extension } from './windowDiagnostics';

export interface DiagnosticPorts {
  readonly extension: Extension;
  readonly networkFor: NetworkFor;
  readonly failures: () => Promise<{ readonly latest: readonly RecentFailure[] }>;
  readonly keys: Pick<SessionKeys, 'get'>;
  readonly drafts: () => Promise<Pick<Drafts, 'documents'>>;
  readonly history: Pick<History, 'load'>;
  readonly workspace: Workspace;
  readonly settings: Pick<SettingsStore, 'state'>;
  readonly providers: ProviderMemory;
  readonly configuration: Pick<Configuration, 'serviceUrl' | 'requestTimeoutSeconds' | 'httpClient'>;
  readonly redactor: Pick<Redactor, 'redact'>;
  readonly log: Log;
  readonly report: Report;
}

/** Copies diagnostics to the clipboard, and offers to show them. Sends nothing. */
export async function copyDiagnostics(ports: DiagnosticPorts): Promise<void> {
  const text = await gatherDiagnostics(ports);
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  const show = async () =>
    vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content: text }));
  notify(
    vscode.window.showInformationMessage,
    vscode.l10n.t(
      'Diagnostics copied. They name the service host and your proxy host, but no keys, paths, repositories, or branches.',
    ),
    { label: vscode.l10n.t('Show'), run: show },
  ).then(undefined, ports.report);
}

/**
 * Collects diagnostics. Sends nothing.
 * @returns `undefined` when it was cancelled
 */
export function gatherDiagnostics(ports: DiagnosticPorts): Promise<string | undefined> {
  return withProgress(vscode.l10n.t('Collecting diagnostics...'), async (signal) => {
    const sections = await sectionsOf(ports);
    return signal.aborted ? undefined : diagnostics(sections, ports.redactor);
  });
}

/** Each part separately: the problem itself may make one of them fail. */
function sectionsOf(ports: DiagnosticPorts): Promise<readonly Section[]> {
  const { extension, networkFor, failures, drafts, history, configuration, log } = ports;
  const { serviceUrl, httpClient } = configuration;
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
  const section = async (title: string, read: () => readonly Line[] | Promise<readonly Line[]>): Promise<Section> => ({
    title,
    lines: await tried(title, read),
  });
  const count = async (name: string, read: () => Promise<readonly unknown[]>): Promise<Line> => {
    const found = await tried(name, read);
    return [name, found ? String(found.length) : "couldn't be read"];
  };
  return Promise.all([
    section('Window', () => windowLines(extension)),
    section('Service', () => serviceLines(ports)),
    section('Network', () => networkLines({ baseUrl, httpClient, networkFor })),
    section('Git', async () => gitLines(await openGit())),
    section('Start repository', async () => repositoryLines((await targetsOf(ports).find()).target)),
    section('Saved on this machine', () =>
      Promise.all([
        count('Conversations', () => history.load()),
        count('Drafts', async () => (await drafts()).documents()),
      ]),
    ),
    section('Recent failures', async () => failureLines((await failures()).latest, Date.now())),
  ]);
}

async function serviceLines({ configuration, keys, settings }: DiagnosticPorts): Promise<readonly Line[]> {
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
  // If an `@` follows, the apparent host may be the beginning of a password.
  const url = baseUrl.includes('@') ? 'invalid (unclear)' : word(origin);
  return [['URL', url], ['Session key', key], ...rest];
}
