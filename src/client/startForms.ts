import { wellFormedJson } from '../base/json';
import type { ApiVersion } from './dialect';
import type { ConversationStartRequest } from './records';
import { messageBody, startBody } from './v1/startBody';

/** How a start is sent: by POST, as JSON. Anything shown of it is made by the same function. */
export interface StartForm {
  /** Below `{base_url}`. */
  readonly path: string;
  /** @param space indentation of its lines, for reading; without it, the body is one line */
  readonly body: (request: ConversationStartRequest, space?: number) => string;
}

/** A message to a conversation of API V1, as a start is shown. `run`: see `FollowUpMessage`. */
export function messageForm(conversationId: string, run: boolean): StartForm {
  return {
    path: `${startForms.v1.path}/${encodeURIComponent(conversationId)}/send-message`,
    body: (request, space) => messageBody(request, run, space),
  };
}

export const startForms: Readonly<Record<ApiVersion, StartForm>> = {
  v0: { path: '/api/conversations', body: wellFormedJson },
  v1: { path: '/api/v1/app-conversations', body: startBody },
};
