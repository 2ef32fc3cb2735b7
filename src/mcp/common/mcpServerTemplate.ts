import type { McpTemplate } from './mcpTemplate';

/** The entry of `mcp_config` (interface section 2.4) with variables in it. */
export type McpServerTemplate =
  | {
      readonly kind: 'stdio';
      readonly command: McpTemplate;
      readonly args: readonly McpTemplate[];
      readonly env: readonly (readonly [name: string, value: McpTemplate])[];
      readonly envFile?: EnvFile;
    }
  | { readonly kind: 'http' | 'sse'; readonly url: McpTemplate; readonly apiKey?: McpTemplate };

/** A file of environment variables that a server names. */
export interface EnvFile {
  /** As the server's file has it. */
  readonly path: string;
  /** What it holds; `undefined` when it cannot be read. */
  readonly variables: Readonly<Record<string, string>> | undefined;
}

/** The key in a header `Authorization: Bearer …`, the one header that a request has a place for. */
export function bearerOf(name: string, value: string): string | undefined {
  const [, key] = /^authorization$/i.test(name.trim()) ? (/^\s*bearer\s+(\S.*)$/is.exec(value) ?? []) : [];
  return key?.trimEnd();
}

/** Every text of a server that is sent. */
export function templatesOf(server: McpServerTemplate): readonly McpTemplate[] {
  if (server.kind !== 'stdio') return server.apiKey ? [server.url, server.apiKey] : [server.url];
  return [server.command, ...server.args, ...server.env.map(([, value]) => value)];
}
