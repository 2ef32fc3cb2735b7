import type { RequestField } from '../../client/common/dialect';
import type { GitProvider } from '../../client/common/records';
import type { Attachment, OmittableField } from '../../draft/common/draft';
import type { McpLimitation } from '../../mcp/common/mcpLimitation';
import type { TargetNote } from '../../repository/common/target';
import { requestWarningFacts, type RequestWarning } from './requestWarnings';

/** Something that the agent won't see, or that will make the start fail, detected before anything is sent. */
export type Warning =
  | TargetNote
  | RequestWarning
  /** The draft was sent before, to the service at `baseUrl`, and it is unknown whether it has started. */
  | { readonly kind: 'mayRun'; readonly baseUrl: string }
  /** Known services run three conversations at a time: another one stops the oldest, and the answer doesn't say so. */
  | { readonly kind: 'manyRun'; readonly running: number }
  /** No settings have been saved on the service yet. */
  | { readonly kind: 'noSettings' }
  | { readonly kind: 'noLlmKey' }
  /** Without a provider: no token for any provider. */
  | { readonly kind: 'noProviderToken'; readonly provider?: GitProvider }
  | { readonly kind: 'notKept'; readonly field: OmittableField }
  /** Attachments from another repository than the one that is sent. */
  | { readonly kind: 'otherRepository'; readonly repository: string; readonly pieces: readonly Attachment[] }
  /** An MCP server that is sent works differently where the agent runs. */
  | { readonly kind: 'mcpLoss'; readonly server: string; readonly limitations: readonly McpLimitation[] }
  /** Selected MCP servers that the service's API doesn't have a field for. */
  | { readonly kind: 'mcpLeftOut' }
  /** Selected MCP servers that need an answer or a check before they can be sent. */
  | { readonly kind: 'mcpUnanswered'; readonly names: readonly string[] };

/**
 * Immediate fixes for a warning. Starting anyway is possible, except where the request isn't sent: `notTaken`, `exclusive`
 * and `idNotUuid`.
 */
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
  | 'sendTaskRepository'
  | 'changeTask'
  | 'writeMessage'
  | 'chooseReplay'
  | 'mergeSavedMcp'
  | { readonly leaveOut: RequestField };

export interface WarningFacts {
  /** The field that it is shown below; `service` if it isn't about a field. */
  readonly subject: RequestField | 'service';
  /** In display order. */
  readonly fixes: readonly [Fix, ...Fix[]];
}

const branchChoice = { subject: 'selected_branch', fixes: ['chooseBranch'] } as const;
const repositoryChoice = { subject: 'repository', fixes: ['chooseRepository'] } as const;

/** Notes of the target on its repository, the repository's host, or its branch. */
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
  manyRun: { subject: 'service', fixes: ['openService'] },
  noSettings: inSettings,
  noLlmKey: inSettings,
  noProviderToken: inSettings,
  otherRepository: { subject: 'initial_user_msg', fixes: ['chooseRepository'] },
  mcpLoss: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpLeftOut: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpUnanswered: { subject: 'mcp_config', fixes: ['answerMcp'] },
} as const satisfies Readonly<Record<Exclude<Warning, { readonly field: unknown }>['kind'], WarningFacts>>;

/** Subject of a note: it no longer applies if the user chose otherwise. */
export function noteSubject({ kind }: TargetNote): 'repository' | 'git_provider' | 'selected_branch' {
  return noteFacts[kind].subject;
}

export function subject(warning: Warning): WarningFacts['subject'] {
  return 'field' in warning ? warning.field : facts[warning.kind].subject;
}

export function fixesOf(warning: Warning): WarningFacts['fixes'] {
  if (warning.kind === 'notTaken') return [{ leaveOut: warning.field }];
  if (warning.kind === 'exclusive') return [{ leaveOut: warning.field }, { leaveOut: warning.beside }];
  return warning.kind === 'notKept' ? ['setAgain', 'goWithout'] : facts[warning.kind].fixes;
}
