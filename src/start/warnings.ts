import type { RequiredSetting } from '../client/apis/serviceApi';
import type { GitProvider, RequestField } from '../client/records';
import type { Attachment, NotKeptField } from '../draft/draft';
import type { McpLimitation } from '../mcp/mcpLimitation';
import type { TargetNote } from '../repository/target';
import type { ReadField } from './invisibleText';

/** Something that the agent won't see, or that will make the start fail, detected before anything is sent. */
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
  /** The draft was sent before, to the service at `baseUrl`, and it is unknown whether it has started. */
  | { readonly kind: 'mayRun'; readonly baseUrl: string }
  /** The draft continues a conversation, and may have been sent. */
  | { readonly kind: 'mayBeSent' }
  /** Known services run three conversations at a time: another one stops the oldest, and the answer doesn't say so. */
  | { readonly kind: 'manyRun'; readonly running: number }
  /** The settings couldn't be read: the service may be another one, or of another kind, than it was. */
  | { readonly kind: 'settingsUnread'; readonly error: unknown }
  /** No settings have been saved on the service yet. `fails`: the start certainly will. */
  | { readonly kind: 'noSettings'; readonly fails: boolean }
  /** Without a provider: no token for any provider. `fails`: the start certainly will. */
  | { readonly kind: 'noProviderToken'; readonly provider?: GitProvider; readonly fails: boolean }
  /** A start needs this setting, by its name on the service. */
  | { readonly kind: 'noRequiredSetting'; readonly setting: RequiredSetting }
  | { readonly kind: 'notKept'; readonly field: NotKeptField }
  /** Attached pieces whose paths are those of another repository than the request's. */
  | { readonly kind: 'otherRepository'; readonly repository: string; readonly pieces: readonly Attachment[] }
  /** A suggested task replaces the message, and doesn't bring its repository along. */
  | { readonly kind: 'taskReplacesMessage' }
  | { readonly kind: 'taskWithoutRepository'; readonly repo: string }
  /** The start is refused before anything is sent: the service's API lacks the field. */
  | { readonly kind: 'unsupportedField'; readonly field: RequestField }
  /** The service's API takes only one of the two, or its starts fail with both. */
  | { readonly kind: 'exclusive'; readonly field: RequestField; readonly conflictsWith: RequestField }
  /** Text that the agent reads and the user doesn't see, wherever it comes from: a file, a terminal, a template. */
  | { readonly kind: 'invisible'; readonly field: ReadField; readonly characters: number }
  /** MCP servers in a request replace the ones that the service has saved. */
  | { readonly kind: 'mcpReplacesSaved' }
  /** An MCP server that is sent works differently where the agent runs. */
  | { readonly kind: 'mcpLoss'; readonly server: string; readonly limitations: readonly McpLimitation[] }
  /** Selected MCP servers that the service's API doesn't have a field for. */
  | { readonly kind: 'mcpLeftOut' }
  /** Selected MCP servers that need an answer or a check before they can be sent. */
  | { readonly kind: 'mcpUnanswered'; readonly names: readonly string[] };

export type WarningOf<Kind, One = Warning> = One extends { readonly kind: infer Own }
  ? Kind extends Own
    ? One
    : never
  : never;

interface WarningFacts {
  /** The field that it is shown below; `service` if it isn't about a field. */
  readonly subject: RequestField | 'service';
  /** Names of immediate fixes, and fields to leave out, in display order. */
  readonly fixes: readonly (string | { readonly leaveOut: RequestField })[];
}

const branchChoice = { subject: 'selected_branch', fixes: ['chooseBranch'] } as const;
const repositoryChoice = { subject: 'repository', fixes: ['chooseRepository'] } as const;

/** Notes of the target on its repository, the repository's host, or its branch. */
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
const id = { subject: 'conversation_id', fixes: [{ leaveOut: 'conversation_id' }] } as const;

const facts = {
  ...noteFacts,
  settingsUnread: { subject: 'service', fixes: ['fixReading', 'readSettings'] },
  mayRun: { subject: 'service', fixes: ['openService', 'forgetStart'] },
  mayBeSent: { subject: 'service', fixes: ['forgetMessage'] },
  manyRun: { subject: 'service', fixes: ['openService'] },
  noSettings: inSettings,
  noLlmKey: inSettings,
  noRequiredSetting: inSettings,
  modelBesideProfile: { subject: 'llm_model', fixes: [{ leaveOut: 'llm_model' }] },
  noProviderToken: inSettings,
  taskReplacesMessage: {
    subject: 'suggested_task',
    fixes: [{ leaveOut: 'initial_user_msg' }, { leaveOut: 'suggested_task' }],
  },
  taskWithoutRepository: {
    subject: 'suggested_task',
    fixes: ['sendTaskRepository', 'changeTask', { leaveOut: 'suggested_task' }],
  },
  microagentWithoutMessage: {
    subject: 'create_microagent',
    fixes: ['writeMessage', { leaveOut: 'create_microagent' }],
  },
  otherRepository: { subject: 'initial_user_msg', fixes: ['chooseRepository'] },
  idNotUuid: id,
  idWasUsed: id,
  idRefusedByMost: id,
  idDropsMessage: id,
  mcpReplacesSaved: { subject: 'mcp_config', fixes: ['mergeSavedMcp', { leaveOut: 'mcp_config' }] },
  mcpLoss: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpLeftOut: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpUnanswered: { subject: 'mcp_config', fixes: ['answerMcp'] },
} as const satisfies Readonly<Record<Exclude<Warning, { readonly field: unknown }>['kind'], WarningFacts>>;

export type Fix =
  | (typeof facts)[keyof typeof facts]['fixes'][number]
  | 'setAgain'
  | 'showInvisible'
  | 'removeInvisible'
  | { readonly leaveOut: RequestField };

export function subject(warning: Warning): WarningFacts['subject'] {
  return 'field' in warning ? warning.field : facts[warning.kind].subject;
}

const fatal: ReadonlySet<Warning['kind']> = new Set(['noLlmKey', 'idNotUuid', 'unsupportedField', 'exclusive']);

/** True if the start certainly fails, or is refused before anything is sent. */
export function isFatal(warning: Warning): boolean {
  return fatal.has(warning.kind) || ('fails' in warning && warning.fails);
}

/** Starting anyway is possible, too, except where the service's API can't take the request. */
export function fixesOf(warning: Warning): readonly Fix[] {
  if (warning.kind === 'unsupportedField') return [{ leaveOut: warning.field }];
  if (warning.kind === 'exclusive') return [{ leaveOut: warning.field }, { leaveOut: warning.conflictsWith }];
  if (warning.kind === 'invisible') return ['showInvisible', 'removeInvisible'];
  return warning.kind === 'notKept' ? ['setAgain'] : facts[warning.kind].fixes;
}
