import { isRecord } from '../base/json';
import { isUrl } from '../base/url';
import { maskMcp } from '../client/maskSettings';
import type { McpServer, McpStdioServer } from '../client/records';

/**
 * Who gets the values of a server: the host of its URL, or its command and the hosts of the URLs in its arguments and
 * variables; as in its file if an answer is part of it.
 */
export function recipientsOf({ kind, server }: McpServer): readonly string[] {
  return kind === 'stdio' ? [server.command, ...hostsOf(server)] : [hostIn(server.url)];
}

/** No parser accepts a URL with variables in it. */
function hostIn(url: string): string {
  if (!url.includes('${') && isUrl(url)) return new URL(url).host;
  const afterScheme = url.replace(/^[a-z][a-z\d+.-]*:[\\/]*/i, '');
  return hostAt(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$\\/?#])*/, afterScheme);
}

function hostsOf({ args = [], env = {} }: McpStdioServer): readonly string[] {
  const hosts = [...args, ...Object.values(env)].flatMap((text) => {
    const [, ...behindSchemes] = text.split(/:[\\/]{2,}/);
    return behindSchemes.map((behind) => hostAt(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$\\/?#\s"'`,;|<>(){}])*/, behind));
  });
  return [...new Set(hosts.filter((host) => host !== ''))];
}

function hostAt(authority: RegExp, text: string): string {
  const [found = ''] = authority.exec(text) ?? [];
  return found.replace(/^(?:\$\{[^{}]*\}|\$(?!\{)|[^$@])*@/, '');
}

/** The command or URL of a server, in one line without secrets: `npx -y some-server`, `https://example.com/mcp`. */
export function mcpOutline(server: McpServer | undefined): string {
  // In the same form as the service's servers in the settings view.
  const shown = maskMcp(server?.server);
  if (!isRecord(shown)) return '';
  const { command = shown['url'], args } = shown;
  return [command, ...(Array.isArray(args) ? (args as unknown[]) : [])].map(String).join(' ').trim();
}
