import * as vscode from 'vscode';
import type { NetworkFacts, ProxyFacts } from '../domain/diagnosticFacts';
import { proxyHost } from '../domain/proxyHost';
import { configurationSection } from '../names';

/** How requests leave this machine, as its settings and its environment say, without users and passwords. */
export function diagnosticsOfNetwork(environment: NodeJS.ProcessEnv = process.env): NetworkFacts {
  const http = vscode.workspace.getConfiguration('http');
  const own = vscode.workspace.getConfiguration(configurationSection);
  /** Programs read the names of these in small letters first. */
  const inEnvironment = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? '';
  const proxySupport = http.get<string>('proxySupport', 'override');
  return {
    httpClient: own.get<string>('httpClient', 'bundled'),
    proxySupport,
    proxy: proxySupport === 'off' ? { from: 'none' } : proxyFacts(http.get<string>('proxy', ''), inEnvironment),
    hasExceptions: http.get<readonly string[]>('noProxy', []).length > 0 || inEnvironment('NO_PROXY') !== '',
    strictSSL: http.get<boolean>('proxyStrictSSL', true),
    hasExtraCertificates: (environment['NODE_EXTRA_CA_CERTS'] ?? '') !== '',
  };
}

function proxyFacts(setting: string, inEnvironment: (name: string) => string): ProxyFacts {
  if (setting !== '') return withHost('setting', setting);
  const named = inEnvironment('HTTPS_PROXY') || inEnvironment('HTTP_PROXY');
  return named === '' ? { from: 'none' } : withHost('environment', named);
}

function withHost(from: 'setting' | 'environment', address: string): ProxyFacts {
  const host = proxyHost(address);
  return { from, ...(host !== undefined && { host }) };
}
