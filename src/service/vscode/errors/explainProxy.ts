import { l10n } from 'vscode';
import { mendSetting, type Explanation } from '../../../base/vscode/explanation';
import type { FailureOf } from '../../../client/serviceError';
import { callerHint, httpClientHint, sentences, type FailedCall } from './failedCall';
import { tryAgain } from './remedies';

type ProxyFailure = FailureOf<'proxy'>;

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
