import type { StartResult } from '../../conversations/acceptedStart';
import type { CloneRemote } from '../../repository/target';
import type { ProviderMemory } from '../../repository/targets';
import type { Workspace } from '../../repository/workspace';
import type { WorkspaceMcpServers } from '../../mcp/vscode/workspaceMcpServers';
import type { StatusPorts } from '../../conversations/vscode/askStatus';
import type { DraftPorts } from '../../draft/vscode/draftPorts';
import type { SessionKeys } from '../../service/vscode/sessionKeys';
import type { SettingsStore } from '../../settings/settingsStore';
import type { Templates } from '../../draft/templates';
import type { ServiceUrlResult } from '../../client/serviceUrl';
import type { Clock } from '../../base/clock';
import type { Redactor } from '../../base/redactor';
import type { Report } from '../../base/vscode/explanation';
import type { ReadOnlyTexts } from '../../base/vscode/readOnlyTexts';
import type { ResultPorts } from '../../result/vscode/savedResult';
import type { Start } from '../recordAndSend';
import type { RepeatedStart } from '../repeatedStart';
import type { Warning } from '../warnings';

/** A request, what is saved with its conversation, and the clone whose remote it is about. */
export interface SentRequest extends Pick<Start, 'request' | 'filledBy' | 'suggested' | 'resultBranch'> {
  /** The extension's own id of the start, if it already has one. */
  readonly id?: string | undefined;
  readonly clone?: CloneRemote | undefined;
}

/** Request sent without review, the source that filled it in, and the warnings that a review would have shown. */
export interface PreparedStart extends Pick<SentRequest, 'request' | 'filledBy' | 'suggested' | 'clone'> {
  readonly warnings: readonly { readonly kind: Warning['kind']; readonly message: string }[];
}

/** The services that sending needs. */
export interface SendPorts extends Omit<StatusPorts, 'keys'> {
  readonly workspace: Workspace;
  readonly settings: Pick<SettingsStore, 'load' | 'state'>;
  readonly snapshots: ResultPorts['snapshots'];
  readonly newId: () => string;
  readonly clock: Clock;
  /** This window's process, which waits for the answer. */
  readonly processId: number;
  /** Knows every secret that was read, typed or sent in this window. */
  readonly redactor: Pick<Redactor, 'add' | 'redact' | 'withhold'>;
}

/** The services that reviewing needs in addition. */
export interface StartPorts extends SendPorts, DraftPorts {
  readonly keys: SessionKeys;
  readonly providers: ProviderMemory;
  /** Called before a start that nobody reviewed is sent, with the warnings that the user would have seen. */
  readonly onWillStart: (start: PreparedStart) => void;
  /** The unreviewed starts of this window. */
  readonly repeated: RepeatedStart<StartResult>;
  /** Ids of the messages that this window sends, or has sent: it says itself what becomes of them. */
  readonly sendings: Set<string>;
  /** Read when the user asks for one. */
  readonly templates: () => Promise<Templates>;
  /** Read when a sheet opens: an unreviewed start sends only its own servers. */
  readonly mcp: () => Promise<WorkspaceMcpServers>;
  /** Created when the first one is shown. */
  readonly previews: () => Promise<Pick<ReadOnlyTexts, 'show'>>;
  readonly settings: Omit<SettingsStore, 'reset' | 'settings' | 'dispose'>;
  readonly report: Report;
  readonly configuration: SendPorts['configuration'] & {
    /** The setting as it is, which may be an invalid URL. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
  };
}
