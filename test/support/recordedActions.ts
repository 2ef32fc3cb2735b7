import * as vscode from 'vscode';
import { Replaced } from './replaced';

/** Records what VS Code was asked to do; it does nothing of it until this is disposed. */
export class RecordedActions extends Replaced {
  readonly done: string[] = [];
  /** Context keys that were set, with their values: what users see depends on them, but they do nothing by themselves. */
  readonly contexts: string[] = [];

  constructor() {
    super();
    const executeCommand = (command: string, ...words: unknown[]) => {
      if (command === 'setContext') this.contexts.push(words.join(' '));
      else this.done.push([command, ...words.map(spelled)].join(' '));
      return Promise.resolve(undefined);
    };
    const openExternal = (target: vscode.Uri) => {
      this.done.push(target.toString());
      return Promise.resolve(true);
    };
    this.replace(vscode.commands, { executeCommand }).replace(vscode.env, { openExternal });
  }
}

/** URIs and numbers have a spelling of their own; plain objects are arguments of our commands. */
function spelled(word: unknown): string {
  const isPlain = word !== null && typeof word === 'object' && Object.getPrototypeOf(word) === Object.prototype;
  return isPlain ? JSON.stringify(word) : String(word);
}
