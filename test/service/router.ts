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
  if (api === 'agent') return agentOperationOf(method, withoutQuery(path).slice(basePath.length));
  if (isV1(path, basePath)) return api === 'v0' ? undefined : v1OperationOf(method, path, basePath);
  if (api === 'v1') return undefined;
  const route = `${method} ${withoutQuery(path)}`;
  if (route === `POST ${basePath}/api/conversations`) return 'startConversation';
  if (route === `GET ${basePath}/api/settings`) return 'loadSettings';
  return method === 'GET' && idIn(path, `${basePath}/api/conversations/`) !== undefined ? 'conversation' : undefined;
}

function v1OperationOf(method: string, path: string, basePath: string): Operation | undefined {
  switch (`${method} ${withoutQuery(path).slice(basePath.length)}`) {
    case 'POST /api/v1/app-conversations':
      return 'startConversation';
    case 'GET /api/v1/app-conversations/start-tasks':
      return 'startTask';
    case 'GET /api/v1/app-conversations':
      return 'conversation';
    case 'GET /api/v1/settings':
      return 'loadSettings';
    case 'GET /api/v1/settings/profiles':
      return 'profiles';
    case 'GET /api/v1/app-conversations/start-tasks/search':
      return 'startTasks';
    default:
      return operationOnOne.find(({ pattern }) => pattern.test(`${method} ${withoutQuery(path)}`))?.operation;
  }
}

/** Operations with an id in their path, the first part of a match. */
const operationOnOne: readonly { readonly operation: Operation; readonly pattern: RegExp }[] = [
  { operation: 'sendMessage', pattern: /^POST .*\/api\/v1\/app-conversations\/([^/]+)\/send-message$/ },
  { operation: 'events', pattern: /^GET .*\/api\/v1\/conversation\/([^/]+)\/events\/search$/ },
  { operation: 'moveSandbox', pattern: /^POST .*\/api\/v1\/sandboxes\/([^/]+)\/(?:pause|resume)$/ },
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
  if (context.api === 'agent') {
    const path = withoutQuery(request.path);
    const query = new URLSearchParams(request.path.slice(path.length));
    const asked = [request.method, path.slice(context.basePath.length), query] as const;
    return performAgent(request.operation, asked, sent, context);
  }
  return isV1(request.path, context.basePath)
    ? performV1(request.operation, request, sent, context)
    : performV0(request.operation, request.path, sent, context);
}

function performV0(operation: Operation, path: string, body: SentBody, context: RouterContext): Answer {
  switch (operation) {
    case 'loadSettings':
      return loadSettings(context);
    case 'conversation':
      return readConversation(idIn(path, `${context.basePath}/api/conversations/`) ?? '', context);
    case 'startConversation':
      return startConversation(body, context);
    case 'startTask':
    case 'startTasks':
    case 'sendMessage':
    case 'events':
    case 'moveSandbox':
    case 'profiles':
    case 'home':
    case 'agentProfiles':
    case 'respondToAction':
      throw new Error(`only API V1 has the operation ${operation}`);
  }
}

function performV1(
  operation: Operation,
  { method, path }: RecordedRequest,
  body: SentBody,
  context: RouterContext,
): Answer {
  const query = new URLSearchParams(path.slice(withoutQuery(path).length));
  const ids = query.getAll('ids');
  const route = `${method} ${withoutQuery(path)}`;
  const [id = ''] = operationOnOne.flatMap(({ pattern }) => pattern.exec(route)?.slice(1) ?? []);
  switch (operation) {
    case 'loadSettings':
      return v1.loadSettings(context);
    case 'conversation':
      return v1.readConversations(ids, context);
    case 'startConversation':
      return v1.startConversation(body, context);
    case 'startTask':
      return v1.readStartTasks(ids, context);
    case 'startTasks':
      return searchStartTasks(query, context);
    case 'profiles':
      return v1.loadProfiles(context);
    case 'events':
      return searchEvents(id, query, context);
    case 'sendMessage':
      return sendMessage(id, body, context);
    case 'moveSandbox':
      return moveSandbox(id, route.endsWith('/pause') ? 'PAUSED' : 'RUNNING', context);
    case 'home':
    case 'agentProfiles':
    case 'respondToAction':
      throw new Error(`only agent servers have the operation ${operation}`);
  }
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
