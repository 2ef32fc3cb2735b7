import type { ServiceAddress } from '../client/serviceUrl';

export type SessionKeyRefusal = 'empty' | 'lineBreak' | 'characters';

type SessionKeyResult =
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

/** Text before a key where keys are copied from: a command or its option, a variable, a header. */
const leads: readonly RegExp[] = [
  /^(?:export|setx?|-e|-H)\s+/,
  /^["']?(?:\$env:)?(?:[A-Z]+_)*API_KEYS?(?:_\d+)?(?:["']?\s*[=:]|\s)\s*/i,
  /^X-Session-API-Key:\s*/i,
  /^(?:Authorization:\s*)?Bearer(?:\s+|$)/i,
];

/** A key in the quotes of a program, or of a text. */
const quoted = /^(?:"(.*)"|'(.*)'|`(.*)`|\u201c(.*)\u201d|\u2018(.*)\u2019|\u201e(.*)\u201c)[,;]?$/;

/** The key without what stands around it: `export SESSION_API_KEY="…"`, `X-Session-API-Key: …`, `Bearer …`. */
function bareKey(text: string): string {
  const alone = leads.reduce((rest, lead) => rest.replace(lead, ''), text);
  const inner = quoted.exec(alone)?.slice(1).join('') ?? alone;
  return inner === text ? text : bareKey(inner.trim());
}

/** A session key wasn't sent, because the service's certificate isn't verified and the user hasn't agreed to that. */
export class UnverifiedCertificateError extends Error {
  override readonly name = 'UnverifiedCertificateError';
  readonly address: ServiceAddress;

  constructor(address: ServiceAddress) {
    super('The certificate of the service is not verified.');
    this.address = address;
  }
}

/** VS Code's secret storage failed, for example because of a locked keyring. The message is for logs. */
export class SecretStorageError extends Error {
  override readonly name = 'SecretStorageError';
  readonly operation: 'get' | 'store' | 'delete';
  /** The kind of secret that couldn't be read or stored. */
  readonly kept: KeptSecret;

  constructor(operation: SecretStorageError['operation'], kept: KeptSecret, cause?: unknown) {
    super(`The secret storage failed to ${operation} (${kept}).`, cause === undefined ? undefined : { cause });
    this.operation = operation;
    this.kept = kept;
  }
}

/** Secrets in the secret storage: a service's session key, or the answers about MCP servers. */
export type KeptSecret = 'sessionKey' | 'mcpAnswers';
