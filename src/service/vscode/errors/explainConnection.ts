import { l10n } from 'vscode';
import type { Failure } from '../../../client/serviceError';
import { callerHint, httpClientHint, proxyHint, sentences, type FailedCall } from './failedCall';
import { formatDuration } from '../../../base/vscode/units';
import { mendSetting, type Explanation, commandRemedy } from '../../../base/vscode/explanation';
import { mendAddress, tryAgain } from './remedies';
import { commands } from '../../../names';

export type ConnectionFailure = Extract<
  Failure,
  { kind: 'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost' | 'timeout' | 'cancelled' }
>;

/** Explains a call without a response. */
export function explainConnection(failure: ConnectionFailure, call: FailedCall): Explanation {
  const { host, hostname, operation, sent } = call;
  const hints = [proxyHint(call), callerHint(call), httpClientHint(call)];
  switch (failure.kind) {
    case 'nameNotFound':
      return mendAddress(
        sentences(
          l10n.t("The host {0} wasn't found. Check the service URL, and your network or VPN.", hostname),
          ...hints,
        ),
      );
    case 'refused':
      return mendAddress(sentences(l10n.t('Connection to {0} refused. Is the service running?', host), ...hints));
    case 'unreachable':
      return mendWay(sentences(l10n.t("{0} can't be reached. Check your network or VPN.", host), ...hints), call);
    case 'connectionLost':
      return sent
        ? tryAgain(
            sentences(
              l10n.t('The connection to {0} was lost before the response was complete.', host),
              proxyHint(call),
            ),
            operation,
          )
        : mendWay(
            sentences(l10n.t('The connection to {0} was lost before the request was sent.', host), ...hints),
            call,
          );
    case 'timeout':
      return sent
        ? mendSetting(
            l10n.t(
              "{0} didn't respond within {1}. To wait longer, increase agentConversations.requestTimeoutSeconds.",
              host,
              formatDuration(failure.seconds),
            ),
            'agentConversations.requestTimeoutSeconds',
          )
        : mendWay(
            sentences(
              l10n.t(
                "Couldn't connect to {0} within {1}. Check your network or VPN.",
                host,
                formatDuration(failure.seconds),
              ),
              ...hints,
            ),
            call,
          );
    case 'cancelled':
      if (operation === 'loadSettings') return tryAgain(l10n.t('Stopped waiting for {0}.', host), operation);
      return {
        sentence: sent
          ? l10n.t('Stopped waiting for {0}.', host)
          : l10n.t('Stopped before anything was sent to {0}.', host),
      };
  }
}

/** If the sentence mentions the other way to the service, its setting is the next step. */
function mendWay(sentence: string, call: FailedCall): Explanation {
  return httpClientHint(call) === '' ? mendAddress(sentence) : mendSetting(sentence, 'agentConversations.httpClient');
}

type CertificateFailure = Extract<Failure, { kind: 'tls' }>;

/** OpenSSL's codes for a first response that isn't TLS. */
const notTls = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'];

/**
 * Explains that a session key was held back, since the user hasn't agreed to send it without verifying the certificate.
 */
export function explainUnchecked(origin: string): Explanation {
  return {
    sentence: l10n.t("The certificate of {0} isn't checked, so the session key wasn't sent.", origin),
    // A refresh of the settings asks the user.
    remedy: commandRemedy(l10n.t('Use Anyway...'), commands.refreshSettings),
  };
}

/** Explains a connection that couldn't be made secure: nothing was sent. */
export function explainCertificate({ reason, code }: CertificateFailure, call: FailedCall): Explanation {
  const { host, operation } = call;
  switch (reason) {
    case 'unknownIssuer':
      return tryAgain(
        l10n.t(
          "The certificate of {0} was issued by an unknown authority. If it's your company's, add that authority to the system's certificates, or name its file in NODE_EXTRA_CA_CERTS.",
          host,
        ),
        operation,
      );
    case 'selfSigned':
      return tryAgain(
        l10n.t(
          "The certificate of {0} is self-signed. To trust it, add it to the system's certificates, or name its file in NODE_EXTRA_CA_CERTS.",
          host,
        ),
        operation,
      );
    case 'expired':
      return tryAgain(
        l10n.t(
          "The certificate of {0} has expired or isn't valid yet. Check this machine's clock, or contact the service's administrator.",
          host,
        ),
        operation,
      );
    case 'wrongName':
      return mendAddress(
        l10n.t('The certificate of {0} was issued for a different name. Check the service URL.', host),
      );
    case 'other':
      return notTls.includes(code)
        ? mendAddress(l10n.t("{0} doesn't support TLS. Should the URL start with http:// instead of https://?", host))
        : tryAgain(l10n.t("Couldn't establish a secure connection to {0} ({1}).", host, code), operation);
  }
}
