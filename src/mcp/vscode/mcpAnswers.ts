import type * as vscode from 'vscode';
import { isRecord, parseJson } from '../../base/json';
import { oneAtATime } from '../../base/lifecycle';
import type { Redactor } from '../../base/redactor';
import type { Machine } from '../../service/machine';
import { CheckedSecrets } from '../../service/vscode/sessionKeys';
import type { FoundMcpServer } from '../mcpSelection';
import type { McpAnswers } from '../mcpVariables';

/** Answers by file and name of a server. They're only valid as long as the server's content has this digest. */
type Stored = Readonly<Record<string, { readonly digest: string; readonly answers: Readonly<Record<string, string>> }>>;

/**
 * The answers about the MCP servers of a workspace on this machine, only saved in VS Code's secret storage. All machines of
 * a user share that storage, and containers may have the same paths, so answers are saved by machine. Every method rejects
 * like {@link CheckedSecrets} and {@link Machine.nonce}.
 */
export class StoredMcpAnswers {
  readonly #secrets: CheckedSecrets;
  readonly #redactor: Redactor;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #workspace: string;
  /** Updates run one after the other, since each writes all answers. */
  readonly #inTurn = oneAtATime();

  /** @param workspace its URI; empty for a window without one */
  constructor(secrets: vscode.SecretStorage, redactor: Redactor, machine: Pick<Machine, 'nonce'>, workspace: string) {
    this.#secrets = new CheckedSecrets(secrets, 'mcpAnswers');
    this.#redactor = redactor;
    this.#machine = machine;
    this.#workspace = workspace;
  }

  /** The answers about a server. Empty if its content has changed since they were given. */
  async of(server: FoundMcpServer): Promise<McpAnswers> {
    const answers = new Map(Object.entries(answersOf(server, await this.#read())));
    for (const [key, value] of answers) this.#protect(key, value);
    return answers;
  }

  /** Saves an answer, and removes those that were given before the server's content changed. */
  async set(server: FoundMcpServer, key: string, value: string): Promise<void> {
    this.#protect(key, value);
    await this.#inTurn(async () => {
      const stored = await this.#read();
      const answers = { ...answersOf(server, stored), [key]: value };
      const next: Stored = { ...stored, [ownerOf(server)]: { digest: server.candidate.digest, answers } };
      await this.#secrets.store(await this.#name(), JSON.stringify(next));
    });
  }

  async forget(): Promise<void> {
    await this.#inTurn(async () => this.#secrets.delete(await this.#name()));
  }

  async #name(): Promise<string> {
    return `mcpAnswers:${await this.#machine.nonce()}:${this.#workspace}`;
  }

  async #read(): Promise<Stored> {
    const stored = parseJson((await this.#secrets.get(await this.#name())) ?? '{}');
    // The cast is safe, because only this class writes it.
    return isRecord(stored) ? (stored as Stored) : {};
  }

  /** An agreement about an envFile consists of names, which aren't secret. */
  #protect(key: string, value: string): void {
    if (!key.startsWith('envFile:')) this.#redactor.add(value);
  }
}

function ownerOf({ file, candidate }: FoundMcpServer): string {
  return `${file} ${candidate.name}`;
}

function answersOf(server: FoundMcpServer, stored: Stored): Readonly<Record<string, string>> {
  const known = stored[ownerOf(server)];
  return known?.digest === server.candidate.digest ? known.answers : {};
}
