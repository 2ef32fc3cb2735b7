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
} from '../client/settingsFields';
import { countIn, countOf, isConfigured, isSet, originOf, show, sizeOf, type ShownValue } from './shownValue';
import { savedEntries } from './savedMcp';

export interface SettingsRow {
  /** JSON Pointer (RFC 6901) of the value, unique in the tree: `/mcp_config/sse_servers/0/url`. */
  readonly id: string;
  /** The field's wire name, or the name of an entry inside a field. */
  readonly name: string;
  /** The wire name of the key whose presence the field reports, which has no row of its own. */
  readonly key?: string;
  /** The names of field and key on the service, of an entry in a list those of the list. */
  readonly fieldNames: readonly string[];
  readonly value: ShownValue;
  /** Null and absent look alike in the row, and are distinguished in its tooltip. */
  readonly origin: ReturnType<typeof originOf>;
  /** The interface's description; absent on entries inside a field and on fields that it doesn't have. */
  readonly field?: SettingsField;
  /** The value is the interface's default, whether the service sent it or omitted it. */
  readonly isDefault: boolean;
  /** The value, or that of its key, isn't of the interface's type. */
  readonly isOfAnotherType: boolean;
  readonly hasChildren: boolean;
  /** Created when the row is first expanded, and the same from then on. */
  readonly children: readonly SettingsRow[];
}

/** The groups in the order of the view. */
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
  // Fields that the interface doesn't have.
  'other',
];

export interface SettingsSection {
  readonly group: SettingsGroup;
  readonly rows: readonly SettingsRow[];
}

/**
 * The settings as sections of rows, including every field of interface section 2.6, whether the service sent it or not;
 * a key and the boolean that says whether it is set are one row.
 * @param settings with its secrets masked
 * @param names what the service that they are from calls them
 */
export function outlineSettings(
  settings: Settings,
  names: SettingsNames = { moved: {}, gone: [] },
): readonly SettingsSection[] {
  const isGone = (name: string) => names.gone.some((gone) => gone === name) && !Object.hasOwn(settings, name);
  const known = Object.keys(settingsFields).filter((name) => isSettingsRowName(name) && !isGone(name));
  const unknown = Object.keys(settings).filter((name) => !settingsField(name));
  return settingsGroups
    .map((group) => {
      const shown = group === 'other' ? unknown : known.filter((name) => settingsField(name)?.group === group);
      return { group, rows: shown.map((name) => fieldRow(name, settings, names)) };
    })
    .filter(({ rows }) => rows.length > 0);
}

function fieldRow(name: string, settings: Settings, { moved }: SettingsNames): SettingsRow {
  const field = settingsField(name);
  const sent = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const value = sent === undefined ? field?.default : sent;
  const id = idOf('', name);
  const key = field && keyReportedBy(name);
  const wireName = (field: string) => (isSettingsFieldName(field) && moved[field]) || field;
  // A service that doesn't send the boolean may send the key itself.
  const isTold = key !== undefined && sent === undefined && isSet(settings[key]);
  const row = {
    id,
    name,
    ...(key !== undefined && { key }),
    fieldNames: [name, key].flatMap((one) => (one === undefined ? [] : [wireName(one)])),
    ...(field && { field }),
    value: isTold ? ({ kind: 'secret', set: true } as const) : fieldValue(name, value),
    origin: originOf(sent),
    isDefault: !isTold && field?.default !== undefined && value === field.default,
    isOfAnotherType: [name, key ?? name].some((one) => isFieldOfAnotherType(one, settings[one])),
  };
  const isClosed = field?.secret || name === 'secrets_store' || !hasMembers(value);
  return isClosed ? rowOf(row) : rowOf(row, () => childrenOf(name, value, row));
}

function isFieldOfAnotherType(name: string, value: unknown): boolean {
  const field = settingsField(name);
  return field !== undefined && !isOfType(field.type, value);
}

function fieldValue(name: string, value: unknown): ShownValue {
  const field = settingsField(name);
  if (field && keyReportedBy(name) !== undefined) return { kind: 'secret', set: isSet(value) };
  const mayBeKept = field?.secret || name === 'provider_tokens_set' || name === 'secrets_store';
  if (field ? mayBeKept && isNothing(value) : isWithheld(name, value)) return { kind: 'unreported' };
  if (field?.secret) return { kind: 'secret', set: isSet(value) };
  const shown = show(value, countIn(name));
  // Known services send empty stores, whatever is in them.
  const isEmptyStore = name === 'secrets_store' && shown.kind === 'count' && shown.count === 0;
  return isEmptyStore ? { kind: 'unreported' } : shown;
}

function childrenOf(name: string, value: unknown, row: RowItself): readonly SettingsRow[] {
  if (isRecord(value) && name === 'provider_tokens_set')
    return Object.entries(value).map((entry) => providerRow(row.id, entry));
  if (isRecord(value) && name === 'mcp_config') return serverRows(value, row.id);
  return nested(value, row);
}

/** A listed provider is configured; its value is a host, or null for the provider's own. */
function providerRow(path: string, [name, host]: [string, unknown]): SettingsRow {
  const value: ShownValue =
    typeof host === 'string' && host !== '' && host !== masked
      ? { kind: 'text', text: host }
      : { kind: 'secret', set: isConfigured(host) };
  return rowOf({ ...leaf(idOf(path, name), name, host), value });
}

/** A row for each list of MCP servers, or for each server if the service has a map from name to server. */
function serverRows(config: Readonly<Record<string, unknown>>, path: string): readonly SettingsRow[] {
  const servers = new Set(savedEntries(config).flatMap((entry) => (entry.path.length === 1 ? entry.path : [])));
  return Object.entries(config).map(([name, member]) => {
    const row = leaf(idOf(path, name), name, member);
    return servers.has(name) ? serverRow(row, member) : serversRow(row, member);
  });
}

/** A list or map of MCP servers; each server's row has its name, and no value besides its fields. */
function serversRow(itself: RowItself, servers: unknown): SettingsRow {
  const row = { ...itself, value: show(servers, countOf('servers', sizeOf)) };
  if (!hasMembers(servers)) return rowOf(row);
  return rowOf(row, () =>
    Object.entries(servers).map(([key, server]: [string, unknown]) => {
      const inner = leaf(idOf(row.id, key), nameOf(key, server), server);
      return serverRow({ ...inner, fieldNames: Array.isArray(servers) ? row.fieldNames : [key] }, server);
    }),
  );
}

function serverRow(row: RowItself, server: unknown): SettingsRow {
  return hasMembers(server) ? rowOf({ ...row, value: { kind: 'group' } }, () => nested(server, row)) : rowOf(row);
}

type RowItself = Omit<SettingsRow, 'children' | 'hasChildren'>;

/**
 * A row with others below it. Of a large answer, these are tens of thousands, and most are never looked at.
 * @param open makes them when they are first looked at
 */
function rowOf(row: RowItself, open?: () => readonly SettingsRow[]): SettingsRow {
  if (!open) return { ...row, hasChildren: false, children: [] };
  let children: readonly SettingsRow[] | undefined;
  return {
    ...row,
    hasChildren: true,
    get children() {
      return (children ??= open());
    },
  };
}

function hasMembers(value: unknown): value is object {
  return sizeOf(value) > 0;
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** True for nothing in the place of a secret, where services also send it if there is one, and for no secrets at all. */
function isWithheld(name: string, value: unknown): boolean {
  return (isNothing(value) && isSecretName(name)) || (name === 'secrets' && isRecord(value) && sizeOf(value) === 0);
}

function leaf(id: string, name: string, value: unknown): RowItself {
  return {
    id,
    name,
    fieldNames: [name],
    value: show(value),
    origin: originOf(value),
    isDefault: false,
    isOfAnotherType: false,
  };
}

/**
 * Names may contain anything that JSON can, including unpaired surrogates, which would not survive the transfer to the
 * view.
 */
export function idOf(path: string, name: string): string {
  // Matches nearly all names; there are tens of thousands of them in a large answer.
  if (/^[\w.-]*$/.test(name)) return `${path}/${name}`;
  const escaped = name
    .replaceAll('~', '~0')
    .replaceAll('/', '~1')
    .replace(/\p{Surrogate}/gu, (half) => `~u${half.charCodeAt(0).toString(16)}`);
  return `${path}/${escaped}`;
}

const maxDepth = 8;

/** @param fieldNames of the value itself */
function nested(value: unknown, { id: path, fieldNames }: RowItself, depth = 0): readonly SettingsRow[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, member]: [string, unknown]) => {
    const id = idOf(path, key);
    const row = { ...leaf(id, nameOf(key, member), member), fieldNames: Array.isArray(value) ? fieldNames : [key] };
    if (isWithheld(key, member) && !id.startsWith('/mcp_config/'))
      return rowOf({ ...row, value: { kind: 'unreported' } });
    // As in the field `secrets_store`: their names aren't shown, either.
    if (key === 'secrets' && isRecord(member)) return rowOf({ ...row, value: countOf('secrets', sizeOf)(member) });
    const isOpenable = depth + 1 < maxDepth && hasMembers(member);
    return isOpenable ? rowOf(row, () => nested(member, row, depth + 1)) : rowOf(row);
  });
}

/** An entry of a list is shown by its own name or URL. */
export function nameOf(key: string, member: unknown): string {
  if (!/^\d+$/.test(key) || !isRecord(member)) return key;
  const { name, url } = member;
  return [name, url].filter((one) => typeof one === 'string').find(Boolean) ?? key;
}
