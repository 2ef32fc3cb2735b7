import { masked, maskMcp } from './maskSettings';
import { percentDecoded } from '../base/url';
import { type McpConfig, serversOf } from './records';
import { isSecretName } from '../base/secretShapes';
import { shortestHidden } from './secrets';

/**
 * All secrets in an `mcp_config`: keys, values of variables, and everything else that is masked when shown, both whole
 * and in the parts that may be repeated.
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
 * Private content of an `mcp_config`: its secrets, and the user's texts in arguments and URLs, where nothing but an
 * everyday word can be told from a secret. Hosts can be named.
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

/** Parts that may appear alone: both sides of `name=value` or `user:password`, and the value without its escapes. */
function partsOf(secret: string): readonly string[] {
  const values = secret.split('&').flatMap((pair) => {
    const [, name = '', sign, value = ''] = /^([^=:]*)([=:])(.*)$/s.exec(pair) ?? [];
    // A number after a colon is a port rather than a password.
    return (sign === ':' ? !/^\d+$/.test(value) : isSecretName(name)) ? [value] : [];
  });
  return [...[secret, ...values].flatMap(withoutEscapes), ...longWords(secret)];
}

/** The parts of a text that aren't everyday words. */
function longWords(text: string): readonly string[] {
  return (text.match(long) ?? []).flatMap(withoutEscapes);
}

const long = new RegExp(String.raw`[^\s&=;,:@"'/?#]{${shortestHidden},}`, 'g');

function withoutEscapes(text: string): readonly string[] {
  return text.includes('%') ? [text, percentDecoded(text)] : [text];
}
