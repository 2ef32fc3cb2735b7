import {
  directConnection,
  type HttpClient,
  type NetworkOptions,
  type ProxyOptions,
  proxySecrets,
} from '../client/network';
import type { Log } from '../base/log';
import { proxyFor, type Environment, type ProxySettings } from './proxyFor';
import type { Redactor } from '../base/redactor';
import { trustedCertificates } from './certificates';

export interface NetworkSettings extends ProxySettings {
  readonly authorization: string;
  readonly strictSSL: boolean;
  readonly systemCertificates: boolean;
}

interface NetworkSources {
  /** Read at each call: a changed setting takes effect with the next connection. */
  settings(): NetworkSettings;
  readonly environment: Environment;
  readonly systemCertificates: () => readonly string[];
  readonly log: Log;
  /** Gets the credentials that are sent to a proxy. */
  readonly redactor: Pick<Redactor, 'add'>;
}

/** Determines proxy and certificates of requests from VS Code's settings, the environment, and the system. */
export class Network {
  readonly #sources: NetworkSources;
  /** Trusted certificates, with and without those of the system. They are read once, because that takes a while. */
  readonly #certificates = new Map<boolean, Promise<readonly string[]>>();
  readonly #loggedUnverified = new Set<string>();
  readonly #loggedExceptions = new Set<string>();

  constructor(sources: NetworkSources) {
    this.#sources = sources;
  }

  async optionsFor(address: string, httpClient: HttpClient): Promise<NetworkOptions> {
    const settings = this.#sources.settings();
    const url = new URL(address);
    const proxy = this.#proxyFor(url, settings);
    // VS Code's HTTP client finds proxy and certificates itself. Only whether they're verified depends on Node.
    if (httpClient === 'vscode') {
      return {
        ...directConnection,
        httpClient,
        strictSSL: this.#sources.environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
      };
    }
    const secured = url.protocol === 'https:' || /^https:/i.test(proxy?.url ?? '');
    if (secured && !settings.strictSSL) this.#warnOf(url.origin);
    return {
      httpClient,
      ...(proxy && { proxy }),
      strictSSL: settings.strictSSL,
      certificates: secured && settings.strictSSL ? await this.#trusted(settings.systemCertificates) : [],
    };
  }

  #proxyFor(address: URL, settings: NetworkSettings): ProxyOptions | undefined {
    const { environment, redactor } = this.#sources;
    const url = proxyFor(address, settings, environment, (exception) => this.#warnOfException(exception));
    if (url === undefined) return undefined;
    const proxy = { url, ...(settings.authorization !== '' && { authorization: settings.authorization }) };
    for (const secret of proxySecrets(proxy)) redactor.add(secret);
    return proxy;
  }

  #warnOfException(exception: string): void {
    if (this.#loggedExceptions.has(exception)) return;
    this.#loggedExceptions.add(exception);
    this.#sources.log.warn('An exception from the proxy, in http.noProxy or NO_PROXY, has no effect.', { exception });
  }

  #warnOf(origin: string): void {
    if (this.#loggedUnverified.has(origin)) return;
    this.#loggedUnverified.add(origin);
    this.#sources.log.warn("Certificates aren't checked because http.proxyStrictSSL is off.", { origin });
  }

  #trusted(isSystemTrusted: boolean): Promise<readonly string[]> {
    const { environment, systemCertificates: system, log } = this.#sources;
    const extraFile = environment['NODE_EXTRA_CA_CERTS'];
    const sources = { extraFile, ...(isSystemTrusted && { system }) };
    const known = this.#certificates.get(isSystemTrusted) ?? trustedCertificates(sources, log);
    this.#certificates.set(isSystemTrusted, known);
    return known;
  }
}
