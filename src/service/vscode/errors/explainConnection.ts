import { l10n } from 'vscode';
import type { Failure } from '../../../client/common/serviceError';
import { callerHint, httpClientHint, proxyHint, sentences, type FailedCall } from './failedCall';
import { formatDuration } from '../../../base/vscode/units';
import { mendSetting, type Explanation, commandRemedy } from '../../../base/vscode/explanation';
import { mendAddress, tryAgain } from './remedies';
import { commands } from '../../../names';

export type ConnectionFailure = Extract<
  Failure,
  { kind: 'nameNotFound' | 'refused' | 'unreachable' | 'connectionLost' | 'timeout' | 'cancelled' }
>;

/** A call that got no answer. */
export function explainConnection(failure: ConnectionFailure, call: FailedCall): Explanation {
  const { host, hostname, operation, sent } = call;
  const hints = [proxyHint(call), callerHint(call), httpClientHint(call)];
  switch (failure.kind) {
    case 'nameNotFound':
      return mendAddress(
        sentences(
          l10n.t('The host {0} was not found. Check the address of the service, and your network or VPN.', hostname),
          ...hints,
        ),
      );
    case 'refused':
      return mendAddress(
        sentences(l10n.t('{0} refuses connections: nothing answers there. Is the service running?', host), ...hints),
      );
    case 'unreachable':
      return mendWay(sentences(l10n.t('{0} cannot be reached. Check your network or VPN.', host), ...hints), call);
    case 'connectionLost':
      return sent
        ? tryAgain(
            sentences(l10n.t('The connection to {0} broke before the answer was complete.', host), proxyHint(call)),
            operation,
          )
        : mendWay(sentences(l10n.t('The connection to {0} broke before the request was sent.', host), ...hints), call);
    case 'timeout':
      return sent
        ? mendSetting(
            l10n.t(
              '{0} did not answer within {1}. The setting agentConversations.requestTimeoutSeconds allows more.',
              host,
              formatDuration(failure.seconds),
            ),
            'agentConversations.requestTimeoutSeconds',
          )
        : mendWay(
            sentences(
              l10n.t(
                'No connection to {0} could be made within {1}. Check your network or VPN.',
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

/** Where the sentence names the other way to the service, its setting is the next step. */
function mendWay(sentence: string, call: FailedCall): Explanation {
  return httpClientHint(call) === '' ? mendAddress(sentence) : mendSetting(sentence, 'agentConversations.httpClient');
}

type CertificateFailure = Extract<Failure, { kind: 'tls' }>;

/** What OpenSSL says of a first answer that is no TLS. */
const notTls = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_HTTP_REQUEST'];

/** A session key that was held back, since nobody has agreed to send it without a certificate being checked. */
export function explainUnchecked(origin: string): Explanation {
  return {
    sentence: l10n.t("The certificate of {0} isn't checked, so the session key wasn't sent.", origin),
    // Who refreshes the settings is asked.
    remedy: commandRemedy(l10n.t('Use It Anyway...'), commands.refreshSettings),
  };
}

/** A connection that could not be made secure: nothing was sent. */
export function explainCertificate({ reason, code }: CertificateFailure, call: FailedCall): Explanation {
  const { host, operation } = call;
  switch (reason) {
    case 'unknownIssuer':
      return tryAgain(
        l10n.t(
          "The certificate of {0} comes from an authority that this machine does not know. If it is your company's, add it to the system's certificates or name its file in NODE_EXTRA_CA_CERTS.",
          host,
        ),
        operation,
      );
    case 'selfSigned':
      return tryAgain(
        l10n.t(
          "The certificate of {0} is self-signed. To trust it, add it to the system's certificates or name its file in NODE_EXTRA_CA_CERTS.",
          host,
        ),
        operation,
      );
    case 'expired':
      return tryAgain(
        l10n.t(
          "The certificate of {0} is not valid today: it has expired or is not valid yet. Check this machine's clock, or ask whoever runs the service.",
          host,
        ),
        operation,
      );
    case 'wrongName':
      return mendAddress(
        l10n.t('The certificate of {0} is made out to another name. Check the address of the service.', host),
      );
    case 'other':
      return notTls.includes(code)
        ? mendAddress(l10n.t('{0} does not speak TLS. Does its address begin with http:// rather than https://?', host))
        : tryAgain(l10n.t('A secure connection to {0} could not be made ({1}).', host, code), operation);
  }
}
