import { readJson } from '../../support/words';
import type { Exchange } from '../v1/exchanges';

/** Recorded over loopback from an agent server, whose model was scripted: what is read, or could leak. */
export const agentExchanges = readJson('test/service/agent/exchanges.json') as readonly (Exchange & {
  readonly key?: 'none' | 'wrong';
})[];
