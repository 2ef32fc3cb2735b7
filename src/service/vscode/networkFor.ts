import { getCACertificates } from 'node:tls';
import * as vscode from 'vscode';
import type { Log } from '../../base/log';
import type { Redactor } from '../../base/redactor';
import { once } from '../../base/lifecycle';
import type { NetworkSettings } from '../network';
import type { NetworkFor } from '../serviceConnection';

/** Determines the proxy and certificates of requests. The code for it is loaded with the first request. */
export function networkFor(log: Log, redactor: Pick<Redactor, 'add'>): NetworkFor {
  const network = once(async () => {
    const { Network } = await import('../network');
    const systemCertificates = () => getCACertificates('system');
    return new Network({ settings: networkSettings, environment: process.env, systemCertificates, log, redactor });
  });
  return async (...call) => (await network()).optionsFor(...call);
}

/** VS Code's own network settings, by the user or for the machine. Settings of a workspace are ignored. */
export function networkSettings(): NetworkSettings {
  return {
    support: read('proxySupport', ''),
    proxy: read('proxy', ''),
    noProxy: read<readonly unknown[]>('noProxy', []).filter((entry) => typeof entry === 'string'),
    authorization: read('proxyAuthorization', ''),
    strictSSL: read('proxyStrictSSL', true),
    systemCertificates: read('systemCertificates', true),
  };
}

/** Reads a setting. A value with an unexpected type, or from a workspace or folder, counts as not set. */
function read<T>(name: string, otherwise: T): T {
  const found = vscode.workspace.getConfiguration('http').inspect<unknown>(name);
  const value = found?.globalValue ?? found?.defaultValue;
  const fits = typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise) && value !== null;
  return fits ? (value as T) : otherwise;
}
