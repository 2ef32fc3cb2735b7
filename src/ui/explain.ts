import { l10n } from 'vscode';
import type { RefusedField } from '../domain/serverText';
import { mayHaveStarted, ServiceError, type Failure } from '../domain/serviceError';
import { commands } from '../names';
import { requestFieldLabel } from './requestFieldWords';

/** Something a person can do about a problem. */
export interface Remedy {
  readonly label: string;
  /** An id of ours or of VS Code's. */
  readonly command: string;
}

/** A problem in words that are fit to show: what happened, why, and what to do. */
export interface Explanation {
  readonly sentence: string;
  readonly remedy?: Remedy;
}

/** An error whose message is one of our sentences, for callers that show what they catch. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError';
  readonly remedy: Remedy | undefined;

  constructor(sentence: string, remedy?: Remedy) {
    super(sentence);
    this.remedy = remedy;
  }
}

export function explain(error: unknown): Explanation {
  if (error instanceof ExplainedError)
    return { sentence: error.message, ...(error.remedy && { remedy: error.remedy }) };
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
      return address(
        l10n.t('The host {0} was not found. Check the address of the service, and your network or VPN.', hostname),
      );
    case 'refused':
      return address(
        l10n.t(
          'Nothing answers at {0}. Is the service running, on the machine where VS Code runs this extension?',
          host,
        ),
      );
    case 'unreachable':
      return address(l10n.t('{0} cannot be reached from here. Check your network, VPN or proxy.', host));
    case 'connectionLost':
      return log(l10n.t('The connection to {0} broke before the answer was complete.', host));
    case 'tls':
      return log(explainCertificate(failure, host));
    case 'proxy':
      return log(
        l10n.t('The proxy did not let the request through. Check the setting http.proxy and its credentials.'),
      );
    case 'timeout':
      return log(
        l10n.t(
          '{0} did not answer within {1} seconds. The setting agentConversations.requestTimeoutSeconds allows more.',
          host,
          failure.seconds,
        ),
      );
    case 'cancelled':
      return { sentence: l10n.t('Stopped waiting for {0}.', host) };
    case 'redirect':
      return address(
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
      return address(
        failure.html
          ? l10n.t(
              '{0} answered with a web page where data was due. The address is wrong, a login page or proxy is in between, or a newer service no longer offers this operation.',
              origin,
            )
          : l10n.t('{0} answered with something that is not JSON. Check the address of the service.', origin),
      );
    case 'unexpectedShape':
      return log(
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
      return address(
        l10n.t(
          '{0} is an agent server: a service of the same family that speaks another interface. Set the address of the application server.',
          origin,
        ),
      );
    case 'tooLarge':
      return log(
        l10n.t(
          'The answer of {0} is larger than {1} MB and was not read to its end.',
          host,
          Math.round(failure.limitBytes / 1024 / 1024),
        ),
      );
    case 'invalidRequest':
      return log(
        l10n.t('The request was not sent: "{0}" should be {1}.', requestFieldLabel(failure.field), failure.expected),
      );
    case 'unknown':
      return log(l10n.t('The request to {0} failed ({1}).', host, failure.code));
  }
}

function explainStatus(
  failure: Extract<Failure, { kind: 'status' }>,
  host: string,
  operation: 'startConversation' | 'loadSettings',
): Explanation {
  const { status, text, refusedFields, retryAfterSeconds } = failure;
  const said = text === undefined ? '' : l10n.t('It says: {0}', text);
  const sentence = (words: string) => [words, said].filter(Boolean).join(' ');
  switch (status) {
    case 401:
      return operation === 'startConversation' && /repo/i.test(text ?? '')
        ? log(sentence(l10n.t('{0} has no access to the repository. Check the Git tokens in its settings.', host)))
        : key(sentence(l10n.t('{0} refuses the session key.', host)));
    case 403:
      return key(sentence(l10n.t('{0} does not allow this with your session key.', host)));
    case 404:
      return operation === 'loadSettings' && /settings/i.test(text ?? '')
        ? {
            sentence: l10n.t(
              '{0} has no settings for you yet. Open the service in the browser and save its settings once.',
              host,
            ),
          }
        : address(
            l10n.t(
              '{0} does not have this operation. Check the address of the service, and whether it needs a path.',
              host,
            ),
          );
    case 405:
    case 410:
      return address(
        l10n.t('{0} no longer offers this operation. It may be a newer kind of service, or the wrong address.', host),
      );
    case 409:
      return log(sentence(l10n.t('{0} says that this conflicts with what it already has.', host)));
    case 413:
      return log(sentence(l10n.t('The request is too large for {0}. Make the message or its images smaller.', host)));
    case 422:
      return log(
        sentence(
          [
            l10n.t('{0} does not accept the request.', host),
            ...(refusedFields ?? []).slice(0, 3).map(explainField),
          ].join(' '),
        ),
      );
    case 429:
      return log(
        sentence(
          retryAfterSeconds === undefined
            ? l10n.t('{0} is asked too often. Try again in a moment.', host)
            : l10n.t('{0} is asked too often. Try again in {1} seconds.', host, retryAfterSeconds),
        ),
      );
    default:
      return log(
        sentence(
          status >= 500
            ? l10n.t('{0} failed on its side (status {1}).', host, status)
            : l10n.t('{0} refused the request (status {1}).', host, status),
        ),
      );
  }
}

function explainField({ path, type, message }: RefusedField): string {
  const label = path === '' ? l10n.t('The request') : requestFieldLabel(path);
  if (type === 'missing') return l10n.t('{0}: is missing.', label);
  if (type === 'extra_forbidden') return l10n.t('{0}: this service does not take it.', label);
  return l10n.t('{0}: {1}.', label, message.replace(/\.$/, ''));
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

function showLog(): Remedy {
  return { label: l10n.t('Show Log'), command: commands.showLog };
}

function log(sentence: string): Explanation {
  return { sentence, remedy: showLog() };
}

function key(sentence: string): Explanation {
  return { sentence, remedy: { label: l10n.t('Set Session Key...'), command: commands.setSessionKey } };
}

function address(sentence: string): Explanation {
  return { sentence, remedy: { label: l10n.t('Set Service Address...'), command: commands.setServiceUrl } };
}
