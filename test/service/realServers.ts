import { internalServerErrorAnswer } from './answer';
import { altersAnswer, answers, type Fault } from './faults';
import { unreachableRepositoryAnswer } from './operations';
import { applicationPage } from './pages';
import { isObject } from './validation';

/** Serves the same paths with the same header in other shapes, and requires a workspace. */
export const agentServer = {
  startConversation: behindKey('agent-server start', (call) => {
    const detail = [{ type: 'missing', loc: ['body', 'workspace'], msg: 'Field required', input: call.request.body }];
    return answers(422, { detail }).answer(call);
  }),
  loadSettings: behindKey('agent-server settings', (call) =>
    answers(200, { agent_settings: {}, conversation_settings: {}, llm_api_key_is_set: false }).answer(call),
  ),
  conversation: behindKey('agent-server conversation', (call) => answers(404, { detail: 'Not Found' }).answer(call)),
};

/** Has removed the operations; what is left under their paths is the single-page application. */
export const newerServer = {
  startConversation: answers(405, { detail: 'Method Not Allowed' }),
  loadSettings: { name: 'newer server settings', answer: (call) => call.send(applicationPage) },
  conversation: { name: 'newer server conversation', answer: (call) => call.send(applicationPage) },
} satisfies Readonly<Record<string, Fault>>;

/** Reports a state that the interface doesn't have; omits it if there is none. */
export function reportsState(state?: string): Fault {
  return altersAnswer((value) => withStatus(value, state));
}

/** Asked for a conversation, reports a state that the service itself does not get into. */
export function isIn(status: unknown, runtimeStatus: unknown = null): Fault {
  return altersAnswer((value: unknown) =>
    isObject(value) ? { ...value, status, runtime_status: runtimeStatus } : value,
  );
}

export function internalServerError(): Fault {
  return { name: 'internal server error', answer: (call) => call.send(internalServerErrorAnswer) };
}

/**
 * Either rate limiter: the server's own, or the one in front of the cloud service.
 * @param limit.retryAfter seconds or an HTTP date; no header if undefined. Default 1 second.
 */
export function tooManyRequests(limit: { retryAfter?: string | undefined; by?: 'server' | 'cloud' } = {}): Fault {
  const { retryAfter, by = 'server' } = { retryAfter: '1', ...limit };
  const body = by === 'server' ? { message: 'Too many requests' } : { error: 'Rate limit exceeded: 10 per 1 second' };
  return answers(429, body, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
}

/** The settings couldn't be assembled; says nothing about the session key. */
export function invalidToken(): Fault {
  return answers(401, { error: 'Invalid token' });
}

export function cloudRefusesKey(error = 'NoCredentialsError'): Fault {
  return answers(401, { error });
}

export function missingUserMessage(): Fault {
  const message = 'Missing initial user message';
  return answers(400, { status: 'error', message, msg_id: 'CONFIGURATION$MISSING_USER_MESSAGE' });
}

/** @param status 400 up to 0.54, a bare JSON string under 401 since */
export function unreachableRepository(repository: string, status: 400 | 401): Fault {
  return {
    name: 'unreachable repository',
    answer: (call) => call.send(unreachableRepositoryAnswer(repository, status)),
  };
}

/** Answer of a proxy for a service that is down or slow. */
export function badGateway(status: 502 | 503 | 504 = 502): Fault {
  const page = '<html><head><title>Bad Gateway</title></head><body><center><h1>nginx</h1></center></body></html>';
  return answers(status, page, { 'content-type': 'text/html' });
}

function behindKey(name: string, answer: Fault['answer']): Fault {
  return {
    name,
    answer: (call) => (call.authorized ? answer(call) : answers(401, { detail: 'Unauthorized' }).answer(call)),
  };
}

function withStatus(value: unknown, state: string | undefined): unknown {
  if (!isObject(value)) return value;
  const answer = { ...value };
  delete answer['conversation_status'];
  return state === undefined ? answer : { ...answer, conversation_status: state };
}
