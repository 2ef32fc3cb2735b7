import type { Disposable, Slot } from '../../base/common/lifecycle';
import type { McpServers } from '../../mcp/common/mcpServers';
import type { FilledFields } from '../../conversations/common/conversation';
import type { Drafts } from '../../draft/common/drafts';
import type { KeyStore } from '../../service/common/serviceAccess';
import type { SettingsSource } from '../../settings/common/settingsSource';
import type { Templates } from '../../draft/common/templates';
import type { Warning } from '../common/warnings';
import type { ConversationStartRequest } from '../../client/common/records';
import type { ServiceUrlResult } from '../../client/common/serviceUrl';
import type { ProviderMemory, TargetPorts } from '../../repository/common/targets';
import type { CloneRemote } from '../../repository/common/target';
import type { Report } from '../../base/vscode/explanation';
import type { RequestPreviews } from './requestPreviews';
import type { SendPorts } from './sendStart';

/** Dependencies of every way to start a conversation. */
export interface StartPorts extends SendPorts {
  readonly keys: KeyStore;
  /** The drafts of this workspace. Read on first use. */
  readonly drafts: () => Promise<Drafts>;
  /** Read when the user asks for one. */
  readonly templates: () => Promise<Templates>;
  /** Read when a sheet opens: an unreviewed start sends only its own servers. */
  readonly mcp: () => Promise<McpServers>;
  /** Created when the first one is shown. */
  readonly previews: () => Promise<Pick<RequestPreviews, 'show' | 'has'>>;
  /** The review sheet of this window. */
  readonly openSheet: Slot<Disposable>;
  readonly providers: ProviderMemory;
  readonly settings: SettingsSource;
  readonly report: Report;
  readonly configuration: SendPorts['configuration'] & {
    /** The setting as it is, which may be an invalid URL. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
  };
  /** Called before an unreviewed start is sent, with the warnings that the user would have seen. */
  readonly onWillStart: (start: PreparedStart) => void;
}

/** Request sent without review, the source that filled it in, and the warnings that a review would have shown. */
export interface PreparedStart {
  readonly request: ConversationStartRequest;
  readonly warnings: readonly { readonly kind: Warning['kind']; readonly message: string }[];
  readonly filled?: FilledFields | undefined;
  readonly clone?: CloneRemote | undefined;
}

/** Dependencies of an unreviewed start. */
export type UnattendedPorts = SendPorts & TargetPorts & Pick<StartPorts, 'onWillStart'>;
