import { isRecord, maxDepth, withMembers } from '../base/json';
import { type McpConfig, serversOf, type Settings } from './records';
import { redacted, type Redactor } from '../base/redactor';
import { hideByShape, isPlaceholder, isSecretName } from '../base/secretShapes';
import { settingsField } from './settingsFields';
import { minSecretLength, withoutSecretNames, withoutSecrets } from './secrets';
import { percentDecoded } from '../base/url';

/** Shown in place of a secret that is set. */
export const masked = '••••••••';

type Hide = (secret: string) => string;

const hideWhole: Hide = () => masked;

/** Records in which any program may save anything, so the names of their members don't tell which are secrets. */
const unstructuredRecords: readonly string[] = ['secrets_store', 'misc_settings'];

/** Longer texts are hidden instead of searched: nobody reads so much in a list. */
const maxText = 100_000;

/**
 * The settings with all secrets masked:
 * - the key fields
 * - every `api_key`, `env` value and header of an MCP server
 * - everything but booleans in `secrets_store` and `misc_settings`
 * - placeholders that services return instead of a secret
 * - credentials and queries in URLs
 * - at any depth, everything that is named or shaped like a secret
 *
 * `null`, `""` and absent fields stay, since they mean "not set".
 */
export function maskSettings(settings: Settings): Settings {
  return mapMembers(settings, maskField) as Settings;
}

/**
 * The settings as they can be shown: masked, and without known secrets in other places, where a service may repeat them.
 * In the interface's own fields, texts that were merely sent to the service stay, such as the name of a model.
 */
export function presentableSettings(settings: Settings, redactor: Redactor): Settings {
  const secretsIn = (name: string) => (settingsField(name) ? redactor : redactor.forServiceText);
  const shown = withMembers(settings, (name, value) => withoutSecrets(maskField(name, value), secretsIn(name), 1));
  return withoutSecretNames(shown, redactor.forServiceText) as Settings;
}

/**
 * Masks an `mcp_config`, or a part of it, like {@link maskSettings}.
 * @param hide returns what is shown in place of a secret
 */
export function maskMcp(config: unknown, hide = hideWhole): unknown {
  return maskValue(config, 0, hide);
}

function maskField(name: string, value: unknown): unknown {
  if (unstructuredRecords.includes(name)) return maskAll(value);
  // A provider's name means that it's configured. The value is its host.
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

function maskMember(name: string, value: unknown, depth: number, hide = hideWhole): unknown {
  if (name === 'auth' && isRecord(value))
    return mapMembers(value, (key, member) => maskAuth(key, member, depth + 1, hide));
  if (isSecretName(name)) return maskAll(value, depth, hide);
  const isArguments = /(?:^|_)args$/.test(name) || (Array.isArray(value) && /(?:^|_)command$/.test(name));
  return isArguments ? maskArguments(value, depth, hide) : maskValue(value, depth, hide);
}

/** Masks a member of an `auth` record. Only the kind of authorization can be shown, such as `"type": "oauth"`. */
function maskAuth(name: string, value: unknown, depth: number, hide: Hide): unknown {
  const isKind = !isSecretName(`auth_${name}`) && typeof value === 'string' && /^[a-z\d_-]{1,40}$/i.test(value);
  return isKind ? maskText(value, hide) : maskAll(value, depth, hide);
}

function maskValue(value: unknown, depth: number, hide = hideWhole): unknown {
  if (typeof value === 'string') return maskText(value, hide);
  if (typeof value === 'object' && value !== null && depth >= maxDepth) return masked;
  return mapMembers(value, (name, member) => maskMember(name, member, depth + 1, hide));
}

/** Arguments may contain secrets under any name. A single string would have to be parsed by a shell, so it's hidden whole. */
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
  // The equals signs at the end are padding of base64.
  if (/^[^=]+={1,2}$/.test(argument)) return maskText(argument, hide);
  const [, name = argument, value] = /^([^=]*)=(.*)$/s.exec(argument) ?? [];
  if (value !== undefined && name.startsWith('-')) return `${name}=${maskArgument(value, name, hide)}`;
  const isPair = value !== undefined || isHeader(argument) || userAndPassword.test(argument);
  return isPair ? withName(argument, hide) : maskText(argument, hide);
}

/** True if the value after a flag may be a secret: user, header, and the short flags for password and key included. */
function takesSecret(flag: string): boolean {
  return isSecretName(flag) || /^(?:-[ukpH]|--user)$/.test(flag);
}

/** `user:password`, but not a port, a version, a path, or the name of an image or a package with its tag. */
const userAndPassword = /^[\w.@-]{1,64}:(?![:/\\@\d.]|v\d|(?:latest|stable|edge|main|alpine|slim)$)./;

function isHeader(argument: string): boolean {
  const name = /^([\w-]{1,64}):(?=(\s)?)/.exec(argument);
  return name !== null && (name[2] !== undefined || isSecretName(name[1] ?? ''));
}

function withName(argument: string, hide: Hide): string {
  const name = /^[\w.@-]{1,64}(?:=|:\s?)/.exec(argument)?.[0] ?? '';
  return name === argument ? argument : name + hide(argument.slice(name.length));
}

function maskAll(value: unknown, depth = 0, hide = hideWhole): unknown {
  if (value === null || value === undefined || value === '' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || depth >= maxDepth) return masked;
  return mapMembers(value, (_, member) => maskAll(member, depth + 1, hide));
}

/** A query often contains keys, and some MCP servers are protected only by a long random path. */
function maskText(text: string, hide = hideWhole): string {
  // Keeps the text that says that the extension removed something.
  if (text !== redacted && isPlaceholder(text)) return masked;
  if (text.length > maxText || isRandom(text)) return hide(text);
  const shown = hideByShape(text, hide);
  return shown.includes('://') ? shown.replace(/:\/\/[^\s"'<>]+/g, (address) => maskAddress(address, hide)) : shown;
}

function maskAddress(address: string, hide: Hide): string {
  const end = address.search(/[?#]/);
  const [path, query] =
    end < 0 ? [address, ''] : [address.slice(0, end), address.charAt(end) + hide(address.slice(end + 1))];
  // Segments 0 to 2 are ":", "" and the host.
  const pieces = path.split('/').map((piece, index) => (index > 2 && isRandom(piece) ? hide(piece) : piece));
  return pieces.join('/') + query;
}

function isRandom(text: string): boolean {
  return text.length >= 20 && /^(?:[\da-f]{8}-[\da-f-]{27}|(?=\D*\d)(?=[^a-z]*[a-z])[A-Za-z\d_~+=]{20,})$/i.test(text);
}

function mapMembers(value: unknown, map: (name: string, member: unknown) => unknown): unknown {
  return typeof value === 'object' && value !== null ? withMembers(value, map) : value;
}

/**
 * All secrets in an `mcp_config`: keys, values of variables, and everything else that is masked when shown. Includes parts
 * of them that may appear alone.
 */
export function secretsOf(config: McpConfig | undefined): readonly string[] {
  const found = new Set<string>();
  maskMcp(config, (secret) => {
    for (const part of partsOf(secret)) found.add(part);
    return masked;
  });
  return [...found];
}

/**
 * The private texts in an `mcp_config`: its secrets, and all longer words in arguments and URLs, since any of these may be
 * a secret. Hosts aren't private.
 */
export function privateTextsOf(config: McpConfig | undefined): readonly string[] {
  const shown = serversOf(config).flatMap((server) =>
    server.kind === 'stdio' ? (server.server.args ?? []) : [server.server.url],
  );
  return [...new Set([...secretsOf(config), ...shown.flatMap(wordsExceptHosts)])];
}

function wordsExceptHosts(text: string): readonly string[] {
  if (text.includes('://')) return longWords(text.replace(/:\/\/[^\s/?#"'<>]*/g, ' '));
  return text.length < minSecretLength ? [] : [text, ...longWords(text)];
}

/** Parts that may appear alone: both sides of `name=value` or `user:password`, and the value without its escapes. */
function partsOf(secret: string): readonly string[] {
  const values = secret.split('&').flatMap((pair) => {
    const [, name = '', sign, value = ''] = /^([^=:]*)([=:])(.*)$/s.exec(pair) ?? [];
    // A number after a colon is a port rather than a password.
    return (sign === ':' ? !/^\d+$/.test(value) : isSecretName(name)) ? [value] : [];
  });
  return [...[secret, ...values].flatMap(withoutEscapes), ...longWords(secret)];
}

function longWords(text: string): readonly string[] {
  return (text.match(longWord) ?? []).flatMap(withoutEscapes);
}

const longWord = new RegExp(String.raw`[^\s&=;,:@"'/?#]{${minSecretLength},}`, 'g');

function withoutEscapes(text: string): readonly string[] {
  return text.includes('%') ? [text, percentDecoded(text)] : [text];
}
