import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { type Log, errorName } from '../../base/common/log';
import type { Environment } from '../common/proxyFor';
import { certificatesInText } from './certificatesInText';
import { certificatesOfSystem } from './certificatesOfSystem';

export interface CertificateSources {
  /** `http.systemCertificates`. */
  readonly system: boolean;
  readonly environment: Environment;
  readonly platform: NodeJS.Platform;
  /** How long reading each of them may take, in milliseconds; a call waits for it. */
  readonly patience?: number;
}

/**
 * The authorities that this machine trusts beside Node's own, as PEM, each once: those of the system, and those of
 * `NODE_EXTRA_CA_CERTS`, which not every host of extensions reads by itself. What cannot be read is told to the log.
 */
export async function trustedCertificates(sources: CertificateSources, log: Log): Promise<string[]> {
  const { system, environment, platform, patience = 5000 } = sources;
  const extra = environment['NODE_EXTRA_CA_CERTS'];
  const orNone = (what: string, read: Promise<string[]>) =>
    within(patience, read).catch((error: unknown) => {
      log.warn('Certificates cannot be read; those that they vouch for are not trusted.', {
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
    // One that is broken would break every connection.
    return isNew && isCertificate(pem);
  });
}

/** A file of a network that is away, or a question of a keychain, keeps no call from being made. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('It took too long.')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function certificatesOf(file: string): Promise<string[]> {
  const certificates = certificatesInText(await readFile(file, 'utf8'));
  if (certificates.length === 0) throw new Error('It holds no certificate.');
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
