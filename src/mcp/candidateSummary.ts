import { isRecord } from '../base/json';
import { isUrl } from '../base/url';
import { maskMcp } from '../client/maskSettings';
import type { McpServer, McpStdioServer } from '../client/records';

/**
 * The recipients of a server's values: the host of its URL, or its command and the hosts of the URLs in its arguments and
 * variables. Variables in them stay as they are in the file.
 */
export function recipientsOf({ kind, server }: McpServer): readonly string[] {
  return kind === 'stdio' ? [server.command, ...hostsOf(server)] : [hostIn(server.url)];
}

/** The host of a URL that may have variables in it, which no parser accepts. */
function hostIn(url: string): string {
  if (!url.includes('${') && isUrl(url)) return new URL(url).host;
  const rest = url.replace(/^[a-z][a-z\d+.-]*:[\\/]*/i, '');
  return hostMatching(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$\\/?#])*/, rest);
}

function hostsOf({ args = [], env = {} }: McpStdioServer): readonly string[] {
  const hosts = [...args, ...Object.values(env)].flatMap((text) => {
    const [, ...afterSchemes] = text.split(/:[\\/]{2,}/);
    return afterSchemes.map((rest) => hostMatching(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$\\/?#\s"'`,;|<>(){}])*/, rest));
  });
  return [...new Set(hosts.filter((host) => host !== '').map(withoutUnclearPort))];
}

/** A port is a number or a variable. Other text may be the beginning of a password with characters that should be escaped. */
function withoutUnclearPort(host: string): string {
  return host.replace(/^((?:\$\{[^{}]*\}|\$(?!\{)|[^$:[\]])*:)(?!\d*$|\$\{).+$/, '$1…');
}

function hostMatching(authority: RegExp, text: string): string {
  const [found = ''] = authority.exec(text) ?? [];
  return found.replace(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$@])*@/, '');
}

/** The command or URL of a server, in one line without secrets: `npx -y some-server`, `https://example.com/mcp`. */
export function mcpOutline(server: McpServer | undefined): string {
  const shown = maskMcp(server?.server);
  if (!isRecord(shown)) return '';
  const { command = shown['url'], args } = shown;
  return [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String).join(' ').trim();
}
