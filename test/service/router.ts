import { jsonAnswer, type Answer } from './answer';
import { parseBody } from './body';
import { loadSettings, readConversation, startConversation, type Circumstances } from './operations';
import { applicationPage, conversationPage } from './pages';
import type { AgentConversations } from './agent/conversations';
import { serverInfo } from './agent/operations';
import { agentOperationOf, performAgent } from './agent/router';
import type { Operation, RecordedRequest } from './recording';
import type { SentBody } from './startRequest';
import { moveSandbox, searchEvents, searchStartTasks, sendMessage } from './v1/followUp';
import * as v1 from './v1/operations';
import type { V1Circumstances } from './v1/operations';
import { plainUuid } from './v1/uuid';

export interface RouterContext extends Circumstances, V1Circumstances {
  readonly sessionKey: string;
  /** The operations that the service has: those of the interface (V0), those that took their place (V1), or both. */
  readonly api: 'v0' | 'v1' | 'both' | 'agent';
  readonly agents: AgentConversations;
  /** With a leading slash and no trailing one, or empty. */
  readonly basePath: string;
}

export function operationOf(
  method: string,
  path: string,
  { api, basePath }: Pick<RouterContext, 'api' | 'basePath'>,
): Operation | undefined {
  const asked = `${method} ${withoutQuery(path).slice(basePath.length)}`;
  if (api === 'agent') return agentOperationOf(asked);
  if (isV1(path, basePath))
    return api === 'v0' ? undefined : v1Operations.find(([, pattern]) => pattern.test(asked))?.[0];
  if (api === 'v1') return undefined;
  const route = `${method} ${withoutQuery(path)}`;
  if (route === `POST ${basePath}/api/conversations`) return 'startConversation';
  if (route === `GET ${basePath}/api/settings`) return 'loadSettings';
  return method === 'GET' && idIn(path, `${basePath}/api/conversations/`) !== undefined ? 'conversation' : undefined;
}

interface V1Call {
  /** The one in the path. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: SentBody;
  readonly context: RouterContext;
}

/** The operations of API V1, and the id in their path. */
const v1Operations: readonly (readonly [Operation, RegExp, (call: V1Call) => Answer])[] = [
  [
    'startConversation',
    /^POST \/api\/v1\/app-conversations$/,
    ({ body, context }) => v1.startConversation(body, context),
  ],
  [
    'startTask',
    /^GET \/api\/v1\/app-conversations\/start-tasks$/,
    ({ query, context }) => v1.readStartTasks(query.getAll('ids'), context),
  ],
  [
    'startTasks',
    /^GET \/api\/v1\/app-conversations\/start-tasks\/search$/,
    ({ query, context }) => searchStartTasks(query, context),
  ],
  [
    'conversation',
    /^GET \/api\/v1\/app-conversations$/,
    ({ query, context }) => v1.readConversations(query.getAll('ids'), context),
  ],
  ['loadSettings', /^GET \/api\/v1\/settings$/, ({ context }) => v1.loadSettings(context)],
  ['profiles', /^GET \/api\/v1\/settings\/profiles$/, ({ context }) => v1.loadProfiles(context)],
  [
    'sendMessage',
    /^POST \/api\/v1\/app-conversations\/([^/]+)\/send-message$/,
    ({ id, body, context }) => sendMessage(id, body, context),
  ],
  [
    'events',
    /^GET \/api\/v1\/conversation\/([^/]+)\/events\/search$/,
    ({ id, query, context }) => searchEvents(id, query, context),
  ],
  [
    'moveSandbox',
    /^POST \/api\/v1\/sandboxes\/([^/]+)\/pause$/,
    ({ id, context }) => moveSandbox(id, 'PAUSED', context),
  ],
  [
    'moveSandbox',
    /^POST \/api\/v1\/sandboxes\/([^/]+)\/resume$/,
    ({ id, context }) => moveSandbox(id, 'RUNNING', context),
  ],
];

function isV1(path: string, basePath: string): boolean {
  return path.startsWith(`${basePath}/api/v1/`);
}

/** Interface section 5. */
export function isAuthorized(request: RecordedRequest, sessionKey: string): boolean {
  return sessionKey === '' || request.headers['x-session-api-key'] === sessionKey;
}

/** Answer of the service when it doesn't misbehave. Malformed JSON is found before the key is checked. */
export function route(request: RecordedRequest, context: RouterContext): Answer {
  if (request.operation === undefined) return page(request, context);
  const body = parseBody(request.rawBody, request.headers['content-type']);
  if (request.method === 'POST') {
    if (body.kind === 'undecodable') return jsonAnswer(400, { detail: 'There was an error parsing the body' });
    if (body.kind === 'malformed') return jsonAnswer(422, { detail: [invalidJson(body.position)] });
  }
  if (!isAuthorized(request, context.sessionKey)) return unauthorized;
  const sent = body.kind === 'undecodable' || body.kind === 'malformed' ? ({ kind: 'none' } as const) : body;
  const plain = withoutQuery(request.path);
  const query = new URLSearchParams(request.path.slice(plain.length));
  const asked = `${request.method} ${plain.slice(context.basePath.length)}`;
  if (context.api === 'agent') return performAgent(asked, { ...context, query, body: sent });
  if (!isV1(request.path, context.basePath)) return performV0(request.operation, request.path, sent, context);
  const [, pattern, perform] = v1Operations.find(([, one]) => one.test(asked))!;
  return perform({ id: pattern.exec(asked)?.[1] ?? '', query, body: sent, context });
}

function performV0(operation: Operation, path: string, body: SentBody, context: RouterContext): Answer {
  if (operation === 'loadSettings') return loadSettings(context);
  if (operation === 'startConversation') return startConversation(body, context);
  return readConversation(idIn(path, `${context.basePath}/api/conversations/`) ?? '', context);
}

const unauthorized = jsonAnswer(401, { detail: 'Unauthorized' });

function invalidJson(position: number) {
  const ctx = { error: 'Expecting value' };
  return { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx };
}

function page({ method, path }: RecordedRequest, { api, basePath, store }: RouterContext): Answer {
  if (api === 'agent' && path === `${basePath}/server_info`) return serverInfo;
  const hasPageForAnyPath = api === 'v0' || api === 'both';
  if (!hasPageForAnyPath && path.startsWith(`${basePath}/api/`)) return jsonAnswer(404, { detail: 'Not Found' });
  if (method !== 'GET' && method !== 'HEAD') return jsonAnswer(405, { detail: 'Method Not Allowed' });
  const id = idIn(path, `${basePath}/conversations/`);
  const conversation = id === undefined ? undefined : store.conversation(plainUuid(id) ?? id);
  return conversation ? conversationPage(conversation) : applicationPage;
}

/** The one segment behind a prefix, decoded; `undefined` when there is none, or more. */
function idIn(path: string, prefix: string): string | undefined {
  const plain = withoutQuery(path);
  const segment = plain.startsWith(prefix) ? plain.slice(prefix.length) : '';
  return segment === '' || segment.includes('/') ? undefined : decoded(segment);
}

function withoutQuery(path: string): string {
  return path.split('?', 1)[0] ?? '';
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
