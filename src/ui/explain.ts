import { l10n } from 'vscode';
import type { SettingsSource } from '../domain/ports';
import { SecretStorageError } from '../domain/secretStorageError';
import { mayHaveStarted, ServiceError, type Failure } from '../domain/serviceError';
import { ExplainedError, mendAddress, seeLog, showLog, type Explanation } from './explanation';
import { explainStatus } from './explainStatus';
import { requestFieldLabel } from './requestFieldWords';

/** The error as one whose message is a sentence. */
export function asExplained(error: unknown): ExplainedError {
  if (error instanceof ExplainedError) return error;
  const { sentence, remedy } = explain(error);
  return new ExplainedError(sentence, remedy);
}

/**
 * A 401 to a start has two readings: a bad key, or a repository out of reach. The settings, read with the same key, tell
 * which.
 */
export async function explainRefusedKey(
  error: unknown,
  settings: Pick<SettingsSource, 'load'>,
): Promise<ExplainedError> {
  if (!(error instanceof ServiceError) || error.failure.kind !== 'status' || error.failure.status !== 401) {
    return asExplained(error);
  }
  const { kind } = await settings.load();
  if (kind !== 'loaded' && kind !== 'noSettings') return asExplained(error);
  const { host } = new URL(error.address);
  return new ExplainedError(
    l10n.t(
      '{0} takes your session key, but not this start: it may have no access to the repository. Check the Git tokens in its settings.',
      host,
    ),
    showLog(),
  );
}

export function explain(error: unknown): Explanation {
  if (error instanceof ExplainedError)
    return { sentence: error.message, ...(error.remedy && { remedy: error.remedy }) };
  if (error instanceof SecretStorageError) {
    return seeLog(
      l10n.t(
        'VS Code could not keep the session key: the secret storage of this machine refused it. Check its keyring.',
      ),
    );
  }
  if (!(error instanceof ServiceError)) {
    return {
      sentence: l10n.t('Something went wrong that this extension did not expect. The log has the details.'),
      remedy: showLog(),
    };
  }
  const explanation = explainFailure(error);
  if (error.operation !== 'startConversation' || !mayHaveStarted(error)) return explanation;
  return {
    ...explanation,
    sentence: l10n.t(
      '{0} The conversation may have started all the same: look at the service before starting it again.',
      explanation.sentence,
    ),
  };
}

function explainFailure({ failure, address: url, operation }: ServiceError): Explanation {
  const { host, hostname, origin } = new URL(url);
  switch (failure.kind) {
    case 'nameNotFound':
      return mendAddress(
        l10n.t('The host {0} was not found. Check the address of the service, and your network or VPN.', hostname),
      );
    case 'refused':
      return mendAddress(
        l10n.t(
          'Nothing answers at {0}. Is the service running, on the machine where VS Code runs this extension?',
          host,
        ),
      );
    case 'unreachable':
      return mendAddress(l10n.t('{0} cannot be reached from here. Check your network or VPN.', host));
    case 'connectionLost':
      return seeLog(l10n.t('The connection to {0} broke before the answer was complete.', host));
    case 'tls':
      return seeLog(explainCertificate(failure, host));
    case 'proxy':
      return seeLog(l10n.t('The proxy on the way did not let the request through.'));
    case 'timeout':
      return seeLog(
        l10n.t(
          '{0} did not answer within {1} seconds. The setting agentConversations.requestTimeoutSeconds allows more.',
          host,
          failure.seconds,
        ),
      );
    case 'cancelled':
      return { sentence: l10n.t('Stopped waiting for {0}.', host) };
    case 'redirect':
      return mendAddress(
        failure.location === ''
          ? l10n.t(
              '{0} sent us elsewhere without saying where. Redirects are not followed: the session key would travel with them.',
              host,
            )
          : l10n.t(
              '{0} points to {1}. Redirects are not followed: the session key would travel with them. If that is the right place, set it as the address of the service.',
              host,
              failure.location,
            ),
      );
    case 'status':
      return explainStatus(failure, host, operation);
    case 'notJson':
      return mendAddress(
        failure.html
          ? l10n.t(
              '{0} answered with a web page where data was due. The address is wrong, a login page or proxy is in between, or a newer service no longer offers this operation.',
              origin,
            )
          : l10n.t('{0} answered with something that is not JSON. Check the address of the service.', origin),
      );
    case 'unexpectedShape':
      return seeLog(
        failure.field === ''
          ? l10n.t('The answer of {0} does not fit the service interface.', host)
          : l10n.t(
              'The answer of {0} does not fit the service interface: the field "{1}" should be {2}.',
              host,
              failure.field,
              failure.expected,
            ),
      );
    case 'agentServer':
      return mendAddress(
        l10n.t(
          '{0} is an agent server: a service of the same family that speaks another interface. Set the address of the application server.',
          origin,
        ),
      );
    case 'tooLarge':
      return seeLog(
        l10n.t(
          'The answer of {0} is larger than {1} MB and was not read to its end.',
          host,
          Math.round(failure.limitBytes / 1024 / 1024),
        ),
      );
    case 'invalidRequest':
      return seeLog(
        l10n.t('The request was not sent: "{0}" should be {1}.', requestFieldLabel(failure.field), failure.expected),
      );
    case 'unknown':
      return seeLog(l10n.t('The request to {0} failed ({1}).', host, failure.code));
  }
}

function explainCertificate(failure: Extract<Failure, { kind: 'tls' }>, host: string): string {
  switch (failure.reason) {
    case 'unknownIssuer':
      return l10n.t(
        "The certificate of {0} comes from an authority that this machine does not know. If it is your company's, add it to the system's certificates or name its file in NODE_EXTRA_CA_CERTS.",
        host,
      );
    case 'selfSigned':
      return l10n.t("The certificate of {0} is self-signed. Add it to the system's certificates to trust it.", host);
    case 'expired':
      return l10n.t(
        "The certificate of {0} is not valid today: it has expired or is not valid yet. Check this machine's clock, or ask whoever runs the service.",
        host,
      );
    case 'wrongName':
      return l10n.t('The certificate of {0} is made out to another name. Check the address of the service.', host);
    case 'other':
      return l10n.t('A secure connection to {0} could not be made ({1}).', host, failure.code);
  }
}
