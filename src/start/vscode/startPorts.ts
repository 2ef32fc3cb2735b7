import type { StartResult } from '../../conversations/acceptedStart';
import type { CloneRemote } from '../../repository/target';
import type { ProviderMemory } from '../../repository/targets';
import type { Workspace } from '../../repository/workspace';
import type { WorkspaceMcpServers } from '../../mcp/vscode/workspaceMcpServers';
import type { StatusPorts } from '../../conversations/vscode/statusNotices';
import type { DraftPorts } from '../../draft/vscode/draftPorts';
import type { SessionKeys } from '../../service/vscode/sessionKeys';
import type { SettingsStore } from '../../settings/settingsStore';
import type { Templates } from '../../draft/templates';
import type { ServiceUrlResult } from '../../client/serviceUrl';
import type { Clock } from '../../base/clock';
import type { Redactor } from '../../base/redactor';
import type { Disposable } from '../../base/lifecycle';
import type { Report } from '../../base/vscode/explanation';
import type { ReadOnlyTexts } from '../../base/vscode/readOnlyTexts';
import type { ResultPorts } from '../../result/vscode/remoteAtStart';
import type { Start } from '../recordAndSend';
import type { RepeatedStart } from '../repeatedStart';
import type { Warning } from '../warnings';

/** A request to send, data to save with its conversation, and the local clone of its repository. */
export interface RequestToSend extends Pick<Start, 'request' | 'filledBy' | 'suggested' | 'resultBranch'> {
  /** The extension's own id of the start, if it already has one. */
  readonly id?: string | undefined;
  readonly clone?: CloneRemote | undefined;
}

/** A request that is sent without review, and the warnings that the sheet would have shown. */
export interface PreparedStart extends Pick<RequestToSend, 'request' | 'filledBy' | 'suggested' | 'clone'> {
  readonly warnings: readonly { readonly kind: Warning['kind']; readonly message: string }[];
}

export interface SendPorts extends Omit<StatusPorts, 'keys'> {
  readonly workspace: Workspace;
  readonly providers: ProviderMemory;
  readonly settings: Pick<SettingsStore, 'load' | 'state'>;
  readonly snapshots: ResultPorts['snapshots'];
  readonly newId: () => string;
  readonly clock: Clock;
  /** Removes every secret that was read, typed or sent in this window. */
  readonly redactor: Pick<Redactor, 'add' | 'redact' | 'withhold'>;
}

export interface StartPorts extends SendPorts, DraftPorts {
  readonly keys: SessionKeys;
  readonly onWillStart: (start: PreparedStart) => void;
  /** The unreviewed starts of this window. */
  readonly repeatedStarts: RepeatedStart<StartResult>;
  /** Ids of the messages that this window is sending or has sent. It tells the user about their outcome itself. */
  readonly sendings: Set<string>;
  /** Loaded when the user asks for a template. */
  readonly templates: () => Promise<Templates>;
  /** Loaded when a sheet opens. An unreviewed start only sends the servers in its own request. */
  readonly mcp: () => Promise<WorkspaceMcpServers>;
  /** Created when the first one is shown. */
  readonly previews: () => Promise<Pick<ReadOnlyTexts, 'show'>>;
  readonly settings: Omit<SettingsStore, 'reset' | 'retry' | 'settings' | 'dispose'>;
  readonly report: Report;
  /** Called with each sheet that is opened for this draft. */
  readonly onSheet?: ((sheet: Disposable) => void) | undefined;
  /** Called if the sheet was closed, or the user went on with another draft on it. What follows isn't about this draft. */
  readonly onLeft?: ((isSaved: boolean) => void) | undefined;
  readonly configuration: SendPorts['configuration'] & {
    readonly serviceUrl: ServiceUrlResult;
    /** The text of the setting, which may not be a valid URL. */
    readonly serviceUrlText: string;
  };
}
