import type { RecentFailure } from '../../service/common/recentFailures';
import type { GitProvider } from '../../client/common/records';
import type { SelectionReason } from '../../repository/common/repository';
import type { ServiceUrlRefusal } from '../../client/common/serviceUrl';
import type { SettingsState } from '../../service/common/settingsState';
import type { TargetNote } from '../../repository/common/target';

/**
 * What a report about a problem is made of. People paste it where everybody reads it: there is no field here for the
 * name of a repository, branch, remote, file or person, nor for a key. `undefined` is what could not be found out.
 */
export interface DiagnosticFacts {
  readonly window: WindowFacts | undefined;
  readonly service: ServiceFacts;
  readonly network: NetworkFacts | undefined;
  readonly git: GitFacts | undefined;
  readonly repository: RepositoryFacts | undefined;
  readonly conversations: number | undefined;
  readonly drafts: number | undefined;
  /** Newest first. */
  readonly failures: readonly RecentFailure[] | undefined;
  /** When the facts were gathered, in milliseconds since 1970. */
  readonly at: number;
}

/** What only the editor's side knows. */
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
  /** The kind of remote that the extension runs on, `ssh-remote` for instance; absent where it runs beside the window. */
  readonly remote?: string;
  readonly platform: string;
  readonly architecture: string;
  readonly nodeVersion: string;
  readonly isTrusted: boolean;
  readonly folders: number;
  /** The settings of this extension that are not at their defaults. */
  readonly changedSettings: readonly ChangedSetting[];
  /** Where issues of the extension belong, by its manifest; absent while it names no place. */
  readonly issuePage?: string;
}

export interface ChangedSetting {
  readonly name: string;
  readonly where: 'user' | 'workspace';
}

export interface ServiceFacts {
  /** Scheme, host and port, or why the setting is no address. */
  readonly address: { readonly origin: string } | { readonly refused: ServiceUrlRefusal | 'unclear' };
  /** `unreadable` where the secret storage refuses; `undefined` where there is no address that a key could be for. */
  readonly key: 'set' | 'notSet' | 'unreadable' | undefined;
  readonly settings: SettingsState['kind'];
  readonly timeoutSeconds: number;
}

export interface NetworkFacts {
  readonly httpClient: string;
  /** The setting `http.proxySupport`. */
  readonly proxySupport: string;
  readonly proxy: ProxyFacts;
  /** Some hosts are to be reached without the proxy. */
  readonly hasExceptions: boolean;
  readonly strictSSL: boolean;
  /** How many authorities are trusted beside Node's own. */
  readonly certificates?: number;
  /** Whether the environment has NODE_EXTRA_CA_CERTS. */
  readonly hasExtraCertificates: boolean;
}

export type ProxyFacts =
  | { readonly from: 'none' }
  /** VS Code finds it for each request by itself. */
  | { readonly from: 'vscode' }
  /** `host` is without user and password; absent where the address cannot be read. */
  | { readonly from: 'setting' | 'environment'; readonly host?: string };

export interface GitFacts {
  readonly extension: 'ready' | 'disabled' | 'missing' | 'noProgram';
  readonly version?: string;
  readonly repositories: number;
}

export interface RepositoryFacts {
  /** Why it was taken; absent when none was. */
  readonly reason?: SelectionReason;
  readonly hasRemote: boolean;
  /** Its remote's address has a host and a path. */
  readonly isUnderstood: boolean;
  readonly provider?: GitProvider;
  readonly hasUpstream: boolean;
  readonly notes: readonly { readonly kind: TargetNote['kind']; readonly commits?: number }[];
}
