import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import {
  directConnection,
  type HttpClient,
  type NetworkOptions,
  type ProxyOptions,
  proxySecrets,
} from '../client/network';
import { errorName, type Log } from '../base/log';
import { proxyFor, type Environment, type ProxySettings } from './proxyFor';
import type { Redactor } from '../base/redactor';

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
    // Also for VS Code's HTTP client, because the redactor must know the proxy's credentials then, too.
    const proxy = this.#proxyFor(url, settings);
    // VS Code's HTTP client finds proxy and certificates itself; Node alone decides whether certificates are verified.
    if (httpClient === 'vscode') {
      return {
        ...directConnection,
        httpClient,
        strictSSL: this.#sources.environment['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
      };
    }
    const secured = url.protocol === 'https:' || /^https:/i.test(proxy?.url ?? '');
    if (secured && !settings.strictSSL) this.#warnOfUnverified(url.origin);
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

  #warnOfUnverified(origin: string): void {
    if (this.#loggedUnverified.has(origin)) return;
    this.#loggedUnverified.add(origin);
    this.#sources.log.warn("Certificates aren't checked because http.proxyStrictSSL is off.", { origin });
  }

  #trusted(isSystemTrusted: boolean): Promise<readonly string[]> {
    const { environment, systemCertificates: system, log } = this.#sources;
    const extraFile = environment['NODE_EXTRA_CA_CERTS'];
    const sources = { extraFile, ...(isSystemTrusted && { system }) };
    const certificates = this.#certificates.get(isSystemTrusted) ?? trustedCertificates(sources, log);
    this.#certificates.set(isSystemTrusted, certificates);
    return certificates;
  }
}

interface CertificateSources {
  /** The authorities that the system trusts, as PEM; absent if they don't count. */
  readonly system?: () => readonly string[];
  /** `NODE_EXTRA_CA_CERTS`, which not every extension host reads by itself. */
  readonly extraFile: string | undefined;
}

/**
 * The authorities that are trusted in addition to Node's own, as PEM, each once. Unreadable ones are left out
 * and logged: with one of them, every connection would fail.
 */
export async function trustedCertificates({ system, extraFile }: CertificateSources, log: Log): Promise<string[]> {
  const orNone = async (what: string, read: () => readonly string[] | Promise<readonly string[]>) => {
    try {
      return await read();
    } catch (error) {
      log.warn("Certificates couldn't be read; certificates issued by them aren't trusted.", {
        what,
        error: errorName(error),
      });
      return [];
    }
  };
  const found = [
    ...(system ? await orNone('system', system) : []),
    ...(extraFile ? await orNone('NODE_EXTRA_CA_CERTS', () => certificatesInFile(extraFile)) : []),
  ];
  const known = new Set(rootCertificates.map(withoutSpace));
  return [...Map.groupBy(found, withoutSpace)].flatMap(([text, [first = '']]) => (known.has(text) ? [] : first));
}

function withoutSpace(pem: string): string {
  return pem.replace(/\s+/g, '');
}

async function certificatesInFile(file: string): Promise<string[]> {
  const certificates = certificatesInText(await readFile(file, 'utf8')).filter(isCertificate);
  if (certificates.length === 0) throw new Error('It contains no certificate.');
  return certificates;
}

function certificatesInText(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}
