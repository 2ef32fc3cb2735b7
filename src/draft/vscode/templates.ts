import path from 'node:path';
import * as vscode from 'vscode';
import type { Log } from '../../base/log';
import { type Template, type TemplateList, type Templates, type UnusableTemplate, readPromptFile } from '../templates';
import type { Configuration } from '../../service/vscode/configuration';
import { errorName } from '../../base/log';
import { notRegular } from '../../base/regularFile';
import { readSmallTextFile } from '../../base/vscode/smallFile';

const ending = '.prompt.md';

/** Maximum number of files per folder, first ones by name: a folder with more wasn't written by hand. */
const maxFiles = 500;
/** Number of files read at once: each may have a megabyte. */
const groupSize = 10;

/**
 * The templates from the settings, and the prompt files in the open folders. Read again each time, because users edit
 * them.
 */
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

  /** The team's files are instructions for the agent: read only if the user trusts the workspace. */
  async #promptFiles(): Promise<(Template | UnusableTemplate)[]> {
    if (!this.#isTrusted()) return [];
    const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) =>
      vscode.Uri.joinPath(uri, '.github', 'prompts'),
    );
    const files = (await Promise.all(folders.map((folder) => this.#filesIn(folder)))).flat();
    const read: (Template | UnusableTemplate)[] = [];
    for (let from = 0; from < files.length; from += groupSize)
      read.push(...(await Promise.all(files.slice(from, from + groupSize).map((file) => this.#read(file)))));
    return read;
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

  async #read(uri: vscode.Uri): Promise<Template | UnusableTemplate> {
    const file = vscode.workspace.asRelativePath(uri);
    const unusable = (reason: UnusableTemplate['reason']) => ({ file, uri: uri.toString(), reason });
    try {
      const read = await readSmallTextFile(uri);
      if (read.kind !== 'text') return unusable(read.kind);
      const { name, text, ...described } = readPromptFile(read.text);
      if (text.trim() === '') return unusable('empty');
      return { name: name ?? path.posix.basename(uri.path).slice(0, -ending.length), ...described, text, file };
    } catch (error) {
      this.#log.warn("A prompt file couldn't be read.", { file, error: errorName(error) });
      return unusable(errorName(error) === notRegular ? 'notAFile' : 'unreadable');
    }
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && ['FileNotFound', 'FileNotADirectory'].includes(error.code);
}
