import type { ServiceApi, StartRules, SuggestionContext } from '../client/apis/serviceApi';
import { type ConversationStartRequest, type NewerField, newerFields } from '../client/records';
import type { Conversation } from '../conversations/conversation';
import type { Draft } from './draft';
import type { DraftFields } from './draftFields';

export type SuggestedTexts = readonly (readonly [field: NewerField, text: string | undefined])[];

/** The texts that an API suggests for a request, by their fields; `undefined` for one that has nothing to say. */
export function suggestedTexts(suggested: StartRules['suggested'], request: SuggestionContext): SuggestedTexts {
  return Object.entries(suggested ?? {}).map(([field, suggest]) => [field as NewerField, suggest(request)]);
}

/** The fields of a request whose text was suggested, because the draft that it was made from says nothing about them. */
export function suggestedFields({ fields }: Draft, request: ConversationStartRequest): readonly NewerField[] {
  return newerFields.filter((field) => fields[field] === undefined && request[field] !== undefined);
}

/**
 * True if an API suggests a text for a field that is missing in both the request and its draft. This happens if the service
 * turned out to have this API only after the request was made: the user reviewed it without the text.
 */
export function lacksSuggested(
  { fields }: Draft,
  request: ConversationStartRequest,
  { start }: Pick<ServiceApi, 'start'>,
): boolean {
  return suggestedTexts(start.suggested, request).some(
    ([field, text]) => text !== undefined && request[field] === undefined && fields[field] === undefined,
  );
}

/**
 * The fields of a past conversation for a draft that starts it again. A suggested text that the user changed or removed
 * stays so. The draft sets none of the others, so that they're suggested again for the place where it starts.
 */
export function withOwnTexts(
  sent: DraftFields,
  { request, resultBranch, suggested: unchanged = [] }: Conversation,
  { start }: Pick<ServiceApi, 'start'>,
): DraftFields {
  const own = Object.entries(sent).filter(([field]) => !unchanged.includes(field));
  const removed = suggestedTexts(start.suggested, { ...request, resultBranch }).filter(
    ([field, text]) => request[field] === undefined && text !== undefined,
  );
  return { ...Object.fromEntries(own), ...Object.fromEntries(removed.map(([field]) => [field, null])) };
}
