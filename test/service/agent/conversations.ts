import { randomUUID } from 'node:crypto';
import type { Content } from '../v1/startRequest';
import { Emitter, type Event } from '../../../src/base/event';
import type { Heard } from '../store';
import { Events } from '../v1/events';
import { plainUuid } from '../v1/uuid';

export interface AgentProfile {
  readonly id: string;
  readonly name: string;
  /** False if the saved model that it names doesn't exist. */
  readonly hasModel: boolean;
}

export interface AgentStart {
  readonly conversation_id?: string | null;
  readonly workspace: { readonly working_dir: string };
  readonly agent_profile_id: string;
  readonly initial_message?: { readonly content?: readonly Content[] } | null;
  readonly confirmation_policy?: { readonly kind: string } | null;
  readonly max_iterations?: number | null;
}

export interface AgentConversation {
  /** 32 digits, which are also the key of its events. */
  readonly id: string;
  readonly start: AgentStart;
  status: string;
  lastMessage: string | null;
  readonly createdAt: number;
  updatedAt: number;
}

/** The conversations of an agent server, in memory. The test decides what their agents do. */
export class AgentConversations {
  /** Its events, in the server's local time: {@link Events.now} may be set to another zone's. */
  readonly events = new Events();
  profiles: AgentProfile[] = [{ id: randomUUID(), name: 'default', hasModel: true }];
  activeProfile: string | null = this.profiles[0]?.id ?? null;
  home = '/home/example';
  now: () => number = Date.now;
  readonly #heard = new Emitter<Heard>();
  /** Fires for each message that runs an agent, and for a yes to what it waits to do. */
  readonly onDidHear: Event<Heard> = this.#heard.event;
  readonly #all = new Map<string, AgentConversation>();

  get all(): readonly AgentConversation[] {
    return [...this.#all.values()];
  }

  get(id: string): AgentConversation | undefined {
    return this.#all.get(plainUuid(id) ?? '');
  }

  /** A start with the id of another conversation is that conversation, and its message is dropped. */
  start(start: AgentStart): { readonly conversation: AgentConversation; readonly isNew: boolean } {
    const plain = plainUuid(start.conversation_id ?? randomUUID()) ?? '';
    const known = this.#all.get(plain);
    if (known) return { conversation: known, isNew: false };
    const at = this.now();
    const conversation = {
      id: plain,
      start,
      // Also of one that is about to run.
      status: 'idle',
      lastMessage: null,
      createdAt: at,
      updatedAt: at,
    };
    this.#all.set(plain, conversation);
    const { content } = start.initial_message ?? {};
    if (content) {
      this.hear(conversation, content);
      this.run(conversation, textIn(content));
    }
    return { conversation, isNew: true };
  }

  hear(conversation: AgentConversation, content: readonly Content[]): void {
    this.events.hear(conversation.id, content);
    conversation.lastMessage = randomUUID();
    this.#touch(conversation);
  }

  /** Lets the agent work on a message. */
  run(conversation: AgentConversation, text: string): void {
    this.#heard.fire({ id: conversation.id, text });
  }

  /** Lets the agent be in a state until this is called again. */
  report(id: string, status: string): void {
    const conversation = this.get(id);
    if (!conversation) throw new Error(`there is no conversation ${id}`);
    conversation.status = status;
    this.events.turn(conversation.id, status);
    this.#touch(conversation);
  }

  /** The answer to a confirmation, also if nothing waits. A status of before stays until the test reports another. */
  respond(conversation: AgentConversation, accept: boolean, reason?: string): void {
    if (accept) {
      this.events.observe(conversation.id, 'carried out');
      this.run(conversation, 'Yes');
      return;
    }
    this.events.reject(conversation.id, reason ?? 'User rejected the action');
    if (conversation.status === 'waiting_for_confirmation') this.report(conversation.id, 'idle');
  }

  #touch(conversation: AgentConversation): void {
    conversation.updatedAt = this.now();
  }
}

export function textIn(content: readonly Content[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
