import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer';
import type { RecordedRequest } from './recording';

/** One request being answered, as a fault sees it. */
export interface Call {
  readonly request: RecordedRequest;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** True if the request carries the session key. */
  readonly authorized: boolean;
  /** Aborted when the connection is gone, whichever end closed it. */
  readonly signal: AbortSignal;
  /** Does what the request asks for, including saving conversations, and returns the answer without sending it. */
  perform(): Answer;
  send(answer: Answer): void;
}
