import path from 'node:path';
import { isRecord } from '../base/json';

/** The usual files with a team's servers, below a folder of the workspace. */
export const workspaceFiles = ['.vscode/mcp.json', '.mcp.json', '.cursor/mcp.json'] as const;

/** The user's file that VS Code shares with Copilot's other programs, whose folder may be set in the environment. */
export function sharedUserFile(environment: Readonly<Record<string, string | undefined>>, home: string): string {
  const { COPILOT_HOME: folder = '' } = environment;
  // A relative path depends on where a program was started, so it's ignored.
  return path.join(path.isAbsolute(folder) ? folder : path.join(home, '.copilot'), 'mcp-config.json');
}

/**
 * The dialect of a file. `servers` is VS Code's, `mcpServers` that of other programs, in which `${NAME}` may stand for an
 * environment variable. `saved` is for servers that a service has saved, which have no variables.
 */
export type McpDialect = 'servers' | 'mcpServers' | 'saved';

/** A server as its file describes it. Texts are unchanged, with their variables, and empty if they're absent. */
export interface McpEntry {
  readonly name: string;
  readonly dialect: McpDialect;
  /** `stdio`, `http` or `sse`, however the file spells it, or another value in lower case; `undefined` if it can't be told. */
  readonly type: string | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Texts;
  readonly envFile: string;
  readonly url: string;
  /** From `Authorization: Bearer …`, the only header for which a request has a field. */
  readonly apiKey: string;
  /** Names of the other headers. */
  readonly headers: readonly string[];
  readonly disabled: boolean;
  /** Names of members for which a request has no field. */
  readonly unsupportedMembers: readonly string[];
  /** Names of members with a wrong type. The server can't be sent without them. */
  readonly damaged: readonly string[];
  /** All of its members, including those that aren't read. */
  readonly members: Members;
}

type Members = Readonly<Record<string, unknown>>;

type Texts = Readonly<Record<string, string>>;

export interface EnvFile {
  readonly path: string;
  /** Its variables; `undefined` if it can't be read. */
  readonly variables: Texts | undefined;
}

/** A value for which a file asks the user. `${input:id}` stands for the answer. */
export type McpInput =
  | (AskedInput & { readonly kind: 'text'; readonly password: boolean })
  | (AskedInput & { readonly kind: 'choice'; readonly options: readonly { label: string; value: string }[] })
  /** A command of VS Code would provide the answer. */
  | { readonly kind: 'command'; readonly id: string };

interface AskedInput {
  readonly id: string;
  readonly description: string;
  readonly byDefault: string;
}

export type McpInputs = ReadonlyMap<string, McpInput>;

interface McpFile {
  readonly entries: readonly McpEntry[];
  readonly inputs: McpInputs;
  /** Paths of the parts that can't be read, such as `servers.github`. All other parts were read. */
  readonly damaged: readonly string[];
}

interface Part {
  readonly path: string;
  readonly value: unknown;
}

/**
 * The servers and inputs in the value of a parsed file. Accepts anything, and ignores what it doesn't know. If several
 * servers have the same name, or several inputs the same id, the first one counts.
 */
export function readMcpFile(value: unknown): McpFile {
  const file = isRecord(value) ? value : {};
  const lists = listsIn(file);
  const entries = new Map<string, McpEntry>();
  const inputs = new Map<string, McpInput>();
  const damaged: string[] = [];
  for (const { path, value: servers, dialect } of lists) {
    if (!isRecord(servers)) damaged.push(path);
    for (const [name, server] of isRecord(servers) ? Object.entries(servers) : []) {
      if (!isRecord(server)) damaged.push([path, name].filter(Boolean).join('.'));
      else if (!entries.has(name)) entries.set(name, readMcpEntry(name, server, dialect));
    }
  }
  for (const { path, value: list } of inputListsIn(file)) {
    if (!Array.isArray(list)) damaged.push(path);
    for (const [index, member] of Array.isArray(list) ? list.entries() : []) {
      const input = readMcpInput(member);
      if (!input) damaged.push(`${path}[${index}]`);
      else if (!inputs.has(input.id)) inputs.set(input.id, input);
    }
  }
  const isOther = !isRecord(value) || (lists.length === 0 && Object.keys(withoutFrame(file)).length > 0);
  return { entries: [...entries.values()], inputs, damaged: isOther ? [''] : damaged };
}

/**
 * The lists of servers in a file: at the top level, in an editor's settings (`mcp.servers`, nested or as a single name), or
 * the file itself, as in plugins.
 */
function listsIn(file: Members): readonly (Part & { readonly dialect: McpDialect })[] {
  const settings = settingsIn(file);
  const wrapped = (['servers', 'mcpServers'] as const).flatMap((dialect) => [
    { path: dialect, value: file[dialect], dialect },
    { path: `mcp.${dialect}`, value: settings[dialect] ?? file[`mcp.${dialect}`], dialect },
  ]);
  const lists = wrapped.filter(({ value }) => value !== undefined);
  if (lists.length > 0) return lists.map((list) => ({ ...list, value: list.value ?? {} }));
  const servers = withoutFrame(file);
  const isPlugin = Object.values(servers).some(
    (server) => isRecord(server) && essentialMembers.some((member) => member in server),
  );
  return isPlugin ? [{ path: '', value: servers, dialect: 'mcpServers' }] : [];
}

/** The members of a file that may be servers. */
function withoutFrame({ $schema: _, inputs: __, ...servers }: Members): Members {
  return servers;
}

/** Every server has one of these members. */
const essentialMembers = ['command', 'url', 'serverUrl', 'httpUrl'] as const;

function inputListsIn(file: Members): readonly Part[] {
  const lists = [
    { path: 'inputs', value: file['inputs'] },
    { path: 'mcp.inputs', value: settingsIn(file)['inputs'] ?? file['mcp.inputs'] },
  ];
  return lists.filter(({ value }) => value !== undefined && value !== null);
}

function settingsIn({ mcp }: Members): Members {
  return isRecord(mcp) ? mcp : {};
}

function readMcpInput(value: unknown): McpInput | undefined {
  if (!isRecord(value)) return undefined;
  const { id, type, options } = value;
  if (typeof id !== 'string' || id === '') return undefined;
  const text = { id, description: textIn(value['description']) ?? '', byDefault: textIn(value['default']) ?? '' };
  switch (type) {
    case 'promptString':
      return { kind: 'text', ...text, password: value['password'] === true };
    case 'pickString': {
      const choices = Array.isArray(options) ? options.flatMap(choiceOf) : [];
      return choices.length === 0 ? undefined : { kind: 'choice', ...text, options: choices };
    }
    case 'command':
      return { kind: 'command', id };
    default:
      return undefined;
  }
}

function choiceOf(option: unknown): { label: string; value: string }[] {
  if (typeof option === 'string') return [{ label: option, value: option }];
  if (!isRecord(option) || typeof option['value'] !== 'string') return [];
  const { label, value } = option;
  return [{ label: typeof label === 'string' && label !== '' ? label : value, value }];
}

/** Members that are read, or that have no effect on how the server runs. */
const knownMembers: ReadonlySet<string> = new Set([
  'type',
  'transport',
  'command',
  'args',
  'env',
  'envFile',
  'url',
  'serverUrl',
  'httpUrl',
  'headers',
  'disabled',
  'name',
  'description',
  'icon',
  'gallery',
  'version',
]);

export function readMcpEntry(name: string, members: Members, dialect: McpDialect): McpEntry {
  const damaged: string[] = [];
  const read = <T>(member: string, readIt: (value: unknown) => T | undefined, absent: T): T => {
    const found = readIt(members[member] ?? absent);
    if (found === undefined) damaged.push(member);
    return found ?? absent;
  };
  const text = (member: string) => read(member, textIn, '').trim();
  const command = text('command');
  const url = text('url') || text('serverUrl') || text('httpUrl');
  const type = typeOf(text('type') || text('transport')) ?? defaultType(command, url);
  const headers = Object.entries(read('headers', textsIn, {}));
  const bearer = type === 'stdio' ? -1 : headers.findIndex(([header, value]) => bearerOf(header, value) !== undefined);
  return {
    name,
    dialect,
    type,
    command,
    args: read('args', listIn, []),
    env: read('env', textsIn, {}),
    envFile: text('envFile'),
    url,
    apiKey: bearerOf(...(headers[bearer] ?? ['', ''])) ?? '',
    headers: headers.filter((_, index) => index !== bearer).map(([header]) => header),
    disabled: members['disabled'] === true,
    unsupportedMembers: Object.keys(members).filter(
      (member) => !knownMembers.has(member) && hasEffect(member, members[member]),
    ),
    damaged,
    members,
  };
}

function defaultType(command: string, url: string): string | undefined {
  if (command !== '') return 'stdio';
  return url === '' ? undefined : 'http';
}

/** False for an empty value, and for tools that include `*`, which stands for all tools in Copilot's files. */
function hasEffect(member: string, value: unknown): boolean {
  if (member === 'tools') return value !== '*' && !(Array.isArray(value) && value.includes('*'));
  return value !== null && value !== '' && !(typeof value === 'object' && Object.keys(value).length === 0);
}

/** The type of a server by the name of its transport, for which files use several spellings. */
function typeOf(said: string): string | undefined {
  if (said === '') return undefined;
  // Copilot's own name for `stdio`.
  if (/^local$/i.test(said)) return 'stdio';
  return /^(?:s?http|streamable[-_]?http)$/i.test(said) ? 'http' : said.toLowerCase();
}

function bearerOf(name: string, value: string): string | undefined {
  const [, key] = /^authorization$/i.test(name.trim()) ? (/^\s*bearer\s+(\S.*)$/is.exec(value) ?? []) : [];
  return key?.trimEnd();
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function listIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((text) => typeof text === 'string') ? value : undefined;
}

/** Omits variables that are `null`, which means "not set": on the agent's machine, they aren't set anyway. */
function textsIn(value: unknown): Texts | undefined {
  if (!isRecord(value)) return undefined;
  const given = Object.entries(value).filter(([, member]) => member !== null);
  const areTexts = given.every(([, member]) => ['string', 'number', 'boolean'].includes(typeof member));
  return areTexts ? Object.fromEntries(given.map(([name, member]) => [name, String(member)])) : undefined;
}
