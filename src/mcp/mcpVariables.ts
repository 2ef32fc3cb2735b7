import type { McpDialect } from './mcpFile';

export type McpVariable =
  | { readonly kind: 'input'; readonly id: string }
  | { readonly kind: 'env'; readonly name: string; readonly byDefault: string }
  /** Meaningful on this machine only: a folder, a setting, a command. */
  | { readonly kind: 'machine'; readonly written: string };

/** Answers of the user, by {@link variableKey}, and by the question about an envFile. */
export type McpAnswers = ReadonlyMap<string, string>;

export function variableKey(variable: McpVariable): string {
  if (variable.kind === 'machine') return variable.written;
  return variable.kind === 'input' ? `input:${variable.id}` : `env:${variable.name}`;
}

/** The text with its variables replaced, in one pass: the content of an answer is never taken for a variable. */
export function withVariables(text: string, dialect: McpDialect, valueOf: (variable: McpVariable) => string): string {
  if (dialect === 'saved') return text;
  return text.replace(/\$\{([^{}]*)\}/g, (written, inside: string) => {
    const variable = variableIn(written, inside, dialect);
    return variable ? valueOf(variable) : written;
  });
}

function variableIn(written: string, inside: string, dialect: McpDialect): McpVariable | undefined {
  const [, kind, name = ''] = /^(input|env):(.+)$/s.exec(inside) ?? [];
  if (kind === 'input') return { kind, id: name };
  if (kind === 'env' && !machineNames.has(name)) return { kind, name, byDefault: '' };
  const [, bare, byDefault = ''] = /^([A-Z_]\w*)(?::-(.*))?$/is.exec(inside) ?? [];
  if (bare === undefined || machineNames.has(bare)) return { kind: 'machine', written };
  // VS Code doesn't know such a variable and leaves the text unchanged, for a shell for instance.
  return dialect === 'servers' ? undefined : { kind: 'env', name: bare, byDefault };
}

/** Names that editors and Claude's plugins have for folders, files, and the like; any other is a variable's. */
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
