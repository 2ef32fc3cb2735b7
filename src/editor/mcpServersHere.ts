import { createHash } from 'node:crypto';
import process from 'node:process';
import * as vscode from 'vscode';
import { isRecord } from '../domain/isRecord';
import type { McpOffer } from '../domain/mcp/mcpOffer';
import { secretsOf } from '../domain/mcp/mcpSecrets';
import type { FoundMcpFile, FoundMcpServer, McpInventory, McpServers } from '../domain/mcp/mcpServers';
import type { McpAnswers } from '../domain/mcp/mcpTemplate';
import type { Log } from '../domain/ports/log';
import type { McpConfig } from '../domain/records';
import type { Redactor } from '../domain/redactor';
import { StoredMcpAnswers } from './mcpAnswers';
import type { McpFileContent, McpPlace } from './mcpFiles';

/** What is kept with the workspace: which servers, and what they were when they were ticked. No value of any of them. */
interface Tick {
  readonly file: string;
  readonly name: string;
  readonly digest: string;
}

const ticksKey = 'mcpTicks';
const filesKey = 'mcpFiles';

export interface McpServersHereOptions {
  readonly context: Pick<vscode.ExtensionContext, 'workspaceState' | 'secrets' | 'globalStorageUri'>;
  readonly workspace: { readonly isTrusted: boolean; readonly id: string | undefined };
  readonly redactor: Redactor;
  readonly log: Log;
}

/** The MCP servers of this window: in files of its folders, in the user's, and in those that a person chose. */
export class McpServersHere implements McpServers {
  readonly #options: McpServersHereOptions;
  readonly #answers: StoredMcpAnswers;
  /** Chosen, and not yet kept with the workspace. */
  readonly #added = new Set<string>();

  constructor(options: McpServersHereOptions) {
    const { context, redactor, workspace } = options;
    this.#options = options;
    this.#answers = new StoredMcpAnswers(context.secrets, redactor, workspace.id ?? '');
  }

  get anyTicked(): boolean {
    return this.#ticks.length > 0;
  }

  async find(): Promise<McpInventory> {
    const { log, workspace } = this.#options;
    // What parses files loads when there is something to look for.
    const { readMcpPlace, workspacePlaces } = await import('./mcpFiles');
    const places = this.#places(workspace.isTrusted ? workspacePlaces() : []);
    const contents = await Promise.all(places.map((place) => readMcpPlace(place, log)));
    const ticks = this.#ticks;
    const files = contents.filter((content) => content !== undefined).map((content) => withTicks(content, ticks));
    const servers = files.flatMap((file) => file.servers);
    const gone = ticks.filter(
      ({ file, name }) => !servers.some((server) => server.file === file && server.offer.name === name),
    );
    return { files, gone: gone.map(({ name }) => name) };
  }

  async tick(servers: readonly FoundMcpServer[]): Promise<void> {
    const { workspaceState } = this.#options.context;
    const ticks = servers.map(({ file, offer }): Tick => ({ file, name: offer.name, digest: digestOf(offer) }));
    const chosen = [...this.#chosen].filter((uri) => ticks.some(({ file }) => file === uri));
    this.#added.clear();
    await workspaceState.update(ticksKey, ticks);
    await workspaceState.update(filesKey, chosen);
  }

  addFile(uri: string): Promise<void> {
    this.#added.add(uri);
    return Promise.resolve();
  }

  answers(file: string): Promise<McpAnswers> {
    return this.#answers.of(file);
  }

  answer(file: string, key: string, value: string): Promise<void> {
    return this.#answers.set(file, key, value);
  }

  forgetAnswers(): Promise<void> {
    return this.#answers.forget();
  }

  environment(name: string): string | undefined {
    return process.env[name];
  }

  protect(config: McpConfig): void {
    for (const secret of secretsOf(config)) this.#options.redactor.add(secret);
  }

  /** Those of the workspace first: they say most about what is open. */
  #places(ofWorkspace: readonly McpPlace[]): McpPlace[] {
    const { context } = this.#options;
    // VS Code keeps the user's servers beside the folder in which extensions have theirs, in each of its profiles.
    const user = vscode.Uri.joinPath(context.globalStorageUri, '..', '..', 'mcp.json');
    const places: McpPlace[] = [
      ...ofWorkspace,
      { uri: user, origin: 'user' },
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

  get #ticks(): readonly Tick[] {
    const stored = this.#options.context.workspaceState.get<unknown>(ticksKey);
    return Array.isArray(stored) ? stored.filter(isTick) : [];
  }
}

function withTicks({ offers, ...file }: McpFileContent, ticks: readonly Tick[]): FoundMcpFile {
  const servers = offers.map((offer): FoundMcpServer => {
    const tick = ticks.find(({ file: id, name }) => id === file.id && name === offer.name);
    const same = tick?.digest === digestOf(offer);
    return { file: file.id, offer, ticked: tick !== undefined && same, changed: tick !== undefined && !same };
  });
  return { ...file, servers };
}

/**
 * What a person ticked, in short. A file that says something else later, after a pull for instance, does not get the
 * answers that were given for what stood there before.
 */
function digestOf({ server }: McpOffer): string {
  const text =
    server?.kind === 'stdio'
      ? [
          server.command.source,
          server.args.map(({ source }) => source),
          server.env.map(([name, { source }]) => [name, source]),
          server.envFile?.path ?? null,
        ]
      : [server?.kind ?? null, server?.url.source ?? null, server?.apiKey?.source ?? null];
  return createHash('sha256').update(JSON.stringify(text)).digest('hex');
}

function isTick(value: unknown): value is Tick {
  return isRecord(value) && ['file', 'name', 'digest'].every((member) => typeof value[member] === 'string');
}
