import type * as vscode from 'vscode';
import { isRecord } from '../domain/isRecord';
import type { McpAnswers } from '../domain/mcp/mcpTemplate';
import type { Redactor } from '../domain/redactor';
import { CheckedSecrets } from './checkedSecrets';

type Stored = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * What was answered about the MCP servers of one workspace, by file and question, in VS Code's secret storage and nowhere
 * else. Every method rejects as {@link CheckedSecrets} do.
 */
export class StoredMcpAnswers {
  readonly #secrets: CheckedSecrets;
  readonly #redactor: Redactor;
  readonly #key: string;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param workspace its URI; empty for a window without one */
  constructor(secrets: vscode.SecretStorage, redactor: Redactor, workspace: string) {
    this.#secrets = new CheckedSecrets(secrets, 'mcpAnswers');
    this.#redactor = redactor;
    this.#key = `mcpAnswers:${workspace}`;
  }

  async of(file: string): Promise<McpAnswers> {
    const answers = new Map(Object.entries((await this.#read())[file] ?? {}));
    for (const [key, value] of answers) this.#protect(key, value);
    return answers;
  }

  async set(file: string, key: string, value: string): Promise<void> {
    this.#protect(key, value);
    await this.#inTurn(async () => {
      const stored = await this.#read();
      const next: Stored = { ...stored, [file]: { ...stored[file], [key]: value } };
      await this.#secrets.store(this.#key, JSON.stringify(next));
    });
  }

  async forget(): Promise<void> {
    await this.#inTurn(() => this.#secrets.delete(this.#key));
  }

  async #read(): Promise<Stored> {
    const text = await this.#secrets.get(this.#key);
    return text === undefined ? {} : storedIn(text);
  }

  /** One after the other: each writes all of them. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    await turn;
  }

  /** What was agreed to about an envFile is names, no secret. */
  #protect(key: string, value: string): void {
    if (!key.startsWith('envFile:')) this.#redactor.add(value);
  }
}

function storedIn(text: string): Stored {
  try {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored)) return {};
    const files = Object.entries(stored).map(([file, answers]) => {
      const texts = Object.entries(isRecord(answers) ? answers : {}).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      );
      return [file, Object.fromEntries(texts)] as const;
    });
    return Object.fromEntries(files);
  } catch {
    return {};
  }
}
