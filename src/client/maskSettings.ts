import { isRecord, maxDepth, withMembers } from '../base/json';
import type { Settings } from './records';
import { redacted, type Redactor } from '../base/redactor';
import { hideByShape, isPlaceholder, isSecretName } from '../base/secretShapes';
import { settingsField } from './settingsFields';
import { withoutSecretNames, withoutSecrets } from './secrets';

/** Stands for a secret that is set. No service is known to use it as a value. */
export const masked = '••••••••';

type Hide = (secret: string) => string;

const hidden: Hide = () => masked;

/** Records in which any program may save anything: their names don't say what is a secret. */
const freeRecords: readonly string[] = ['secrets_store', 'misc_settings'];

/** Longer than any text that is read in a list; hidden rather than searched. */
const maxText = 100_000;

/**
 * The settings with all secrets masked: the key fields, every `api_key`, `env` value and header of an MCP server,
 * everything but switches inside `secrets_store` and `misc_settings`, what services return in place of a secret,
 * credentials and queries in URLs, and at any depth everything that is named or shaped like a secret. `null`, `""` and
 * absent stay as they are: they say "not set".
 */
export function maskSettings(settings: Settings): Settings {
  return mapMembers(settings, maskField) as Settings;
}

/**
 * The settings masked, and with the live secrets removed where a service repeats them in a place that isn't masked.
 * Fields of the interface keep values that aren't secret even if a service was sent them: a model is still the model.
 */
export function settingsFitToShow(settings: Settings, redactor: Redactor): Settings {
  const secretsIn = (name: string) => (settingsField(name) ? redactor : redactor.forServiceText);
  const shown = withMembers(settings, (name, value) => withoutSecrets(maskField(name, value), secretsIn(name), 1));
  return withoutSecretNames(shown, redactor.forServiceText) as Settings;
}

/**
 * Masks an `mcp_config`, or a part of one, in the same way.
 * @param hide is called with each text that isn't shown
 */
export function maskMcp(config: unknown, hide = hidden): unknown {
  return maskValue(config, 0, hide);
}

function maskField(name: string, value: unknown): unknown {
  if (freeRecords.includes(name)) return maskAll(value);
  // The name's presence says "configured"; the value is the provider's host.
  if (name === 'provider_tokens_set') return typeof value === 'string' ? masked : mapMembers(value, maskHost);
  const field = settingsField(name);
  if (!field) return maskMember(name, value, 0);
  return field.secret ? maskAll(value) : maskValue(value, 0);
}

function maskHost(_: string, host: unknown): unknown {
  if (typeof host !== 'string') return maskAll(host);
  const isHost =
    /^(?:https?:\/\/)?(?:dev\.azure\.com\/[a-z\d-]{1,50}|(?:[a-z\d-]{1,63}\.)+[a-z\d-]{1,63}(?::\d{1,5})?|localhost(?::\d{1,5})?)\/?$/i.test(
      host,
    );
  return host === '' || (isHost && hideByShape(host, masked) === host) ? host : masked;
}

function maskMember(name: string, value: unknown, depth: number, hide = hidden): unknown {
  if (name === 'auth' && isRecord(value)) return mapMembers(value, (of, one) => maskAuth(of, one, depth + 1, hide));
  if (isSecretName(name)) return maskAll(value, depth, hide);
  const isArguments = /(?:^|_)args$/.test(name) || (Array.isArray(value) && /(?:^|_)command$/.test(name));
  return isArguments ? maskArguments(value, depth, hide) : maskValue(value, depth, hide);
}

/** A record may say how something is authorized beside with what. */
function maskAuth(name: string, value: unknown, depth: number, hide: Hide): unknown {
  const isKind = !isSecretName(`auth_${name}`) && typeof value === 'string' && /^[a-z\d_-]{1,40}$/i.test(value);
  return isKind ? maskText(value, hide) : maskAll(value, depth, hide);
}

function maskValue(value: unknown, depth: number, hide = hidden): unknown {
  if (typeof value === 'string') return maskText(value, hide);
  if (typeof value === 'object' && value !== null && depth >= maxDepth) return masked;
  return mapMembers(value, (name, member) => maskMember(name, member, depth + 1, hide));
}

/** Arguments carry secrets under names of the user's choice; only a shell could parse an argument string. */
function maskArguments(value: unknown, depth: number, hide: Hide): unknown {
  if (!Array.isArray(value)) return maskAll(value, depth, hide);
  return value.map((argument: unknown, index) =>
    typeof argument === 'string' ? maskArgument(argument, value[index - 1], hide) : maskAll(argument, depth, hide),
  );
}

/** Keeps the names in `--token SECRET`, `--token=SECRET`, `-e NAME=SECRET` and `-H 'Name: SECRET'`. */
function maskArgument(argument: string, before: unknown, hide: Hide): string {
  if (argument === '') return argument;
  if (typeof before === 'string' && before.startsWith('-') && !before.includes('=') && takesSecret(before))
    return withName(argument, hide);
  if (!/[:=]/.test(argument) || /^[a-z][a-z\d+.-]*:\/\//i.test(argument)) return maskText(argument, hide);
  // The signs at the end are the padding of base64.
  if (/^[^=]+={1,2}$/.test(argument)) return maskText(argument, hide);
  const [, name = argument, value] = /^([^=]*)=(.*)$/s.exec(argument) ?? [];
  if (value !== undefined && name.startsWith('-')) return `${name}=${maskArgument(value, name, hide)}`;
  const isPair = value !== undefined || isHeader(argument) || userAndPassword.test(argument);
  return isPair ? withName(argument, hide) : maskText(argument, hide);
}

/**
 * Says whether a flag's value is a secret. Besides the names that say so: user, header, and the short forms of
 * "password" and "key".
 */
function takesSecret(flag: string): boolean {
  return isSecretName(flag) || /^(?:-[ukpH]|--user)$/.test(flag);
}

/** `user:password`, but not a port, a version, a path, or the name of an image or a package with its tag. */
const userAndPassword = /^[\w.@-]{1,64}:(?![:/\\@\d.]|v\d|(?:latest|stable|edge|main|alpine|slim)$)./;

function isHeader(argument: string): boolean {
  const name = /^([\w-]{1,64}):(?=(\s)?)/.exec(argument);
  return name !== null && (name[2] !== undefined || isSecretName(name[1] ?? ''));
}

/** Keeps the name in `NAME=…` and `Name: …`. */
function withName(argument: string, hide: Hide): string {
  const name = /^[\w.@-]{1,64}(?:=|:\s?)/.exec(argument)?.[0] ?? '';
  return name === argument ? argument : name + hide(argument.slice(name.length));
}

function maskAll(value: unknown, depth = 0, hide = hidden): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || depth >= maxDepth) return masked;
  return mapMembers(value, (_, member) => maskAll(member, depth + 1, hide));
}

/** A query often contains keys, and some MCP servers are protected only by a long random path. */
function maskText(text: string, hide = hidden): string {
  // The product's own word for what it has removed says more than the mark does.
  if (text !== redacted && isPlaceholder(text)) return masked;
  if (text.length > maxText || isRandom(text)) return hide(text);
  const shown = hideByShape(text, hide);
  return shown.includes('://') ? shown.replace(/:\/\/[^\s"'<>]+/g, (address) => maskAddress(address, hide)) : shown;
}

function maskAddress(address: string, hide: Hide): string {
  const end = address.search(/[?#]/);
  const [path, query] =
    end < 0 ? [address, ''] : [address.slice(0, end), address.charAt(end) + hide(address.slice(end + 1))];
  // The first three segments are ":", "" and the host.
  const pieces = path.split('/').map((piece, index) => (index > 2 && isRandom(piece) ? hide(piece) : piece));
  return pieces.join('/') + query;
}

function isRandom(text: string): boolean {
  return text.length >= 20 && /^(?:[\da-f]{8}-[\da-f-]{27}|(?=\D*\d)(?=[^a-z]*[a-z])[A-Za-z\d_~+=]{20,})$/i.test(text);
}

function mapMembers(value: unknown, map: (name: string, member: unknown) => unknown): unknown {
  return typeof value === 'object' && value !== null ? withMembers(value, map) : value;
}
