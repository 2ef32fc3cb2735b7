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
import { Targets, type ProviderMemory } from '../../repository/common/targets';
import type { Report } from '../../base/vscode/explanation';
import type { RequestPreviews } from './requestPreviews';
import type { SendPorts } from './sendStart';

/** What every way to start a conversation needs. */
export interface StartPorts extends SendPorts {
  readonly keys: KeyStore;
  /** The drafts of this workspace. Read when they are first needed. */
  readonly drafts: () => Promise<Drafts>;
  /** Read when somebody asks for one. */
  readonly templates: () => Promise<Templates>;
  /** Read when a sheet opens: a start that nobody reviews sends no server but its own. */
  readonly mcp: () => Promise<McpServers>;
  /** Made when somebody looks at one. */
  readonly previews: () => Promise<Pick<RequestPreviews, 'show' | 'has'>>;
  /** The review sheet of this window. */
  readonly openSheet: Slot<Disposable>;
  readonly providers: ProviderMemory;
  readonly settings: SettingsSource;
  readonly report: Report;
  readonly configuration: SendPorts['configuration'] & {
    /** The setting as it stands, which may be no address. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
  };
  /** A start that nobody reviewed is about to be sent, with what a person would have been told. */
  readonly onWillStart: (start: PreparedStart) => void;
}

/** What goes out without review, who filled it in, and the warnings that a review would have shown. */
export interface PreparedStart {
  readonly request: ConversationStartRequest;
  readonly warnings: readonly { readonly kind: Warning['kind']; readonly message: string }[];
  readonly filled?: FilledFields | undefined;
}

/** What it takes to find out what a conversation is about. */
export type TargetPorts = Pick<StartPorts, 'workspace' | 'settings' | 'providers'>;

/** What a start takes that nobody reviews. */
export type UnattendedPorts = SendPorts & TargetPorts & Pick<StartPorts, 'onWillStart'>;

export function targetsOf({ workspace, settings, providers }: TargetPorts): Targets {
  return new Targets(workspace, settings, providers);
}
