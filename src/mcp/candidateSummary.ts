import type { McpCandidate } from './mcpCandidate';
import type { McpServerTemplate } from './mcpServerTemplate';
import { isUrl } from '../base/url';
import { isRecord } from '../base/json';
import { maskMcp } from '../client/maskSettings';

/**
 * Who gets the values of a server: the host of its URL, or its command and the hosts of the URLs in its arguments and
 * variables; as in its file if an answer is part of it.
 */
export function recipientsOf(server: McpServerTemplate): readonly string[] {
  return server.kind === 'stdio' ? [server.command.source, ...hostsOf(server)] : [hostIn(server.url.source)];
}

/** No parser accepts a URL with variables in it. */
function hostIn(url: string): string {
  if (!url.includes('${') && isUrl(url)) return new URL(url).host;
  const afterScheme = url.replace(/^[a-z][a-z\d+.-]*:[\\/]*/i, '');
  return hostAt(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$\\/?#])*/, afterScheme);
}

/** Hosts in its arguments and variables. */
function hostsOf({ args, env }: Extract<McpServerTemplate, { kind: 'stdio' }>): readonly string[] {
  const hosts = [...args, ...env.map(([, value]) => value)].flatMap(({ source }) => {
    const [, ...behindSchemes] = source.split(/:[\\/]{2,}/);
    return behindSchemes.map((text) => hostAt(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$\\/?#\s"'`,;|<>(){}])*/, text));
  });
  return [...new Set(hosts.filter((host) => host !== ''))];
}

function hostAt(authority: RegExp, text: string): string {
  const [found = ''] = authority.exec(text) ?? [];
  return found.replace(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$@])*@/, '');
}

/** The command or URL of a server, in one line without secrets: `npx -y some-server`, `https://example.com/mcp`. */
export function mcpOutline({ server }: McpCandidate): string {
  if (!server) return '';
  const entry =
    server.kind === 'stdio'
      ? { command: server.command.source, args: server.args.map(({ source }) => source) }
      : { url: server.url.source };
  // In the same form as the service's servers in the settings view.
  const shown = maskMcp(entry);
  if (!isRecord(shown)) return '';
  const { command = shown['url'], args } = shown;
  return [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String).join(' ').trim();
}
