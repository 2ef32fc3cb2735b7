import type { Answer } from '../answer';
import type { Operation } from '../recording';
import type { SentBody } from '../startRequest';
import type { Store } from '../store';
import type { AgentConversations } from './conversations';
import * as agent from './operations';

interface AgentCall {
  /** The one in the path. */
  readonly id: string | undefined;
  readonly query: URLSearchParams;
  readonly body: SentBody;
  readonly store: Store;
  readonly agents: AgentConversations;
}

/** The operations of an agent server, and the id in their path. */
const operations: readonly (readonly [Operation, RegExp, (call: AgentCall) => Answer])[] = [
  ['startConversation', /^POST \/api\/conversations$/, ({ body, agents }) => agent.startConversation(body, agents)],
  ['loadSettings', /^GET \/api\/settings$/, ({ store, agents }) => agent.loadSettings(store.settings, agents)],
  ['home', /^GET \/api\/file\/home$/, ({ agents }) => agent.home(agents)],
  ['agentProfiles', /^GET \/api\/agent-profiles$/, ({ agents }) => agent.listProfiles(agents)],
  [
    'events',
    /^GET \/api\/conversations\/([^/]+)\/events\/search$/,
    ({ id = '', query, agents }) => agent.searchEvents(id, query, agents),
  ],
  [
    'respondToAction',
    /^POST \/api\/conversations\/([^/]+)\/events\/respond_to_confirmation$/,
    ({ id = '', body, agents }) => agent.respondToAction(id, body, agents),
  ],
  [
    'sendMessage',
    /^POST \/api\/conversations\/([^/]+)\/events$/,
    ({ id = '', body, agents }) => agent.sendMessage(id, body, agents),
  ],
  [
    'conversation',
    /^GET \/api\/conversations(?:\/([^/]+))?$/,
    ({ id, query, agents }) =>
      id === undefined ? agent.readConversations(query.getAll('ids'), agents) : agent.readConversation(id, agents),
  ],
];

/** @param route method and path below the service's base path, without the query */
export function agentOperationOf(route: string): Operation | undefined {
  return operations.find(([, pattern]) => pattern.test(route))?.[0];
}

export function performAgent(route: string, call: Omit<AgentCall, 'id'>): Answer {
  const [, pattern, perform] = operations.find(([, one]) => one.test(route))!;
  return perform({ ...call, id: pattern.exec(route)?.[1] });
}
