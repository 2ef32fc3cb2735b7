import { isRecord } from '../../base/common/json';
import { masked } from '../../client/common/maskSettings';
import { dialects, interfaceApi, type Dialect } from '../../client/common/dialect';
import { interfaceLists, savedEntries } from './savedMcp';
import type { Settings } from '../../client/common/records';
import { isSecretName } from '../../base/common/secretShapes';
import {
  isSettingsFieldName,
  isSettingsRowName,
  keyReportedBy,
  settingsField,
  settingsFields,
  settingsGroups,
  type SettingsField,
  type SettingsGroup,
} from '../../client/common/settingsFields';
import {
  countEntries,
  countIn,
  countOf,
  isConfigured,
  isSet,
  originOf,
  show,
  sizeOf,
  type Origin,
  type ShownValue,
} from './shownValue';

export type { ShownValue } from './shownValue';

/** One row of the settings view. */
export interface SettingsRow {
  /** JSON Pointer (RFC 6901) of the value, unique in the tree: `/mcp_config/sse_servers/0/url`. */
  readonly id: string;
  /** The field's wire name, or the name of an entry inside a field. */
  readonly name: string;
  /** The wire name of the key whose presence the field reports, which has no row of its own. */
  readonly key?: string;
  /** The names of field and key on the service, if they differ from those; empty if it has no such field. */
  readonly wireNames?: readonly string[];
  readonly value: ShownValue;
  /**
   * The service's handling of the field: null and absent look alike in the row, and are distinguished in its tooltip.
   */
  readonly origin: Origin;
  /** The interface's description; absent on entries inside a field and on fields that it doesn't have. */
  readonly field?: SettingsField;
  /** The value is the interface's default, whether the service sent it or omitted it. */
  readonly isDefault: boolean;
  /** Created when the row is first expanded, and the same from then on. */
  readonly children: readonly SettingsRow[];
}

/** What the service calls the settings, and which it doesn't have. */
export type SettingsNames = Pick<Dialect, 'settingsNames' | 'settingsGone'>;

export interface SettingsSection {
  readonly group: SettingsGroup;
  readonly rows: readonly SettingsRow[];
}

/**
 * The settings as sections of rows, including every field of interface section 2.6, whether the service sent it or not;
 * a key and the boolean that says whether it is set are one row.
 * @param settings with its secrets masked
 * @param names of the service that they are from
 */
export function outlineSettings(
  settings: Settings,
  names: SettingsNames = dialects[interfaceApi],
): readonly SettingsSection[] {
  const isGone = (name: string) => names.settingsGone.some((gone) => gone === name) && !Object.hasOwn(settings, name);
  const known = Object.keys(settingsFields).filter((name) => isSettingsRowName(name) && !isGone(name));
  const unknown = Object.keys(settings).filter((name) => !settingsField(name));
  return settingsGroups
    .map((group) => {
      const shown = group === 'other' ? unknown : known.filter((name) => settingsField(name)?.group === group);
      return { group, rows: shown.map((name) => fieldRow(name, settings, names)) };
    })
    .filter(({ rows }) => rows.length > 0);
}

function fieldRow(name: string, settings: Settings, { settingsNames }: SettingsNames): SettingsRow {
  const field = settingsField(name);
  const sent = Object.hasOwn(settings, name) ? settings[name] : undefined;
  const value = sent === undefined ? field?.default : sent;
  const id = idOf('', name);
  const key = keyReportedBy(name);
  const wireName = (field: string) => (isSettingsFieldName(field) && settingsNames[field]) || field;
  const isMoved = [name, ...(key === undefined ? [] : [key])].some((field) => wireName(field) !== field);
  // A service that doesn't send the boolean may send the key itself.
  const isTold = key !== undefined && sent === undefined && isSet(settings[key]);
  const row = {
    id,
    name,
    ...(key !== undefined && { key }),
    ...(isMoved && { wireNames: [name, key].flatMap((one) => (one === undefined ? [] : [wireName(one)])) }),
    ...(field && { field }),
    value: isTold ? ({ kind: 'secret', set: true } as const) : fieldValue(name, value, settings),
    origin: originOf(sent),
    isDefault: !isTold && field?.default !== undefined && value === field.default,
  };
  if (name === 'secrets_store' && isRecord(value)) return openable(row, () => storeRows(value, settings, id));
  return field?.secret || !hasMembers(value) ? closed(row) : openable(row, () => childrenOf(name, value, row));
}

function fieldValue(name: string, value: unknown, settings: Settings): ShownValue {
  if (keyReportedBy(name) !== undefined) return { kind: 'secret', set: isSet(value) };
  if (name === 'secrets_store') return storesValue(value, settings);
  const field = settingsField(name);
  const mayBeKept = field?.secret || name === 'provider_tokens_set';
  if (field ? mayBeKept && isNothing(value) : isWithheld(name, value)) return { kind: 'unreported' };
  return field?.secret ? { kind: 'secret', set: isSet(value) } : show(value, countIn(name));
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** True for nothing in the place of a secret, where services also send it if there is one, and for no secrets at all. */
function isWithheld(name: string, value: unknown): boolean {
  return (isNothing(value) && isSecretName(name)) || (name === 'secrets' && isRecord(value) && sizeOf(value) === 0);
}

/** Known services send empty stores, whatever is in them. Another field reports the tokens. */
function storesValue(stores: unknown, settings: Settings): ShownValue {
  const shown = show(stores, countIn('secrets_store'));
  const isEmpty = shown.kind === 'unset' || (shown.kind === 'count' && shown.count === 0);
  if (!isEmpty) return shown;
  return isRecord(stores) && isRecord(settings.provider_tokens_set) ? { kind: 'group' } : { kind: 'unreported' };
}

/** The two stores of the interface, sent or not, and any others. */
function storeRows(
  stores: Readonly<Record<string, unknown>>,
  { provider_tokens_set: tokens }: Settings,
  path: string,
): readonly SettingsRow[] {
  const named = { provider_tokens: undefined, custom_secrets: undefined, ...stores };
  return Object.entries<unknown>(named).map(([name, secrets]) => {
    const row = leaf(idOf(path, name), name, secrets, countOf('secrets', sizeOf));
    if (isSet(secrets) && (typeof secrets !== 'object' || sizeOf(secrets) > 0)) return closed(row);
    const isTold = name === 'provider_tokens' && isRecord(tokens);
    return closed({ ...row, value: isTold ? countIn('provider_tokens_set')(tokens) : { kind: 'unreported' } });
  });
}

type RowItself = Omit<SettingsRow, 'children'>;

const noRows: readonly SettingsRow[] = [];

function closed(row: RowItself): SettingsRow {
  return { ...row, children: noRows };
}

/** A row of a large answer has tens of thousands of others below it, most of which are never looked at. */
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

function childrenOf(name: string, value: unknown, { id: path, wireNames }: RowItself): readonly SettingsRow[] {
  if (!isRecord(value)) return nested(value, path, 0);
  const entries = Object.entries(value);
  switch (name) {
    case 'provider_tokens_set':
      return entries.map((entry) => providerRow(path, entry));
    case 'mcp_config':
      return serverRows(value, path, wireNames !== undefined);
    default:
      return nested(value, path, 0);
  }
}

/**
 * A row for each list of MCP servers, or for each server if the service has a map from name to server.
 * @param isMoved says that the interface's lists were made from such a map
 */
function serverRows(config: Readonly<Record<string, unknown>>, path: string, isMoved: boolean): readonly SettingsRow[] {
  const servers = new Set(savedEntries(config).flatMap((entry) => (entry.path.length === 1 ? entry.path : [])));
  return Object.entries(config).map(([name, member]) => {
    const id = idOf(path, name);
    if (servers.has(name)) return serverRow(id, name, member);
    return serversRow(id, name, member, isMoved && Object.hasOwn(interfaceLists, name) ? { wireNames: [] } : {});
  });
}

/** A list or map of MCP servers; each server's row has its name, and no value besides its fields. */
function serversRow(id: string, name: string, servers: unknown, names: Pick<SettingsRow, 'wireNames'>): SettingsRow {
  const row = { ...leaf(id, name, servers, countOf('servers', sizeOf)), ...names };
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

/** A listed provider is configured; its value is a host, or null for the provider's own. */
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

/**
 * Names may contain anything that JSON can, including unpaired surrogates, which would not survive the transfer to the
 * view.
 */
function idOf(path: string, name: string): string {
  // Matches nearly all names; there are tens of thousands of them in a large answer.
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
    if (isWithheld(key, member) && !id.startsWith('/mcp_config/'))
      return closed({ ...row, value: { kind: 'unreported' } });
    // As in the field `secrets_store`: their names aren't shown, either.
    if (key === 'secrets' && isRecord(member)) return closed({ ...row, value: countOf('secrets', sizeOf)(member) });
    const isOpenable = depth + 1 < maxDepth && hasMembers(member);
    return isOpenable ? openable(row, () => nested(member, id, depth + 1)) : closed(row);
  });
}

/** An entry of a list is shown by its own name or URL. */
function nameOf(key: string, member: unknown): string {
  if (!/^\d+$/.test(key) || !isRecord(member)) return key;
  const { name, url } = member;
  return (
    ([name, url].find((candidate) => typeof candidate === 'string' && candidate !== '') as string | undefined) ?? key
  );
}
