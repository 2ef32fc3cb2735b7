import type { Client, ClientOptions } from '../domain/ports';
import type { ConversationStartRequest } from '../domain/records';
import type { Operation } from '../domain/serviceError';
import { readAnswer } from './readAnswer';
import { conversationStartRequest, conversationStartResponse, settings } from './schemas';
import { acceptedEncodings } from './readBody';
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
export function createClient(options: ClientOptions): Client {
  const transport = new Transport({ timeoutSeconds: options.timeoutSeconds, maxResponseBytes });

  function call(operation: Operation, path: string) {
    const url = new URL(options.baseUrl + path);
    return { operation, url, address: url.origin + url.pathname };
  }
  const headers = {
    accept: 'application/json',
    'accept-encoding': acceptedEncodings,
    'x-session-api-key': options.sessionKey,
  };

  return {
    async startConversation(request, signal) {
      const target = call('startConversation', '/api/conversations');
      const body = JSON.stringify(checked(request, target));
      const response = await transport
        .send({
          method: 'POST',
          url: target.url,
          headers: { ...headers, 'content-type': 'application/json' },
          body,
          signal,
        })
        .catch((error: unknown) => {
          throw serviceErrorOf(target, error);
        });
      return readAnswer(response, conversationStartResponse, target, secretsIn(options.sessionKey, request));
    },
    async loadSettings(signal) {
      const target = call('loadSettings', '/api/settings');
      const response = await transport
        .send({ method: 'GET', url: target.url, headers, signal })
        .catch((error: unknown) => {
          throw serviceErrorOf(target, error);
        });
      return readAnswer(response, settings, target, secretsIn(options.sessionKey));
    },
    close: () => transport.close(),
  };
}

/** What is not set may come as `undefined`; anything else that is not of the interface is refused before it leaves. */
function checked(request: ConversationStartRequest, target: { operation: Operation; address: string }) {
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const result = conversationStartRequest.safeParse(given);
  if (!result.success) throw invalidRequest(target, result.error);
  return result.data;
}
