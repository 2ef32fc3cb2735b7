import type { Attachment, NotKeptField } from '../../draft/common/draft';
import type { McpLoss } from '../../mcp/common/mcpLoss';
import { lacksToken, lookedUp } from '../../settings/common/providerTokens';
import type { ConversationStartRequest, GitProvider } from '../../client/common/records';
import {
  isRequestWarning,
  requestFixes,
  requestSubject,
  requestWarnings,
  type RequestFix,
  type RequestWarning,
} from './requestWarnings';
import type { KnownSettings } from '../../service/common/settingsState';
import type { Target, TargetNote } from '../../repository/common/target';

/** Something that the agent will not see, or that will make the start fail, found out before anything is sent. */
export type Warning =
  | TargetNote
  | RequestWarning
  /** The draft was sent before, to the service at `baseUrl`, and nobody knows whether it has started. */
  | { readonly kind: 'mayRun'; readonly baseUrl: string }
  /** Nobody has saved settings on the service yet. */
  | { readonly kind: 'noSettings' }
  | { readonly kind: 'noLlmKey' }
  /** Without a provider: for none at all. */
  | { readonly kind: 'noProviderToken'; readonly provider?: GitProvider }
  | { readonly kind: 'notKept'; readonly field: NotKeptField }
  /** Pieces of the message that are of another repository than the one that is sent. */
  | { readonly kind: 'otherRepository'; readonly repository: string; readonly pieces: readonly Attachment[] }
  /** An MCP server that goes along is not the same where the agent works. */
  | { readonly kind: 'mcpLoss'; readonly server: string; readonly losses: readonly McpLoss[] }
  /** MCP servers that are ticked, and of which something has to be known or looked at before they can be sent. */
  | { readonly kind: 'mcpUnanswered'; readonly names: readonly string[] };

/** What can be done about a warning on the spot. Starting anyway is always possible. */
export type Fix =
  | RequestFix
  | 'publish'
  | 'push'
  | 'fetch'
  | 'attachChanges'
  | 'chooseRepository'
  | 'chooseProvider'
  | 'chooseBranch'
  | 'openService'
  | 'readSettings'
  | 'forgetStart'
  | 'setAgain'
  | 'goWithout'
  | 'chooseMcp'
  | 'answerMcp';

/**
 * The warnings that hold for a request. What the target says of its repository and branch holds only while the request
 * is about them: of another repository, this clone knows nothing.
 * @param settings as last loaded, secrets masked; nothing is said of what is not known
 */
export function preflight(
  request: ConversationStartRequest,
  target: Target,
  settings: KnownSettings,
): readonly Warning[] {
  const sameRepository = request.repository === target.repository;
  const sameBranch = sameRepository && request.selected_branch === target.branch;
  const ofTarget = target.notes.filter((note) => {
    switch (subject(note)) {
      case 'repository':
        return sameRepository;
      case 'git_provider':
        return sameRepository && request.git_provider === undefined;
      case 'selected_branch':
        return sameBranch;
      default:
        return true;
    }
  });
  return [...ofTarget, ...requestWarnings(request, settings), ...settingsWarnings(request, settings)];
}

/** The field that a warning is about: it has nothing to say once that was chosen otherwise. */
export function subject(warning: Warning): keyof ConversationStartRequest | 'service' {
  if (isRequestWarning(warning)) return requestSubject(warning);
  switch (warning.kind) {
    case 'notKept':
      return warning.field;
    case 'otherRepository':
      return 'initial_user_msg';
    case 'mcpLoss':
    case 'mcpUnanswered':
      return 'mcp_config';
    case 'mayRun':
    case 'noSettings':
    case 'noLlmKey':
    case 'noProviderToken':
      return 'service';
    case 'unknownProvider':
      return 'git_provider';
    case 'detached':
    case 'unborn':
    case 'notPublished':
    case 'upstreamGone':
    case 'ahead':
    case 'behind':
    case 'changes':
      return 'selected_branch';
    default:
      return 'repository';
  }
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

export function fixesOf(warning: Warning): readonly Fix[] {
  if (isRequestWarning(warning)) return requestFixes(warning);
  switch (warning.kind) {
    case 'notPublished':
      return ['publish', 'chooseBranch', 'attachChanges'];
    case 'upstreamGone':
      return ['fetch', 'publish', 'attachChanges', 'chooseBranch'];
    case 'ahead':
      return ['push', 'attachChanges', 'chooseBranch'];
    case 'behind':
      return ['fetch', 'chooseBranch'];
    case 'changes':
      return ['attachChanges'];
    case 'detached':
    case 'unborn':
      return ['chooseBranch'];
    case 'unknownProvider':
      return ['chooseProvider'];
    case 'mayRun':
      return ['openService', 'forgetStart'];
    case 'noSettings':
    case 'noLlmKey':
    case 'noProviderToken':
      return ['openService', 'readSettings'];
    case 'notKept':
      return ['setAgain', 'goWithout'];
    case 'mcpLoss':
      return ['chooseMcp'];
    case 'mcpUnanswered':
      return ['answerMcp'];
    default:
      return ['chooseRepository'];
  }
}
