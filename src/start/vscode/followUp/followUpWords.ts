import { l10n } from 'vscode';
import { commandRemedy, ExplainedError, type Remedy } from '../../../base/vscode/explanation';
import { apiNamed } from '../../../client/apis/registry';
import { ServiceError } from '../../../client/serviceError';
import type { Conversation } from '../../../conversations/conversation';
import { shortTitle } from '../../../conversations/vscode/conversationLabels';
import { asExplained } from '../explain';

/** Explains why a conversation can't receive messages any more; `undefined` if it may still. */
export function goneWords(status = ''): string | undefined {
  switch (status) {
    case 'MISSING':
    case 'ARCHIVED':
      return l10n.t("Its sandbox was removed, so it can't be continued. Start a new conversation instead.");
    case 'SANDBOX_ERROR':
      return l10n.t("Its sandbox has failed and takes no messages. Check the service's log, or start again.");
    case 'DELETING':
      return l10n.t("It's being deleted and takes no more messages. Start a new conversation instead.");
    default:
      return undefined;
  }
}

export function notSendable(conversation: Conversation, status: string): ExplainedError {
  return unsent(goneWords(status) ?? '', conversation);
}

export function unknownConversation(conversation: Conversation): ExplainedError {
  const { host } = new URL(conversation.baseUrl);
  const title = shortTitle(conversation);
  const words = l10n.t(
    '{0} doesn\'t know the conversation "{1}", which may have been deleted. Start a new conversation instead.',
    host,
    title,
  );
  return unsent(words, conversation);
}

/** Explains why a message was rejected. Only the text of the answer tells a removed sandbox from a deleted conversation. */
export function explainUnsent(error: unknown, conversation: Conversation): ExplainedError {
  const { failure } = error instanceof ServiceError ? error : {};
  if (failure?.kind !== 'status') return asExplained(error);
  const isRemoved = failure.status === 410 || /^sandbox not found/i.test(failure.text ?? '');
  if (isRemoved) return notSendable(conversation, 'MISSING');
  if (failure.status === 404) return unknownConversation(conversation);
  // A service without sandboxes has another reason, such as a conversation that the user has archived.
  if (failure.status !== 409 || !apiNamed(conversation.api).resume) return asExplained(error);
  return new ExplainedError(
    l10n.t(
      "The message wasn't sent: the sandbox has just been paused, or is starting. Wait a moment, then send it again.",
    ),
  );
}

export function neverReady({ id }: Conversation): ExplainedError {
  return new ExplainedError(
    l10n.t(
      "The message wasn't sent: the agent wasn't ready within 15 minutes. Open the conversation in the browser to see what's wrong.",
    ),
    openRemedy(id),
  );
}

export function explainDoubt(error: unknown, { id }: Conversation): ExplainedError {
  const sentence = l10n.t(
    '{0} The message may have been sent anyway. Look at the conversation before you send it again.',
    asExplained(error).message,
  );
  return new ExplainedError(sentence, openRemedy(id));
}

function openRemedy(id: string): Remedy {
  return commandRemedy(l10n.t('Open in Browser'), 'agentConversations.openConversation', { id });
}

function unsent(words: string, { id }: Conversation): ExplainedError {
  const again = commandRemedy(l10n.t('Start Again...'), 'agentConversations.startAgain', { id });
  return new ExplainedError(l10n.t("The message wasn't sent. {0}", words), again);
}
