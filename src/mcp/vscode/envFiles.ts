import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { parseEnvFile } from '../common/envFile';
import type { McpEntry } from '../common/mcpFile';
import type { EnvFile } from '../common/mcpServerTemplate';
import { type Log, errorName } from '../../base/common/log';
import { readSmallTextFile } from '../../base/vscode/smallFile';

/** Maximum length of all files together, in UTF-16 units. */
const maxLength = 4 * 1024 * 1024;

/** The envFiles of MCP servers, each read once and one after the other: many servers may name many large ones. */
export class EnvFiles {
  readonly #log: Log;
  /** Variables by path. */
  readonly #variables = new Map<string, Promise<EnvFile['variables']>>();
  #last: Promise<unknown> = Promise.resolve();
  #length = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Finds it like VS Code: an absolute path, or one within the folder. `undefined` for a server that doesn't name one.
   */
  async of({ type, envFile }: McpEntry, folder: vscode.Uri): Promise<EnvFile | undefined> {
    if (type !== 'stdio' || envFile === undefined || envFile.trim() === '') return undefined;
    const path = envFile.trim().replaceAll('${workspaceFolder}', folder.fsPath).replaceAll('${userHome}', homedir());
    const key = `${folder.toString()} ${path}`;
    let variables = this.#variables.get(key);
    if (!variables) {
      variables = this.#last.then(() => this.#read(path, folder, envFile));
      this.#last = variables;
      this.#variables.set(key, variables);
    }
    return { path: envFile, variables: await variables };
  }

  async #read(path: string, folder: vscode.Uri, envFile: string): Promise<EnvFile['variables']> {
    try {
      const isAbsolute = /^(?:[\\/]|[a-z]:)/i.test(path);
      const uri = isAbsolute ? folder.with({ path: vscode.Uri.file(path).path }) : vscode.Uri.joinPath(folder, path);
      const read = this.#length < maxLength ? await readSmallTextFile(uri) : ({ kind: 'tooManyFiles' } as const);
      if (read.kind === 'text') {
        this.#length += read.text.length;
        return parseEnvFile(read.text);
      }
      this.#log.warn('The envFile of an MCP server is not read.', { envFile, reason: read.kind });
    } catch (error) {
      this.#log.warn("The envFile of an MCP server couldn't be read.", { envFile, error: errorName(error) });
    }
    return undefined;
  }
}
