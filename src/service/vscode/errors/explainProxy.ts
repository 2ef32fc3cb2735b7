import { l10n } from 'vscode';
import type { Failure } from '../../../client/common/serviceError';
import { callerHint, httpClientHint, sentences, type FailedCall } from './failedCall';
import { mendSetting, type Explanation } from '../../../base/vscode/explanation';
import { tryAgain } from './remedies';

type ProxyFailure = Extract<Failure, { kind: 'proxy' }>;

const setting = 'http.proxy';

/** A call that ended at the proxy: the service did not hear of it. */
export function explainProxy(failure: ProxyFailure, call: FailedCall): Explanation {
  const { operation } = call;
  const sentence = proxyWords(failure, call);
  // What the address of a proxy looks like has nothing to do with who called.
  if (failure.reason === 'badAddress') return mendSetting(sentence, setting);
  const said = sentences(sentence, callerHint(call), httpClientHint(call));
  return failure.reason === 'connectionLost' || failure.reason === 'status'
    ? tryAgain(said, operation)
    : mendSetting(said, setting);
}

/** Only the bundled way knows which proxy it took. */
function proxyWords(failure: ProxyFailure, { host, route }: FailedCall): string {
  const proxy = route.kind === 'proxy' && route.host !== '' ? route.host : undefined;
  switch (failure.reason) {
    case 'nameNotFound':
      return proxy === undefined
        ? l10n.t('The host of the proxy on the way was not found. Check the setting http.proxy, or HTTPS_PROXY.')
        : l10n.t('The host of the proxy {0} was not found. Check the setting http.proxy, or HTTPS_PROXY.', proxy);
    case 'refused':
      return proxy === undefined
        ? l10n.t('The proxy on the way refuses connections. Check the setting http.proxy, or HTTPS_PROXY.')
        : l10n.t('The proxy {0} refuses connections. Check the setting http.proxy, or HTTPS_PROXY.', proxy);
    case 'unreachable':
      return proxy === undefined
        ? l10n.t('The proxy on the way cannot be reached. Check your network or VPN, and the setting http.proxy.')
        : l10n.t('The proxy {0} cannot be reached. Check your network or VPN, and the setting http.proxy.', proxy);
    case 'tls':
      return proxy === undefined
        ? l10n.t(
            'A secure connection to the proxy on the way could not be made. Check its certificate, and whether its address begins with http:// or https://.',
          )
        : l10n.t(
            'A secure connection to the proxy {0} could not be made. Check its certificate, and whether its address begins with http:// or https://.',
            proxy,
          );
    case 'credentials':
      return proxy === undefined
        ? l10n.t(
            'The proxy on the way asks for a user name and password (status 407), or refuses those in http.proxy and http.proxyAuthorization.',
          )
        : l10n.t(
            'The proxy {0} asks for a user name and password (status 407), or refuses those in http.proxy and http.proxyAuthorization.',
            proxy,
          );
    case 'badAddress':
      return l10n.t(
        'The address of the proxy cannot be used. In the setting http.proxy, or in HTTPS_PROXY, it looks like http://proxy.example.com:8080.',
      );
    case 'connectionLost':
      return proxy === undefined
        ? l10n.t('The proxy on the way broke off before {0} was reached.', host)
        : l10n.t('The proxy {0} broke off before {1} was reached.', proxy, host);
    case 'status':
      return statusWords(failure, proxy, host);
  }
}

function statusWords({ status }: ProxyFailure, proxy: string | undefined, host: string): string {
  if (status === undefined) {
    return proxy === undefined
      ? l10n.t('The proxy on the way did not let the request through to {0}.', host)
      : l10n.t('The proxy {0} did not let the request through to {1}.', proxy, host);
  }
  if (status >= 500) {
    return proxy === undefined
      ? l10n.t('The proxy on the way could not reach {0} (status {1}).', host, status)
      : l10n.t('The proxy {0} could not reach {1} (status {2}).', proxy, host, status);
  }
  return proxy === undefined
    ? l10n.t('The proxy on the way does not allow connections to {0} (status {1}).', host, status)
    : l10n.t('The proxy {0} does not allow connections to {1} (status {2}).', proxy, host, status);
}
