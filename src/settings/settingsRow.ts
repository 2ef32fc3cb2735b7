import { isRecord } from '../base/json';
import { isSecretName } from '../base/secretShapes';
import type { SettingsField } from '../client/settingsFields';
import { countEntries, countOf, originOf, show, sizeOf, type Origin, type ShownValue } from './shownValue';

/** One row of the settings view. */
export interface SettingsRow {
  /** JSON Pointer (RFC 6901) of the value, unique in the tree: `/mcp_config/sse_servers/0/url`. */
  readonly id: string;
  /** The field's wire name, or the name of an entry inside a field. */
  readonly name: string;
  /** The wire name of the key whose presence the field reports, which has no row of its own. */
  readonly key?: string;
  /**
   * The names of field and key on the service, of an entry in a list those of the list; empty if the service has no such
   * field.
   */
  readonly fieldNames: readonly string[];
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

export type RowItself = Omit<SettingsRow, 'children'>;

const noRows: readonly SettingsRow[] = [];

/**
 * A row with others below it. Of a large answer, these are tens of thousands, and most are never looked at.
 * @param open makes them when they are first looked at
 */
export function rowOf(row: RowItself, open: () => readonly SettingsRow[] = () => noRows): SettingsRow {
  let children: readonly SettingsRow[] | undefined;
  return {
    ...row,
    get children() {
      return (children ??= open());
    },
  };
}

export function hasMembers(value: unknown): value is object {
  return sizeOf(value) > 0;
}

export function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '';
}

/** True for nothing in the place of a secret, where services also send it if there is one, and for no secrets at all. */
export function isWithheld(name: string, value: unknown): boolean {
  return (isNothing(value) && isSecretName(name)) || (name === 'secrets' && isRecord(value) && sizeOf(value) === 0);
}

export function leaf(id: string, name: string, value: unknown, count = countEntries): RowItself {
  return { id, name, fieldNames: [name], value: show(value, count), origin: originOf(value), isDefault: false };
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
export function nested(
  value: unknown,
  { id: path, fieldNames }: Pick<SettingsRow, 'id' | 'fieldNames'>,
  depth = 0,
): readonly SettingsRow[] {
  if (typeof value !== 'object' || value === null) return noRows;
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
  return (
    ([name, url].find((candidate) => typeof candidate === 'string' && candidate !== '') as string | undefined) ?? key
  );
}
