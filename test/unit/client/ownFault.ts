import type { Call } from '../../service/call';
import type { Fault } from '../../service/faults';

/** A fault specific to one test. */
export function fault(answer: (call: Call) => void | Promise<void>): Fault {
  return { name: 'of this test', answer };
}

/** Bytes in place of a response, after which the connection closes. */
export function says(bytes: string | Buffer): Fault {
  return fault(({ incoming }) => void incoming.socket.end(bytes));
}
