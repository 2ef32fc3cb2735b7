import { setTimeout as pause } from 'node:timers/promises';
import type { Disposable } from '../../src/base/lifecycle';
import type { Service } from '../service/service';
import type { Heard } from '../service/store';
import { voiceIn, type Voice } from './agentVoices';
import { pushWork } from './pushWork';

/** The repository that the agent has access to. */
export interface AgentRemote {
  /** `owner/name`. */
  readonly repository: string;
  /** The bare repository. */
  readonly folder: string;
}

/** In milliseconds. */
export interface Pace {
  /** Time it works before it does something. */
  readonly works: number;
  /** Time it waits for the user, where the service has no operation to answer it, before it goes on by itself. */
  readonly waits: number;
}

const usualPace: Pace = { works: 6000, waits: 30_000 };

interface Memory {
  readonly branch: string;
  /** First line of the task. */
  readonly task: string;
  /** It has asked something, and takes the next message for the answer. */
  isWaiting?: boolean;
}

/**
 * An agent behind the reference service, without a model: it pushes a branch when it's done and says so. A task with the
 * word "ask" makes it ask first; one with "delete" or "remove" makes it wait until it may run a command. A follow-up is
 * more work on the same branch. It speaks through the events of every kind of API that has some.
 */
export class SampleAgent {
  readonly #service: Service;
  readonly #remote: AgentRemote;
  readonly #pace: Pace;
  readonly #memories = new Map<string, Memory>();
  readonly #turns = new Map<string, Promise<void>>();
  readonly #subscription: Disposable;
  readonly #ended = new AbortController();

  constructor(service: Service, remote: AgentRemote, pace = usualPace) {
    this.#service = service;
    this.#remote = remote;
    this.#pace = pace;
    this.#subscription = service.onDidHear((heard) => this.#hear(heard));
  }

  [Symbol.dispose](): void {
    this.#subscription.dispose();
    this.#ended.abort();
  }

  /** Resolves when it has done what it was told, or waits for the user. */
  async rest(): Promise<void> {
    await Promise.all(this.#turns.values());
  }

  /** One message after the other. */
  #hear(heard: Heard): void {
    const turn = (this.#turns.get(heard.id) ?? Promise.resolve()).then(() => this.#take(heard));
    this.#turns.set(
      heard.id,
      turn.catch((error: unknown) => {
        if (!this.#ended.signal.aborted) console.error(error);
      }),
    );
  }

  async #take(heard: Heard): Promise<void> {
    const { id, repository } = heard;
    const voice = voiceIn(this.#service, id);
    const isFirst = !this.#memories.has(id);
    const memory = this.#memories.get(id) ?? this.#begin(heard);
    // An agent server knows no repository: the message says what to clone.
    const isKnown = repository === this.#remote.repository || heard.text.includes(`/${this.#remote.repository}`);
    if (isFirst && !isKnown) {
      voice.answers(`I only have access to ${this.#remote.repository}, so I changed nothing.`);
      return;
    }
    voice.works();
    await this.#pause(this.#pace.works);
    if (isFirst && (await this.#asks(heard, memory, voice))) return;
    memory.isWaiting = false;
    const subject = isFirst ? memory.task : firstLine(heard.text);
    const files = await pushWork({
      remote: this.#remote.folder,
      from: heard.branch ?? undefined,
      branch: memory.branch,
      subject: subject || 'Greet in one more language',
    });
    voice.answers(
      `Done. I pushed \`${memory.branch}\`, which changes ${files.map((file) => `\`${file}\``).join(', ')}.`,
    );
  }

  /** @returns true if the next message goes on with it */
  async #asks({ text }: Heard, memory: Memory, voice: Voice): Promise<boolean> {
    if (/\b(?:delete|remove)\b/i.test(text)) voice.waitsFor('git rm --quiet src/hello.js', 'Remove the old program');
    else if (/\bask\b/i.test(text)) voice.asks('Which language should I begin with: German or French?');
    else return false;
    memory.isWaiting = true;
    if (voice.canBeAnswered) return true;
    await this.#pause(this.#pace.waits);
    return false;
  }

  #begin({ id, text, instructions }: Heard): Memory {
    const task = firstLine(withoutClone(text));
    const [, asked] = /(?:branch named|its branch) "([^"\n]+)"/.exec(`${instructions ?? ''}\n${text}`) ?? [];
    const words = task.toLowerCase().match(/[a-z\d]+/g) ?? [];
    const branch = asked ?? `agent/${[...words.slice(0, 4), id.slice(0, 4)].join('-')}`;
    const memory = { branch, task };
    this.#memories.set(id, memory);
    return memory;
  }

  #pause(milliseconds: number): Promise<void> {
    return pause(milliseconds, undefined, { signal: this.#ended.signal });
  }
}

/** The task alone: on an agent server, a sentence before it says what to clone. */
function withoutClone(text: string): string {
  return text.replace(/^Clone [^\n]*\n+/, '');
}

function firstLine(text: string): string {
  return (text.trim().split('\n', 1)[0] ?? '').slice(0, 60);
}
