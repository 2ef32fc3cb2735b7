import { directly, type HttpClient, type NetworkOptions } from '../domain/network';
import type { Log } from '../domain/ports';
import { proxyFor, type Environment } from '../domain/proxyFor';
import { networkSettings, type NetworkSettings } from './networkSettings';
import { trustedCertificates } from './trustedCertificates';

export interface NetworkSources {
  /** Read at each call: a change of a setting counts from the next connection on. */
  settings(): NetworkSettings;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  readonly log: Log;
}

/** How requests leave this machine: VS Code's settings, the environment, and whom the system trusts. */
export class Network {
  readonly #sources: NetworkSources;
  /** By whether the system's count. The environment stays what it is, and reading takes a while. */
  readonly #certificates = new Map<boolean, Promise<readonly string[]>>();
  /** Addresses whose certificates are not checked, as the log has been told. */
  readonly #unchecked = new Set<string>();

  constructor(sources: NetworkSources) {
    this.#sources = sources;
  }

  async optionsFor(address: string, httpClient: HttpClient): Promise<NetworkOptions> {
    // The editor finds proxy and certificates by itself.
    if (httpClient === 'vscode') return { ...directly, httpClient };
    const settings = this.#sources.settings();
    const url = new URL(address);
    const proxy = proxyFor(url, settings, this.#sources.environment);
    const secured = url.protocol === 'https:' || /^https:/i.test(proxy ?? '');
    if (secured && !settings.strictSSL) this.#warnOf(url.origin);
    return {
      httpClient,
      ...(proxy !== undefined && {
        proxy: { url: proxy, ...(settings.authorization !== '' && { authorization: settings.authorization }) },
      }),
      strictSSL: settings.strictSSL,
      certificates: secured && settings.strictSSL ? await this.#trusted(settings.systemCertificates) : [],
    };
  }

  #warnOf(origin: string): void {
    if (this.#unchecked.has(origin)) return;
    this.#unchecked.add(origin);
    this.#sources.log.warn('Certificates are not checked, as http.proxyStrictSSL says.', { origin });
  }

  #trusted(system: boolean): Promise<readonly string[]> {
    const { environment, platform, log } = this.#sources;
    const known = this.#certificates.get(system) ?? trustedCertificates({ system, environment, platform }, log);
    this.#certificates.set(system, known);
    return known;
  }
}

/** Of this VS Code and this process. */
export function networkOf(log: Log): Network {
  return new Network({ settings: networkSettings, environment: process.env, platform: process.platform, log });
}
