import type { McpConfig } from '../../client/common/records';
import type { McpOffer } from './mcpOffer';
import type { McpChange } from './mcpParts';
import type { McpAnswers } from './mcpTemplate';

/** A server that was found, and whether it is to go along. */
export interface FoundMcpServer {
  /** The {@link FoundMcpFile.id} of its file. */
  readonly file: string;
  readonly offer: McpOffer;
  readonly ticked: boolean;
  /** It was ticked, and its file says something else since: what goes along is to be looked at again. */
  readonly changed: boolean;
  /** What it says otherwise; empty when nothing has changed, or what it was is not known. */
  readonly changes: readonly McpChange[];
}

/** A file with MCP servers. */
export interface FoundMcpFile {
  /** Its URI. */
  readonly id: string;
  /** Its path as it is shown: within the workspace, or absolute. */
  readonly path: string;
  /** `user`: the servers that VS Code keeps for the user. `chosen`: a person named it. */
  readonly origin: 'workspace' | 'user' | 'chosen';
  /** Why it gives nothing: it cannot be read, a link leads out of the workspace, or it is no JSON. */
  readonly problem?: 'unreadable' | 'outside' | 'notJson';
  /** Paths of the parts that cannot be read, as in {@link McpFile}. */
  readonly damaged: readonly string[];
  readonly servers: readonly FoundMcpServer[];
}

export interface McpInventory {
  readonly files: readonly FoundMcpFile[];
  /** Names of servers that are ticked and that no file has any more. */
  readonly gone: readonly string[];
}

/** The MCP servers in files of this window: which are ticked, and what was answered about them. */
export interface McpServers {
  /** Whether there is anything to send: without, no file needs to be looked at. */
  readonly anyTicked: boolean;
  /** Reads the files anew. Those of the workspace only when it is trusted. */
  find(): Promise<McpInventory>;
  /** Ticks these and no others, for this workspace. */
  tick(servers: readonly FoundMcpServer[]): Promise<void>;
  /** A file that a person chose is found from now on, as long as one of its servers is ticked. */
  addFile(uri: string): Promise<void>;
  /**
   * What was answered on this machine about a server exactly as it is.
   * @throws {SecretStorageError} {@link MachineUnknownError}
   */
  answers(server: FoundMcpServer): Promise<McpAnswers>;
  /** @throws {SecretStorageError} {@link MachineUnknownError} */
  answer(server: FoundMcpServer, key: string, value: string): Promise<void>;
  /** Forgets every answer of this workspace on this machine. @throws {SecretStorageError} {@link MachineUnknownError} */
  forgetAnswers(): Promise<void>;
  /** An environment variable of this machine. */
  environment(name: string): string | undefined;
  /** What is secret in it never reaches the log. */
  protect(config: McpConfig): void;
}
