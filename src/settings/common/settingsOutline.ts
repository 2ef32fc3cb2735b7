import { isRecord } from '../../base/common/json';
import { masked } from '../../client/common/maskSettings';
import { dialects, interfaceApi, type Dialect } from '../../client/common/dialect';
import type { Settings } from '../../client/common/records';
import {
  isSettingsFieldName,
  isSettingsRowName,
  keyReportedBy,
  settingsField,
  settingsFields,
  settingsGroups,
  type SettingsGroup,
} from '../../client/common/settingsFields';
import { serverRows } from './serverRows';
import {
  closed,
  hasMembers,
  idOf,
  isNothing,
  isWithheld,
  leaf,
  nested,
  openable,
  type RowItself,
  type SettingsRow,
} from './settingsRow';
import { countIn, countOf, isConfigured, isSet, originOf, show, sizeOf, type ShownValue } from './shownValue';

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

/** A listed provider is configured; its value is a host, or null for the provider's own. */
function providerRow(path: string, [name, host]: [string, unknown]): SettingsRow {
  const value: ShownValue =
    typeof host === 'string' && host !== '' && host !== masked
      ? { kind: 'text', text: host }
      : { kind: 'secret', set: isConfigured(host) };
  return closed({ id: idOf(path, name), name, value, origin: originOf(host), isDefault: false });
}
