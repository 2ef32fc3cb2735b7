import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { isRecord } from '../../base/json';
import type { Log } from '../../base/log';
import type { Redactor } from '../../base/redactor';
import { secretsOf } from '../../client/mcpSecrets';
import type { McpConfig } from '../../client/records';
import type { Machine } from '../../service/machine';
import { mcpOutline } from '../candidateSummary';
import type { McpCandidate } from '../mcpCandidate';
import { sharedUserFile } from '../mcpPlaces';
import type { FoundMcpFile, FoundMcpServer, McpInventory, TickSource } from '../mcpServers';
import { StoredMcpAnswers } from './mcpAnswers';
import type { McpFileContent, McpPlace } from './readMcpFiles';

const ticksKey = 'mcpTicks';
const filesKey = 'mcpFiles';

interface WorkspaceMcpServersOptions {
  readonly context: Pick<vscode.ExtensionContext, 'workspaceState' | 'secrets' | 'globalStorageUri'>;
  readonly workspace: { readonly isTrusted: boolean; readonly id: string | undefined };
  readonly machine: Pick<Machine, 'nonce'>;
  readonly redactor: Redactor;
  readonly log: Log;
}

/** The MCP servers of this window: in files of its folders, in the user's, and in those that the user chose. */
export class WorkspaceMcpServers implements TickSource {
  readonly answers: StoredMcpAnswers;
  readonly #options: WorkspaceMcpServersOptions;
  /** Chosen, but not yet stored with the workspace. */
  readonly #added = new Set<string>();

  constructor(options: WorkspaceMcpServersOptions) {
    const { context, machine, redactor, workspace } = options;
    this.#options = options;
    this.answers = new StoredMcpAnswers(context.secrets, redactor, machine, workspace.id ?? '');
  }

  get anyTicked(): boolean {
    return this.#ticks.length > 0;
  }

  /** Reads the files again. Those of the workspace only if it is trusted. */
  async find(): Promise<McpInventory> {
    const { log, workspace } = this.#options;
    // The file parser is loaded only if there is something to look for.
    const { readMcpPlaces, workspacePlaces } = await import('./readMcpFiles');
    const contents = await readMcpPlaces(this.#places(workspace.isTrusted ? workspacePlaces() : []), log);
    const ticks = this.#ticks;
    const files = contents.map((content) => withTicks(content, ticks));
    const servers = files.flatMap((file) => file.servers);
    const gone = ticks.filter((tick) => !servers.some(({ file, candidate }) => isOf(tick, file, candidate)));
    return { files, gone: gone.map(({ name }) => name) };
  }

  /** Selects these servers and no others, for this workspace. */
  async tick(servers: readonly FoundMcpServer[]): Promise<void> {
    const { workspaceState } = this.#options.context;
    const ticks = servers.map(({ file, candidate: { name, digest, server } }): McpTick => {
      return { file, name, digest, outline: mcpOutline(server) };
    });
    const chosen = [...this.#chosen].filter((uri) => ticks.some(({ file }) => file === uri));
    this.#added.clear();
    await workspaceState.update(ticksKey, ticks);
    await workspaceState.update(filesKey, chosen);
  }

  /** Adds a file that the user chose: it's found from now on, as long as one of its servers is selected. */
  addFile(uri: string): void {
    this.#added.add(uri);
  }

  protect(config: McpConfig): void {
    for (const secret of secretsOf(config)) this.#options.redactor.add(secret);
  }

  /** The workspace's files come first: they are most relevant to the open folders. */
  #places(ofWorkspace: readonly McpPlace[]): McpPlace[] {
    const { context } = this.#options;
    // VS Code stores the user's servers next to the folder of the extensions' data, in each of its profiles.
    const user = vscode.Uri.joinPath(context.globalStorageUri, '..', '..', 'mcp.json');
    const places: McpPlace[] = [
      ...ofWorkspace,
      { uri: user, origin: 'user' },
      { uri: vscode.Uri.file(sharedUserFile(process.env, homedir())), origin: 'user' },
      ...[...this.#chosen].map((uri) => ({ uri: vscode.Uri.parse(uri, true), origin: 'chosen' as const })),
    ];
    return places.filter(
      ({ uri }, index) => places.findIndex((place) => place.uri.toString() === uri.toString()) === index,
    );
  }

  get #chosen(): ReadonlySet<string> {
    const stored = this.#options.context.workspaceState.get<unknown>(filesKey);
    return new Set([...(Array.isArray(stored) ? stored.filter((uri) => typeof uri === 'string') : []), ...this.#added]);
  }

  get #ticks(): readonly McpTick[] {
    const stored = this.#options.context.workspaceState.get<unknown>(ticksKey);
    return Array.isArray(stored) ? stored.filter(isMcpTick) : [];
  }
}

const tickMembers = ['file', 'name', 'digest', 'outline'] as const;

/** Data stored with the workspace: a selected server, and how it was at that time. None of its values. */
type McpTick = Readonly<Record<(typeof tickMembers)[number], string>>;

function isMcpTick(value: unknown): value is McpTick {
  return isRecord(value) && tickMembers.every((member) => typeof value[member] === 'string');
}

function isOf({ file, name }: McpTick, id: string, candidate: McpCandidate): boolean {
  return file === id && name === candidate.name;
}

function withTicks({ candidates, ...file }: McpFileContent, ticks: readonly McpTick[]): FoundMcpFile {
  const servers = candidates.map((candidate): FoundMcpServer => {
    const tick = ticks.find((one) => isOf(one, file.id, candidate));
    const ticked = tick?.digest === candidate.digest;
    const changed = tick !== undefined && !ticked;
    const isOther = changed && tick.outline !== mcpOutline(candidate.server);
    return { file: file.id, candidate, ticked, changed, ...(isOther && { before: tick.outline }) };
  });
  return { ...file, servers };
}
