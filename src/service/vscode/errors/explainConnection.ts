import { l10n } from 'vscode';
import type { Failure } from '../../../client/common/serviceError';
import { callerHint, httpClientHint, proxyHint, sentences } from './callHints';
import { formatDuration } from '../../../base/vscode/units';
import { mendSetting, type Explanation } from '../../../base/vscode/explanation';
import { mendAddress, tryAgain } from './remedies';
import type { FailedCall } from './failedCall';

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
