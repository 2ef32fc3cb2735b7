import path from 'node:path';
import * as vscode from 'vscode';
import type { Log, Template, TemplateList, Templates, UnusableTemplate } from '../domain/ports';
import { readPromptFile } from '../domain/promptFile';
import type { TemplateValues } from '../domain/template';
import type { Configuration } from './configuration';

/** In bytes: what is larger is not meant for a message. */
const maxSize = 1024 * 1024;
const ending = '.prompt.md';

/** The templates of the settings, and the prompt files of the folders that are open. Read anew each time: people edit them. */
export class WorkspaceTemplates implements Templates {
  readonly #configuration: Pick<Configuration, 'templates'>;
  readonly #log: Log;
  readonly #isTrusted: () => boolean;

  constructor(configuration: Pick<Configuration, 'templates'>, log: Log, isTrusted = () => vscode.workspace.isTrusted) {
    this.#configuration = configuration;
    this.#log = log;
    this.#isTrusted = isTrusted;
  }

  async list(root?: string): Promise<TemplateList> {
    const scope = root === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.file(root);
    const found = await this.#promptFiles();
    return {
      templates: [...this.#configuration.templates(scope), ...found.filter((file) => 'text' in file)],
      unusable: found.filter((file) => 'reason' in file),
    };
  }

  editorValues(root?: string): Promise<Pick<TemplateValues, 'file' | 'selection'>> {
    const { document, selection } = vscode.window.activeTextEditor ?? {};
    return Promise.resolve({
      file: document && fileWords(document.uri, root),
      selection: document?.getText(selection),
    });
  }

  /** What a team wrote is for the agent's eyes: only where the person trusts it. */
  async #promptFiles(): Promise<(Template | UnusableTemplate)[]> {
    if (!this.#isTrusted()) return [];
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
      vscode.Uri.joinPath(uri, '.github', 'prompts'),
    );
    const files = (await Promise.all(folders.map((folder) => this.#filesIn(folder)))).flat();
    return Promise.all(files.map((file) => this.#read(file)));
  }

  async #filesIn(folder: vscode.Uri): Promise<vscode.Uri[]> {
    try {
      const entries = await vscode.workspace.fs.readDirectory(folder);
      return entries
        .map(([name]) => name)
        .filter((name) => name.toLowerCase().endsWith(ending))
        .sort((a, b) => a.localeCompare(b))
        .map((name) => vscode.Uri.joinPath(folder, name));
    } catch (error) {
      if (!isNotFound(error)) this.#log.warn('Prompt files cannot be read.', { error: String(error) });
      return [];
    }
  }

  async #read(uri: vscode.Uri): Promise<Template | UnusableTemplate> {
    const file = vscode.workspace.asRelativePath(uri);
    const unusable = (reason: UnusableTemplate['reason']) => ({ file, uri: uri.toString(), reason });
    try {
      if ((await vscode.workspace.fs.stat(uri)).size > maxSize) return unusable('tooLarge');
      const bytes = await vscode.workspace.fs.readFile(uri);
      const { name, text, ...described } = readPromptFile(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
      if (text.trim() === '') return unusable('empty');
      return { name: name ?? path.posix.basename(uri.path).slice(0, -ending.length), ...described, text, file };
    } catch (error) {
      this.#log.warn('A prompt file cannot be read.', { file, error: String(error) });
      return unusable('unreadable');
    }
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && ['FileNotFound', 'FileNotADirectory'].includes(error.code);
}

/** Relative to the repository, since that is what the agent has; `undefined` for what lies outside of it. */
function fileWords(uri: vscode.Uri, root: string | undefined): string | undefined {
  if (uri.scheme !== 'file') return undefined;
  const folder = root ?? vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  if (folder === undefined) return undefined;
  const relative = path.relative(folder, uri.fsPath);
  const isInside = relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
  return isInside ? relative.replaceAll(path.sep, '/') : undefined;
}
