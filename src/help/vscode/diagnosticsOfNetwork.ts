import type { NetworkFacts, ProxyFacts } from '../common/diagnosticFacts';
import type { HttpClient, NetworkOptions } from '../../client/common/network';
import { proxyHost } from '../../client/common/proxy';
import { networkSettings } from '../../service/vscode/networkSettings';
import type { NetworkFor } from '../../service/vscode/serviceConnection';

/** Whose way is told. */
export interface CallFacts {
  readonly baseUrl: string;
  readonly httpClient: HttpClient;
  readonly networkFor: NetworkFor;
}

/** How requests to a service leave this machine, without users and passwords. */
export async function diagnosticsOfNetwork(
  { baseUrl, httpClient, networkFor }: CallFacts,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<NetworkFacts> {
  const settings = networkSettings();
  const options = await networkFor(baseUrl, httpClient);
  return {
    httpClient,
    proxySupport: settings.support,
    proxy: proxyFacts(options, settings.proxy),
    hasExceptions: settings.noProxy.length > 0 || Boolean(environment['no_proxy'] ?? environment['NO_PROXY']),
    strictSSL: options.strictSSL,
    ...(httpClient === 'bundled' && { certificates: options.certificates.length }),
    hasExtraCertificates: (environment['NODE_EXTRA_CA_CERTS'] ?? '') !== '',
  };
}

function proxyFacts({ httpClient, proxy }: NetworkOptions, setting: string): ProxyFacts {
  if (httpClient === 'vscode') return { from: 'vscode' };
  if (!proxy) return { from: 'none' };
  const host = proxyHost(proxy.url);
  return { from: setting.trim() === '' ? 'environment' : 'setting', ...(host !== undefined && { host }) };
}
