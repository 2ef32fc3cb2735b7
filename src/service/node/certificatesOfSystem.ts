import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as tls from 'node:tls';
import { promisify } from 'node:util';
import type { Environment } from '../common/proxyFor';
import { certificatesInText } from './certificatesInText';

/** Where distributions keep all of their authorities in one file. */
const bundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
] as const;

/**
 * The authorities that the system trusts, as PEM. On Windows there is no way to them before Node 22.15: none.
 * @throws what keeps them from being read
 */
export async function certificatesOfSystem(platform: NodeJS.Platform, environment: Environment): Promise<string[]> {
  if (platform === 'linux') return certificatesOfLinux(environment);
  const fromNode = Reflect.get(tls, 'getCACertificates') as ((kind: 'system') => string[]) | undefined;
  if (fromNode) return fromNode('system');
  return platform === 'darwin' ? certificatesOfKeychains() : [];
}

/** As OpenSSL does it: the variables take the place of what is usual. */
async function certificatesOfLinux({ SSL_CERT_FILE, SSL_CERT_DIR }: Environment): Promise<string[]> {
  if (!SSL_CERT_FILE && !SSL_CERT_DIR) return certificatesOfBundle();
  const folders = (SSL_CERT_DIR ?? '').split(path.delimiter).filter(Boolean);
  const inFolders = folders.map(async (folder) => readable((await filesOf(folder)).map(certificatesInFile)));
  return readable([...(SSL_CERT_FILE ? [certificatesInFile(SSL_CERT_FILE)] : []), ...inFolders]);
}

/** What can be read of several; links of folders may lead nowhere. @throws why the first cannot when none can */
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

/** The folder has links by hash beside the files themselves. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => /\.(pem|crt|cer|\d)$/.test(name)).map((name) => path.join(folder, name));
}

async function certificatesOfKeychains(): Promise<string[]> {
  const keychains = ['/System/Library/Keychains/SystemRootCertificates.keychain', '/Library/Keychains/System.keychain'];
  const find = (...of: string[]) =>
    promisify(execFile)('/usr/bin/security', ['find-certificate', '-a', '-p', ...of], { maxBuffer: 32 * 1024 * 1024 });
  // Without a name it looks through those of the person.
  const found = await Promise.all([find(...keychains), find()]);
  return found.flatMap(({ stdout }) => certificatesInText(stdout));
}
