import { settingsField } from './settingsFields';
import type { Settings } from './records';
import { withoutUserInfo } from './redactor';

/** Stands for a secret that is set. No service is known to use it as a value. */
export const masked = '••••••••';

/**
 * The settings without a secret in them: the key fields, every `api_key`, `env` value and header of an MCP server,
 * everything inside `secrets_store`, credentials inside addresses, and in fields that the interface does not have,
 * whatever is named like a secret. `null`, `""` and absent stay as they are: they say "not set".
 */
export function maskSettings(settings: Settings): Settings {
  const fields = Object.entries(settings).map(([name, value]) => [name, maskField(name, value)] as const);
  return { ...Object.fromEntries(fields), llm_api_key_set: settings.llm_api_key_set };
}

function maskField(name: string, value: unknown): unknown {
  if (name === 'secrets_store')
    return mapMembers(value, (_, members) => mapMembers(members, (_, entry) => maskAll(entry)));
  // A value here is the host of the provider: presence of the name is what says "configured".
  if (name === 'provider_tokens_set') return mapMembers(value, (_, host) => maskNamed(host));
  const field = settingsField(name);
  if (field?.secret) return maskAll(value);
  if (name === 'mcp_config') return maskMcp(value);
  if (field) return maskNamed(value);
  return looksSecret(name) ? maskAll(value) : maskNamed(value);
}

const secretName = /key|token|secret|passw|passphrase|credential|authorization|cookie|bearer|private|signature/i;

function looksSecret(name: string): boolean {
  return secretName.test(name);
}

/** Masks what is named like a secret, at any depth, and credentials inside addresses. */
function maskNamed(value: unknown): unknown {
  if (typeof value === 'string') return withoutUserInfo(value);
  if (Array.isArray(value)) return value.map(maskNamed);
  return mapMembers(value, (name, member) => (looksSecret(name) ? maskAll(member) : maskNamed(member)));
}

/** MCP entries carry secrets under names of the user's choosing: all of `env` and `headers`, and arguments. */
function maskMcp(value: unknown): unknown {
  if (typeof value === 'string') return withoutQueryAndUserInfo(value);
  if (Array.isArray(value)) return value.map(maskMcp);
  return mapMembers(value, (name, member) => {
    if (/^(env|environment|headers|http_headers|auth)$/i.test(name)) return maskAll(member);
    if (name === 'args') return maskArguments(member);
    return looksSecret(name) ? maskAll(member) : maskMcp(member);
  });
}

/** An argument after `--api-key`, or the right side of `--token=…`, is a secret in all but name. */
function maskArguments(value: unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : masked;
  if (!Array.isArray(value)) return maskAll(value);
  return value.map((argument: unknown, index) => {
    if (typeof argument !== 'string') return maskAll(argument);
    const before: unknown = value[index - 1];
    if (typeof before === 'string' && before.startsWith('-') && !before.includes('=') && looksSecret(before))
      return masked;
    if (/\b(authorization|bearer)\b.*\s/i.test(argument)) return masked;
    const [name, rest] = splitOnce(argument, '=');
    return rest !== undefined && looksSecret(name) ? `${name}=${masked}` : withoutQueryAndUserInfo(argument);
  });
}

function maskAll(value: unknown): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(maskAll);
  if (typeof value === 'object') return mapMembers(value, (_, member) => maskAll(member));
  return masked;
}

function withoutQueryAndUserInfo(text: string): string {
  const [before, query] = splitOnce(withoutUserInfo(text), '?');
  return query && /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? `${before}?${masked}` : withoutUserInfo(text);
}

function splitOnce(text: string, separator: string): [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

function mapMembers(value: unknown, map: (name: string, member: unknown) => unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((member, index) => map(String(index), member));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, map(name, member)]));
}
