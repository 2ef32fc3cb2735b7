import { l10n } from 'vscode';
import type { Failure } from '../../../client/common/serviceError';
import { callerHint, httpClientHint, sentences, type FailedCall } from './failedCall';
import { mendSetting, type Explanation } from '../../../base/vscode/explanation';
import { tryAgain } from './remedies';

type ProxyFailure = Extract<Failure, { kind: 'proxy' }>;

const setting = 'http.proxy';

/** Explains a call that ended at the proxy: it didn't reach the service. */
export function explainProxy(failure: ProxyFailure, call: FailedCall): Explanation {
  const { operation } = call;
  const sentence = proxyWords(failure, call);
  // An invalid proxy URL has nothing to do with the caller.
  if (failure.reason === 'badAddress') return mendSetting(sentence, setting);
  const said = sentences(sentence, callerHint(call), httpClientHint(call));
  return failure.reason === 'connectionLost' || failure.reason === 'status'
    ? tryAgain(said, operation)
    : mendSetting(said, setting);
}

/** Only the bundled client knows which proxy it used. */
function proxyWords(failure: ProxyFailure, { host, route }: FailedCall): string {
  const proxy = route.kind === 'proxy' && route.host !== '' ? route.host : undefined;
  switch (failure.reason) {
    case 'nameNotFound':
      return proxy === undefined
        ? l10n.t("The proxy host wasn't found. Check the http.proxy setting or HTTPS_PROXY.")
        : l10n.t("The host of proxy {0} wasn't found. Check the http.proxy setting or HTTPS_PROXY.", proxy);
    case 'refused':
      return proxy === undefined
        ? l10n.t('The proxy refused the connection. Check the http.proxy setting or HTTPS_PROXY.')
        : l10n.t('Proxy {0} refused the connection. Check the http.proxy setting or HTTPS_PROXY.', proxy);
    case 'unreachable':
      return proxy === undefined
        ? l10n.t("The proxy can't be reached. Check your network or VPN, and the http.proxy setting.")
        : l10n.t("Proxy {0} can't be reached. Check your network or VPN, and the http.proxy setting.", proxy);
    case 'tls':
      return proxy === undefined
        ? l10n.t(
            "Couldn't establish a secure connection to the proxy. Check its certificate and whether its URL starts with http:// or https://.",
          )
        : l10n.t(
            "Couldn't establish a secure connection to proxy {0}. Check its certificate and whether its URL starts with http:// or https://.",
            proxy,
          );
    case 'credentials':
      return proxy === undefined
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
      return proxy === undefined
        ? l10n.t('The proxy closed the connection before it reached {0}.', host)
        : l10n.t('Proxy {0} closed the connection before it reached {1}.', proxy, host);
    case 'status':
      return statusWords(failure, proxy, host);
  }
}

function statusWords({ status }: ProxyFailure, proxy: string | undefined, host: string): string {
  if (status === undefined) {
    return proxy === undefined
      ? l10n.t("The proxy didn't forward the request to {0}.", host)
      : l10n.t("Proxy {0} didn't forward the request to {1}.", proxy, host);
  }
  if (status >= 500) {
    return proxy === undefined
      ? l10n.t("The proxy couldn't reach {0} (status {1}).", host, status)
      : l10n.t("Proxy {0} couldn't reach {1} (status {2}).", proxy, host, status);
  }
  return proxy === undefined
    ? l10n.t("The proxy doesn't allow connections to {0} (status {1}).", host, status)
    : l10n.t("Proxy {0} doesn't allow connections to {1} (status {2}).", proxy, host, status);
}
