import { isRecord } from './isRecord';
import { masked } from './maskSettings';
import { savedEntries } from './mcp/savedMcp';
import type { Settings } from './records';
import {
  settingsField,
  settingsFields,
  settingsGroups,
  type SettingsField,
  type SettingsGroup,
} from './settingsFields';

/** A value as a person reads it. Words ("on", "not set") are made where they are shown. */
export type ShownValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'switch'; readonly on: boolean }
  | { readonly kind: 'secret'; readonly set: boolean }
  | { readonly kind: 'count'; readonly count: number; readonly of: 'servers' | 'providers' | 'secrets' | 'entries' }
  | { readonly kind: 'unset' }
  /** The row's children say all there is to say. */
  | { readonly kind: 'group' };

/** One row of the settings view. */
export interface SettingsRow {
  /** JSON Pointer (RFC 6901) of the value, unique in the tree: `/mcp_config/sse_servers/0/url`. */
  readonly id: string;
  /** The field's wire name, or the name of an entry inside a field. */
  readonly name: string;
  readonly value: ShownValue;
  /** What the service did with the field: null and absent look alike in the row, and are told apart in its tooltip. */
  readonly origin: 'sent' | 'null' | 'absent';
  /** The interface's description; absent on entries inside a field and on fields that it does not have. */
  readonly field?: SettingsField;
  /** The value is the one the interface gives as default, whether the service sent it or left it out. */
  readonly isDefault: boolean;
  /** Made when somebody opens the row, and the same from then on. */
  readonly children: readonly SettingsRow[];
}

export interface SettingsSection {
  readonly group: SettingsGroup;
  readonly rows: readonly SettingsRow[];
}

/**
 * The settings as sections of rows, every field of interface section 2.6 among them, whether the service sent it or not.
 * @param settings with its secrets masked
 */
export function outlineSettings(settings: Settings): readonly SettingsSection[] {
  const known = Object.keys(settingsFields);
  const unknown = Object.keys(settings).filter((name) => !settingsField(name));
  return settingsGroups
    .map((group) => {
      const names = group === 'other' ? unknown : known.filter((name) => settingsField(name)?.group === group);
      return { group, rows: names.map((name) => fieldRow(name, settings)) };
    })
    .filter(({ rows }) => rows.length > 0);
}

function fieldRow(name: string, settings: Settings): SettingsRow {
  const field = settingsField(name);
  const sent = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const value = sent === undefined ? field?.default : sent;
  const id = idOf('', name);
  const row = {
    id,
    name,
    ...(field && { field }),
    value: field?.secret ? ({ kind: 'secret', set: isSet(value) } as const) : show(value, countIn(name)),
    origin: originOf(sent),
    isDefault: field?.default !== undefined && value === field.default,
  };
  return field?.secret || !hasMembers(value) ? closed(row) : openable(row, () => childrenOf(name, value, id));
}

type RowItself = Omit<SettingsRow, 'children'>;

const noRows: readonly SettingsRow[] = [];

function closed(row: RowItself): SettingsRow {
  return { ...row, children: noRows };
}

/** A row of a large answer has tens of thousands of others below it, most of which nobody ever looks at. */
function openable(row: RowItself, open: () => readonly SettingsRow[]): SettingsRow {
  let children: readonly SettingsRow[] | undefined;
  return {
    ...row,
    get children() {
      return (children ??= open());
    },
  };
}

function hasMembers(value: unknown): value is object {
  return sizeOf(value) > 0;
}

function originOf(value: unknown): SettingsRow['origin'] {
  if (value === undefined) return 'absent';
  return value === null ? 'null' : 'sent';
}

/** A key itself, or the boolean that says whether there is one. */
function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false;
}

type Count = Extract<ShownValue, { kind: 'count' }>;

function show(value: unknown, count = countEntries): ShownValue {
  if (value === null || value === undefined) return { kind: 'unset' };
  if (typeof value === 'boolean') return { kind: 'switch', on: value };
  if (value === masked) return { kind: 'secret', set: true };
  if (typeof value === 'object') return count(value);
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- a string, number or symbol is left
  return { kind: 'text', text: String(value) };
}

function countIn(field: string): (value: object) => Count {
  switch (field) {
    case 'mcp_config':
      return countOf('servers', (value) => savedEntries(value).length);
    case 'provider_tokens_set':
      return countOf('providers', (value) => sumOf(value, (host) => Number(isConfigured(host))));
    case 'secrets_store':
      return countOf('secrets', (value) => sumOf(value, sizeOf));
    default:
      return countEntries;
  }
}

function countOf(of: Count['of'], count: (value: object) => number): (value: object) => Count {
  return (value) => ({ kind: 'count', count: count(value), of });
}

const countEntries = countOf('entries', sizeOf);

function sumOf(value: object, count: (member: unknown) => number): number {
  return Object.values(value).reduce<number>((sum, member) => sum + count(member), 0);
}

function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** A provider that is named is configured, unless a service says in so many words that it is not. */
function isConfigured(host: unknown): boolean {
  return host !== false;
}

function childrenOf(name: string, value: unknown, path: string): readonly SettingsRow[] {
  if (!isRecord(value)) return nested(value, path, 0);
  const entries = Object.entries(value);
  switch (name) {
    case 'secrets_store':
      return entries.map(([store, secrets]) =>
        closed(leaf(idOf(path, store), store, secrets, countOf('secrets', sizeOf))),
      );
    case 'provider_tokens_set':
      return entries.map((entry) => providerRow(path, entry));
    case 'mcp_config':
      return serverRows(value, path);
    default:
      return nested(value, path, 0);
  }
}

/** A row for each list of MCP servers, or for each server where the service has a map from name to server. */
function serverRows(config: Readonly<Record<string, unknown>>, path: string): readonly SettingsRow[] {
  const servers = new Set(savedEntries(config).flatMap((entry) => (entry.path.length === 1 ? entry.path : [])));
  return Object.entries(config).map(([name, member]) => {
    const id = idOf(path, name);
    return servers.has(name) ? serverRow(id, name, member) : serversRow(id, name, member);
  });
}

/** A list or map of MCP servers; each server goes by its name, and has no value beside its fields. */
function serversRow(id: string, name: string, servers: unknown): SettingsRow {
  const row = leaf(id, name, servers, countOf('servers', sizeOf));
  if (!hasMembers(servers)) return closed(row);
  return openable(row, () =>
    Object.entries(servers).map(([key, server]: [string, unknown]) =>
      serverRow(idOf(id, key), nameOf(key, server), server),
    ),
  );
}

function serverRow(id: string, name: string, server: unknown): SettingsRow {
  const row = leaf(id, name, server);
  return hasMembers(server) ? openable({ ...row, value: { kind: 'group' } }, () => nested(server, id, 0)) : closed(row);
}

/** A provider that is named is configured; its value is a host, or null for the provider's own. */
function providerRow(path: string, [name, host]: [string, unknown]): SettingsRow {
  const value: ShownValue =
    typeof host === 'string' && host !== '' && host !== masked
      ? { kind: 'text', text: host }
      : { kind: 'secret', set: isConfigured(host) };
  return closed({ id: idOf(path, name), name, value, origin: originOf(host), isDefault: false });
}

function leaf(id: string, name: string, value: unknown, count = countEntries): RowItself {
  return { id, name, value: show(value, count), origin: originOf(value), isDefault: false };
}

/** Names hold anything that JSON can, halves of surrogate pairs included, which would not survive the way to the view. */
function idOf(path: string, name: string): string {
  // Nearly all names; there are tens of thousands of them in a large answer.
  if (/^[\w.-]*$/.test(name)) return `${path}/${name}`;
  const escaped = name
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/\p{Surrogate}/gu, (half) => `~u${half.charCodeAt(0).toString(16)}`);
  return `${path}/${escaped}`;
}

const maxDepth = 8;

function nested(value: unknown, path: string, depth: number): readonly SettingsRow[] {
  if (typeof value !== 'object' || value === null) return noRows;
  return Object.entries(value).map(([key, member]: [string, unknown]) => {
    const id = idOf(path, key);
    const row = leaf(id, nameOf(key, member), member);
    const isOpenable = depth + 1 < maxDepth && hasMembers(member);
    return isOpenable ? openable(row, () => nested(member, id, depth + 1)) : closed(row);
  });
}

/** An entry of a list goes by its own name or address. */
function nameOf(key: string, member: unknown): string {
  if (!/^\d+$/.test(key) || !isRecord(member)) return key;
  const { name, url } = member;
  return (
    ([name, url].find((candidate) => typeof candidate === 'string' && candidate !== '') as string | undefined) ?? key
  );
}
