import path from 'node:path';
import { isRecord } from '../base/json';
import { readMcpInput, type McpInput, type McpInputs } from './mcpInput';

/**
 * Dialect of a file. `servers` is VS Code's; `mcpServers` is that of all other programs, where `${NAME}` may stand for
 * an environment variable. Nothing is a variable in what a service has `saved`.
 */
export type McpDialect = 'servers' | 'mcpServers' | 'saved';

/** A server as described in its file, with unchanged texts, including variables. */
export interface McpEntry {
  readonly name: string;
  readonly dialect: McpDialect;
  /**
   * `stdio`, `http` or `sse`, however the file spells it; any other value as it is; `undefined` if it can't be
   * determined.
   */
  readonly type: string | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly McpPair[];
  readonly envFile?: string;
  readonly url: string;
  readonly headers: readonly McpPair[];
  readonly disabled: boolean;
  /** Names of members about how it runs on this machine, for which a request has no field. */
  readonly others: readonly string[];
  /** Names of members of the wrong type: without them it would be another server. */
  readonly damaged: readonly string[];
  /** All of its members, including those that aren't read, as JSON. */
  readonly members: string;
}

export type McpPair = readonly [name: string, value: string];

export interface McpFile {
  readonly entries: readonly McpEntry[];
  readonly inputs: McpInputs;
  /** Paths of the parts that can't be read, for instance `servers.github`. The other parts aren't affected. */
  readonly damaged: readonly string[];
}

/** The user's file that VS Code shares with Copilot's other programs: these read their folder from the environment, too. */
export function sharedUserFile(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const { COPILOT_HOME: folder = '' } = environment;
  // A relative one depends on where a program was started.
  return path.join(path.isAbsolute(folder) ? folder : path.join(home, '.copilot'), 'mcp-config.json');
}

/** The servers and inputs in the value of a parsed file. Accepts anything, and ignores what it doesn't know. */
export function readMcpFile(value: unknown): McpFile {
  const found = { entries: new Map<string, McpEntry>(), inputs: new Map<string, McpInput>(), damaged: [] as string[] };
  if (!isRecord(value)) return { ...found, entries: [], damaged: [''] };
  for (const dialect of ['servers', 'mcpServers'] as const) readServers(value[dialect], dialect, found);
  readInputs(value['inputs'], found);
  return { ...found, entries: [...found.entries.values()] };
}

/** Servers by name and inputs by id: the first of several counts. */
interface Found {
  readonly entries: Map<string, McpEntry>;
  readonly inputs: Map<string, McpInput>;
  readonly damaged: string[];
}

function readServers(servers: unknown, dialect: McpDialect, { entries, damaged }: Found): void {
  if (servers === undefined || servers === null) return;
  if (!isRecord(servers)) {
    damaged.push(dialect);
    return;
  }
  for (const [name, server] of Object.entries(servers)) {
    if (!isRecord(server)) damaged.push(`${dialect}.${name}`);
    else if (!entries.has(name)) entries.set(name, readMcpEntry(name, server, dialect));
  }
}

function readInputs(list: unknown, { inputs, damaged }: Found): void {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) {
    damaged.push('inputs');
    return;
  }
  list.forEach((value: unknown, index) => {
    const input = readMcpInput(value);
    if (!input) damaged.push(`inputs[${index}]`);
    else if (!inputs.has(input.id)) inputs.set(input.id, input);
  });
}

/** Members that are read, and those that say nothing about how the server runs. */
const known = new Set([
  ...['type', 'transport', 'command', 'args', 'env', 'envFile', 'url', 'serverUrl', 'headers', 'disabled'],
  ...['name', 'description', 'icon', 'gallery', 'version'],
]);

/** Services add this to what they saved, and assume it where it's missing. */
function isDefault(member: string, value: unknown): boolean {
  return member === 'timeout' && value === 60;
}

export function readMcpEntry(name: string, server: Readonly<Record<string, unknown>>, dialect: McpDialect): McpEntry {
  const damaged: string[] = [];
  const textOf = (member: string): string | undefined => {
    const value = server[member];
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null) damaged.push(member);
    return undefined;
  };
  const command = textOf('command') ?? '';
  const url = textOf('url') ?? textOf('serverUrl') ?? '';
  const said = textOf('type') ?? textOf('transport');
  const envFile = textOf('envFile');
  const args = server['args'] ?? [];
  const areTexts = Array.isArray(args) && args.every((argument): argument is string => typeof argument === 'string');
  if (!areTexts) damaged.push('args');
  const env = pairsOf(server['env']);
  if (!env) damaged.push('env');
  const headers = pairsOf(server['headers']);
  if (!headers) damaged.push('headers');
  return {
    name,
    dialect,
    type: said === undefined ? typeBy(command, url) : typeOf(said),
    command,
    args: areTexts ? args : [],
    env: env ?? [],
    ...(envFile !== undefined && { envFile }),
    url,
    headers: headers ?? [],
    disabled: server['disabled'] === true,
    others: Object.keys(server).filter((member) => !known.has(member) && !isDefault(member, server[member])),
    damaged,
    members: membersOf(server),
  };
}

/** With those that a file gives it by its prototype: they are read like its own. */
function membersOf(server: Readonly<Record<string, unknown>>): string {
  const members: unknown[] = [];
  for (const member in server) members.push([member, server[member]]);
  return JSON.stringify(members);
}

function typeBy(command: string, url: string): string | undefined {
  if (command !== '') return 'stdio';
  return url === '' ? undefined : 'http';
}

/** One transport has several names. */
function typeOf(said: string): string {
  const type = said.trim();
  return /^(?:s?http|streamable[-_]?http)$/i.test(type) ? 'http' : type.toLowerCase();
}

/** `null` as the value of a name removes a variable, which isn't set on the agent's machine anyway. */
function pairsOf(value: unknown): McpPair[] | undefined {
  if (value === undefined || value === null) return [];
  if (!isRecord(value)) return undefined;
  const pairs: McpPair[] = [];
  for (const [name, member] of Object.entries(value)) {
    if (member === null) continue;
    if (typeof member !== 'string' && typeof member !== 'number' && typeof member !== 'boolean') return undefined;
    pairs.push([name, String(member)]);
  }
  return pairs;
}
