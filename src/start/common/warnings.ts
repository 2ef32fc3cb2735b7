import type { ConversationStartRequest, GitProvider } from '../../client/common/records';
import type { Attachment, OmittableField } from '../../draft/common/draft';
import type { McpLimitation } from '../../mcp/common/mcpLimitation';
import type { TargetNote } from '../../repository/common/target';
import { requestWarningFacts, type RequestWarning } from './requestWarnings';

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
  | { readonly kind: 'notKept'; readonly field: OmittableField }
  /** Pieces of the message that are of another repository than the one that is sent. */
  | { readonly kind: 'otherRepository'; readonly repository: string; readonly pieces: readonly Attachment[] }
  /** An MCP server that goes along is not the same where the agent works. */
  | { readonly kind: 'mcpLoss'; readonly server: string; readonly limitations: readonly McpLimitation[] }
  /** MCP servers that are ticked, and of which something has to be known or looked at before they can be sent. */
  | { readonly kind: 'mcpUnanswered'; readonly names: readonly string[] };

/** What can be done about a warning on the spot. Starting anyway is always possible. */
export type Fix =
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
  | 'answerMcp'
  | 'leaveOutMessage'
  | 'leaveOutImages'
  | 'leaveOutTask'
  | 'leaveOutMicroagent'
  | 'leaveOutReplay'
  | 'leaveOutMcp'
  | 'leaveOutId'
  | 'sendTaskRepository'
  | 'changeTask'
  | 'writeMessage'
  | 'chooseReplay'
  | 'mergeSavedMcp';

export interface WarningFacts {
  /** The field that it stands below; `service` for what is no matter of a field. */
  readonly subject: keyof ConversationStartRequest | 'service';
  /** In the order in which they are offered. */
  readonly fixes: readonly [Fix, ...Fix[]];
}

const branchChoice = { subject: 'selected_branch', fixes: ['chooseBranch'] } as const;
const repositoryChoice = { subject: 'repository', fixes: ['chooseRepository'] } as const;

/** What the target says of its repository, of that one's host or of its branch. */
const noteFacts = {
  noFolder: repositoryChoice,
  gitUnavailable: repositoryChoice,
  noRepository: repositoryChoice,
  chosenGone: repositoryChoice,
  several: repositoryChoice,
  noRemote: repositoryChoice,
  severalRemotes: repositoryChoice,
  remoteMissing: repositoryChoice,
  notHosted: repositoryChoice,
  unknownProvider: { subject: 'git_provider', fixes: ['chooseProvider'] },
  detached: branchChoice,
  unborn: branchChoice,
  notPublished: { subject: 'selected_branch', fixes: ['publish', 'chooseBranch', 'attachChanges'] },
  upstreamGone: { subject: 'selected_branch', fixes: ['fetch', 'publish', 'attachChanges', 'chooseBranch'] },
  ahead: { subject: 'selected_branch', fixes: ['push', 'attachChanges', 'chooseBranch'] },
  behind: { subject: 'selected_branch', fixes: ['fetch', 'chooseBranch'] },
  changes: { subject: 'selected_branch', fixes: ['attachChanges'] },
} as const satisfies Readonly<Record<TargetNote['kind'], WarningFacts>>;

const inSettings = { subject: 'service', fixes: ['openService', 'readSettings'] } as const;

const facts = {
  ...noteFacts,
  ...requestWarningFacts,
  mayRun: { subject: 'service', fixes: ['openService', 'forgetStart'] },
  noSettings: inSettings,
  noLlmKey: inSettings,
  noProviderToken: inSettings,
  otherRepository: { subject: 'initial_user_msg', fixes: ['chooseRepository'] },
  mcpLoss: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpUnanswered: { subject: 'mcp_config', fixes: ['answerMcp'] },
  // It says itself which field it is about.
  notKept: { fixes: ['setAgain', 'goWithout'] },
} as const satisfies Readonly<Record<Exclude<Warning['kind'], 'notKept'>, WarningFacts>> & {
  readonly notKept: Pick<WarningFacts, 'fixes'>;
};

/** What a note is about: it has nothing to say once that was chosen otherwise. */
export function noteSubject({ kind }: TargetNote): 'repository' | 'git_provider' | 'selected_branch' {
  return noteFacts[kind].subject;
}

export function subject(warning: Warning): WarningFacts['subject'] {
  return warning.kind === 'notKept' ? warning.field : facts[warning.kind].subject;
}

export function fixesOf({ kind }: Warning): WarningFacts['fixes'] {
  return facts[kind].fixes;
}
