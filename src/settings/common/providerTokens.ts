import { isRecord } from '../../base/common/json';
import type { ConversationStartRequest, GitProvider, Settings } from '../../client/common/records';

/** The repository that known services look for before they start anything, and its provider, where they are named. */
export function lookedUp(
  request: ConversationStartRequest,
): { readonly repository: string; readonly provider: GitProvider | undefined } | undefined {
  const { repository, git_provider: provider, suggested_task: task } = request;
  // Beside a suggested task, a micro-agent is ignored; without one, it fills in what the request does not name.
  const microagent = task ? undefined : request.create_microagent;
  const named = repository ?? microagent?.repo;
  return named === undefined ? undefined : { repository: named, provider: provider ?? microagent?.git_provider };
}

/** Whether the settings say that no token is set for a Git provider; for any of them, where none is named. */
export function lacksToken({ provider_tokens_set: tokens }: Settings, provider?: GitProvider): boolean {
  if (!isRecord(tokens)) return false;
  return provider === undefined ? !Object.values(tokens).some(isConfigured) : !isConfigured(tokens[provider]);
}

/** A provider that is named has a token, whatever stands beside its name; null stands there for its usual host. */
function isConfigured(host: unknown): boolean {
  return host !== undefined && host !== false;
}
