import type { Clock } from '../base/clock';
import { apiNamed } from '../client/apis/registry';
import type { AnswerOperations } from '../client/client';
import type { Conversation } from '../conversations/conversation';
import { type AskService, type ServiceAccess, withClient } from '../service/serviceConnection';

/** The service of a conversation, which is asked what its agent said and did. Each request reads many events. */
export interface AnswerSource {
  readonly answers: AskService<AnswerOperations>;
  /** Milliseconds before each further request for an event that may be late: after all of them, it's certainly known. */
  readonly pauses: readonly number[];
  readonly clock: Clock;
}

export function answerSource(
  { api, baseUrl }: Pick<Conversation, 'api' | 'baseUrl'>,
  service: Pick<ServiceAccess, 'connect'>,
  clock: Clock,
): AnswerSource {
  const answers = withClient(service, baseUrl, (client) => client.answers);
  return { answers, pauses: apiNamed(api).answers?.pauses ?? [], clock };
}
