import type { Conversation } from '../conversation';
import type { Store } from '../store';
import type { Events } from './events';
import { stages, type StartTask, type Step } from './startTask';
import type { StartRequest } from './startRequest';
import { newId, plainUuid } from './uuid';

/** State of a conversation as API V1 reports it. */
export interface ReportedState {
  readonly sandbox: 'STARTING' | 'RUNNING' | 'PAUSED' | 'ERROR' | 'MISSING';
  readonly execution: string | null;
}

/** The tasks in which conversations of API V1 are prepared. In memory alone: a restart forgets them. */
export class StartTasks {
  readonly #store: Store;
  readonly #events: Events;
  readonly #tasks = new Map<string, StartTask>();
  readonly #reported = new Map<string, ReportedState>();
  readonly #removed = new Set<string>();
  #steps: readonly Step[] = [...stages.slice(1), 'READY'];

  constructor(store: Store, events: Events) {
    this.#store = store;
    this.#events = events;
  }

  /** Oldest first. */
  get all(): readonly StartTask[] {
    return [...this.#tasks.values()];
  }

  /**
   * Sets the steps of the tasks that are started from now on. They take the next one each time that they are asked for,
   * and wait after the last one until {@link move}. Initially all stages, then READY.
   */
  goThrough(...steps: readonly Step[]): void {
    this.#steps = steps;
  }

  /**
   * Takes a step at once, whatever was ahead. READY creates the conversation.
   * @throws if there is no such task
   */
  move(id: string, step: Step): StartTask {
    const task = this.#tasks.get(id);
    if (!task) throw new Error(`there is no start task ${id}`);
    return this.#take(task, step, []);
  }

  /** Forgets the tasks, as a restart does; their conversations stay, and those not ready never come. */
  forget(): void {
    this.#tasks.clear();
  }

  /** Lets a conversation be in a state of API V1 until this is called again. */
  report(conversationId: string, state: ReportedState): void {
    const isNew = this.#reported.get(conversationId)?.execution !== state.execution;
    if (state.execution !== null && isNew) this.#events.turn(conversationId, state.execution);
    this.#reported.set(conversationId, state);
  }

  /** Removes the container of a conversation: from then on its sandbox is missing. */
  remove(conversationId: string): void {
    this.#removed.add(conversationId);
    this.report(conversationId, { sandbox: 'MISSING', execution: null });
  }

  isRemoved(conversationId: string): boolean {
    return this.#removed.has(conversationId);
  }

  start(request: StartRequest): StartTask {
    const now = new Date().toISOString();
    const own = request.conversation_id ? plainUuid(request.conversation_id) : undefined;
    const task: StartTask = {
      id: newId(),
      status: 'WORKING',
      detail: null,
      request: { ...request, ...(own !== undefined && { conversation_id: own }) },
      conversationId: own ?? newId(),
      sandboxId: own ?? newId(),
      createdAt: now,
      updatedAt: now,
      ahead: this.#steps,
    };
    this.#tasks.set(task.id, task);
    return task;
  }

  /** The task after its next step; `undefined` if it isn't known. */
  ask(id: string): StartTask | undefined {
    const task = this.#tasks.get(id);
    const [next, ...ahead] = task?.ahead ?? [];
    return task && next !== undefined ? this.#take(task, next, ahead) : task;
  }

  stateOf({ id, state }: Conversation): ReportedState {
    return this.#reported.get(id) ?? usually[state];
  }

  #take(task: StartTask, step: Step, ahead: readonly Step[]): StartTask {
    const status = typeof step === 'string' ? step : 'ERROR';
    const detail = typeof step === 'string' ? null : step.error;
    const taken = { ...task, status, detail, ahead, updatedAt: new Date().toISOString() };
    this.#tasks.set(task.id, taken);
    if (status === 'READY' && !this.#store.conversation(task.conversationId)) {
      const conversation = conversationOf(taken);
      this.#store.keep(conversation);
      const { content } = taken.request.initial_message ?? {};
      if (content) this.#events.hear(task.conversationId, content);
      const { id, message, repository, branch } = conversation;
      const instructions = taken.request.system_message_suffix ?? null;
      this.#store.hear({ id, text: message ?? '', instructions, repository, branch });
    }
    return taken;
  }
}

const usually: Readonly<Record<Conversation['state'], ReportedState>> = {
  STARTING: { sandbox: 'STARTING', execution: null },
  RUNNING: { sandbox: 'RUNNING', execution: 'running' },
  STOPPED: { sandbox: 'RUNNING', execution: 'finished' },
};

function conversationOf({ conversationId: id, sandboxId, request, updatedAt }: StartTask): Conversation {
  const { suggested_task: task, initial_message: message } = request;
  const texts = (message?.content ?? []).flatMap((content) => (content.type === 'text' ? [content.text] : []));
  return {
    id,
    sandboxId,
    title: `Conversation ${id.slice(0, 5)}`,
    state: 'RUNNING',
    repository: request.selected_repository ?? task?.repo ?? null,
    gitProvider: request.git_provider ?? task?.git_provider ?? null,
    branch: request.selected_branch ?? null,
    message: texts.join('\n') || null,
    trigger: task ? 'suggested_task' : 'gui',
    startedAt: updatedAt,
  };
}
