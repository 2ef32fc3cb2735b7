import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TemporaryFolder } from '../../host/temporaryFolder';

export interface Certificate {
  readonly key: Buffer;
  readonly cert: Buffer;
  /** Path of the certificate file. */
  readonly file: string;
}

/** A self-signed certificate for an IP address; `undefined` on a machine without openssl. */
export function certificateFor(ip: string): Certificate | undefined {
  const folder = new TemporaryFolder('certificate').path;
  const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') };
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const subject = ['-subj', '/CN=service', '-addext', `subjectAltName=IP:${ip}`];
  try {
    execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', files.key, '-out', files.cert], {
      stdio: 'ignore',
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  return { key: readFileSync(files.key), cert: readFileSync(files.cert), file: files.cert };
}
