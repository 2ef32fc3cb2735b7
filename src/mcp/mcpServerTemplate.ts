import type { McpDialect } from './mcpFile';

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

export interface EnvFile {
  readonly path: string;
  /** Its variables; `undefined` if it can't be read. */
  readonly variables: Readonly<Record<string, string>> | undefined;
}

/** The key in a header `Authorization: Bearer …`, the only header for which a request has a field. */
export function bearerOf(name: string, value: string): string | undefined {
  const [, key] = /^authorization$/i.test(name.trim()) ? (/^\s*bearer\s+(\S.*)$/is.exec(value) ?? []) : [];
  return key?.trimEnd();
}

/** Every text of a server that is sent. */
export function templatesOf(server: McpServerTemplate): readonly McpTemplate[] {
  if (server.kind !== 'stdio') return server.apiKey ? [server.url, server.apiKey] : [server.url];
  return [server.command, ...server.args, ...server.env.map(([, value]) => value)];
}

/** A text with variables in it, parsed once, so that the content of an answer is never taken for a variable. */
export interface McpTemplate {
  /** The original text in its file. */
  readonly source: string;
  readonly pieces: readonly McpPiece[];
}

export type McpPiece =
  | string
  | { readonly kind: 'input'; readonly id: string }
  | { readonly kind: 'env'; readonly name: string; readonly byDefault?: string }
  /** Meaningful on this machine only: a folder, a setting, a command. */
  | { readonly kind: 'machine'; readonly variable: string };

export function mcpTemplate(source: string, dialect: McpDialect): McpTemplate {
  if (dialect === 'saved') return { source, pieces: [source] };
  const pieces: McpPiece[] = [];
  let from = 0;
  for (const { 0: whole, 1: inside = '', index } of source.matchAll(/\$\{([^{}]*)\}/g)) {
    const piece = pieceOf(whole, inside, dialect);
    if (index > from) pieces.push(source.slice(from, index));
    pieces.push(piece);
    from = index + whole.length;
  }
  if (from < source.length) pieces.push(source.slice(from));
  return { source, pieces };
}

function pieceOf(whole: string, inside: string, dialect: McpDialect): McpPiece {
  const [, kind, name = ''] = /^(input|env):(.+)$/s.exec(inside) ?? [];
  if (kind === 'input') return { kind: 'input', id: name };
  if (kind === 'env') return { kind: 'env', name };
  const [, bare, byDefault] = /^([A-Z_][A-Z\d_]*)(?::-(.*))?$/s.exec(inside) ?? [];
  if (bare === undefined) return { kind: 'machine', variable: whole };
  // VS Code doesn't know such a variable and leaves the text unchanged, for a shell for instance.
  if (dialect === 'servers') return whole;
  return { kind: 'env', name: bare, ...(byDefault !== undefined && { byDefault }) };
}

export type McpAnswers = ReadonlyMap<string, string>;

export function inputKey(id: string): string {
  return `input:${id}`;
}

export function environmentKey(name: string): string {
  return `env:${name}`;
}

export function envFileKey(path: string): string {
  return `envFile:${path}`;
}

/** The text with its variables replaced by the answers; `undefined` if one is missing. */
export function filledIn({ pieces }: McpTemplate, answers: McpAnswers): string | undefined {
  const texts = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    if (piece.kind === 'machine') return undefined;
    return answers.get(piece.kind === 'input' ? inputKey(piece.id) : environmentKey(piece.name));
  });
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

/** The name under which a stdio server is sent: servers accept only letters, digits, `_` and `-`. */
export function serverNameFor(name: string): string {
  // One character at a time: a pattern for all of them needs a stack as long as the name.
  const taken = name
    .split(/[^A-Za-z0-9_-]/)
    .filter((part) => part !== '')
    .join('-');
  return taken === name && name !== '' ? name : taken.replace(/^-+|(?<!-)-+$/g, '') || 'server';
}
