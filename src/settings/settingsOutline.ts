import { isRecord } from '../base/json';
import { isSecretName } from '../base/secretShapes';
import { masked } from '../client/maskSettings';
import type { SettingsNames } from '../client/apis/settingsNames';
import type { Settings } from '../client/records';
import {
  isOfSettingsType,
  isSettingsFieldName,
  isSettingsRowName,
  keyReportedBy,
  settingsField,
  settingsFields,
  type SettingsField,
  type SettingsGroup,
  type SettingsRowName,
} from '../client/settingsFields';
import {
  counterFor,
  counterOf,
  isConfigured,
  isSet,
  originOf,
  shownValue,
  sizeOf,
  type ShownValue,
} from './shownValue';
import { savedEntries } from './savedMcp';

export interface SettingsRow {
  /** JSON Pointer (RFC 6901) of the value, unique in the tree: `/mcp_config/sse_servers/0/url`. */
  readonly id: string;
  /** The field's wire name, or the name of an entry inside a field. */
  readonly name: string;
  /** Wire name of the secret that this field reports as set or not set. The secret has no row of its own. */
  readonly key?: string;
  /** The service's own names for the field and its key. For an entry of a list, the names of the list. */
  readonly fieldNames: readonly string[];
  readonly value: ShownValue;
  /** Distinguishes null from absent, for the tooltip. The row shows both in the same way. */
  readonly origin: ReturnType<typeof originOf>;
  /** The field's description in the interface; absent for entries inside a field, and for fields that aren't in it. */
  readonly field?: SettingsField;
  /** True if the value is the interface's default, whether or not the service sent it. */
  readonly isDefault: boolean;
  /** True if the value, or the value of its key, doesn't have the interface's type. */
  readonly isOfAnotherType: boolean;
  readonly hasChildren: boolean;
  /** Created when the row is first expanded, then kept. */
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
 * @param names the service's own names for them
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
  const reported = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const value = reported === undefined ? field.default : reported;
  const id = rowId('', name);
  const key = keyReportedBy(name);
  const wireName = (known: string) => (isSettingsFieldName(known) && moved[known]) || known;
  // A service that doesn't send the boolean may send the secret itself.
  const hasSecret = key !== undefined && reported === undefined && isSet(settings[key]);
  const row = {
    id,
    name,
    ...(key !== undefined && { key }),
    fieldNames: [name, ...(key === undefined ? [] : [key])].map(wireName),
    field,
    value: hasSecret ? ({ kind: 'secret', set: true } as const) : fieldValue(name, value),
    origin: originOf(reported),
    isDefault: !hasSecret && field.default !== undefined && value === field.default,
    isOfAnotherType: [name, key ?? name].some((each) => isFieldOfAnotherType(each, settings[each])),
  };
  const hidesMembers = field.secret || name === 'secrets_store';
  return hidesMembers || !isNonEmpty(value) ? withChildren(row) : withChildren(row, () => childrenOf(name, value, row));
}

function isFieldOfAnotherType(name: string, value: unknown): boolean {
  const field = settingsField(name);
  return field !== undefined && !isOfSettingsType(value, field.type);
}

function fieldValue(name: SettingsRowName, value: unknown): ShownValue {
  const { secret }: SettingsField = settingsFields[name];
  if (keyReportedBy(name) !== undefined) return { kind: 'secret', set: isSet(value) };
  const hasSecrets = secret || name === 'provider_tokens_set' || name === 'secrets_store';
  if (hasSecrets && isEmptyValue(value)) return { kind: 'unreported' };
  if (secret) return { kind: 'secret', set: isSet(value) };
  const shown = shownValue(value, counterFor(name));
  // Known services send an empty store even if it has secrets.
  const isEmptyStore = name === 'secrets_store' && shown.kind === 'count' && shown.count === 0;
  return isEmptyStore ? { kind: 'unreported' } : shown;
}

function childrenOf(name: SettingsRowName, value: unknown, row: RowWithoutChildren): readonly SettingsRow[] {
  if (isRecord(value) && name === 'provider_tokens_set') {
    return Object.entries(value).map((entry) => providerRow(row.id, entry));
  }
  if (isRecord(value) && name === 'mcp_config') return mcpRows(value, row.id);
  return memberRows(value, row);
}

/** The row of a Git provider. The value is the provider's host, or null for its usual host. */
function providerRow(path: string, [name, host]: [string, unknown]): SettingsRow {
  const value: ShownValue =
    typeof host === 'string' && host !== '' && host !== masked
      ? { kind: 'text', text: host }
      : { kind: 'secret', set: isConfigured(host) };
  return withChildren({ ...plainRow(rowId(path, name), name, host), value });
}

/** The rows of the MCP configuration: lists of servers, or the servers themselves if it maps names to servers. */
function mcpRows(config: Readonly<Record<string, unknown>>, path: string): readonly SettingsRow[] {
  const servers = new Set(savedEntries(config).flatMap((entry) => (entry.path.length === 1 ? entry.path : [])));
  return Object.entries(config).map(([name, member]) => {
    const row = plainRow(rowId(path, name), name, member);
    return servers.has(name) ? serverRow(row, member) : serverListRow(row, member);
  });
}

function serverListRow(list: RowWithoutChildren, servers: unknown): SettingsRow {
  const row = { ...list, value: shownValue(servers, counterOf('servers', sizeOf)) };
  if (!isNonEmpty(servers)) return withChildren(row);
  return withChildren(row, () =>
    Object.entries(servers).map(([key, server]: [string, unknown]) => {
      const inner = plainRow(rowId(row.id, key), entryName(key, server), server);
      return serverRow({ ...inner, fieldNames: Array.isArray(servers) ? row.fieldNames : [key] }, server);
    }),
  );
}

function serverRow(row: RowWithoutChildren, server: unknown): SettingsRow {
  return isNonEmpty(server)
    ? withChildren({ ...row, value: { kind: 'group' } }, () => memberRows(server, row))
    : withChildren(row);
}

type RowWithoutChildren = Omit<SettingsRow, 'children' | 'hasChildren'>;

/**
 * A row with its children. A large answer has tens of thousands of rows, most of which are never shown.
 * @param createChildren called when the row is first expanded; absent if it has no children
 */
function withChildren(row: RowWithoutChildren, createChildren?: () => readonly SettingsRow[]): SettingsRow {
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

function isNonEmpty(value: unknown): value is object {
  return sizeOf(value) > 0;
}

function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** True if a secret may be set although the value is empty: services also send an empty value instead of a secret. */
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
    value: shownValue(value),
    origin: originOf(value),
    isDefault: false,
    isOfAnotherType: false,
  };
}

/**
 * The id of a row: a JSON Pointer. It also escapes unpaired surrogates, which VS Code would replace, so that two rows could
 * get the same id.
 */
function rowId(path: string, name: string): string {
  // Nearly all names need no escaping, and this check is faster. A large answer has tens of thousands of names.
  if (/^[\w.-]*$/.test(name)) return `${path}/${name}`;
  const escaped = name
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/\p{Surrogate}/gu, (half) => `~u${half.charCodeAt(0).toString(16)}`);
  return `${path}/${escaped}`;
}

function memberRows(value: unknown, { id: path, fieldNames }: RowWithoutChildren): readonly SettingsRow[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, member]: [string, unknown]) =>
    memberRow(path, key, member, Array.isArray(value) ? fieldNames : [key]),
  );
}

/** The row for a member of a field, or for a field that the interface doesn't have. */
function memberRow(path: string, key: string, member: unknown, fieldNames: readonly string[]): SettingsRow {
  const row = plainRow(rowId(path, key), entryName(key, member), member, fieldNames);
  if (mayHideSecret(key, member) && !row.id.startsWith('/mcp_config/')) {
    return withChildren({ ...row, value: { kind: 'unreported' } });
  }
  // Not even the names of secrets are shown, as in `secrets_store`.
  if (key === 'secrets' && isRecord(member))
    return withChildren({ ...row, value: counterOf('secrets', sizeOf)(member) });
  return isNonEmpty(member) ? withChildren(row, () => memberRows(member, row)) : withChildren(row);
}

/** The label of a member: its key or, for an entry of a list, its own name or URL. */
function entryName(key: string, member: unknown): string {
  if (!/^\d+$/.test(key) || !isRecord(member)) return key;
  const { name, url } = member;
  return [name, url].filter((text) => typeof text === 'string').find(Boolean) ?? key;
}
