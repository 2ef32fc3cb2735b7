import type { Client } from '../../src/client/client';
import type { ConversationStartRequest } from '../../src/client/records';

/** Checks a request and sends it, as every start does. */
export async function startOn(client: Client, request: ConversationStartRequest, signal?: AbortSignal) {
  return client.startConversation(await client.prepare(request), signal);
}
