import { masked } from '../client/maskSettings';
import { savedEntries } from './savedMcp';

/** A value in the form in which it's shown, without translated words ("on", "not set"). */
export type ShownValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'switch'; readonly on: boolean }
  | { readonly kind: 'secret'; readonly set: boolean }
  | { readonly kind: 'count'; readonly count: number; readonly of: 'servers' | 'providers' | 'secrets' | 'entries' }
  | { readonly kind: 'unset' }
  /** A secret, but the service doesn't report whether it's set. */
  | { readonly kind: 'unreported' }
  /** All information is in the row's children. */
  | { readonly kind: 'group' };

export function originOf(value: unknown): 'sent' | 'null' | 'absent' {
  if (value === undefined) return 'absent';
  return value === null ? 'null' : 'sent';
}

export function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false;
}

type Count = Extract<ShownValue, { kind: 'count' }>;

export function shownValue(value: unknown, count = countEntries): ShownValue {
  if (value === null || value === undefined) return { kind: 'unset' };
  if (typeof value === 'boolean') return { kind: 'switch', on: value };
  if (value === masked) return { kind: 'secret', set: true };
  if (typeof value === 'object') return count(value);
  // eslint-disable-next-line @typescript-eslint/no-base-to-string -- a string, number or symbol is left
  return { kind: 'text', text: String(value) };
}

export function counterFor(field: string): (value: object) => Count {
  switch (field) {
    case 'mcp_config':
      return counterOf('servers', (value) => savedEntries(value).length);
    case 'provider_tokens_set':
      return counterOf('providers', (value) => sumOf(value, (host) => Number(isConfigured(host))));
    case 'secrets_store':
      return counterOf('secrets', (value) => sumOf(value, sizeOf));
    default:
      return countEntries;
  }
}

export function counterOf(of: Count['of'], count: (value: object) => number): (value: object) => Count {
  return (value) => ({ kind: 'count', count: count(value), of });
}

const countEntries = counterOf('entries', sizeOf);

function sumOf(value: object, count: (member: unknown) => number): number {
  return Object.values(value).reduce<number>((sum, member) => sum + count(member), 0);
}

export function sizeOf(value: unknown): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** True if a listed provider has a token. Any value but `false` means that it has, including null, for its usual host. */
export function isConfigured(host: unknown): boolean {
  return host !== false;
}
