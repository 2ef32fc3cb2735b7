import type * as vscode from 'vscode';
import { isRecord } from '../../base/json';
import type { McpAnswers } from '../mcpServerTemplate';
import type { Redactor } from '../../base/redactor';
import { CheckedSecrets } from '../../service/vscode/checkedSecrets';
import type { Machine } from '../../service/machine';

export interface McpAnswerOwner {
  /** A file and the name of a server in it. */
  readonly server: string;
  /** Digest of its file's whole content about it. */
  readonly digest: string;
}

/** Answers by server, for the last known content of each. */
type Stored = Readonly<Record<string, { readonly digest: string; readonly answers: Readonly<Record<string, string>> }>>;

/**
 * The answers about the MCP servers of one workspace on this machine, by server and question, in VS Code's secret
 * storage only. All machines of a user share that storage, and containers share paths. Every method rejects as
 * {@link CheckedSecrets} and {@link Machine.nonce} do.
 */
export class StoredMcpAnswers {
  readonly #secrets: CheckedSecrets;
  readonly #redactor: Redactor;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #workspace: string;
  #queue: Promise<unknown> = Promise.resolve();

  /** @param workspace its URI; empty for a window without one */
  constructor(secrets: vscode.SecretStorage, redactor: Redactor, machine: Pick<Machine, 'nonce'>, workspace: string) {
    this.#secrets = new CheckedSecrets(secrets, 'mcpAnswers');
    this.#redactor = redactor;
    this.#machine = machine;
    this.#workspace = workspace;
  }

  /** Empty for a server whose content was different when the answers were given. */
  async of({ server, digest }: McpAnswerOwner): Promise<McpAnswers> {
    const kept = (await this.#read())[server];
    const answers = new Map(kept?.digest === digest ? Object.entries(kept.answers) : []);
    for (const [key, value] of answers) this.#protect(key, value);
    return answers;
  }

  /** Drops answers that were given for different content of the server. */
  async set({ server, digest }: McpAnswerOwner, key: string, value: string): Promise<void> {
    this.#protect(key, value);
    await this.#inTurn(async () => {
      const stored = await this.#read();
      const before = stored[server]?.digest === digest ? stored[server].answers : {};
      const next: Stored = { ...stored, [server]: { digest, answers: { ...before, [key]: value } } };
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
    const text = await this.#secrets.get(await this.#name());
    return text === undefined ? {} : storedIn(text);
  }

  /** Runs updates one after the other: each writes all answers. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    await turn;
  }

  /** An agreement about an envFile consists of names, which aren't secret. */
  #protect(key: string, value: string): void {
    if (!key.startsWith('envFile:')) this.#redactor.add(value);
  }
}

function storedIn(text: string): Stored {
  try {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored)) return {};
    const servers = Object.entries(stored).flatMap(([server, kept]) => {
      if (!isRecord(kept) || typeof kept['digest'] !== 'string' || !isRecord(kept['answers'])) return [];
      const answers = Object.entries(kept['answers']).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      );
      return [[server, { digest: kept['digest'], answers: Object.fromEntries(answers) }] as const];
    });
    return Object.fromEntries(servers);
  } catch {
    return {};
  }
}
