import type { RecentFailure } from '../../service/common/recentFailures';
import type { GitProvider } from '../../client/common/records';
import type { SelectionReason } from '../../repository/common/repository';
import type { ServiceUrlRefusal } from '../../client/common/serviceUrl';
import type { SettingsState } from '../../service/common/settingsState';
import type { TargetNote } from '../../repository/common/target';

/**
 * Contents of a report about a problem. Users paste it in public places: no field contains the name of a repository,
 * branch, remote, file or user, or a key. `undefined` is what couldn't be determined.
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
  readonly changedSettings: readonly ChangedSetting[];
  /** The page for issues of the extension, from its manifest; absent if that has none. */
  readonly issuePage?: string;
}

export interface ChangedSetting {
  readonly name: string;
  readonly where: 'user' | 'workspace';
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
  readonly proxy: ProxyFacts;
  /** True if some hosts bypass the proxy. */
  readonly hasExceptions: boolean;
  readonly strictSSL: boolean;
  /** Number of trusted authorities besides Node's own. */
  readonly certificates?: number;
  /** True if the environment has NODE_EXTRA_CA_CERTS. */
  readonly hasExtraCertificates: boolean;
}

export type ProxyFacts =
  | { readonly from: 'none' }
  /** VS Code determines it for each request by itself. */
  | { readonly from: 'vscode' }
  /** `host` is without user and password; absent if the URL can't be parsed. */
  | { readonly from: 'setting' | 'environment'; readonly host?: string };

export interface GitFacts {
  readonly extension: 'ready' | 'disabled' | 'missing' | 'noProgram';
  readonly version?: string;
  readonly repositories: number;
}

export interface RepositoryFacts {
  /** Reason why it was selected; absent when none was. */
  readonly reason?: SelectionReason;
  readonly hasRemote: boolean;
  /** True if its remote's URL has a host and a path. */
  readonly isUnderstood: boolean;
  readonly provider?: GitProvider;
  readonly hasUpstream: boolean;
  readonly notes: readonly { readonly kind: TargetNote['kind']; readonly commits?: number }[];
}
