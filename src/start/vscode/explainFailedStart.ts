import { l10n } from 'vscode';
import { hasTask } from '../../draft/request';
import { JoinedConversation } from '../recordAndSend';
import { lacksToken, repositoryLookup } from '../findWarnings';
import type { ConversationStartRequest, GitProvider } from '../../client/records';
import { proposedId } from '../../client/apis/serviceApi';
import { sanitizeServerText } from '../../client/serverText';
import { mayHaveStarted, ServiceError, type FailureOf } from '../../client/serviceError';
import { refreshStatusRemedy } from '../../conversations/vscode/explainPreparation';
import { settingsFailureOf, type KnownSettings } from '../../service/settingsState';
import { sentences, failedCall, responseWords } from '../../service/vscode/errors/failedCall';
import { asExplained } from './explain';
import { explainCause } from '../../service/vscode/errors/explainService';
import { noSettingsYet, explainRefusedKey, mentionsRepository } from '../../service/vscode/errors/explainStatus';
import { errorWith, ExplainedError } from '../../base/vscode/explanation';
import { suggestOpeningService } from '../../service/vscode/errors/remedies';
import { providerLabel } from '../../service/vscode/gitProviderLabels';
import { openConversationPage } from '../../conversations/vscode/openConversationPage';
import type { ReadyConnection } from '../../service/serviceConnection';
import type { SendPorts } from './startPorts';

type ExplainPorts = Pick<SendPorts, 'settings' | 'log' | 'configuration' | 'state'>;

/** Time limit for reading the settings to explain an error. */
const diagnosisMilliseconds = 5_000;

export interface FailedStart {
  readonly id: string;
  readonly request: ConversationStartRequest;
  readonly connection: ReadyConnection;
  readonly signal: AbortSignal;
}

/** The explanation of a failed start with the outcome in front. */
export function withOutcome(
  outcome: 'notStarted' | 'mayHaveStarted',
  { message, remedy, cause }: ExplainedError,
): ExplainedError {
  const words =
    outcome === 'notStarted' ? l10n.t('Not started. {0}', message) : l10n.t('May have started. {0}', message);
  return new ExplainedError(words, remedy, cause);
}

/** Explains why a start failed. For some errors, the reason may be in the settings, which are then read. */
export async function explainFailedStart(
  error: unknown,
  start: FailedStart,
  ports: ExplainPorts,
): Promise<ExplainedError> {
  if (error instanceof JoinedConversation) return explainJoined(error, start, ports);
  if (!(error instanceof ServiceError)) return asExplained(error);
  const { api } = start.connection;
  if (mayHaveStarted(error) && proposedId(api.start, start.request, start.id) !== undefined) {
    const { sentence } = explainCause(error);
    return new ExplainedError(
      l10n.t('Refresh its status before you start it again. {0}', sentence),
      refreshStatusRemedy(start),
    );
  }
  const { failure } = error;
  if (failure.kind !== 'status' || failure.isGateway) return asExplained(error);
  switch (failure.status) {
    case 400:
    case 403:
      // The service's own message is shown. The settings may have the reason, so the sheet will warn about them next time.
      ports.settings
        .load()
        .catch((cause: unknown) => ports.log.error("The settings aren't read again.", { error: String(cause) }));
      return asExplained(error);
    case 401:
      return explainUnauthorized(error, failure, await readSettings(start));
    case 500:
      return api.start.requires.includes('gitToken') && repositoryLookup(start.request)
        ? explainCrash(error, start, await readSettings(start))
        : asExplained(error);
    default:
      return asExplained(error);
  }
}

function explainJoined(
  { conversationId }: JoinedConversation,
  { request, connection: { address } }: FailedStart,
  ports: ExplainPorts,
): ExplainedError {
  const { baseUrl } = address;
  const sentence = sentences(
    l10n.t(
      'Conversation {0} was started before, and may have been running already.',
      sanitizeServerText(conversationId) ?? '',
    ),
    hasTask(request) ? l10n.t("If it was, your message wasn't delivered.") : '',
    l10n.t('Open it in the browser, or remove the conversation ID to start another one.'),
  );
  const run = () => openConversationPage({ baseUrl, conversationId }, ports);
  return new ExplainedError(sentence, { label: l10n.t('Open in Browser'), run });
}

type Diagnosis = KnownSettings | 'keyRefused';

/** A 401 means that the key is wrong or, with a right key, that the service can't access the repository. */
function explainUnauthorized(error: ServiceError, { text }: FailureOf<'status'>, settings: Diagnosis): ExplainedError {
  const { host, baseUrl } = failedCall(error);
  if (settings === 'keyRefused') return errorWith(explainRefusedKey({ host, baseUrl }, text));
  if (settings === undefined || mentionsRepository(text)) return asExplained(error);
  const words = l10n.t(
    '{0} accepted your session key but rejected the start. The service may not have access to the repository: check its Git tokens.',
    host,
  );
  return errorWith(suggestOpeningService(sentences(words, responseWords(text)), baseUrl));
}

/** Known services crash when they look up a repository without settings or without a Git provider's token. */
function explainCrash(error: ServiceError, { request }: FailedStart, settings: Diagnosis): ExplainedError {
  const provider = repositoryLookup(request)?.provider;
  const { host, baseUrl } = failedCall(error);
  const isUnread = settings === undefined || settings === 'keyRefused';
  if (isUnread || (settings && !lacksToken(settings, provider))) return asExplained(error);
  const cause = settings === null ? noSettingsYet(host) : noToken(host, provider);
  return errorWith(suggestOpeningService(sentences(asExplained(error).message, cause), baseUrl));
}

function noToken(host: string, provider: GitProvider | undefined): string {
  return provider === undefined
    ? l10n.t('{0} has no token for a Git provider. Save one in its settings.', host)
    : l10n.t('{0} has no token for {1}. Save one in its settings.', host, providerLabel(provider));
}

/** Reads the settings of the service that the start was sent to, which may no longer be the one that is configured. */
async function readSettings({ connection: { client }, signal }: FailedStart): Promise<Diagnosis> {
  try {
    return await client.loadSettings(AbortSignal.any([signal, AbortSignal.timeout(diagnosisMilliseconds)]));
  } catch (error) {
    const failure = settingsFailureOf(error);
    if (failure === 'keyRefused') return failure;
    return failure === 'noSettings' ? null : undefined;
  }
}
