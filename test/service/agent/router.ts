import type { Answer } from '../answer';
import type { Operation } from '../recording';
import type { SentBody } from '../startRequest';
import type { Store } from '../store';
import type { AgentConversations } from './conversations';
import * as agent from './operations';

/** The operations of an agent server, and the id in their path. */
const operations: readonly { readonly operation: Operation; readonly pattern: RegExp }[] = [
  { operation: 'startConversation', pattern: /^POST \/api\/conversations$/ },
  { operation: 'loadSettings', pattern: /^GET \/api\/settings$/ },
  { operation: 'home', pattern: /^GET \/api\/file\/home$/ },
  { operation: 'agentProfiles', pattern: /^GET \/api\/agent-profiles$/ },
  { operation: 'events', pattern: /^GET \/api\/conversations\/([^/]+)\/events\/search$/ },
  { operation: 'respondToAction', pattern: /^POST \/api\/conversations\/([^/]+)\/events\/respond_to_confirmation$/ },
  { operation: 'sendMessage', pattern: /^POST \/api\/conversations\/([^/]+)\/events$/ },
  { operation: 'conversation', pattern: /^GET \/api\/conversations(?:\/([^/]+))?$/ },
];

/** @param path below the service's base path, without the query */
export function agentOperationOf(method: string, path: string): Operation | undefined {
  return operations.find(({ pattern }) => pattern.test(`${method} ${path}`))?.operation;
}

export function performAgent(
  operation: Operation,
  [method, path, query]: readonly [method: string, path: string, query: URLSearchParams],
  body: SentBody,
  { store, agents }: { readonly store: Store; readonly agents: AgentConversations },
): Answer {
  const [id] = operations.flatMap(({ pattern }) => pattern.exec(`${method} ${path}`)?.slice(1, 2) ?? []);
  switch (operation) {
    case 'startConversation':
      return agent.startConversation(body, agents);
    case 'loadSettings':
      return agent.loadSettings(store.settings, agents);
    case 'home':
      return agent.home(agents);
    case 'agentProfiles':
      return agent.listProfiles(agents);
    case 'conversation':
      return id === undefined
        ? agent.readConversations(query.getAll('ids'), agents)
        : agent.readConversation(id, agents);
    case 'events':
      return agent.searchEvents(id ?? '', query, agents);
    case 'sendMessage':
      return agent.sendMessage(id ?? '', body, agents);
    case 'respondToAction':
      return agent.respondToAction(id ?? '', body, agents);
    case 'startTask':
    case 'startTasks':
    case 'moveSandbox':
    case 'profiles':
      throw new Error(`only API V1 has the operation ${operation}`);
  }
}
