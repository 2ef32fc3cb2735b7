export type SessionKeyRefusal = 'empty' | 'lineBreak' | 'characters';

export type SessionKeyResult =
  { readonly ok: true; readonly key: string } | { readonly ok: false; readonly reason: SessionKeyRefusal };

/**
 * Checks that a text can be sent as the value of `X-Session-API-Key` (interface section 5). Surrounding white space
 * comes from pasting and is dropped, as HTTP would drop it; so is what is around a key in a file of variables, in a
 * command, or in a header.
 */
export function parseSessionKey(text: string): SessionKeyResult {
  const key = bareKey(text.trim());
  if (key === '') return { ok: false, reason: 'empty' };
  if (/[\r\n]/.test(key)) return { ok: false, reason: 'lineBreak' };
  if (/[^\t\x20-\x7e\xa1-\xff]/.test(key)) return { ok: false, reason: 'characters' };
  return { ok: true, key };
}

/** `export SESSION_API_KEY="…"`, `X-Session-API-Key: …`, `Authorization: Bearer …`, and a key in quotes. */
function bareKey(text: string): string {
  const assigned = text.replace(/^(?:export |\$env:)?(?:[A-Z]+_)*API_KEYS?(?:_\d+)? ?=/, '').trim();
  const sent = assigned.replace(/^(?:X-Session-API-Key:|(?:Authorization: ?)?Bearer )/i, '').trim();
  const quote = sent.length > 1 && sent.at(0) === sent.at(-1) && /^["'`]/.test(sent);
  const inner = quote ? sent.slice(1, -1) : sent;
  return inner === text ? text : bareKey(inner.trim());
}
