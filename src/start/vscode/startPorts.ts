import type { WorkspaceMcpServers } from '../../mcp/vscode/workspaceMcpServers';
import type { Conversation } from '../../conversations/conversation';
import type { DraftPorts } from '../../draft/vscode/draftFolder';
import type { SessionKeys } from '../../service/vscode/sessionKeys';
import type { SettingsStore } from '../../settings/settingsStore';
import type { Templates } from '../../draft/templates';
import type { ServiceUrlResult } from '../../client/serviceUrl';
import type { Report } from '../../base/vscode/explanation';
import type { ReadOnlyTexts } from '../../base/vscode/readOnlyTexts';
import type { SendPorts } from './sendStart';
import type { UnattendedPorts } from './unattendedStart';

export interface StartPorts extends UnattendedPorts, DraftPorts {
  readonly keys: SessionKeys;
  /** Read when the user asks for one. */
  readonly templates: () => Promise<Templates>;
  /** Read when a sheet opens: an unreviewed start sends only its own servers. */
  readonly mcp: () => Promise<WorkspaceMcpServers>;
  /** Created when the first one is shown. */
  readonly previews: () => Promise<Pick<ReadOnlyTexts, 'show' | 'has'>>;
  readonly settings: Omit<SettingsStore, 'reset' | 'settings' | 'dispose'>;
  readonly report: Report;
  /** Called with each end that this window is the first to hear of. */
  readonly onEnd: (conversation: Conversation) => void;
  readonly configuration: SendPorts['configuration'] & {
    /** The setting as it is, which may be an invalid URL. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
  };
}
