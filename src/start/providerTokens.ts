import { isConfigured } from '../settings/shownValue';
import { isRecord } from '../base/json';
import type { ConversationStartRequest, GitProvider, Settings } from '../client/records';

/** The repository and provider that known services look up before they start anything, if they are named. */
export function lookedUp(
  request: ConversationStartRequest,
): { readonly repository: string; readonly provider: GitProvider | undefined } | undefined {
  const { repository, git_provider: provider, suggested_task: task } = request;
  // A suggested task overrides a micro-agent; without one, the micro-agent supplies what the request doesn't name.
  const microagent = task ? undefined : request.create_microagent;
  const named = repository ?? microagent?.repo;
  return named === undefined ? undefined : { repository: named, provider: provider ?? microagent?.git_provider };
}

/** True if the settings say that no token is set for a Git provider, or for any of them if none is named. */
export function lacksToken({ provider_tokens_set: tokens }: Settings, provider?: GitProvider): boolean {
  if (!isRecord(tokens)) return false;
  if (provider === undefined) return !Object.values(tokens).some(isConfigured);
  return tokens[provider] === undefined || !isConfigured(tokens[provider]);
}
