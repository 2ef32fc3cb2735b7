import type { Failure, ProxyReason } from '../common/serviceError';

/** What a failure means when it came on the way to a proxy, or from it. */
export function proxyReasonOf({ kind }: Failure): ProxyReason {
  switch (kind) {
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
    case 'connectionLost':
    case 'tls':
      return kind;
    // What answers there does not speak HTTP.
    case 'notJson':
      return 'badAddress';
    case 'cancelled':
    case 'proxy':
    case 'timeout':
    case 'redirect':
    case 'status':
    case 'unexpectedShape':
    case 'agentServer':
    case 'tooLarge':
    case 'invalidRequest':
    case 'unknown':
      return 'unreachable';
  }
}
