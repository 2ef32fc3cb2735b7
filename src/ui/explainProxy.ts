import { l10n } from 'vscode';
import type { Failure } from '../domain/serviceError';
import { callerHint, httpClientHint, sentences } from './callHints';
import { mendSetting, tryAgain, type Explanation } from './explanation';
import type { FailedCall } from './failedCall';

type ProxyFailure = Extract<Failure, { kind: 'proxy' }>;

const setting = 'http.proxy';

/** A call that ended at the proxy: the service did not hear of it. */
export function explainProxy(failure: ProxyFailure, call: FailedCall): Explanation {
  const { host, operation, route } = call;
  // Only the bundled way knows which one it took.
  const proxy = route.kind === 'proxy' && route.host !== '' ? route.host : l10n.t('on the way');
  const say = (...words: readonly string[]) => sentences(...words, callerHint(call), httpClientHint(call));
  switch (failure.reason) {
    case 'nameNotFound':
      return mendSetting(
        say(l10n.t('The host of the proxy {0} was not found. Check the setting http.proxy, or HTTPS_PROXY.', proxy)),
        setting,
      );
    case 'refused':
      return mendSetting(
        say(l10n.t('The proxy {0} refuses connections. Check the setting http.proxy, or HTTPS_PROXY.', proxy)),
        setting,
      );
    case 'unreachable':
      return mendSetting(
        say(l10n.t('The proxy {0} cannot be reached. Check your network or VPN, and the setting http.proxy.', proxy)),
        setting,
      );
    case 'tls':
      return mendSetting(
        say(
          l10n.t(
            'A secure connection to the proxy {0} could not be made. Check its certificate, and whether its address begins with http:// or https://.',
            proxy,
          ),
        ),
        setting,
      );
    case 'credentials':
      return mendSetting(
        say(
          l10n.t(
            'The proxy {0} asks for a user name and password (status 407), or refuses those in http.proxy and http.proxyAuthorization.',
            proxy,
          ),
        ),
        setting,
      );
    case 'badAddress':
      return mendSetting(
        l10n.t(
          'The address of the proxy cannot be used. In the setting http.proxy, or in HTTPS_PROXY, it looks like http://proxy.example.com:8080.',
        ),
        setting,
      );
    case 'connectionLost':
      return tryAgain(say(l10n.t('The proxy {0} broke off before {1} was reached.', proxy, host)), operation);
    case 'status':
      return tryAgain(say(explainStatus(failure, proxy, host)), operation);
  }
}

function explainStatus({ status }: ProxyFailure, proxy: string, host: string): string {
  if (status === undefined) return l10n.t('The proxy {0} did not let the request through to {1}.', proxy, host);
  return status >= 500
    ? l10n.t('The proxy {0} could not reach {1} (status {2}).', proxy, host, status)
    : l10n.t('The proxy {0} does not allow connections to {1} (status {2}).', proxy, host, status);
}
