import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { isRecord } from '../../base/json';
import type { Log } from '../../base/log';
import type { Redactor } from '../../base/redactor';
import { secretsOf } from '../../client/maskSettings';
import type { McpConfig } from '../../client/records';
import type { Machine } from '../../service/machine';
import { mcpOutline } from '../candidateSummary';
import type { McpCandidate } from '../mcpCandidate';
import { sharedUserFile } from '../mcpFile';
import type { FoundMcpFile, FoundMcpServer, McpInventory, McpSelection } from '../mcpSelection';
import { StoredMcpAnswers } from './mcpAnswers';
import type { McpFileContent, McpPlace } from './readMcpFiles';

const selectionKey = 'mcpSelection';
const filesKey = 'mcpFiles';

interface WorkspaceMcpServersOptions {
  readonly context: Pick<vscode.ExtensionContext, 'workspaceState' | 'secrets' | 'globalStorageUri'>;
  readonly workspace: { readonly isTrusted: boolean; readonly id: string | undefined };
  readonly machine: Pick<Machine, 'nonce'>;
  readonly redactor: Redactor;
  readonly log: Log;
}

/** The MCP servers for this window: from files of its folders, the user's own files, and files that the user chose. */
export class WorkspaceMcpServers implements McpSelection {
  readonly answers: StoredMcpAnswers;
  readonly #options: WorkspaceMcpServersOptions;
  /** Files that the user chose, as long as none of their servers is selected. */
  readonly #added = new Set<string>();

  constructor(options: WorkspaceMcpServersOptions) {
    const { context, machine, redactor, workspace } = options;
    this.#options = options;
    this.answers = new StoredMcpAnswers(context.secrets, redactor, machine, workspace.id ?? '');
  }

  get hasSelected(): boolean {
    return this.#saved.length > 0;
  }

  /** Reads all files; those of the workspace only if it is trusted. */
  async find(): Promise<McpInventory> {
    const { log, workspace } = this.#options;
    // The parser of these files is loaded on first use.
    const { readMcpPlaces, workspacePlaces } = await import('./readMcpFiles');
    const contents = await readMcpPlaces(this.#places(workspace.isTrusted ? workspacePlaces() : []), log);
    const saved = this.#saved;
    const files = contents.map((content) => withSelection(content, saved));
    const servers = files.flatMap((file) => file.servers);
    const gone = saved.filter((one) => !servers.some(({ file, candidate }) => isRecordOf(one, file, candidate)));
    return { files, gone: gone.map(({ name }) => name) };
  }

  /** Selects these servers, and no others, for this workspace. */
  async select(servers: readonly FoundMcpServer[]): Promise<void> {
    const { workspaceState } = this.#options.context;
    const saved = servers.map(({ file, candidate: { name, digest, server } }): SavedServer => {
      return { file, name, digest, outline: mcpOutline(server) };
    });
    const chosen = [...this.#chosen].filter((uri) => saved.some(({ file }) => file === uri));
    this.#added.clear();
    await workspaceState.update(selectionKey, saved);
    await workspaceState.update(filesKey, chosen);
  }

  /** Adds a file that the user chose. It's forgotten if none of its servers is selected. */
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

  get #saved(): readonly SavedServer[] {
    const stored = this.#options.context.workspaceState.get<unknown>(selectionKey);
    return Array.isArray(stored) ? stored.filter(isSavedServer) : [];
  }
}

const savedMembers = ['file', 'name', 'digest', 'outline'] as const;

/** A selected server as it is stored with the workspace: a digest and an outline tell whether it has changed since. */
type SavedServer = Readonly<Record<(typeof savedMembers)[number], string>>;

function isSavedServer(value: unknown): value is SavedServer {
  return isRecord(value) && savedMembers.every((member) => typeof value[member] === 'string');
}

function isRecordOf({ file, name }: SavedServer, id: string, candidate: McpCandidate): boolean {
  return file === id && name === candidate.name;
}

function withSelection({ candidates, ...file }: McpFileContent, saved: readonly SavedServer[]): FoundMcpFile {
  const servers = candidates.map((candidate): FoundMcpServer => {
    const before = saved.find((one) => isRecordOf(one, file.id, candidate));
    const selected = before?.digest === candidate.digest;
    const changed = before !== undefined && !selected;
    const hasOtherOutline = changed && before.outline !== mcpOutline(candidate.server);
    return { file: file.id, candidate, selected, changed, ...(hasOtherOutline && { before: before.outline }) };
  });
  return { ...file, servers };
}
