import { conversationUrl } from '../../common/conversationId';
import type { Client } from '../../common/client';
import { contentOf } from '../../common/mcpSecrets';
import type { ConversationStartResponse } from '../../common/records';
import { startForms } from '../../common/startForms';
import { withoutSecrets } from '../../common/withoutSecrets';
import type { Caller } from '../caller';
import { checkedRequest } from '../checkedRequest';
import { settings } from '../schemas';
import { containsSecret } from '../secrets';
import { unexpectedId, unsendableId } from '../serviceErrors';
import { conversationAnswer, conversationStartResponse } from './answers';
import { readState } from './readState';

/** Also the path of the state of a conversation, to which its id is added; that isn't in the interface. */
const { path: conversationsPath, body } = startForms.v0;

/** The operations of the interface (section 4). */
export function operationsOf(caller: Caller, repeatReads: boolean): Omit<Client, 'close'> {
  const { told } = caller;
  const starting = () => caller.callOf('startConversation', conversationsPath);
  return {
    async check(request) {
      checkedRequest(request, starting(), caller.secrets());
      return Promise.resolve();
    },
    async startConversation(request, signal) {
      const call = starting();
      const valid = checkedRequest(request, call, caller.secrets());
      // A service may repeat at any time what it was sent once.
      for (const content of contentOf(valid.mcp_config)) told.add(content);
      const answer = await caller.post(call, body(valid), conversationStartResponse, signal);
      const redactor = caller.secrets();
      // The id is stored and shown, and one with a piece removed would be another id.
      if (containsSecret(answer.conversation_id, redactor)) throw unexpectedId(call);
      return {
        ...(withoutSecrets(answer, redactor) as ConversationStartResponse),
        conversation_id: answer.conversation_id,
      };
    },
    // This API has none.
    startTask: () => Promise.reject(unsendableId(caller.callOf('startTask', conversationsPath), { field: 'id' })),
    async loadSettings(signal) {
      return caller.get(caller.callOf('loadSettings', '/api/settings'), settings, signal, repeatReads);
    },
    conversations(ids, signal) {
      return Promise.all(
        ids.map(async (id) => {
          const all = caller.callOf('conversation', conversationsPath);
          const url = conversationUrl(all.url.href, id);
          if (!url) throw unsendableId(all);
          const call = caller.callOf('conversation', url);
          return readState(await caller.get(call, conversationAnswer, signal), id, call, caller.secrets());
        }),
      );
    },
  };
}
