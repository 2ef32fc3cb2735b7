import type { McpDialect } from './mcpFile';

export type McpVariable =
  | { readonly kind: 'input'; readonly id: string }
  | { readonly kind: 'env'; readonly name: string; readonly byDefault: string }
  /** A folder, a setting or a command, which only has a meaning on this machine. */
  | { readonly kind: 'machine'; readonly written: string };

/** The user's answers, by {@link variableKey}, or by the key of the question about an `envFile`. */
export type McpAnswers = ReadonlyMap<string, string>;

export function variableKey(variable: McpVariable): string {
  if (variable.kind === 'machine') return variable.written;
  return variable.kind === 'input' ? `input:${variable.id}` : `env:${variable.name}`;
}

/** Replaces the variables in a text, in one pass, so that a variable inside an answer isn't replaced. */
export function withVariables(text: string, dialect: McpDialect, valueOf: (variable: McpVariable) => string): string {
  if (dialect === 'saved') return text;
  return text.replace(/\$\{([^{}]*)\}/g, (written, inside: string) => {
    const variable = parseVariable(written, inside, dialect);
    return variable ? valueOf(variable) : written;
  });
}

function parseVariable(written: string, inside: string, dialect: McpDialect): McpVariable | undefined {
  const [, kind, name = ''] = /^(input|env):(.+)$/s.exec(inside) ?? [];
  if (kind === 'input') return { kind, id: name };
  if (kind === 'env' && !machineNames.has(name)) return { kind, name, byDefault: '' };
  const [, bare, byDefault = ''] = /^([A-Z_]\w*)(?::-(.*))?$/is.exec(inside) ?? [];
  if (bare === undefined || machineNames.has(bare)) return { kind: 'machine', written };
  // VS Code leaves such a text unchanged, since it may be meant for a shell.
  return dialect === 'servers' ? undefined : { kind: 'env', name: bare, byDefault };
}

/** Names with which editors and Claude's plugins refer to folders, files, and so on. Any other is an environment variable. */
const machineNames: ReadonlySet<string> = new Set([
  'userHome',
  'workspaceFolder',
  'workspaceFolderBasename',
  'workspaceRoot',
  'cwd',
  'pathSeparator',
  'execPath',
  'file',
  'fileBasename',
  'fileBasenameNoExtension',
  'fileDirname',
  'fileDirnameBasename',
  'fileExtname',
  'fileWorkspaceFolder',
  'fileWorkspaceFolderBasename',
  'relativeFile',
  'relativeFileDirname',
  'lineNumber',
  'columnNumber',
  'selectedText',
  'defaultBuildTask',
  'extensionPath',
  '__dirname',
  'CLAUDE_PLUGIN_ROOT',
  'CLAUDE_PLUGIN_DATA',
  'CLAUDE_PROJECT_DIR',
  'CLAUDE_SKILL_DIR',
]);
