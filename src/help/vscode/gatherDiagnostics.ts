import * as vscode from 'vscode';
import { type DiagnosticFacts, type HostFacts, type ServiceFacts, diagnostics } from '../diagnostics';
import type { Drafts } from '../../draft/draftStore';
import type { Log } from '../../base/log';
import type { SessionKeys } from '../../service/vscode/sessionKeys';
import type { SettingsStore } from '../../settings/settingsStore';
import type { Workspace } from '../../repository/workspace';
import type { RecentFailure } from '../../service/recentFailures';
import type { Redactor } from '../../base/redactor';
import type { ServiceUrlResult } from '../../client/serviceUrl';
import { Targets, type ProviderMemory } from '../../repository/targets';
import type { Report } from '../../base/vscode/explanation';
import { withProgress } from '../../base/vscode/withProgress';
import type { History } from '../../conversations/history';

export interface DiagnosticPorts {
  readonly host: () => Promise<HostFacts>;
  readonly failures: () => Promise<{ readonly latest: readonly RecentFailure[] }>;
  readonly keys: Pick<SessionKeys, 'get'>;
  readonly drafts: () => Promise<Pick<Drafts, 'documents'>>;
  readonly history: Pick<History, 'load'>;
  readonly workspace: Workspace;
  readonly settings: Pick<SettingsStore, 'state'>;
  readonly providers: ProviderMemory;
  readonly configuration: { readonly serviceUrl: ServiceUrlResult; readonly requestTimeoutSeconds: number };
  readonly redactor: Pick<Redactor, 'redact'>;
  readonly log: Log;
  readonly report: Report;
}

/** Copies diagnostics to the clipboard, and offers to show them. Sends nothing. */
export async function copyDiagnostics(ports: DiagnosticPorts): Promise<void> {
  const facts = await gatherDiagnostics(ports);
  if (!facts) return;
  const text = diagnostics(facts, ports.redactor);
  await vscode.env.clipboard.writeText(text);
  offerToShow(text).catch(ports.report);
}

async function offerToShow(text: string): Promise<void> {
  const show = vscode.l10n.t('Show');
  const clicked = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Diagnostics copied. They name the service host and your proxy host, but no keys, paths, repositories, or branches.',
    ),
    show,
  );
  if (clicked !== show) return;
  await vscode.window.showTextDocument(
    await vscode.workspace.openTextDocument({ language: 'markdown', content: text }),
  );
}

/**
 * Collects diagnostics. Each part separately: the problem itself may make one of them fail. Sends nothing.
 * @returns `undefined` when it was cancelled
 */
export function gatherDiagnostics(ports: DiagnosticPorts): Promise<DiagnosticFacts | undefined> {
  return withProgress(vscode.l10n.t('Collecting diagnostics...'), async (signal) => {
    const facts = await gather(ports);
    return signal.aborted ? undefined : facts;
  });
}

async function gather(ports: DiagnosticPorts): Promise<DiagnosticFacts> {
  const { host, failures, drafts, history, workspace, settings, providers, log } = ports;
  const tried = <T>(part: string, read: () => Promise<T>): Promise<T | undefined> =>
    read().catch((error: unknown) => {
      log.warn("Part of the diagnostics couldn't be read.", { part, error: String(error) });
      return undefined;
    });
  const [known, service, target, conversations, documents, failed] = await Promise.all([
    tried('host', host),
    serviceFacts(ports),
    tried('repository', () => new Targets(workspace, settings, providers).find()),
    tried('history', () => history.load()),
    tried('drafts', async () => (await drafts()).documents()),
    tried('failures', failures),
  ]);
  return {
    ...(known ?? { window: undefined, network: undefined, git: undefined }),
    service,
    repository: target?.target,
    conversations: conversations?.length,
    drafts: documents?.length,
    failures: failed?.latest,
    at: Date.now(),
  };
}

async function serviceFacts({ configuration, keys, settings }: DiagnosticPorts): Promise<ServiceFacts> {
  const { serviceUrl, requestTimeoutSeconds: timeoutSeconds } = configuration;
  const rest = { settings: settings.state.kind, timeoutSeconds };
  if (!serviceUrl.ok) return { address: { refused: serviceUrl.reason }, key: undefined, ...rest };
  const { origin, baseUrl } = serviceUrl.address;
  const key = await keys.get(origin).then(
    (kept) => (kept === undefined ? 'notSet' : 'set'),
    () => 'unreadable' as const,
  );
  // If an `@` follows, the apparent host may be the beginning of a password.
  const address = baseUrl.includes('@') ? { refused: 'unclear' as const } : { origin };
  return { address, key, ...rest };
}
