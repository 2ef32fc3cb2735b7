import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';
import { errorName, type Log } from '../base/log';

export interface CertificateSources {
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
