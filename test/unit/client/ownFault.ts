import type { Call } from '../../service/call';
import type { Fault } from '../../service/faults';

/** A fault of a test's own. */
export function fault(answer: (call: Call) => void | Promise<void>): Fault {
  return { name: 'of this test', answer };
}

/** Bytes in place of an answer, after which the connection closes. */
export function says(bytes: string | Buffer): Fault {
  return fault(({ incoming }) => void incoming.socket.end(bytes));
}
