import { failureLines, repositoryLines, asOneWord, type Line, type Section } from '../diagnostics';
import type { Drafts } from '../../draft/drafts';
import { errorName, type Log } from '../../base/log';
import type { SessionKeys } from '../../service/vscode/sessionKeys';
import type { RecentFailure } from '../../service/recentFailures';
import type { Configuration } from '../../service/vscode/configuration';
import type { NetworkFor } from '../../service/serviceConnection';
import { openGit } from '../../repository/vscode/gitApi';
import { Targets, type TargetPorts } from '../../repository/targets';
import type { History } from '../../conversations/history';
import { gitLines, networkLines, windowLines, type Extension } from './windowDiagnostics';

export interface DiagnosedPorts extends TargetPorts {
  readonly extension: Extension;
  readonly networkFor: NetworkFor;
  readonly failures: () => Promise<{ readonly latest: readonly RecentFailure[] }>;
  readonly keys: Pick<SessionKeys, 'get'>;
  readonly drafts: () => Promise<Pick<Drafts, 'list'>>;
  readonly history: Pick<History, 'load'>;
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
  const count = async (found: Promise<readonly unknown[]>): Promise<readonly Line[]> => [
    ['Saved on this machine', String((await found).length)],
  ];
  return Promise.all([
    section('Window', () => windowLines(extension)),
    section('Service', () => serviceLines(ports)),
    section('Network', () => networkLines(baseUrl, httpClient, networkFor)),
    section('Git', async () => gitLines(await openGit())),
    section('Start repository', async () => repositoryLines((await new Targets(ports).find()).target)),
    section('Conversations', () => count(history.load())),
    section('Drafts', async () => count((await drafts()).list())),
    section('Recent failures', async () => failureLines((await failures()).latest, Date.now())),
  ]);
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
