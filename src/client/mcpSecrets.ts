import { masked, maskMcp } from './maskSettings';
import { percentDecoded } from '../base/url';
import { type McpConfig, serversOf } from './records';
import { isSecretName } from '../base/secretShapes';
import { minSecretLength } from './secrets';

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
