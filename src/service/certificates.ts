import { X509Certificate } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { getCACertificates, rootCertificates } from 'node:tls';
import path from 'node:path';
import { type Log, errorName } from '../base/log';
import type { Environment } from './proxyFor';

export interface CertificateSources {
  /** `http.systemCertificates`. */
  readonly system: boolean;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** Time for reading each of them, in milliseconds; a call waits for it. */
  readonly patience?: number;
}

/**
 * The authorities that this machine trusts in addition to Node's own, as PEM, each once: those of the system, and those
 * of `NODE_EXTRA_CA_CERTS`, which not every extension host reads by itself. Unreadable ones are logged.
 */
export async function trustedCertificates(sources: CertificateSources, log: Log): Promise<string[]> {
  const { system, environment, platform, patience = 5000 } = sources;
  const extra = environment['NODE_EXTRA_CA_CERTS'];
  const orNone = (what: string, read: Promise<string[]>) =>
    within(patience, read).catch((error: unknown) => {
      log.warn("Certificates couldn't be read; certificates issued by them aren't trusted.", {
        what,
        error: errorName(error),
      });
      return [];
    });
  const found = await Promise.all([
    system ? orNone('system', certificatesOfSystem(platform, environment)) : [],
    extra ? orNone('NODE_EXTRA_CA_CERTS', certificatesOf(extra)) : [],
  ]);
  const known = new Set(rootCertificates.map(withoutSpace));
  return found.flat().filter((pem) => {
    const text = withoutSpace(pem);
    const isNew = !known.has(text);
    known.add(text);
    // A broken one would break every connection.
    return isNew && isCertificate(pem);
  });
}

/** A file on an unreachable network, or a keychain's prompt, doesn't prevent a call. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('Timed out.')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function certificatesOf(file: string): Promise<string[]> {
  const certificates = certificatesInText(await readFile(file, 'utf8'));
  if (certificates.length === 0) throw new Error('It contains no certificate.');
  return certificates;
}

function withoutSpace(pem: string): string {
  return pem.replace(/\s+/g, '');
}

function isCertificate(pem: string): boolean {
  try {
    new X509Certificate(pem);
    return true;
  } catch {
    return false;
  }
}

/** Files in which distributions have all of their authorities. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
] as const;

/**
 * The authorities that the system trusts, as PEM.
 * @throws the error that prevents reading them
 */
export async function certificatesOfSystem(platform: NodeJS.Platform, environment: Environment): Promise<string[]> {
  if (platform === 'linux') return certificatesOfLinux(environment);
  return getCACertificates('system');
}

/** Like OpenSSL: the variables replace the usual locations. */
async function certificatesOfLinux({ SSL_CERT_FILE, SSL_CERT_DIR }: Environment): Promise<string[]> {
  if (!SSL_CERT_FILE && !SSL_CERT_DIR) return certificatesOfBundle();
  const folders = (SSL_CERT_DIR ?? '').split(path.delimiter).filter(Boolean);
  const inFolders = folders.map(async (folder) => readable((await filesOf(folder)).map(certificatesInFile)));
  return readable([...(SSL_CERT_FILE ? [certificatesInFile(SSL_CERT_FILE)] : []), ...inFolders]);
}

/** The readable ones of several; links in folders may be broken. @throws the first one's error if none is readable */
async function readable(reads: readonly Promise<string[]>[]): Promise<string[]> {
  const results = await Promise.allSettled(reads);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed && results.every(({ status }) => status === 'rejected')) throw failed.reason;
  return results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
}

async function certificatesOfBundle(): Promise<string[]> {
  for (const bundle of bundles) {
    try {
      return await certificatesInFile(bundle);
    } catch {
      // Another distribution's.
    }
  }
  return [];
}

async function certificatesInFile(file: string): Promise<string[]> {
  return certificatesInText(await readFile(file, 'utf8'));
}

/** The folder has links by hash next to the files themselves. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /\.(pem|crt|cer|\d)$/.test(name)).map((name) => path.join(folder, name));
}

/** Each certificate in a text in PEM form, which may contain much else. */
export function certificatesInText(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
