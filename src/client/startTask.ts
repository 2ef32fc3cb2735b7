/** Values of a start task's status after which it doesn't change. Others are stages, of which new ones may come. */
export const endOfTask = { ready: 'READY', failed: 'ERROR' } as const;

/**
 * The task in which a service of API V1 prepares an accepted start. Accepted isn't started: the conversation exists
 * when the task is {@link endOfTask.ready}. A class, because no field of a service's answer can be mistaken for it.
 */
export class StartTask {
  /** The service's id of the task. */
  readonly id: string;
  /** The stage, or one of {@link endOfTask}; in a form that can be shown. */
  readonly status: string;
  /** Why it failed, if the service says so; in a form that can be shown. */
  declare readonly detail?: string;
  /** The conversation's id, once there is one. */
  declare readonly conversationId?: string;
  /** Time from its creation to its last change, by the service's clock, in milliseconds; absent if it doesn't say. */
  declare readonly movedAfter?: number;

  constructor({ id, status, detail, conversationId, movedAfter }: Omit<StartTask, never>) {
    this.id = id;
    this.status = status;
    if (detail !== undefined) this.detail = detail;
    if (conversationId !== undefined) this.conversationId = conversationId;
    if (movedAfter !== undefined) this.movedAfter = movedAfter;
  }
}
