import { l10n } from 'vscode';
import { commandRemedy, ExplainedError, seeLog, type Explanation } from '../../../base/vscode/explanation';
import { mayHaveStarted, ServiceError } from '../../../client/serviceError';
import type { ServiceAddress } from '../../../client/serviceUrl';
import { MachineUnknownError } from '../../machine';
import { type KeptSecret, SecretStorageError, UnverifiedCertificateError } from '../../sessionKey';
import { NotConnected } from '../../serviceConnection';
import { explainFailure } from './explainFailure';
import { explainServiceUrl } from './explainInput';
import { failedCall } from './failedCall';
import { suggestOpeningService, suggestSessionKey } from './remedies';

export function explainService(error: unknown): Explanation {
  if (error instanceof ExplainedError)
    return { sentence: error.message, ...(error.remedy && { remedy: error.remedy }) };
  if (error instanceof SecretStorageError) return seeLog(secretStorageWords[error.kept][error.operation]());
  if (error instanceof MachineUnknownError) return seeLog(machineWords(error));
  if (error instanceof UnverifiedCertificateError) return explainUnverified(error.address);
  if (error instanceof NotConnected) return explainNotConnected(error.connection);
  if (!(error instanceof ServiceError)) {
    return seeLog(l10n.t('An unexpected error occurred. See the log for details.'));
  }
  const explanation = explainCause(error);
  if (error.operation !== 'startConversation' || !mayHaveStarted(error)) return explanation;
  // Looking at the service comes before fixing the cause, because a repeated start may create a second conversation.
  return suggestOpeningService(orStarted(explanation.sentence), error.baseUrl);
}

function explainUnverified({ origin, baseUrl }: ServiceAddress): Explanation {
  return {
    sentence: l10n.t("The certificate of {0} isn't checked, so the session key wasn't sent.", origin),
    // A refresh of the settings asks the user.
    remedy: commandRemedy(l10n.t('Use Anyway...'), 'agentConversations.refreshSettings', baseUrl),
  };
}

function explainNotConnected(connection: NotConnected['connection']): Explanation {
  if (connection.kind === 'badAddress') return { sentence: explainServiceUrl(connection.reason) };
  const { origin, baseUrl } = connection.address;
  if (connection.kind === 'unverified') return explainUnverified(connection.address);
  if (connection.kind === 'noKey') return suggestSessionKey(l10n.t('No session key is set for {0}.', origin), baseUrl);
  const { host } = new URL(baseUrl);
  return {
    sentence: l10n.t("{0} no longer has the API with which this conversation was started, so it can't be asked.", host),
  };
}

/** Explains why a call has failed, without saying whether a start may have succeeded. */
export function explainCause(error: ServiceError): Explanation {
  return explainFailure(error.failure, failedCall(error));
}

/** The sentence about a failure, after the advice to check the service first because a start may be running. */
export function orStarted(sentence: string): string {
  return l10n.t('Check the service before you start it again. {0}', sentence);
}

const secretStorageWords: Readonly<
  Record<KeptSecret, Readonly<Record<SecretStorageError['operation'], () => string>>>
> = {
  sessionKey: {
    get: () => l10n.t("Couldn't read the session key from VS Code's secret storage. Check this machine's keyring."),
    store: () => l10n.t("Couldn't save the session key in VS Code's secret storage. Check this machine's keyring."),
    delete: () =>
      l10n.t("Couldn't remove the session key from VS Code's secret storage. Check this machine's keyring."),
  },
  mcpAnswers: {
    get: () =>
      l10n.t(
        "Couldn't read your answers about MCP servers from VS Code's secret storage. Check this machine's keyring.",
      ),
    store: () =>
      l10n.t("Couldn't save your answers about MCP servers in VS Code's secret storage. Check this machine's keyring."),
    delete: () =>
      l10n.t(
        "Couldn't remove your answers about MCP servers from VS Code's secret storage. Check this machine's keyring.",
      ),
  },
};

function machineWords({ file }: MachineUnknownError): string {
  return l10n.t("This machine's ID file can't be read or created: {0}. Check its permissions, or delete it.", file);
}
