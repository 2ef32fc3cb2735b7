import { masked, maskMcp } from '../maskSettings';
import { percentDecoded } from '../percentDecoded';
import type { McpConfig } from '../records';
import { isSecretName } from '../secretShapes';
import { shortestHidden } from '../withoutSecrets';
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
  const words = shown.flatMap((text) =>
    (text.includes('://') ? text.split(/[/?#]/).slice(3) : [text]).flatMap(wordsOf),
  );
  return [...new Set([...secretsOf(config), ...words])];
}

/** A value stands alone where somebody has taken `name=value` or `user:password` apart, and without its escapes. */
function partsOf(secret: string): readonly string[] {
  const values = secret.split('&').flatMap((pair) => {
    const [, name = '', sign, value = ''] = /^([^=:]*)([=:])(.*)$/s.exec(pair) ?? [];
    // A number behind a colon is a port rather than a password.
    return (sign === ':' ? !/^\d+$/.test(value) : isSecretName(name)) ? [value] : [];
  });
  return [secret, ...values, ...wordsOf(secret)].flatMap((part) => [part, percentDecoded(part)]);
}

/** Those that are no everyday words. */
function wordsOf(text: string): readonly string[] {
  return [text, ...text.split(/[\s&=;,:@"']+/)]
    .flatMap((word) => [word, percentDecoded(word)])
    .filter((word) => word.length >= shortestHidden);
}
