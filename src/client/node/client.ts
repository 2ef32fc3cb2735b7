import { setMaxListeners } from 'node:events';
import type * as z from 'zod';
import { conversationUrl } from '../common/conversationId';
import { serializeRequest } from '../common/serializeRequest';
import { directly, routeOf } from '../common/network';
import type { Client, ClientOptions } from '../common/client';
import type { ConversationStartRequest, ConversationStartResponse } from '../common/records';
import type { Operation } from '../common/serviceError';
import { withoutSecrets } from '../common/withoutSecrets';
import { contentOf } from '../common/mcpSecrets';
import { Redactor } from '../../base/common/redactor';
import { acceptedEncodings } from './bodyText';
import { BundledTransport } from './bundledTransport';
import { EditorTransport } from './editorTransport';
import { containsSecret, secretsIn } from './secrets';
import { readAnswer } from './readAnswer';
import { repeatedRead } from './repeatedRead';
import { readState } from './readState';
import { conversationAnswer, conversationStartRequest, conversationStartResponse, settings } from './schemas';
import type { TransportResponse } from './transport';
import { invalidRequest, serviceErrorOf, unexpectedId, unsendableId } from './serviceErrors';

export { probeConnection } from './probeConnection';
export { ServiceError, mayHaveStarted } from '../common/serviceError';
export type { Client, ClientOptions } from '../common/client';
export type * from '../common/records';

const maxResponseBytes = 16 * 1024 * 1024;

/** Paths of the operations (interface section 4), and of the one that isn't in it, to which the id is added. */
const paths: Readonly<Record<Operation, string>> = {
  startConversation: '/api/conversations',
  loadSettings: '/api/settings',
  conversation: '/api/conversations',
};

type Send = (url: URL) => Promise<TransportResponse>;

/**
 * The client of the service (interface section 4). Needs Node, not VS Code.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'http://localhost:3000', sessionKey, timeoutSeconds: 120 });
 * const { conversation_id } = await client.startConversation({ initial_user_msg: 'Fix the failing test' });
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, sessionKey, timeoutSeconds, network = directly, repeatReads = false } = options;
  const { told } = options.redactor ?? new Redactor();
  const closing = new AbortController();
  // Every read listens until it ends, and any number may be under way.
  setMaxListeners(0, closing.signal);
  const Transport = network.httpClient === 'vscode' ? EditorTransport : BundledTransport;
  const transport = new Transport({ timeoutSeconds, maxResponseBytes, network });
  const route = routeOf(network);
  const headers = { Accept: 'application/json', 'Accept-Encoding': acceptedEncodings, 'X-Session-API-Key': sessionKey };
  // What is current is requested even if there's a cache in between.
  const fresh = { ...headers, 'Cache-Control': 'no-cache' };

  const callOf = (operation: Operation, url = new URL(baseUrl + paths[operation])) => {
    return { operation, baseUrl, url, address: url.origin + url.pathname, route };
  };
  type Call = ReturnType<typeof callOf>;

  /** Secrets that no answer may show, whatever was sent. Built for each call, because `beside` grows. */
  const always = () => secretsIn({ sessionKey, proxy: network.proxy, beside: told });

  /** One call of an operation, from its request to the returned record. */
  const run = async <T>(call: Call, schema: z.ZodType<T>, send: Send): Promise<T> => {
    const redactor = always();
    const response = await send(call.url).catch((error: unknown) => {
      throw serviceErrorOf(call, error, redactor);
    });
    return readAnswer(response, schema, call, redactor);
  };

  const checked = (request: ConversationStartRequest) => {
    const { success, data, error } = conversationStartRequest.safeParse(request);
    if (!success) throw invalidRequest(callOf('startConversation'), error, always());
    return data;
  };

  return {
    async check(request) {
      checked(request);
      return Promise.resolve();
    },
    async startConversation(request, signal) {
      const valid = checked(request);
      // A service may repeat at any time what it was sent once.
      for (const content of contentOf(valid.mcp_config)) told.add(content);
      const sent = { ...headers, 'Content-Type': 'application/json' };
      const body = serializeRequest(valid);
      const answer = await run(callOf('startConversation'), conversationStartResponse, (url) =>
        transport.send({ method: 'POST', url, headers: sent, body, signal }),
      );
      const redactor = always();
      // The id is stored and shown, and one with a piece removed would be another id.
      if (containsSecret(answer.conversation_id, redactor)) throw unexpectedId(callOf('startConversation'));
      return {
        ...(withoutSecrets(answer, redactor) as ConversationStartResponse),
        conversation_id: answer.conversation_id,
      };
    },
    async loadSettings(signal) {
      const limits = { timeoutSeconds, closing: closing.signal };
      return run(callOf('loadSettings'), settings, (url) => {
        const request = { method: 'GET', url, headers: fresh, signal } as const;
        return repeatReads ? repeatedRead(transport, request, limits) : transport.send(request);
      });
    },
    async conversation(id, signal) {
      const url = conversationUrl(baseUrl + paths.conversation, id);
      if (!url) throw unsendableId(callOf('conversation'));
      const call = callOf('conversation', url);
      const answer = await run(call, conversationAnswer, () =>
        transport.send({ method: 'GET', url, headers: fresh, signal }),
      );
      return readState(answer, id, call, always());
    },
    close() {
      closing.abort();
      return transport.close();
    },
  };
}
