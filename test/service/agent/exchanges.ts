import { readJson } from '../../support/words';
import type { Exchange } from '../v1/exchanges';

type AgentExchange = Exchange & { readonly key?: 'none' | 'wrong' };

/** Recorded over loopback from an agent server, whose model was scripted: what is read, or could leak. */
export const agentExchanges = recorded('exchanges.json');

/** Recorded with them: the answers of the same operations to requests and in situations that the product doesn't cause. */
export const otherAgentExchanges = recorded('otherExchanges.json');

function recorded(file: string): readonly AgentExchange[] {
  return readJson(`test/service/agent/${file}`) as readonly AgentExchange[];
}
