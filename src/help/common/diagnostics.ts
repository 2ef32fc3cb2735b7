import type {
  DiagnosticFacts,
  GitFacts,
  NetworkFacts,
  ProxyFacts,
  RepositoryFacts,
  ServiceFacts,
  WindowFacts,
} from './diagnosticFacts';
import type { RecentFailure } from '../../service/common/recentFailures';
import type { Redactor } from '../../base/common/redactor';
import type { Target } from '../../repository/common/target';

type Line = readonly [name: string, value: string];

/**
 * A report about a problem, as Markdown. In English regardless of the display language: it is for the developers of the
 * extension. It contains no text written by the user; values from the machine are reduced to single words, and
 * everything is redacted.
 */
export function diagnostics(facts: DiagnosticFacts, redactor: Pick<Redactor, 'redact'>): string {
  const { window, service, network, git, repository, failures, at } = facts;
  const sections: readonly (readonly [title: string, lines: readonly Line[] | undefined])[] = [
    ['Window', window && windowLines(window)],
    ['Service', serviceLines(service)],
    ['Network', network && networkLines(network)],
    ['Git', git && gitLines(git)],
    ['Start repository', repository && repositoryLines(repository)],
    ['Saved on this machine', [...counted('Conversations', facts.conversations), ...counted('Drafts', facts.drafts)]],
    ['Recent failures', failures?.map((failure, index) => [String(index + 1), failureWords(failure, at)])],
  ];
  const text = sections.map(([title, lines]) => `## ${title}\n\n${list(lines)}\n`).join('\n');
  return redactor.redact(`# Agent Conversations: diagnostics\n\n${text}`);
}

function list(lines: readonly Line[] | undefined): string {
  if (!lines) return "Couldn't be read.";
  return lines.length === 0 ? 'None.' : lines.map(([name, value]) => `- ${name}: ${value}`).join('\n');
}

/** A value from the machine, as one word without markup. */
function word(text: string): string {
  const plain = text.slice(0, 100).replace(/[^\w.:+/[\]-]/g, '?');
  return plain === '' ? 'empty' : `\`${plain}\``;
}

function yes(value: boolean): string {
  return value ? 'yes' : 'no';
}

function set(value: boolean): string {
  return value ? 'set' : 'not set';
}

function counted(name: string, count: number | undefined): readonly Line[] {
  return [[name, count === undefined ? "couldn't be read" : String(count)]];
}

function windowLines(window: WindowFacts): readonly Line[] {
  const { remote, changedSettings } = window;
  const changed = changedSettings.map(({ name, where }) => `${word(name)} (${where})`).join(', ');
  return [
    ['Agent Conversations', word(window.extensionVersion)],
    ['VS Code', `${word(window.vscodeVersion)}, ${word(window.appHost)}, window in ${theUi(window)}`],
    ['Runs on', `${word(window.platform)} ${word(window.architecture)}, Node ${word(window.nodeVersion)}`],
    ['Requests sent from', remote === undefined ? "VS Code's machine" : `remote, ${word(remote)}`],
    ['Trusted', yes(window.isTrusted)],
    ['Folders', String(window.folders)],
    ['Changed settings', changed || 'none'],
  ];
}

function theUi({ ui }: WindowFacts): string {
  return ui === 'browser' ? 'a browser' : 'the desktop app';
}

function serviceLines({ address, key, settings, timeoutSeconds }: ServiceFacts): readonly Line[] {
  const keyWords = { set: 'set', notSet: 'not set', unreadable: "secret storage couldn't read it" };
  return [
    ['URL', 'origin' in address ? word(address.origin) : `invalid (${address.refused})`],
    ['Session key', key === undefined ? 'none without a URL' : keyWords[key]],
    ['Settings view', settings],
    ['Request timeout', `${timeoutSeconds} s`],
  ];
}

function networkLines(network: NetworkFacts): readonly Line[] {
  const { proxy, certificates } = network;
  return [
    ['HTTP client', word(network.httpClient)],
    ['Proxy', proxyWords(proxy)],
    ['http.proxySupport', word(network.proxySupport)],
    ['Proxy exceptions', set(network.hasExceptions)],
    ['Certificate checks', yes(network.strictSSL)],
    ['Certificate authorities besides Node', certificates === undefined ? 'unknown' : String(certificates)],
    ['NODE_EXTRA_CA_CERTS', set(network.hasExtraCertificates)],
  ];
}

function proxyWords(proxy: ProxyFacts): string {
  if (proxy.from === 'none') return 'none';
  if (proxy.from === 'vscode') return 'chosen by VS Code';
  return `${proxy.host === undefined ? "URL couldn't be read" : word(proxy.host)}, from the ${proxy.from}`;
}

function gitLines({ extension, version, repositories }: GitFacts): readonly Line[] {
  const words = {
    ready: 'enabled',
    disabled: 'disabled',
    missing: 'missing',
    noProgram: "enabled, but Git wasn't found",
  };
  return [
    ['Git extension', words[extension]],
    ['Git', version === undefined ? 'unknown' : word(version)],
    ['Open repositories', String(repositories)],
  ];
}

function repositoryLines(repository: RepositoryFacts): readonly Line[] {
  const { reason, provider, notes } = repository;
  const reasons = {
    activeEditor: 'active editor',
    sourceControl: 'selected in Source Control',
    onlyOne: 'only open repository',
    chosen: 'selected',
  };
  const words = notes.map(({ kind, commits }) => (commits === undefined ? kind : `${kind} ${commits}`));
  return [
    ['Which', reason ? reasons[reason] : 'none'],
    ['Remote', repository.hasRemote ? 'present' : 'absent'],
    ['Remote URL recognized', yes(repository.isUnderstood)],
    ['Provider', provider ?? 'unknown'],
    ['Upstream', repository.hasUpstream ? 'present' : 'absent'],
    ['Notes', words.join(', ') || 'none'],
  ];
}

function failureWords({ at, operation, kind, detail, route, sent }: RecentFailure, now: number): string {
  const what = detail === undefined ? kind : `${kind} ${detail.split(' ').map(word).join(' ')}`;
  const ways = { direct: 'direct', proxy: 'through the proxy', vscode: "through VS Code's client" };
  const way = route && ways[route];
  const when = sent === undefined ? undefined : `${sent ? 'after' : 'before'} sending began`;
  return [age(now - at), operation, what, way, when].filter((part) => part !== undefined).join(', ');
}

function age(milliseconds: number): string {
  const minutes = Math.floor(Math.max(0, milliseconds) / 60_000);
  if (minutes < 1) return 'just now';
  return minutes < 120 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}

/** Facts about a target that can be public: which properties it has, not their names. */
export function repositoryFacts({ reason, remote, host, gitProvider, upstream, notes }: Target): RepositoryFacts {
  return {
    ...(reason && { reason }),
    hasRemote: remote !== undefined,
    isUnderstood: host !== undefined,
    ...(gitProvider && { provider: gitProvider }),
    hasUpstream: upstream !== undefined,
    notes: notes.map((note) => ({ kind: note.kind, ...('commits' in note && { commits: note.commits }) })),
  };
}
