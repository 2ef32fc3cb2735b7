import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TemporaryFolder } from '../host/temporaryFolder';

/** A certificate and its key, as PEM. */
export interface IssuedCertificate {
  readonly key: Buffer;
  readonly cert: Buffer;
}

export interface Issue {
  /** Host names and IP addresses that the certificate is for. */
  readonly names: readonly string[];
  /** Days from now; if unset, now and tomorrow. A negative one is in the past. */
  readonly days?: readonly [from: number, until: number];
}

/** A certificate authority of one test run: openssl in a temporary folder, which is removed at the end. */
export class CertificateAuthority {
  /** The authority's own certificate as a file, as `NODE_EXTRA_CA_CERTS` takes it. */
  readonly file: string;
  readonly #folder = new TemporaryFolder('authority');
  #issued = 0;

  /** Returns `undefined` on a machine without openssl. */
  static make(): CertificateAuthority | undefined {
    return ifInstalled(() => new CertificateAuthority());
  }

  private constructor() {
    this.file = this.#file('authority.pem');
    writeFileSync(this.#file('index.txt'), '');
    writeFileSync(this.#file('serial'), '01\n');
    writeFileSync(this.#file('authority.cnf'), this.#configuration());
    const subject = ['-subj', '/CN=Authority of a test', '-addext', 'basicConstraints=critical,CA:TRUE'];
    this.#openssl('req', ['-x509', ...newKey, ...subject, '-days', '2', '-keyout', 'authority.key', '-out', this.file]);
  }

  /** The authority's own certificate as PEM. */
  get pem(): string {
    return readFileSync(this.file, 'utf8');
  }

  issue({ names, days: [from, until] = [-1, 1] }: Issue): IssuedCertificate {
    const name = `issued-${++this.#issued}`;
    writeFileSync(this.#file(`${name}.ext`), `subjectAltName=${names.map(alternative).join(',')}\n`);
    this.#openssl('req', [...newKey, '-subj', '/CN=service', '-keyout', `${name}.key`, '-out', `${name}.csr`]);
    const period = ['-startdate', dateIn(from), '-enddate', dateIn(until)];
    const files = ['-in', `${name}.csr`, '-out', `${name}.pem`, '-extfile', `${name}.ext`];
    this.#openssl('ca', ['-batch', '-notext', '-config', 'authority.cnf', ...period, ...files]);
    return { key: readFileSync(this.#file(`${name}.key`)), cert: readFileSync(this.#file(`${name}.pem`)) };
  }

  dispose(): void {
    this.#folder.dispose();
  }

  #file(name: string): string {
    return path.join(this.#folder.path, name);
  }

  #openssl(command: string, options: readonly string[]): void {
    openssl(this.#folder.path, command, options);
  }

  /** Configuration file for `openssl ca`: where it keeps its records, and which subjects it accepts. */
  #configuration(): string {
    return [
      '[ca]',
      'default_ca = authority',
      '[authority]',
      'certificate = authority.pem',
      'private_key = authority.key',
      'database = index.txt',
      'serial = serial',
      'new_certs_dir = .',
      'default_md = sha256',
      'unique_subject = no',
      'policy = any',
      '[any]',
      'commonName = supplied',
      '',
    ].join('\n');
  }
}

/** A self-signed certificate for 127.0.0.1; `undefined` on a machine without openssl. */
export function selfSignedCertificate(): IssuedCertificate | undefined {
  return ifInstalled(() => {
    using folder = new TemporaryFolder('certificate');
    const [key, cert] = [path.join(folder.path, 'key.pem'), path.join(folder.path, 'cert.pem')];
    const subject = ['-subj', '/CN=service', '-addext', 'subjectAltName=IP:127.0.0.1'];
    openssl(folder.path, 'req', ['-x509', ...newKey, ...subject, '-days', '1', '-keyout', key, '-out', cert]);
    return { key: readFileSync(key), cert: readFileSync(cert) };
  });
}

function openssl(folder: string, command: string, options: readonly string[]): void {
  execFileSync('openssl', [command, ...options], { cwd: folder, stdio: 'pipe' });
}

function ifInstalled<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const;

function alternative(name: string): string {
  return /^[\d.]+$|:/.test(name) ? `IP:${name}` : `DNS:${name}`;
}

/** Formats a date as in certificates: YYMMDDHHMMSSZ. */
function dateIn(days: number): string {
  const date = new Date(Date.now() + days * 86_400_000).toISOString();
  return `${date.replace(/[-:T]/g, '').slice(2, 14)}Z`;
}
