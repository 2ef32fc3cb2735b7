import { wellFormedJson } from '../../../base/json';
import type { ConversationStartRequest } from '../../records';

/** Fields of a start that are sent as its first message. */
export type MessageField = 'initial_user_msg' | 'image_urls';

export function messageBody(request: SentMessage, run: boolean, space?: number): string {
  return wellFormedJson({ content: messageContent(request), run }, space);
}

type SentMessage = Pick<ConversationStartRequest, MessageField>;

export function messageContent({ initial_user_msg: text = '', image_urls = [] }: SentMessage): readonly object[] {
  return [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...(image_urls.length === 0 ? [] : [{ type: 'image', image_urls }]),
  ];
}
