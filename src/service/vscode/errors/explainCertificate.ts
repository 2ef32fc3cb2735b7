import { l10n } from 'vscode';
import type { Failure } from '../../../client/common/serviceError';
import { commands } from '../../../names';
import { commandRemedy, type Explanation } from '../../../base/vscode/explanation';
import { mendAddress, tryAgain } from './remedies';
import type { FailedCall } from './failedCall';

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
