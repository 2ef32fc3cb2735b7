import { readJson } from '../../support/words';

/** One request to a real server, and its answer. */
export interface Exchange {
  readonly note: string;
  readonly method: 'GET' | 'POST';
  /** With the query. */
  readonly path: string;
  /** JSON body; null if there was none. */
  readonly request: unknown;
  readonly status: number;
  /** Content type of the answer. */
  readonly type: string;
  /** JSON value of the answer, or its text. */
  readonly body: unknown;
}

/** Recorded, in this order, from the routes of a real server over loopback; its sandbox, agent and model were faked. */
export const exchanges = recorded('exchanges.json');

/** Recorded in the same way, about conversations where an agent works; its model was scripted. */
export const followUpExchanges = recorded('followUpExchanges.json');

function recorded(file: string): readonly Exchange[] {
  return readJson(`test/service/v1/${file}`) as readonly Exchange[];
}

/** @throws if nothing was recorded under this note */
export function exchange(note: string, among = exchanges): Exchange {
  const found = among.find((one) => one.note === note);
  if (!found) throw new Error(`no exchange was recorded as ${note}`);
  return found;
}
