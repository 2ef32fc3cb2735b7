import path from 'node:path';
import * as vscode from 'vscode';
import { type Template, type Templates, readPromptFile } from '../templates';
import type { Configuration } from '../../service/vscode/configuration';
import { type Log, errorName } from '../../base/log';
import { readSmallTextFile } from '../../base/vscode/smallFile';

const ending = '.prompt.md';

/** Maximum number of files per folder, first ones by name: a folder with more wasn't written by hand. */
const maxFiles = 100;

/** The templates from the settings, and the prompt files in open folders. Read each time, because users edit them. */
export class WorkspaceTemplates implements Templates {
  readonly #configuration: Pick<Configuration, 'templates'>;
  readonly #log: Log;
  readonly #isTrusted: () => boolean;

  constructor(configuration: Pick<Configuration, 'templates'>, log: Log, isTrusted = () => vscode.workspace.isTrusted) {
    this.#configuration = configuration;
    this.#log = log;
    this.#isTrusted = isTrusted;
  }

  async list(root?: string): Promise<readonly Template[]> {
    const scope = root === undefined ? vscode.workspace.workspaceFolders?.[0]?.uri : vscode.Uri.file(root);
    return [...this.#configuration.templates(scope), ...(await this.#promptFiles())];
  }

  /** The team's files are instructions for the agent: read only if the user trusts the workspace. */
  async #promptFiles(): Promise<readonly Template[]> {
    if (!this.#isTrusted()) return [];
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
      vscode.Uri.joinPath(uri, '.github', 'prompts'),
    );
    const files = (await Promise.all(folders.map((folder) => this.#filesIn(folder)))).flat();
    const found = await Promise.all(files.map((file) => this.#read(file)));
    return found.filter((template) => template !== undefined);
  }

  async #filesIn(folder: vscode.Uri): Promise<vscode.Uri[]> {
    try {
      const entries = await vscode.workspace.fs.readDirectory(folder);
      const names = entries.map(([name]) => name).filter((name) => name.toLowerCase().endsWith(ending));
      if (names.length > maxFiles) this.#log.warn('Only the first prompt files are read.', { files: names.length });
      return names
        .sort((a, b) => a.localeCompare(b))
        .slice(0, maxFiles)
        .map((name) => vscode.Uri.joinPath(folder, name));
    } catch (error) {
      if (!isNotFound(error)) this.#log.warn("Prompt files couldn't be read.", { error: errorName(error) });
      return [];
    }
  }

  /** `undefined` if the file can't be used; the log says why. */
  async #read(uri: vscode.Uri): Promise<Template | undefined> {
    const file = vscode.workspace.asRelativePath(uri);
    try {
      const read = await readSmallTextFile(uri);
      const { text, ...described } = readPromptFile(read.kind === 'text' ? read.text : '');
      if (text.trim() !== '') return { name: path.posix.basename(uri.path, ending), ...described, text, file };
      this.#log.warn("A prompt file isn't a template.", { file, reason: read.kind === 'text' ? 'empty' : read.kind });
    } catch (error) {
      this.#log.warn("A prompt file couldn't be read.", { file, error: errorName(error) });
    }
    return undefined;
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && ['FileNotFound', 'FileNotADirectory'].includes(error.code);
}
