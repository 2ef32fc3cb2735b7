import type { Received } from './exchange';

/** Seconds to wait, from a number of seconds or a date (RFC 9110, section 10.2.3). */
export function retryAfter({ headers }: Pick<Received, 'headers'>): number | undefined {
  const header = headers['retry-after'];
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value);
  // Date.parse takes much for a date that is none.
  const until = / GMT$/i.test(value.trim()) ? Date.parse(value) : NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
