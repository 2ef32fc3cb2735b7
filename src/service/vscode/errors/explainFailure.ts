import { l10n } from 'vscode';
import { suggestSetting, seeLog, type Explanation } from '../../../base/vscode/explanation';
import { callByKind, type ByKind } from '../../../base/kinds';
import { formatDuration } from '../../../base/vscode/units';
import { fetchTimeoutSeconds } from '../../../client/network';
import type { Failure, FailureOf, TlsReason } from '../../../client/serviceError';
import { apiWords } from '../apiWords';
import { explainStatus } from './explainStatus';
import { callerHint, httpClientHint, networkHint, proxyHint, sentences, type FailedCall } from './failedCall';
import { expectedWords, unsupportedWords, requestFieldLabel } from './fieldLabels';
import {
  suggestCheckingUrl,
  suggestFindingApi,
  suggestOpeningService,
  suggestServiceUrl,
  suggestTryingAgain,
} from './remedies';
import { urlOf } from '../../../base/url';

export function explainFailure(failure: Failure, call: FailedCall): Explanation {
  return callByKind(explanations, failure, call);
}

const explanations: ByKind<Failure, [FailedCall], Explanation> = {
  nameNotFound: (_, call) => {
    const words = l10n.t("The host {0} wasn't found.", call.hostname);
    return suggestServiceUrl(sentences(words, networkHint(call), routeHints(call)), call);
  },
  refused: (_, call) => {
    const words = l10n.t('Connection to {0} refused.', call.host);
    const advice = call.isCurrent
      ? l10n.t('Check the service URL, and that the service is running.')
      : l10n.t('Check that the service is running.');
    return suggestServiceUrl(sentences(words, advice, routeHints(call)), call);
  },
  unreachable: (_, call) => suggestHttpClient(l10n.t("{0} can't be reached.", call.host), call),
  connectionLost: (_, call) => {
    const { host, operation, sent, answered, baseUrl } = call;
    if (!sent)
      return suggestHttpClient(l10n.t('The connection to {0} was lost before the request was sent.', host), call);
    // Before anything else, the settings of a service are read: one that starts conversations is known to speak http.
    if (operation === 'loadSettings' && !answered && baseUrl.startsWith('http:')) {
      const words = l10n.t(
        'The connection to {0} was lost without a response. If the service uses TLS, the URL must start with https://.',
        host,
      );
      return suggestServiceUrl(sentences(words, proxyHint(call)), call);
    }
    const sentence = l10n.t('The connection to {0} was lost before the response was complete.', host);
    return suggestTryingAgain(sentences(sentence, proxyHint(call)), call);
  },
  timeout: (failure, call) => {
    const { host, route } = call;
    const time = formatDuration(failure.seconds);
    if (!call.sent) return suggestHttpClient(l10n.t("Couldn't connect to {0} within {1}.", host, time), call);
    if (route.kind === 'vscode' && failure.seconds === fetchTimeoutSeconds)
      return suggestSetting(
        l10n.t(
          '{0} didn\'t respond within {1}, the limit of VS Code\'s HTTP client. To wait longer, set agentConversations.httpClient to "bundled".',
          host,
          time,
        ),
        'agentConversations.httpClient',
      );
    return suggestSetting(
      l10n.t(
        "{0} didn't respond within {1}. To wait longer, increase agentConversations.requestTimeoutSeconds.",
        host,
        time,
      ),
      'agentConversations.requestTimeoutSeconds',
    );
  },
  cancelled: (_, call) => {
    const { host, sent } = call;
    if (call.operation === 'loadSettings') return suggestTryingAgain(l10n.t('Stopped waiting for {0}.', host), call);
    return {
      sentence: sent
        ? l10n.t('Stopped waiting for {0}.', host)
        : l10n.t('Stopped before anything was sent to {0}.', host),
    };
  },
  tls: ({ reason, code }, call) => {
    const { host } = call;
    const sentence = tlsWords[reason](host, code);
    if (reason === 'wrongName') return suggestCheckingUrl(sentence, call);
    return reason === 'notTls'
      ? suggestCheckingUrl(sentence, call, l10n.t('Should the URL start with http:// instead of https://?'))
      : suggestTryingAgain(sentence, call);
  },
  proxy: explainProxy,
  status: explainStatus,
  redirect: explainRedirect,
  notJson: explainNotJson,
  otherApi: ({ api }, call) =>
    suggestFindingApi(
      l10n.t(
        '{0} has another API ({1}) than the one it was asked with. Select Refresh Settings to find out its API.',
        call.origin,
        apiWords[api].name(),
      ),
      call,
    ),
  unexpectedShape: (failure, call) =>
    failure.field === ''
      ? suggestCheckingUrl(
          l10n.t({
            message: "The response from {0} doesn't match the service interface: it must be {1}.",
            args: [call.host, expectedWords(failure)],
            comment: '{1} is "an array", "non-empty", "free of secrets"',
          }),
          call,
        )
      : seeLog(
          l10n.t({
            message: 'The response from {0} doesn\'t match the service interface: the field "{1}" must be {2}.',
            args: [call.host, failure.field, expectedWords(failure)],
            comment: '{2} is "an array", "non-empty", "free of secrets"',
          }),
        ),
  tooLarge: ({ limitBytes }, { host }) =>
    seeLog(
      l10n.t(
        "The response from {0} is larger than {1} MB and wasn't read in full.",
        host,
        Math.round(limitBytes / 1024 / 1024),
      ),
    ),
  invalidRequest: (failure) =>
    seeLog(
      l10n.t({
        message: 'The request wasn\'t sent: "{0}" must be {1}.',
        args: [requestFieldLabel(failure.field), expectedWords(failure)],
        comment: '{1} is "an array", "non-empty", "free of secrets"',
      }),
    ),
  unsupportedField: (failure, { host }) => ({ sentence: unsupportedWords(failure, host) }),
  unknown: ({ code }, call) =>
    suggestTryingAgain(l10n.t('The request to {0} failed for an unknown reason ({1}).', call.host, code), call),
};

/** Hints about the route of a request: its proxy, the machine that made it, and the other HTTP client, which may know another. */
function routeHints(call: FailedCall): string {
  return sentences(proxyHint(call), callerHint(call), httpClientHint(call));
}

/** Suggests the other HTTP client if that might reach the service; else, checking the service URL. */
function suggestHttpClient(sentence: string, call: FailedCall): Explanation {
  const hinted = sentences(sentence, proxyHint(call), callerHint(call));
  const clientHint = httpClientHint(call);
  return clientHint === ''
    ? suggestServiceUrl(sentences(hinted, networkHint(call)), call)
    : suggestSetting(
        sentences(hinted, clientHint, l10n.t('Otherwise, check your network or VPN.')),
        'agentConversations.httpClient',
      );
}

const tlsWords: Readonly<Record<TlsReason, (host: string, code: string) => string>> = {
  unknownIssuer: (host) =>
    l10n.t(
      "The certificate of {0} was issued by an unknown authority. If it's your company's, add that authority to the system's certificates or name its file in NODE_EXTRA_CA_CERTS, then restart VS Code.",
      host,
    ),
  selfSigned: (host) =>
    l10n.t(
      "The certificate of {0} is self-signed. To trust it, add it to the system's certificates or name its file in NODE_EXTRA_CA_CERTS, then restart VS Code.",
      host,
    ),
  expired: (host) =>
    l10n.t(
      "The certificate of {0} has expired or isn't valid yet. Check this machine's clock, or contact the service's administrator.",
      host,
    ),
  wrongName: (host) => l10n.t('The certificate of {0} was issued for a different name.', host),
  notTls: (host) => l10n.t("{0} doesn't support TLS.", host),
  other: (host, code) => l10n.t("Couldn't establish a secure connection to {0} ({1}).", host, code),
};

function explainNotJson({ status, html }: FailureOf<'notJson'>, call: FailedCall): Explanation {
  const { origin, isCurrent } = call;
  if (html) {
    const words = l10n.t('{0} returned a web page instead of data.', origin);
    const advice = isCurrent
      ? l10n.t('Check the URL, and whether a sign-in page or proxy intercepts the request.')
      : l10n.t('Check whether a sign-in page or proxy intercepts the request.');
    return suggestServiceUrl(sentences(words, advice), call);
  }
  // Status 0: the answer isn't HTTP.
  return status === 0
    ? suggestCheckingUrl(
        l10n.t("{0} isn't an HTTP server.", origin),
        call,
        l10n.t('Check the scheme and port of the URL.'),
      )
    : suggestCheckingUrl(l10n.t("{0} returned a response that isn't JSON.", origin), call);
}

function explainRedirect({ location }: FailureOf<'redirect'>, call: FailedCall): Explanation {
  const { host, baseUrl } = call;
  if (location === '')
    return suggestCheckingUrl(
      l10n.t(
        "{0} redirects without naming a location, and redirects aren't followed, to protect your session key.",
        host,
      ),
      call,
    );
  if (isSignIn(location, call))
    return suggestOpeningService(
      l10n.t(
        '{0} redirects to {1}, which seems to be a sign-in page in front of the service. Sign in there, or check your network or VPN.',
        host,
        location,
      ),
      baseUrl,
    );
  return suggestCheckingUrl(
    l10n.t("{0} redirects to {1}, and redirects aren't followed, to protect your session key.", host, location),
    call,
    l10n.t('If {0} is right, set it as the service URL.', location),
  );
}

/** True if a redirect leads to a sign-in page. A service that has moved redirects to the same operation elsewhere. */
function isSignIn(location: string, { origin, path }: FailedCall): boolean {
  if (location.replace(/\/$/, '').endsWith(path)) return false;
  const isElsewhere = urlOf(location)?.origin !== origin;
  return isElsewhere || /[/.](?:log[-_]?in|sign[-_]?in|sso|saml|oauth2?|oidc|auth|idp)\b/i.test(location);
}

function explainProxy(failure: FailureOf<'proxy'>, call: FailedCall): Explanation {
  const sentence = proxyWords(failure, call);
  // An invalid proxy URL has nothing to do with the caller.
  if (failure.reason === 'badAddress') return suggestSetting(sentence, 'http.proxy');
  const clientHint = httpClientHint(call);
  const hinted = sentences(sentence, callerHint(call), clientHint);
  if (failure.reason !== 'connectionLost' && failure.reason !== 'status') return suggestSetting(hinted, 'http.proxy');
  return clientHint === '' ? suggestTryingAgain(hinted, call) : suggestSetting(hinted, 'agentConversations.httpClient');
}

/** The host of the proxy is only known if the bundled HTTP client was used. */
function proxyWords({ reason, status = 0 }: FailureOf<'proxy'>, { host, route }: FailedCall): string {
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
        'The proxy URL can\'t be used. In the http.proxy setting or in HTTPS_PROXY, use a URL like http://proxy.example.com:8080; for SOCKS, update VS Code and set agentConversations.httpClient to "vscode".',
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
