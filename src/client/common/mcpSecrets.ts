import { masked, maskMcp } from './maskSettings';
import { percentDecoded } from '../../base/common/url';
import type { McpConfig } from './records';
import { isSecretName } from '../../base/common/secretShapes';
import { shortestHidden } from './withoutSecrets';
import { serversOf } from './serversOf';

/**
 * What is secret in an `mcp_config` wherever it stands: keys, the values of variables, and whatever else is masked where
 * it is shown, as a whole and in the parts in which it may be repeated.
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
 * What of an `mcp_config` is nobody's but the service's: what is secret in it, and what somebody wrote into arguments and
 * addresses, where nothing but an everyday word can be told from a secret. Hosts can be named.
 */
export function contentOf(config: McpConfig | undefined): readonly string[] {
  const shown = serversOf(config).flatMap((server) =>
    server.kind === 'stdio' ? (server.server.args ?? []) : [server.server.url],
  );
  return [...new Set([...secretsOf(config), ...shown.flatMap(wordsBesideHosts)])];
}

function wordsBesideHosts(text: string): readonly string[] {
  if (text.includes('://')) return longWords(text.replace(/:\/\/[^\s/?#"'<>]*/g, ' '));
  return text.length < shortestHidden ? [] : [text, ...longWords(text)];
}

/** A value stands alone where somebody has taken `name=value` or `user:password` apart, and without its escapes. */
function partsOf(secret: string): readonly string[] {
  const values = secret.split('&').flatMap((pair) => {
    const [, name = '', sign, value = ''] = /^([^=:]*)([=:])(.*)$/s.exec(pair) ?? [];
    // A number behind a colon is a port rather than a password.
    return (sign === ':' ? !/^\d+$/.test(value) : isSecretName(name)) ? [value] : [];
  });
  return [...[secret, ...values].flatMap(withoutEscapes), ...longWords(secret)];
}

/** What of a text is no everyday word. */
function longWords(text: string): readonly string[] {
  return (text.match(long) ?? []).flatMap(withoutEscapes);
}

const long = new RegExp(String.raw`[^\s&=;,:@"'/?#]{${shortestHidden},}`, 'g');

function withoutEscapes(text: string): readonly string[] {
  return text.includes('%') ? [text, percentDecoded(text)] : [text];
}
