/**
 * The id that a start asked for was that of a conversation that was running: the service answered with that one, and
 * dropped what was sent.
 */
export class JoinedConversation extends Error {
  override readonly name = 'JoinedConversation';
  readonly conversationId: string;
  /** As the service reported it. */
  readonly status: string;

  constructor(conversationId: string, status: string) {
    super('The conversation was running already.');
    this.conversationId = conversationId;
    this.status = status;
  }
}
