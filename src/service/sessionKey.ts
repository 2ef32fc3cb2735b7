export type SessionKeyRefusal = 'empty' | 'lineBreak' | 'characters';

export type SessionKeyResult =
  { readonly ok: true; readonly key: string } | { readonly ok: false; readonly reason: SessionKeyRefusal };

/**
 * Checks that a text can be sent as the value of `X-Session-API-Key` (interface section 5). Surrounding white space
 * comes from pasting and is dropped, as HTTP would drop it.
 */
export function parseSessionKey(text: string): SessionKeyResult {
  const key = text.trim();
  if (key === '') return { ok: false, reason: 'empty' };
  if (/[\r\n]/.test(key)) return { ok: false, reason: 'lineBreak' };
  if (/[^\t\x20-\x7e\xa1-\xff]/.test(key)) return { ok: false, reason: 'characters' };
  return { ok: true, key };
}
