import { l10n } from 'vscode';
import { hasTask } from '../../draft/request';
import { JoinedConversation } from '../recordAndSend';
import { lacksToken, lookedUp } from '../providerTokens';
import type { ConversationStartRequest, GitProvider, Settings } from '../../client/records';
import { sanitiseServerText } from '../../client/serverText';
import { mayHaveStarted, ServiceError } from '../../client/serviceError';
import { PreparationError } from '../../conversations/preparation';
import { explainPreparation, refreshStatusOf } from '../../conversations/vscode/explainPreparation';
import { type KnownSettings, settingsFailureOf } from '../../service/settingsState';
import { sentences, failedCall, saidWords } from '../../service/vscode/errors/failedCall';
import { asExplained } from './explain';
import {
  noSettingsYet,
  explainRefusedKey,
  speaksOfRepository,
  type StatusFailure,
} from '../../service/vscode/errors/explainStatus';
import { ExplainedError } from '../../base/vscode/explanation';
import { lookAtService } from '../../service/vscode/errors/remedies';
import { providerLabel } from '../../service/vscode/errors/fieldLabels';

/** A failed start, and the means to find out why. */
export interface FailedStart {
  readonly id: string;
  /** True if the service can be asked what became of it. */
  readonly isRefreshable: boolean;
  /** The settings that are known without asking. */
  readonly known: KnownSettings;
  readonly request: ConversationStartRequest;
  /** Reads the settings with the rejected key: another service may be configured by now. */
  readonly loadSettings: (signal: AbortSignal) => Promise<Settings>;
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal;
  readonly openPage: (conversationId: string) => Thenable<unknown>;
  /** True if services of this API are known to fail before a start if there's no token for the Git provider. */
  readonly checksSettings: boolean;
  /** Timeout for the settings, in milliseconds. */
  readonly patience?: number;
}

export interface ExplainedStart {
  readonly error: ExplainedError;
  /** It is certain that nothing was started, regardless of the error. */
  readonly notStarted?: true;
}

const diagnosisMilliseconds = 5_000;

/** Explains why a start failed. If the answer leaves it open, the settings are read, which may contain the reason. */
export async function explainFailedStart(error: unknown, start: FailedStart): Promise<ExplainedStart> {
  if (error instanceof JoinedConversation) return { error: explainJoined(error, start) };
  if (error instanceof PreparationError) return { error: explainUnprepared(error, start) };
  if (error instanceof ServiceError && mayHaveStarted(error) && start.isRefreshable)
    return { error: new ExplainedError(asExplained(error).message, refreshStatusOf(start)) };
  if (!(error instanceof ServiceError) || error.failure.kind !== 'status') return { error: asExplained(error) };
  const { failure } = error;
  switch (failure.status) {
    case 400:
    case 403:
      // The message is the service's. The reason may be in its settings, so the sheet must have them.
      read(start).catch(() => undefined);
      return { error: asExplained(error) };
    case 401:
      return { error: explainUnauthorized(error, failure, await read(start)) };
    case 500:
      return start.checksSettings && lookedUp(start.request)
        ? explainCrash(error, failure, start)
        : { error: asExplained(error) };
    default:
      return { error: asExplained(error) };
  }
}

function explainJoined(
  { conversationId, isCertain }: JoinedConversation,
  { request, openPage }: Pick<FailedStart, 'request' | 'openPage'>,
): ExplainedError {
  const shown = sanitiseServerText(conversationId) ?? '';
  const what = isCertain
    ? l10n.t('Conversation {0} was already running, so nothing was started.', shown)
    : l10n.t('Conversation {0} was started before, and may have been running already.', shown);
  const lost = isCertain
    ? l10n.t("Your message wasn't delivered.")
    : l10n.t("If it was, your message wasn't delivered.");
  const sentence = sentences(
    what,
    hasTask(request) ? lost : '',
    l10n.t('Open it in the browser, or remove the conversation ID to start another one.'),
  );
  return new ExplainedError(sentence, { label: l10n.t('Open in Browser'), run: () => openPage(conversationId) });
}

/** A service may give up a start without a reason: the settings that are known may have one. */
function explainUnprepared(error: PreparationError, { known, request }: FailedStart): ExplainedError {
  const { sentence, remedy } = explainPreparation(error);
  if (error.end.kind !== 'failed' || error.end.detail !== undefined || !known) return asExplained(error);
  const { host } = new URL(error.baseUrl);
  const provider = lookedUp(request)?.provider;
  const reasons = [
    known.llm_api_key_set ? '' : l10n.t('No model API key is set on {0}, which may be why.', host),
    lookedUp(request) && lacksToken(known, provider) ? noToken(host, provider) : '',
  ];
  return new ExplainedError(sentences(sentence, ...reasons), remedy);
}

/** A 401 has two possible causes: a bad key, or an inaccessible repository. Both keep the service's own message. */
function explainUnauthorized(
  error: ServiceError,
  { text }: StatusFailure,
  settings: KnownSettings | 'keyRefused',
): ExplainedError {
  const { host, baseUrl } = failedCall(error);
  if (settings === 'keyRefused') return errorWith(explainRefusedKey(host, text));
  if (settings === undefined || speaksOfRepository(text)) return asExplained(error);
  const words = l10n.t(
    '{0} accepted your session key but rejected the start. The service may not have access to the repository: check its Git tokens.',
    host,
  );
  return errorWith(lookAtService(sentences(words, saidWords(text)), baseUrl));
}

/** Known services crash when they look for a repository without settings, or without the token of any provider. */
async function explainCrash(error: ServiceError, { text }: StatusFailure, start: FailedStart): Promise<ExplainedStart> {
  const settings = await read(start);
  const provider = lookedUp(start.request)?.provider;
  const { host, baseUrl } = failedCall(error);
  const isUnread = settings === undefined || settings === 'keyRefused';
  if (isUnread || (settings && !lacksToken(settings, provider))) return { error: asExplained(error) };
  const cause = settings === null ? noSettingsYet(host) : noToken(host, provider);
  const isCertain = text === 'Internal Server Error' && (settings === null || lacksToken(settings));
  if (!isCertain) {
    const { message } = asExplained(error);
    return { error: errorWith(lookAtService(sentences(message, cause), baseUrl)) };
  }
  const sentence = sentences(cause, l10n.t("The conversation wasn't started."));
  return { error: errorWith(lookAtService(sentence, baseUrl)), notStarted: true };
}

function noToken(host: string, provider: GitProvider | undefined): string {
  return provider === undefined
    ? l10n.t('{0} has no token for a Git provider. Save one in its settings.', host)
    : l10n.t('{0} has no token for {1}. Save one in its settings.', host, providerLabel(provider));
}

function errorWith({ sentence, remedy }: ReturnType<typeof lookAtService>): ExplainedError {
  return new ExplainedError(sentence, remedy);
}

async function read({
  loadSettings,
  signal,
  patience = diagnosisMilliseconds,
}: FailedStart): Promise<KnownSettings | 'keyRefused'> {
  try {
    return await loadSettings(AbortSignal.any([signal, AbortSignal.timeout(patience)]));
  } catch (error) {
    const failure = settingsFailureOf(error);
    if (failure === 'keyRefused') return failure;
    return failure === 'noSettings' ? null : undefined;
  }
}
