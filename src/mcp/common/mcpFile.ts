import { isRecord } from '../../base/common/json';
import { readMcpInput, type McpInput } from './mcpInput';
import { membersOf, type McpParts } from './mcpParts';

/**
 * Whose words a file speaks. `servers` is VS Code's; `mcpServers` is everybody else's, where `${NAME}` may stand for an
 * environment variable.
 */
export type McpDialect = 'servers' | 'mcpServers';

/** A server as its file describes it; texts as they stand there, variables included. */
export interface McpEntry {
  readonly name: string;
  readonly dialect: McpDialect;
  /** `stdio`, `http` or `sse`, whatever the file calls it; another word as it stands; `undefined` when nothing tells. */
  readonly type: string | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly McpPair[];
  readonly envFile?: string;
  readonly url: string;
  readonly headers: readonly McpPair[];
  /** Switched off in its file. */
  readonly disabled: boolean;
  /** Names of members that say how it runs here, and have no place in a request. */
  readonly others: readonly string[];
  /** Names of members that are not what they should be: without them it would be another server. */
  readonly damaged: readonly string[];
  /** All of its members, whether they are read or not. */
  readonly members: McpParts;
}

/** A name with its value: an environment variable, a header. */
export type McpPair = readonly [name: string, value: string];

/** What a file offers. */
export interface McpFile {
  readonly entries: readonly McpEntry[];
  readonly inputs: readonly McpInput[];
  /** Paths of the parts that cannot be read, `servers.github` for instance. They cost nothing but themselves. */
  readonly damaged: readonly string[];
}

/** The servers and inputs in the value of a parsed file. Takes anything; what it does not know it leaves alone. */
export function readMcpFile(value: unknown): McpFile {
  const found = { entries: new Map<string, McpEntry>(), inputs: new Map<string, McpInput>(), damaged: [] as string[] };
  if (!isRecord(value)) return { entries: [], inputs: [], damaged: [''] };
  // Older settings of VS Code have it all below `mcp`.
  const roots: readonly (readonly [path: string, root: unknown])[] = [
    ['', value],
    ...(value['mcp'] === undefined ? [] : [['mcp.', value['mcp']] as const]),
  ];
  for (const [path, root] of roots) {
    if (!isRecord(root)) {
      found.damaged.push(path.slice(0, -1));
      continue;
    }
    for (const dialect of ['servers', 'mcpServers'] as const) readServers(root[dialect], dialect, path, found);
    readInputs(root['inputs'], path, found);
  }
  return { entries: [...found.entries.values()], inputs: [...found.inputs.values()], damaged: found.damaged };
}

/** By name and by id: of several, the first one counts. */
interface Found {
  readonly entries: Map<string, McpEntry>;
  readonly inputs: Map<string, McpInput>;
  readonly damaged: string[];
}

function readServers(servers: unknown, dialect: McpDialect, path: string, { entries, damaged }: Found): void {
  if (servers === undefined || servers === null) return;
  if (!isRecord(servers)) {
    damaged.push(path + dialect);
    return;
  }
  for (const [name, server] of Object.entries(servers)) {
    if (!isRecord(server)) damaged.push(`${path}${dialect}.${name}`);
    else if (!entries.has(name)) entries.set(name, readMcpEntry(name, server, dialect));
  }
}

function readInputs(list: unknown, path: string, { inputs, damaged }: Found): void {
  if (list === undefined || list === null) return;
  if (!Array.isArray(list)) {
    damaged.push(`${path}inputs`);
    return;
  }
  list.forEach((value: unknown, index) => {
    const input = readMcpInput(value);
    if (!input) damaged.push(`${path}inputs[${index}]`);
    else if (!inputs.has(input.id)) inputs.set(input.id, input);
  });
}

/** Members that are read, and those that say nothing about how the server runs. */
const known = new Set([
  ...['type', 'transport', 'command', 'args', 'env', 'envFile', 'url', 'serverUrl', 'headers', 'disabled'],
  ...['name', 'description', 'icon', 'gallery', 'version'],
]);

/** One server, from the value that stands beside its name. */
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
    others: Object.keys(server).filter((member) => !known.has(member)),
    damaged,
    members: membersOf(server),
  };
}

function typeBy(command: string, url: string): string | undefined {
  if (command !== '') return 'stdio';
  return url === '' ? undefined : 'http';
}

/** What goes by many names is one transport. */
function typeOf(said: string): string {
  const type = said.trim();
  return /^(?:s?http|streamable[-_]?http)$/i.test(type) ? 'http' : type.toLowerCase();
}

/** `null` beside a name takes a variable away, which nobody has set where the agent works. */
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
