import type { RecentFailure } from '../service/recentFailures';
import type { Redactor } from '../base/redactor';
import type { ServiceUrlRefusal } from '../client/serviceUrl';
import type { SettingsState } from '../service/settingsState';
import type { Target } from '../repository/target';

/** What a report about a problem is made from. `undefined` is what couldn't be determined. */
export interface DiagnosticFacts extends HostFacts {
  readonly service: ServiceFacts;
  /** Where a start would go. */
  readonly repository: Target | undefined;
  readonly conversations: number | undefined;
  readonly drafts: number | undefined;
  /** Newest first. */
  readonly failures: readonly RecentFailure[] | undefined;
  /** Time when the facts were gathered, in milliseconds since 1970. */
  readonly at: number;
}

/** Facts that only the editor's side knows. */
export interface HostFacts {
  readonly window: WindowFacts | undefined;
  readonly network: NetworkFacts | undefined;
  readonly git: GitFacts | undefined;
}

export interface WindowFacts {
  readonly extensionVersion: string;
  readonly vscodeVersion: string;
  /** `desktop`, or the kind of server behind the window. */
  readonly appHost: string;
  readonly ui: 'desktop' | 'browser';
  /** The kind of remote that the extension runs on, for example `ssh-remote`; absent if it runs locally. */
  readonly remote?: string;
  readonly platform: string;
  readonly architecture: string;
  readonly nodeVersion: string;
  readonly isTrusted: boolean;
  readonly folders: number;
  /** The settings of this extension that differ from their defaults. */
  readonly changedSettings: readonly { readonly name: string; readonly where: 'user' | 'workspace' }[];
  /** The page for issues of the extension, from its manifest; absent if that has none. */
  readonly issuePage?: string;
}

export interface ServiceFacts {
  /** Scheme, host and port, or the reason why the setting isn't a valid URL. */
  readonly address: { readonly origin: string } | { readonly refused: ServiceUrlRefusal | 'unclear' };
  /** `unreadable` if the secret storage fails; `undefined` if there is no service URL that a key could belong to. */
  readonly key: 'set' | 'notSet' | 'unreadable' | undefined;
  readonly settings: SettingsState['kind'];
  readonly timeoutSeconds: number;
}

export interface NetworkFacts {
  readonly httpClient: string;
  /** The setting `http.proxySupport`. */
  readonly proxySupport: string;
  /**
   * `vscode`: it determines it for each request by itself. `host` is without user and password; absent if the URL can't be
   * parsed.
   */
  readonly proxy: { readonly from: 'none' | 'vscode' | 'setting' | 'environment'; readonly host?: string };
  /** True if some hosts bypass the proxy. */
  readonly hasExceptions: boolean;
  readonly strictSSL: boolean;
  /** Number of trusted authorities besides Node's own. */
  readonly certificates?: number;
  /** True if the environment has NODE_EXTRA_CA_CERTS. */
  readonly hasExtraCertificates: boolean;
}

export interface GitFacts {
  readonly extension: 'ready' | 'disabled' | 'missing' | 'noProgram';
  readonly version?: string;
  readonly repositories: number;
}

type Line = readonly [name: string, value: string];

/**
 * A report about a problem, as Markdown. In English regardless of the display language: it is for the developers of the
 * extension. Users paste it in public places: it contains no text written by the user, no key, and no name of a
 * repository, branch, remote, file or user; values from the machine are reduced to single words, and everything is
 * redacted.
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

function proxyWords(proxy: NetworkFacts['proxy']): string {
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

/** Which properties it has, not their names. */
function repositoryLines({ reason, remote, host, gitProvider, upstream, notes }: Target): readonly Line[] {
  const reasons = {
    activeEditor: 'active editor',
    sourceControl: 'selected in Source Control',
    onlyOne: 'only open repository',
    chosen: 'selected',
  };
  const words = notes.map((note) => ('commits' in note ? `${note.kind} ${note.commits}` : note.kind));
  return [
    ['Which', reason ? reasons[reason] : 'none'],
    ['Remote', remote !== undefined ? 'present' : 'absent'],
    ['Remote URL recognized', yes(host !== undefined)],
    ['Git provider', gitProvider ?? 'unknown'],
    ['Upstream', upstream !== undefined ? 'present' : 'absent'],
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
