import type { Dialect } from '../../client/common/dialect';
import type { ConversationStartRequest } from '../../client/common/records';
import type { Target } from '../../repository/common/target';
import type { KnownSettings } from '../../service/common/settingsState';
import { lacksToken, lookedUp } from '../../settings/common/providerTokens';
import { requestWarnings } from './requestWarnings';
import { noteSubject, type Warning } from './warnings';
import type { Attachment, Draft } from '../../draft/common/draft';

/**
 * The warnings that apply to a request. The target's notes on its repository and branch apply only while the request is
 * about them: this clone knows nothing of another repository.
 * @param settings as last loaded, secrets masked; there are no warnings about unknown settings
 * @param dialect of the service's API
 */
export function preflight(
  request: ConversationStartRequest,
  target: Target,
  settings: KnownSettings,
  dialect: Dialect,
): readonly Warning[] {
  const sameRepository = request.repository === target.repository;
  const sameBranch = sameRepository && request.selected_branch === target.branch;
  const ofTarget = target.notes.filter((note) => {
    switch (noteSubject(note)) {
      case 'repository':
        return sameRepository;
      case 'git_provider':
        return sameRepository && request.git_provider === undefined;
      case 'selected_branch':
        return sameBranch;
    }
  });
  return [...ofTarget, ...requestWarnings(request, settings, dialect), ...settingsWarnings(request, settings)];
}

/** True if the branch that the agent starts on has everything that this clone has of it, as of the last fetch. */
export function isPushed({ repository, selected_branch: branch }: ConversationStartRequest, target: Target): boolean {
  const isOfTarget = repository === target.repository && branch === target.branch;
  return (
    target.upstream !== undefined && isOfTarget && target.notes.every((note) => noteSubject(note) !== 'selected_branch')
  );
}

function settingsWarnings(request: ConversationStartRequest, settings: KnownSettings): Warning[] {
  if (settings === undefined) return [];
  if (settings === null) return [{ kind: 'noSettings' }];
  const wanted = lookedUp(request);
  const { provider } = wanted ?? {};
  return [
    ...(settings.llm_api_key_set ? [] : [{ kind: 'noLlmKey' } as const]),
    ...(wanted && lacksToken(settings, provider)
      ? [{ kind: 'noProviderToken', ...(provider && { provider }) } as const]
      : []),
  ];
}

/**
 * The attachments from another repository than the request's: the agent would look for their paths in vain. Another
 * clone of the same repository doesn't count.
 */
export function attachmentsFromOtherRepositories(
  { attachments = [] }: Draft,
  { repository }: ConversationStartRequest,
  target: Target,
): readonly Attachment[] {
  if (repository === undefined) return [];
  const root = target.repository === repository ? target.root : undefined;
  return attachments.filter(({ from }) => from && from.root !== root && from.repository !== repository);
}
