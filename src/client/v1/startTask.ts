import type * as z from 'zod/mini';
import type { Redactor } from '../../base/redactor';
import type { Call } from '../http/readAnswer';
import { containsSecret, shownText } from '../secrets';
import { readServerWords } from '../serverText';
import { unexpected } from '../serviceErrors';
import { endOfTask, StartTask } from '../client';
import type { startTaskAnswer } from './answers';

/** @throws {ServiceError} if an id repeats a secret, or the task is ready and there is no conversation */
export function taskOf(answer: z.infer<typeof startTaskAnswer>, call: Call, redactor: Redactor): StartTask {
  const { id, status, detail, app_conversation_id: conversationId } = answer;
  // Ids are stored and shown, and one with a piece removed would be another id.
  for (const [field, one] of Object.entries({ id, app_conversation_id: conversationId ?? '' }))
    if (containsSecret(one, redactor)) throw unexpected(call, field, 'free of secrets');
  if (status === endOfTask.ready && !conversationId) throw unexpected(call, 'app_conversation_id', 'string');
  const { text } = readServerWords(detail, redactor);
  const movedAfter = timeOf(answer.updated_at) - timeOf(answer.created_at);
  return new StartTask({
    id,
    status: shownText(status, redactor) ?? '',
    ...(text !== undefined && { detail: text }),
    ...(conversationId && { conversationId }),
    ...(movedAfter >= 0 && { movedAfter }),
  });
}

/** In milliseconds since 1970; `NaN` if it isn't a time. Known services leave the zone out of some, and mean UTC. */
function timeOf(text: string | null | undefined): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text ?? '') ? (text ?? '') : `${text ?? ''}Z`);
}
