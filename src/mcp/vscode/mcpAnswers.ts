import type * as vscode from 'vscode';
import { isRecord } from '../../base/common/json';
import type { McpAnswers } from '../common/mcpServerTemplate';
import type { Redactor } from '../../base/common/redactor';
import { CheckedSecrets } from '../../service/vscode/checkedSecrets';
import type { Machine } from '../../service/vscode/machine';

/** Whose answers they are. */
export interface McpAnswerOwner {
  /** A file and the name of a server in it. */
  readonly server: string;
  /** Of all that its file says about it. */
  readonly digest: string;
}

/** By server. Of each, those for what it was last. */
type Stored = Readonly<Record<string, { readonly digest: string; readonly answers: Readonly<Record<string, string>> }>>;

/**
 * What was answered about the MCP servers of one workspace on this machine, by server and question, in VS Code's secret
 * storage and nowhere else. All machines of a user share that storage, and containers share paths. Every method rejects
 * as {@link CheckedSecrets} and {@link Machine.nonce} do.
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

  /** None for a server that was something else when it was asked about. */
  async of({ server, digest }: McpAnswerOwner): Promise<McpAnswers> {
    const kept = (await this.#read())[server];
    const answers = new Map(kept?.digest === digest ? Object.entries(kept.answers) : []);
    for (const [key, value] of answers) this.#protect(key, value);
    return answers;
  }

  /** What was answered for the server when it was something else is forgotten. */
  async set({ server, digest }: McpAnswerOwner, key: string, value: string): Promise<void> {
    this.#protect(key, value);
    await this.#inTurn(async () => {
      const stored = await this.#read();
      const before = stored[server]?.digest === digest ? stored[server].answers : {};
      const next: Stored = { ...stored, [server]: { digest, answers: { ...before, [key]: value } } };
      await this.#secrets.store(await this.#name(), JSON.stringify(next));
      await this.#secrets.delete(this.#sharedName);
    });
  }

  async forget(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#secrets.delete(this.#sharedName);
      await this.#secrets.delete(await this.#name());
    });
  }

  async #name(): Promise<string> {
    return `mcpAnswersOf:${await this.#machine.nonce()}:${this.#workspace}`;
  }

  /** Of older versions. No server gets what is there. */
  get #sharedName(): string {
    return `mcpAnswers:${this.#workspace}`;
  }

  async #read(): Promise<Stored> {
    const text = await this.#secrets.get(await this.#name());
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
