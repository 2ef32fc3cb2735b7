import { bodyOf } from '../domain/bodyOf';
import type { Client, ClientOptions } from '../domain/ports';
import type { Operation } from '../domain/serviceError';
import { acceptedEncodings } from './bodyText';
import { readAnswer } from './readAnswer';
import { conversationStartRequest, conversationStartResponse, settings } from './schemas';
import { secretsIn } from './secretsIn';
import { serviceErrorOf, invalidRequest } from './serviceErrors';
import { Transport } from './transport';

export { ServiceError, mayHaveStarted } from '../domain/serviceError';
export type { Client, ClientOptions } from '../domain/ports';
export type * from '../domain/records';

const maxResponseBytes = 16 * 1024 * 1024;

/**
 * The client of the service (interface section 4). Needs Node, not VS Code.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://localhost:3000', sessionKey, timeoutSeconds: 120 });
 * const { conversation_id } = await client.startConversation({ initial_user_msg: 'Fix the failing test' });
 * ```
 */
export function createClient({ baseUrl, sessionKey, timeoutSeconds }: ClientOptions): Client {
  const transport = new Transport({ timeoutSeconds, maxResponseBytes });
  const headers = { Accept: 'application/json', 'Accept-Encoding': acceptedEncodings, 'X-Session-API-Key': sessionKey };

  return {
    async startConversation(request, signal) {
      const call = callOf('startConversation', baseUrl, '/api/conversations');
      const checked = conversationStartRequest.safeParse(request);
      if (!checked.success) throw invalidRequest(call, checked.error);
      const redactor = secretsIn(sessionKey, checked.data);
      const response = await transport
        .send({
          method: 'POST',
          url: call.url,
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: bodyOf(checked.data),
          signal,
        })
        .catch((error: unknown) => {
          throw serviceErrorOf(call, error, redactor);
        });
      return readAnswer(response, conversationStartResponse, call, redactor);
    },
    async loadSettings(signal) {
      const call = callOf('loadSettings', baseUrl, '/api/settings');
      const redactor = secretsIn(sessionKey);
      const response = await transport
        // The settings of now, also where a cache is in between.
        .send({ method: 'GET', url: call.url, headers: { ...headers, 'Cache-Control': 'no-cache' }, signal })
        .catch((error: unknown) => {
          throw serviceErrorOf(call, error, redactor);
        });
      return readAnswer(response, settings, call, redactor);
    },
    close: () => transport.close(),
  };
}

function callOf(operation: Operation, baseUrl: string, path: string) {
  const url = new URL(baseUrl + path);
  return { operation, url, address: url.origin + url.pathname };
}
