import { l10n } from 'vscode';
import { ExplainedError, mendSetting, seeLog, type Explanation } from '../../../base/vscode/explanation';
import { mayHaveStarted, ServiceError, type Failure } from '../../../client/serviceError';
import { type KeptSecret, MachineUnknownError, SecretStorageError, UncheckedCertificateError } from '../../keyErrors';
import { expectedWords, notTakenWords, requestFieldLabel } from './fieldLabels';
import { explainAnswer } from './explainAnswer';
import { explainCertificate, explainConnection, explainUnchecked } from './explainConnection';
import { explainStatus } from './explainStatus';
import { callerHint, failedCall, httpClientHint, sentences, type FailedCall } from './failedCall';
import { lookAtService, tryAgain } from './remedies';

/** Explains an error on the way to the service and back: what happened, why, and what to do about it (one thing). */
export function explainService(error: unknown): Explanation {
  if (error instanceof ExplainedError)
    return { sentence: error.message, ...(error.remedy && { remedy: error.remedy }) };
  if (error instanceof SecretStorageError) return seeLog(explainSecretStorage(error));
  if (error instanceof MachineUnknownError) return seeLog(explainMachine(error));
  if (error instanceof UncheckedCertificateError) return explainUnchecked(error.origin);
  if (!(error instanceof ServiceError)) {
    return seeLog(l10n.t('An unexpected error occurred. See the log for details.'));
  }
  const call = failedCall(error);
  const explanation = explainFailure(error, call);
  if (call.operation !== 'startConversation' || !mayHaveStarted(error)) return explanation;
  // Fixing the cause comes second: a repeated start may create a second conversation.
  return lookAtService(
    l10n.t(
      '{0} The conversation may have started anyway: check the service before starting it again.',
      explanation.sentence,
    ),
    call.baseUrl,
  );
}

function explainFailure({ failure }: ServiceError, call: FailedCall): Explanation {
  switch (failure.kind) {
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
    case 'connectionLost':
    case 'timeout':
    case 'cancelled':
      return explainConnection(failure, call);
    case 'tls':
      return explainCertificate(failure, call);
    case 'proxy':
      return explainProxy(failure, call);
    case 'status':
      return explainStatus(failure, call);
    case 'redirect':
    case 'notJson':
    case 'unexpectedShape':
    case 'agentServer':
    case 'tooLarge':
      return explainAnswer(failure, call);
    case 'invalidRequest':
      return seeLog(
        l10n.t({
          message: 'The request wasn\'t sent: "{0}" must be {1}.',
          args: [requestFieldLabel(failure.field), expectedWords(failure)],
          comment: '{1} is "an array", "non-empty", "free of secrets"',
        }),
      );
    case 'notTaken':
      return { sentence: notTakenWords(failure, call.host) };
    case 'unknown':
      return tryAgain(
        l10n.t('The request to {0} failed for an unknown reason ({1}).', call.host, failure.code),
        call.operation,
      );
  }
}

function explainSecretStorage({ kept, operation }: SecretStorageError): string {
  return ofSecretStorage[kept][operation]();
}

const ofSecretStorage: Readonly<Record<KeptSecret, Readonly<Record<SecretStorageError['operation'], () => string>>>> = {
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

function explainMachine({ file }: MachineUnknownError): string {
  return l10n.t(
    "Session keys for localhost and answers about MCP servers belong to one machine, and the file that identifies this one can't be read or created: {0}. Check its permissions, or delete it.",
    file,
  );
}

type ProxyFailure = Extract<Failure, { kind: 'proxy' }>;

const setting = 'http.proxy';

/** Explains a call that ended at the proxy: it didn't reach the service. */
function explainProxy(failure: ProxyFailure, call: FailedCall): Explanation {
  const { operation } = call;
  const sentence = proxyWords(failure, call);
  // An invalid proxy URL has nothing to do with the caller.
  if (failure.reason === 'badAddress') return mendSetting(sentence, setting);
  const said = sentences(sentence, callerHint(call), httpClientHint(call));
  return failure.reason === 'connectionLost' || failure.reason === 'status'
    ? tryAgain(said, operation)
    : mendSetting(said, setting);
}

/** Only the bundled client knows which proxy it used; of another one, no more is known than what it answered. */
function proxyWords({ reason, status = 0 }: ProxyFailure, { host, route }: FailedCall): string {
  const proxy = route.kind === 'proxy' ? route.host : '';
  switch (reason) {
    case 'nameNotFound':
      return l10n.t("The host of proxy {0} wasn't found. Check the http.proxy setting or HTTPS_PROXY.", proxy);
    case 'refused':
      return l10n.t('Proxy {0} refused the connection. Check the http.proxy setting or HTTPS_PROXY.', proxy);
    case 'unreachable':
      return l10n.t("Proxy {0} can't be reached. Check your network or VPN, and the http.proxy setting.", proxy);
    case 'tls':
      return l10n.t(
        "Couldn't establish a secure connection to proxy {0}. Check its certificate and whether its URL starts with http:// or https://.",
        proxy,
      );
    case 'credentials':
      return proxy === ''
        ? l10n.t(
            'The proxy requires a username and password (status 407), or rejected the ones in http.proxy and http.proxyAuthorization.',
          )
        : l10n.t(
            'Proxy {0} requires a username and password (status 407), or rejected the ones in http.proxy and http.proxyAuthorization.',
            proxy,
          );
    case 'badAddress':
      return l10n.t(
        "The proxy URL isn't valid. In the http.proxy setting or in HTTPS_PROXY, use a URL like http://proxy.example.com:8080.",
      );
    case 'connectionLost':
      return l10n.t('Proxy {0} closed the connection before it reached {1}.', proxy, host);
    case 'status':
      if (status >= 500)
        return proxy === ''
          ? l10n.t("The proxy couldn't reach {0} (status {1}).", host, status)
          : l10n.t("Proxy {0} couldn't reach {1} (status {2}).", proxy, host, status);
      return proxy === ''
        ? l10n.t("The proxy doesn't allow connections to {0} (status {1}).", host, status)
        : l10n.t("Proxy {0} doesn't allow connections to {1} (status {2}).", proxy, host, status);
  }
}
