import type { ApiVersion } from './dialect';
import type { ConversationStartRequest } from './records';
import { serializeRequest } from './serializeRequest';
import { startBody } from './v1/startBody';

/** How a start is sent: by POST, as JSON. */
export interface StartForm {
  /** Below `{base_url}`. */
  readonly path: string;
  /** @param space indentation of its lines, for reading; without it, the body is one line */
  readonly body: (request: ConversationStartRequest, space?: number) => string;
}

export const startForms: Readonly<Record<ApiVersion, StartForm>> = {
  v0: { path: '/api/conversations', body: serializeRequest },
  v1: { path: '/api/v1/app-conversations', body: startBody },
};
