import { jsonAnswer, type Answer } from './answer';
import { parseBody } from './body';
import { loadSettings, readConversation, startConversation, type Circumstances } from './operations';
import { applicationPage, conversationPage } from './pages';
import type { Operation, RecordedRequest } from './recording';

export interface RouterContext extends Circumstances {
  readonly sessionKey: string;
  /** With a leading slash and no trailing one, or empty. */
  readonly basePath: string;
}

export function operationOf(method: string, path: string, basePath: string): Operation | undefined {
  const route = `${method} ${withoutQuery(path)}`;
  if (route === `POST ${basePath}/api/conversations`) return 'startConversation';
  if (route === `GET ${basePath}/api/settings`) return 'loadSettings';
  return method === 'GET' && idIn(path, `${basePath}/api/conversations/`) !== undefined ? 'conversation' : undefined;
}

/** Interface section 5. */
export function isAuthorized(request: RecordedRequest, sessionKey: string): boolean {
  return sessionKey === '' || request.headers['x-session-api-key'] === sessionKey;
}

/** Answer of the service when it doesn't misbehave. Malformed JSON is found before the key is checked. */
export function route(request: RecordedRequest, context: RouterContext): Answer {
  switch (request.operation) {
    case 'loadSettings':
      return isAuthorized(request, context.sessionKey) ? loadSettings(context) : unauthorized;
    case 'conversation': {
      const id = idIn(request.path, `${context.basePath}/api/conversations/`) ?? '';
      return isAuthorized(request, context.sessionKey) ? readConversation(id, context) : unauthorized;
    }
    case 'startConversation': {
      const body = parseBody(request.rawBody, request.headers['content-type']);
      if (body.kind === 'undecodable') return jsonAnswer(400, { detail: 'There was an error parsing the body' });
      if (body.kind === 'malformed') return jsonAnswer(422, { detail: [invalidJson(body.position)] });
      return isAuthorized(request, context.sessionKey) ? startConversation(body, context) : unauthorized;
    }
    case undefined:
      return page(request, context);
  }
}

const unauthorized = jsonAnswer(401, { detail: 'Unauthorized' });

function invalidJson(position: number) {
  const ctx = { error: 'Expecting value' };
  return { type: 'json_invalid', loc: ['body', position], msg: 'JSON decode error', input: {}, ctx };
}

function page({ method, path }: RecordedRequest, { basePath, store }: RouterContext): Answer {
  if (method !== 'GET' && method !== 'HEAD') return jsonAnswer(405, { detail: 'Method Not Allowed' });
  const id = idIn(path, `${basePath}/conversations/`);
  const conversation = id === undefined ? undefined : store.conversation(id);
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
