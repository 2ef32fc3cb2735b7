import { isRecord } from '../base/json';
import { masked } from '../client/maskSettings';
import { dialects, interfaceApi, settingsNamesIn, type SettingsNames } from '../client/dialect';
import type { Settings } from '../client/records';
import {
  isSettingsFieldName,
  isSettingsRowName,
  keyReportedBy,
  settingsField,
  settingsFields,
  type SettingsGroup,
} from '../client/settingsFields';
import {
  hasMembers,
  idOf,
  isNothing,
  isWithheld,
  leaf,
  nameOf,
  nested,
  rowOf,
  type RowItself,
  type SettingsRow,
} from './settingsRow';
import { countIn, countOf, isConfigured, isSet, originOf, show, sizeOf, type ShownValue } from './shownValue';
import { savedEntries } from './savedMcp';

/** The groups in the order of the view, which is that of the fields. */
const settingsGroups: readonly SettingsGroup[] = [
  ...new Set(Object.values(settingsFields).map(({ group }) => group)),
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
 * @param dialect of the service that they are from
 */
export function outlineSettings(
  settings: Settings,
  dialect: SettingsNames = dialects[interfaceApi],
): readonly SettingsSection[] {
  const names = settingsNamesIn(settings, dialect);
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
  };
  const isClosed = field?.secret || name === 'secrets_store' || !hasMembers(value);
  return isClosed ? rowOf(row) : rowOf(row, () => childrenOf(name, value, row));
}

function fieldValue(name: string, value: unknown): ShownValue {
  if (keyReportedBy(name) !== undefined) return { kind: 'secret', set: isSet(value) };
  const field = settingsField(name);
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
