import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './answer';
import type { RecordedRequest } from './recording';

/** One request being answered, as a fault sees it. */
export interface Call {
  readonly request: RecordedRequest;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Whether the request carried the session key. */
  readonly authorized: boolean;
  /** Aborted when the connection is gone, whichever end closed it. */
  readonly signal: AbortSignal;
  /** Does what the request asks for, conversations are kept and all, and returns the answer unsent. */
  perform(): Answer;
  send(answer: Answer): void;
}
