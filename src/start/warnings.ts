import type { RequestField } from '../client/records';
import type { GitProvider } from '../client/records';
import type { Attachment, NotKeptField } from '../draft/draft';
import type { McpLimitation } from '../mcp/mcpLimitation';
import type { TargetNote } from '../repository/target';
import type { ReadField } from './invisibleText';

/** Something that the agent won't see, or that will make the start fail, detected before anything is sent. */
export type Warning =
  | TargetNote
  | RequestWarning
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
  | { readonly kind: 'noLlmKey' }
  /** Without a provider: no token for any provider. `fails`: the start certainly will. */
  | { readonly kind: 'noProviderToken'; readonly provider?: GitProvider; readonly fails: boolean }
  | { readonly kind: 'notKept'; readonly field: NotKeptField }
  /** Attachments from another repository than the one that is sent. */
  | { readonly kind: 'otherRepository'; readonly repository: string; readonly pieces: readonly Attachment[] }
  /** An MCP server that is sent works differently where the agent runs. */
  | { readonly kind: 'mcpLoss'; readonly server: string; readonly limitations: readonly McpLimitation[] }
  /** Selected MCP servers that the service's API doesn't have a field for. */
  | { readonly kind: 'mcpLeftOut' }
  /** Selected MCP servers that need an answer or a check before they can be sent. */
  | { readonly kind: 'mcpUnanswered'; readonly names: readonly string[] };

/**
 * What known services do with fields that don't go together. No field is removed because of it: the request is sent as
 * it is, and the user decides.
 */
type RequestWarning =
  | { readonly kind: 'taskReplacesMessage' }
  | { readonly kind: 'taskWithoutRepository'; readonly repo: string }
  | { readonly kind: 'taskIgnoresMicroagent' }
  | { readonly kind: 'taskNotSupported' }
  | { readonly kind: 'microagentWithoutMessage' }
  | { readonly kind: 'replayWithMessage' }
  | { readonly kind: 'replayWithImages' }
  | { readonly kind: 'replayWithTask' }
  | { readonly kind: 'replayIsNoList' }
  /** `servers` counts the saved ones; absent while the settings are unknown. */
  | { readonly kind: 'mcpReplacesSaved'; readonly servers?: number }
  | { readonly kind: 'idNotUuid' }
  /** A conversation from here had it before. */
  | { readonly kind: 'idWasUsed' }
  | { readonly kind: 'idRefusedByMost' }
  | { readonly kind: 'idDropsMessage' }
  /** The start is refused before anything is sent: the service's API lacks the field, or takes only one of the two. */
  | { readonly kind: 'notTaken'; readonly field: RequestField }
  | { readonly kind: 'exclusive'; readonly field: RequestField; readonly beside: RequestField }
  /** Text that the agent reads and the user doesn't see, wherever it comes from: a file, a terminal, a template. */
  | { readonly kind: 'invisible'; readonly field: ReadField; readonly characters: number };

export type WarningOf<Kind, One = Warning> = One extends { readonly kind: infer Own }
  ? Kind extends Own
    ? One
    : never
  : never;

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
  | 'fixReading'
  | 'forgetStart'
  | 'forgetMessage'
  | 'setAgain'
  | 'goWithout'
  | 'chooseMcp'
  | 'answerMcp'
  | 'sendTaskRepository'
  | 'changeTask'
  | 'writeMessage'
  | 'chooseReplay'
  | 'mergeSavedMcp'
  | 'showInvisible'
  | 'removeInvisible'
  | { readonly leaveOut: RequestField };

interface WarningFacts {
  /** The field that it is shown below; `service` if it isn't about a field. */
  readonly subject: RequestField | 'service';
  /** In display order. */
  readonly fixes: readonly [Fix, ...Fix[]];
}

interface NoteFacts extends WarningFacts {
  /** It no longer applies if the user chose otherwise. */
  readonly subject: 'repository' | 'git_provider' | 'selected_branch';
  /** False if the agent lacks something of the branch that this clone has, or the other way round. */
  readonly isPushed: boolean;
}

const branchChoice = { subject: 'selected_branch', fixes: ['chooseBranch'], isPushed: false } as const;
const repositoryChoice = { subject: 'repository', fixes: ['chooseRepository'], isPushed: true } as const;

/** Notes of the target on its repository, the repository's host, or its branch. */
export const noteFacts = {
  noFolder: repositoryChoice,
  gitUnavailable: repositoryChoice,
  noRepository: repositoryChoice,
  chosenGone: repositoryChoice,
  several: repositoryChoice,
  noRemote: repositoryChoice,
  severalRemotes: repositoryChoice,
  remoteMissing: repositoryChoice,
  notHosted: repositoryChoice,
  unknownProvider: { subject: 'git_provider', fixes: ['chooseProvider'], isPushed: true },
  detached: branchChoice,
  unborn: branchChoice,
  notPublished: { ...branchChoice, fixes: ['publish', 'chooseBranch', 'attachChanges'] },
  upstreamGone: { ...branchChoice, fixes: ['fetch', 'publish', 'attachChanges', 'chooseBranch'] },
  ahead: { ...branchChoice, fixes: ['push', 'attachChanges', 'chooseBranch'] },
  behind: { ...branchChoice, fixes: ['fetch', 'chooseBranch'] },
  changes: { ...branchChoice, fixes: ['attachChanges'] },
} as const satisfies Readonly<Record<TargetNote['kind'], NoteFacts>>;

const inSettings = { subject: 'service', fixes: ['openService', 'readSettings'] } as const;

const facts = {
  ...noteFacts,
  taskReplacesMessage: {
    subject: 'suggested_task',
    fixes: [{ leaveOut: 'initial_user_msg' }, { leaveOut: 'suggested_task' }],
  },
  taskWithoutRepository: {
    subject: 'suggested_task',
    fixes: ['sendTaskRepository', 'changeTask', { leaveOut: 'suggested_task' }],
  },
  taskIgnoresMicroagent: {
    subject: 'suggested_task',
    fixes: [{ leaveOut: 'create_microagent' }, { leaveOut: 'suggested_task' }],
  },
  taskNotSupported: { subject: 'suggested_task', fixes: ['changeTask', { leaveOut: 'suggested_task' }] },
  microagentWithoutMessage: {
    subject: 'create_microagent',
    fixes: ['writeMessage', { leaveOut: 'create_microagent' }],
  },
  replayWithMessage: { subject: 'replay_json', fixes: [{ leaveOut: 'initial_user_msg' }, { leaveOut: 'replay_json' }] },
  replayWithImages: { subject: 'replay_json', fixes: [{ leaveOut: 'image_urls' }, { leaveOut: 'replay_json' }] },
  replayWithTask: { subject: 'replay_json', fixes: [{ leaveOut: 'suggested_task' }, { leaveOut: 'replay_json' }] },
  replayIsNoList: { subject: 'replay_json', fixes: ['chooseReplay', { leaveOut: 'replay_json' }] },
  mcpReplacesSaved: { subject: 'mcp_config', fixes: ['mergeSavedMcp', { leaveOut: 'mcp_config' }] },
  idNotUuid: { subject: 'conversation_id', fixes: [{ leaveOut: 'conversation_id' }] },
  idWasUsed: { subject: 'conversation_id', fixes: [{ leaveOut: 'conversation_id' }] },
  idRefusedByMost: { subject: 'conversation_id', fixes: [{ leaveOut: 'conversation_id' }] },
  idDropsMessage: {
    subject: 'conversation_id',
    fixes: [{ leaveOut: 'conversation_id' }, { leaveOut: 'initial_user_msg' }],
  },
  mayRun: { subject: 'service', fixes: ['openService', 'forgetStart'] },
  mayBeSent: { subject: 'service', fixes: ['forgetMessage'] },
  manyRun: { subject: 'service', fixes: ['openService'] },
  settingsUnread: { subject: 'service', fixes: ['fixReading', 'readSettings'] },
  noSettings: inSettings,
  noLlmKey: inSettings,
  noProviderToken: inSettings,
  otherRepository: { subject: 'initial_user_msg', fixes: ['chooseRepository'] },
  mcpLoss: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpLeftOut: { subject: 'mcp_config', fixes: ['chooseMcp'] },
  mcpUnanswered: { subject: 'mcp_config', fixes: ['answerMcp'] },
} as const satisfies Readonly<Record<Exclude<Warning, { readonly field: unknown }>['kind'], WarningFacts>>;

export function subject(warning: Warning): WarningFacts['subject'] {
  return 'field' in warning ? warning.field : facts[warning.kind].subject;
}

export function fixesOf(warning: Warning): WarningFacts['fixes'] {
  if (warning.kind === 'notTaken') return [{ leaveOut: warning.field }];
  if (warning.kind === 'exclusive') return [{ leaveOut: warning.field }, { leaveOut: warning.beside }];
  if (warning.kind === 'invisible') return ['showInvisible', 'removeInvisible'];
  return warning.kind === 'notKept' ? ['setAgain', 'goWithout'] : facts[warning.kind].fixes;
}
