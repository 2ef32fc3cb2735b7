import type { Draft } from '../../../draft/common/draft';

/** An answer knows the text as it was when it was asked for; what was written since stays, unless it is what was changed. */
export function withTextSince(answer: Draft, asked: Draft, now: Draft): Draft {
  return {
    ...answer,
    ...(answer.body === asked.body && now.body !== undefined && { body: now.body }),
    ...(answer.images === asked.images && now.images && { images: now.images }),
  };
}
