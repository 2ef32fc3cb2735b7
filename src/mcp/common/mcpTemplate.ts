import type { McpDialect } from './mcpFile';

/** A text with variables in it, taken apart once: what an answer holds is never read as a variable. */
export interface McpTemplate {
  /** As it stands in its file. */
  readonly source: string;
  readonly pieces: readonly McpPiece[];
}

export type McpPiece =
  | string
  | { readonly kind: 'input'; readonly id: string }
  | { readonly kind: 'env'; readonly name: string; readonly byDefault?: string }
  /** Means something on this machine alone: a folder, a setting, a command. */
  | { readonly kind: 'machine'; readonly variable: string };

export function mcpTemplate(source: string, dialect: McpDialect): McpTemplate {
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
  // VS Code knows no such variable and leaves the text as it is, for a shell for instance.
  if (dialect === 'servers') return whole;
  return { kind: 'env', name: bare, ...(byDefault !== undefined && { byDefault }) };
}

/** Answers by the key of their question. */
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

/** The text with the answers in place of its variables; `undefined` when one is missing. */
export function filledIn({ pieces }: McpTemplate, answers: McpAnswers): string | undefined {
  const texts = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    if (piece.kind === 'machine') return undefined;
    return answers.get(piece.kind === 'input' ? inputKey(piece.id) : environmentKey(piece.name));
  });
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}
