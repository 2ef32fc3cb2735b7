import type { OfKind } from '../base/kinds';
import type { RequiredSetting } from '../client/apis/serviceApi';
import type { GitProvider, RequestField } from '../client/records';
import type { Attachment, NotKeptField } from '../draft/draft';
import type { McpLimitation } from '../mcp/mcpProblems';
import type { TargetNote } from '../repository/target';
import type { ReadField } from './invisibleText';

/** Something that the user should know before the start: the agent won't see it, or the start may fail because of it. */
export type Warning =
  | TargetNote
  | {
      readonly kind:
        | 'noLlmKey'
        | 'modelBesideProfile'
        | 'idNotUuid'
        | 'idWasUsed'
        | 'idRefusedByMost'
        | 'idDropsMessage'
        | 'microagentWithoutMessage';
    }
  /** The draft was already sent to the service at `baseUrl`, and it isn't known whether it has started. */
  | { readonly kind: 'mayRun'; readonly baseUrl: string }
  /** The draft is a message to a conversation, and may already have been sent. */
  | { readonly kind: 'mayBeSent' }
  /** Known services run three conversations at a time. A further start stops the oldest one without saying so. */
  | { readonly kind: 'manyRun'; readonly running: number }
  | { readonly kind: 'settingsUnread'; readonly error: unknown }
  /** No settings are saved on the service. `fails`: the start will certainly fail. */
  | { readonly kind: 'noSettings'; readonly fails: boolean }
  /** No token is set for the provider, or for any if absent. `fails`: the start will certainly fail. */
  | { readonly kind: 'noProviderToken'; readonly provider?: GitProvider; readonly fails: boolean }
  /** A setting that a start needs isn't set. It has its name on the service. */
  | { readonly kind: 'noRequiredSetting'; readonly setting: RequiredSetting }
  /** A field of the conversation that is started again isn't in the history. */
  | { readonly kind: 'notKept'; readonly field: NotKeptField }
  /** Attachments with paths in another repository than the request's. */
  | { readonly kind: 'otherRepository'; readonly repository: string; readonly attachments: readonly Attachment[] }
  /** The clone has no such changes any more: they were pushed, or discarded. */
  | { readonly kind: 'changesGone' }
  /** The message refers to images that the draft doesn't have. */
  | { readonly kind: 'imagesMissing'; readonly names: readonly string[] }
  | { readonly kind: 'taskReplacesMessage' }
  /** A suggested task doesn't set the request's repository to its own. */
  | { readonly kind: 'taskWithoutRepository'; readonly repo: string }
  /** The service's API lacks the field, so the start is refused before anything is sent. */
  | { readonly kind: 'unsupportedField'; readonly field: RequestField }
  /** The service accepts one of the two fields, or its starts fail with both. */
  | { readonly kind: 'exclusive'; readonly field: RequestField; readonly conflictsWith: RequestField }
  /** The user's own clone instructions don't have these names of the request's repository and branch. */
  | { readonly kind: 'cloneLacks'; readonly names: readonly string[] }
  /** The field has characters that the agent reads and the user can't see. They come from a file or a web page, perhaps. */
  | { readonly kind: 'invisible'; readonly field: ReadField; readonly characters: number }
  | { readonly kind: 'mcpReplacesSaved' }
  /** An MCP server that is sent works differently where the agent runs. */
  | { readonly kind: 'mcpLoss'; readonly server: string; readonly limitations: readonly McpLimitation[] }
  /** MCP servers are selected, and the service doesn't support them. */
  | { readonly kind: 'mcpNotSupported' }
  /** Selected MCP servers that need an answer or a check before they can be sent. */
  | { readonly kind: 'mcpUnanswered'; readonly names: readonly string[] };

export type WarningOf<Kind> = OfKind<Warning, Kind>;

interface WarningFacts {
  /** The field below which the warning is shown; `service` if it isn't about a field. */
  readonly subject: RequestField | 'service';
  /** Names of the fixes that are offered, or fields that can be removed, in display order. */
  readonly fixes: readonly (string | { readonly remove: RequestField })[];
}

const branchChoice = { subject: 'selected_branch', fixes: ['chooseBranch'] } as const;
const repositoryChoice = { subject: 'repository', fixes: ['chooseRepository'] } as const;

export const noteFacts = {
  noFolder: repositoryChoice,
  gitUnavailable: repositoryChoice,
  gitFailed: repositoryChoice,
  noRepository: repositoryChoice,
  inParentFolder: { ...repositoryChoice, fixes: ['openParents', 'chooseRepository'] },
  unsafe: { ...repositoryChoice, fixes: ['manageUnsafe', 'chooseRepository'] },
  notOpen: { ...repositoryChoice, fixes: ['openFolder', 'chooseRepository'] },
  chosenGone: repositoryChoice,
  several: repositoryChoice,
  noRemote: repositoryChoice,
  severalRemotes: repositoryChoice,
  remoteMissing: repositoryChoice,
  notHosted: repositoryChoice,
  unknownProvider: { subject: 'git_provider', fixes: ['chooseProvider'] },
  detached: branchChoice,
  unborn: branchChoice,
  notPublished: { ...branchChoice, fixes: ['publish', 'chooseBranch', 'attachChanges'] },
  upstreamGone: { ...branchChoice, fixes: ['fetch', 'publish', 'attachChanges', 'chooseBranch'] },
  notFetched: { ...branchChoice, fixes: ['publish', 'push', 'attachChanges', 'chooseBranch'] },
  ahead: { ...branchChoice, fixes: ['push', 'attachChanges', 'chooseBranch'] },
  aheadOfOther: { ...branchChoice, fixes: ['publish', 'push', 'attachChanges', 'chooseBranch'] },
  behind: { ...branchChoice, fixes: ['fetch', 'chooseBranch'] },
  changes: { ...branchChoice, fixes: ['attachChanges'] },
  changesNotCounted: { ...branchChoice, fixes: ['attachChanges'] },
} as const satisfies Readonly<Record<TargetNote['kind'], WarningFacts>>;

const inSettings = { subject: 'service', fixes: ['openService', 'readSettings'] } as const;
const id = { subject: 'conversation_id', fixes: [{ remove: 'conversation_id' }] } as const;

const facts = {
  ...noteFacts,
  settingsUnread: { subject: 'service', fixes: ['fixReading', 'readSettings'] },
  mayRun: { subject: 'service', fixes: ['openService', 'forgetStart'] },
  mayBeSent: { subject: 'service', fixes: ['forgetMessage'] },
  manyRun: { subject: 'service', fixes: ['openService'] },
  noSettings: inSettings,
  noLlmKey: inSettings,
  noRequiredSetting: inSettings,
  modelBesideProfile: { subject: 'llm_model', fixes: [{ remove: 'llm_model' }] },
  noProviderToken: inSettings,
  taskReplacesMessage: {
    subject: 'suggested_task',
    fixes: [{ remove: 'initial_user_msg' }, { remove: 'suggested_task' }],
  },
  taskWithoutRepository: {
    subject: 'suggested_task',
    fixes: ['sendTaskRepository', 'changeTask', { remove: 'suggested_task' }],
  },
  microagentWithoutMessage: {
    subject: 'create_microagent',
    fixes: ['writeMessage', { remove: 'create_microagent' }],
  },
  otherRepository: { subject: 'initial_user_msg', fixes: ['chooseRepository'] },
  changesGone: { subject: 'initial_user_msg', fixes: ['removeChanges'] },
  imagesMissing: { subject: 'initial_user_msg', fixes: ['attachImages', 'removeReferences'] },
  cloneLacks: { subject: 'clone_instructions', fixes: ['changeClone', 'suggestClone'] },
  idNotUuid: id,
  idWasUsed: id,
  idRefusedByMost: id,
  idDropsMessage: id,
  mcpReplacesSaved: { subject: 'mcp_config', fixes: ['mergeSavedMcp', { remove: 'mcp_config' }] },
  mcpLoss: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpNotSupported: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpUnanswered: { subject: 'mcp_config', fixes: ['answerMcp'] },
} as const satisfies Readonly<Record<Exclude<Warning, { readonly field: unknown }>['kind'], WarningFacts>>;

export type Fix =
  | (typeof facts)[keyof typeof facts]['fixes'][number]
  | 'setAgain'
  | 'showInvisible'
  | 'removeInvisible'
  | { readonly remove: RequestField };

export function subject(warning: Warning): WarningFacts['subject'] {
  return 'field' in warning ? warning.field : facts[warning.kind].subject;
}

const fatal: ReadonlySet<Warning['kind']> = new Set(['noLlmKey', 'idNotUuid', 'unsupportedField', 'exclusive']);

export function isFatal(warning: Warning): boolean {
  return fatal.has(warning.kind) || ('fails' in warning && warning.fails);
}

export function fixesOf(warning: Warning): readonly Fix[] {
  if (warning.kind === 'unsupportedField') return [{ remove: warning.field }];
  if (warning.kind === 'exclusive') return [{ remove: warning.field }, { remove: warning.conflictsWith }];
  if (warning.kind === 'invisible') return ['showInvisible', 'removeInvisible'];
  return warning.kind === 'notKept' ? ['setAgain'] : facts[warning.kind].fixes;
}
