import { isRecord } from '../base/json';
import { isSecretName } from '../base/secretShapes';
import { masked } from '../client/maskSettings';
import type { SettingsNames } from '../client/apis/settingsNames';
import type { Settings } from '../client/records';
import {
  isOfType,
  isSettingsFieldName,
  isSettingsRowName,
  keyReportedBy,
  settingsField,
  settingsFields,
  type SettingsField,
  type SettingsGroup,
  type SettingsRowName,
} from '../client/settingsFields';
import { countIn, countOf, isConfigured, isSet, originOf, show, sizeOf, type ShownValue } from './shownValue';
import { savedEntries } from './savedMcp';

export interface SettingsRow {
  /** JSON Pointer (RFC 6901) of the value, unique in the tree: `/mcp_config/sse_servers/0/url`. */
  readonly id: string;
  /** The field's wire name, or the name of an entry inside a field. */
  readonly name: string;
  /** Wire name of the secret that the field reports to be set. The secret has no row of its own. */
  readonly key?: string;
  /** The names that the service uses for field and key. Entries of a list have those of the list. */
  readonly fieldNames: readonly string[];
  readonly value: ShownValue;
  /** Tells null from absent in the tooltip; the row shows both in the same way. */
  readonly origin: ReturnType<typeof originOf>;
  /** The field's description in the interface; absent on entries inside a field, and on fields that it doesn't describe. */
  readonly field?: SettingsField;
  /** True for the interface's default, sent or omitted by the service. */
  readonly isDefault: boolean;
  /** True if the value, or that of its key, has another type than in the interface. */
  readonly isOfAnotherType: boolean;
  readonly hasChildren: boolean;
  /** Created when the row is first expanded, and the same from then on. */
  readonly children: readonly SettingsRow[];
}

/** The groups, in the order of the view. */
const settingsGroups: readonly SettingsGroup[] = [
  'model',
  'limits',
  'git',
  'sandbox',
  'mcp',
  'search',
  'privacy',
  'account',
  'secrets',
  // For fields that the interface doesn't describe.
  'other',
];

export interface SettingsSection {
  readonly group: SettingsGroup;
  readonly rows: readonly SettingsRow[];
}

/**
 * The rows of the settings view in their sections. Every field of interface section 2.6 has a row, even if the service
 * didn't send it. A secret and the boolean that says whether it is set share a row.
 * @param settings the settings, with masked secrets
 * @param names the names that their service uses for them
 */
export function outlineSettings(
  settings: Settings,
  names: SettingsNames = { moved: {}, gone: [] },
): readonly SettingsSection[] {
  const isGone = (name: string) => names.gone.some((gone) => gone === name) && !Object.hasOwn(settings, name);
  const known = Object.keys(settingsFields).filter(isSettingsRowName);
  const unknown = Object.keys(settings).filter((name) => !isSettingsFieldName(name));
  const knownIn = (group: SettingsGroup) =>
    known.filter((name) => settingsFields[name].group === group && !isGone(name));
  return settingsGroups
    .map((group) => {
      const rows =
        group === 'other'
          ? unknown.map((name) => memberRow('', name, settings[name], [name]))
          : knownIn(group).map((name) => fieldRow(name, settings, names));
      return { group, rows };
    })
    .filter(({ rows }) => rows.length > 0);
}

function fieldRow(name: SettingsRowName, settings: Settings, { moved }: SettingsNames): SettingsRow {
  const field: SettingsField = settingsFields[name];
  const sent = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const value = sent === undefined ? field.default : sent;
  const id = idOf('', name);
  const key = keyReportedBy(name);
  const wireName = (field: string) => (isSettingsFieldName(field) && moved[field]) || field;
  // A service that doesn't send the boolean may send the secret itself.
  const hasSecret = key !== undefined && sent === undefined && isSet(settings[key]);
  const row = {
    id,
    name,
    ...(key !== undefined && { key }),
    fieldNames: [name, ...(key === undefined ? [] : [key])].map(wireName),
    field,
    value: hasSecret ? ({ kind: 'secret', set: true } as const) : fieldValue(name, value),
    origin: originOf(sent),
    isDefault: !hasSecret && field.default !== undefined && value === field.default,
    isOfAnotherType: [name, key ?? name].some((one) => isFieldOfAnotherType(one, settings[one])),
  };
  const hidesMembers = field.secret || name === 'secrets_store';
  return hidesMembers || !hasMembers(value) ? rowOf(row) : rowOf(row, () => childrenOf(name, value, row));
}

function isFieldOfAnotherType(name: string, value: unknown): boolean {
  const field = settingsField(name);
  return field !== undefined && !isOfType(field.type, value);
}

function fieldValue(name: SettingsRowName, value: unknown): ShownValue {
  const { secret }: SettingsField = settingsFields[name];
  if (keyReportedBy(name) !== undefined) return { kind: 'secret', set: isSet(value) };
  const hasSecrets = secret || name === 'provider_tokens_set' || name === 'secrets_store';
  if (hasSecrets && isEmptyValue(value)) return { kind: 'unreported' };
  if (secret) return { kind: 'secret', set: isSet(value) };
  const shown = show(value, countIn(name));
  // Known services send an empty store even if secrets are in it.
  const isEmptyStore = name === 'secrets_store' && shown.kind === 'count' && shown.count === 0;
  return isEmptyStore ? { kind: 'unreported' } : shown;
}

function childrenOf(name: SettingsRowName, value: unknown, row: RowWithoutChildren): readonly SettingsRow[] {
  if (isRecord(value) && name === 'provider_tokens_set') {
    return Object.entries(value).map((entry) => providerRow(row.id, entry));
  }
  if (isRecord(value) && name === 'mcp_config') return mcpRows(value, row.id);
  return nested(value, row);
}

/** A Git provider with a token. The value is the provider's host, or null for its usual one. */
function providerRow(path: string, [name, host]: [string, unknown]): SettingsRow {
  const value: ShownValue =
    typeof host === 'string' && host !== '' && host !== masked
      ? { kind: 'text', text: host }
      : { kind: 'secret', set: isConfigured(host) };
  return rowOf({ ...plainRow(idOf(path, name), name, host), value });
}

/** The rows of the MCP configuration: lists of servers, or the servers themselves if it maps names to servers. */
function mcpRows(config: Readonly<Record<string, unknown>>, path: string): readonly SettingsRow[] {
  const servers = new Set(savedEntries(config).flatMap((entry) => (entry.path.length === 1 ? entry.path : [])));
  return Object.entries(config).map(([name, member]) => {
    const row = plainRow(idOf(path, name), name, member);
    return servers.has(name) ? serverRow(row, member) : serverListRow(row, member);
  });
}

/** A list or map of MCP servers, with a row for each. */
function serverListRow(list: RowWithoutChildren, servers: unknown): SettingsRow {
  const row = { ...list, value: show(servers, countOf('servers', sizeOf)) };
  if (!hasMembers(servers)) return rowOf(row);
  return rowOf(row, () =>
    Object.entries(servers).map(([key, server]: [string, unknown]) => {
      const inner = plainRow(idOf(row.id, key), nameOf(key, server), server);
      return serverRow({ ...inner, fieldNames: Array.isArray(servers) ? row.fieldNames : [key] }, server);
    }),
  );
}

function serverRow(row: RowWithoutChildren, server: unknown): SettingsRow {
  return hasMembers(server) ? rowOf({ ...row, value: { kind: 'group' } }, () => nested(server, row)) : rowOf(row);
}

type RowWithoutChildren = Omit<SettingsRow, 'children' | 'hasChildren'>;

/**
 * A row with its children. A large answer has tens of thousands of rows, most of which are never shown.
 * @param createChildren called when the row is first expanded; absent if it has no children
 */
function rowOf(row: RowWithoutChildren, createChildren?: () => readonly SettingsRow[]): SettingsRow {
  if (!createChildren) return { ...row, hasChildren: false, children: [] };
  let children: readonly SettingsRow[] | undefined;
  return {
    ...row,
    hasChildren: true,
    get children() {
      return (children ??= createChildren());
    },
  };
}

function hasMembers(value: unknown): value is object {
  return sizeOf(value) > 0;
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** True if an empty value doesn't tell whether there is a secret: services also send it in the place of secrets. */
function mayHideSecret(name: string, value: unknown): boolean {
  return (isEmptyValue(value) && isSecretName(name)) || (name === 'secrets' && isRecord(value) && sizeOf(value) === 0);
}

function plainRow(
  id: string,
  name: string,
  value: unknown,
  fieldNames: readonly string[] = [name],
): RowWithoutChildren {
  return {
    id,
    name,
    fieldNames,
    value: show(value),
    origin: originOf(value),
    isDefault: false,
    isOfAnotherType: false,
  };
}

/**
 * The id of a row: a JSON Pointer. Besides the characters that such pointers escape, it escapes unpaired surrogates, which
 * would be lost on the way to the view.
 */
export function idOf(path: string, name: string): string {
  // Nearly all of the tens of thousands of names in a large answer need no escaping.
  if (/^[\w.-]*$/.test(name)) return `${path}/${name}`;
  const escaped = name
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/\p{Surrogate}/gu, (half) => `~u${half.charCodeAt(0).toString(16)}`);
  return `${path}/${escaped}`;
}

const maxDepth = 8;

/** Rows for the members of a value. */
function nested(value: unknown, { id: path, fieldNames }: RowWithoutChildren, depth = 1): readonly SettingsRow[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, member]: [string, unknown]) =>
    memberRow(path, key, member, Array.isArray(value) ? fieldNames : [key], depth),
  );
}

/** The row of a member of a field, or of a field that the interface doesn't have. */
function memberRow(path: string, key: string, member: unknown, fieldNames: readonly string[], depth = 0): SettingsRow {
  const row = plainRow(idOf(path, key), nameOf(key, member), member, fieldNames);
  if (mayHideSecret(key, member) && !row.id.startsWith('/mcp_config/')) {
    return rowOf({ ...row, value: { kind: 'unreported' } });
  }
  // Not even the names of secrets are shown, like in `secrets_store`.
  if (key === 'secrets' && isRecord(member)) return rowOf({ ...row, value: countOf('secrets', sizeOf)(member) });
  const isExpandable = depth < maxDepth && hasMembers(member);
  return isExpandable ? rowOf(row, () => nested(member, row, depth + 1)) : rowOf(row);
}

/** The label of a member: its key or, for an entry of a list, its own name or URL. */
export function nameOf(key: string, member: unknown): string {
  if (!/^\d+$/.test(key) || !isRecord(member)) return key;
  const { name, url } = member;
  return [name, url].filter((one) => typeof one === 'string').find(Boolean) ?? key;
}
