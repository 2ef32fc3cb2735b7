import * as vscode from 'vscode';
import type { ProxySettings } from '../proxyFor';

export interface NetworkSettings extends ProxySettings {
  /** `http.proxyAuthorization`: the whole value of the header. */
  readonly authorization: string;
  /** `http.proxyStrictSSL`. */
  readonly strictSSL: boolean;
  /** `http.systemCertificates`. */
  readonly systemCertificates: boolean;
}

/** VS Code's own network settings, as set by the user or for the machine: never a workspace's. */
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

/** A value of another type counts as not set, as do those of a folder and of a workspace. */
function read<T>(name: string, otherwise: T): T {
  const found = vscode.workspace.getConfiguration('http').inspect<unknown>(name);
  const value = found?.globalValue ?? found?.defaultValue;
  const fits = typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise) && value !== null;
  return fits ? (value as T) : otherwise;
}
