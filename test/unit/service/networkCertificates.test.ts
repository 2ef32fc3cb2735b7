import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { Redactor } from '../../../src/base/redactor';
import { Network } from '../../../src/service/network';
import { trustedCertificates } from '../../../src/service/certificates';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { CertificateAuthority } from '../../support/certificateAuthority';
import { RecordingLog } from '../../support/recordingLog';
import { bothEnds } from '../../support/tags';

bothEnds("Node knows the system's certificates.").describe('the trusted certificates', () => {
  let folder: TemporaryFolder;
  let one: CertificateAuthority;
  let other: CertificateAuthority;
  let log: RecordingLog;
  let made: readonly (CertificateAuthority | undefined)[] = [];

  before(function () {
    made = [CertificateAuthority.make(), CertificateAuthority.make()];
    // Without openssl there are no certificates to find.
    if (!made[0] || !made[1]) return this.skip();
    [one, other] = [made[0], made[1]];
  });

  beforeEach(() => {
    folder = new TemporaryFolder('certificates');
    log = new RecordingLog();
  });

  afterEach(() => folder.dispose());

  after(() => {
    for (const authority of made) authority?.dispose();
  });

  function file(name: string, text: string): string {
    const at = path.join(folder.path, name);
    writeFileSync(at, text);
    return at;
  }

  const trusted = (environment: Record<string, string>, system = true) =>
    trustedCertificates({ system, environment, platform: 'linux' }, log);
  const same = (found: readonly string[], ...expected: readonly CertificateAuthority[]) =>
    assert.deepEqual(
      found.map((pem) => pem.trim()),
      expected.map(({ pem }) => pem.trim()),
    );

  it('include those of SSL_CERT_FILE', async () => same(await trusted({ SSL_CERT_FILE: one.file }), one));

  it('include those of each folder in SSL_CERT_DIR, once', async () => {
    file('a.pem', one.pem);
    file('1234abcd.0', one.pem);
    file('b.crt', `words before it\n${other.pem}`);
    file('readme.txt', other.pem);
    same([...(await trusted({ SSL_CERT_DIR: folder.path }))].sort(byFirst(one)), one, other);
  });

  it('include all that can be read if a folder or a link leads nowhere', async () => {
    file('a.pem', one.pem);
    symlinkSync(path.join(folder.path, 'gone.pem'), path.join(folder.path, '1234abcd.0'));
    const folders = [path.join(folder.path, 'none'), folder.path].join(path.delimiter);
    same(await trusted({ SSL_CERT_FILE: other.file, SSL_CERT_DIR: folders }), other, one);
    assert.deepEqual(log.lines, []);
  });

  it('are read again after a while: one may have been added because a call has failed', async () => {
    let now = 0;
    const environment = { SSL_CERT_FILE: path.join(folder.path, 'late.pem') };
    const settings = () => ({
      support: 'override',
      proxy: '',
      noProxy: [],
      authorization: '',
      strictSSL: true,
      systemCertificates: true,
    });
    const network = new Network({
      settings,
      environment,
      platform: 'linux',
      log,
      redactor: new Redactor(),
      now: () => now,
    });
    const found = async () => (await network.optionsFor('https://service.test', 'bundled')).certificates;
    same(await found());
    file('late.pem', one.pem);
    same(await found());
    now += 10_000;
    same(await found(), one);
  });

  it('are waited for only for a limited time', async function () {
    if (process.platform !== 'linux') return this.skip();
    // A reader of it waits for a writer.
    const fifo = path.join(folder.path, 'fifo');
    execFileSync('mkfifo', [fifo]);
    try {
      const environment = { SSL_CERT_FILE: one.file, NODE_EXTRA_CA_CERTS: fifo };
      same(await trustedCertificates({ system: true, environment, platform: 'linux', patience: 200 }, log), one);
      assert.equal(log.lines.length, 1);
    } finally {
      closeSync(openSync(fifo, 'r+'));
    }
  });

  it("include those of NODE_EXTRA_CA_CERTS beside the system's", async () =>
    same(await trusted({ SSL_CERT_FILE: one.file, NODE_EXTRA_CA_CERTS: other.file }), one, other));

  it("are only those of NODE_EXTRA_CA_CERTS without the system's", async () =>
    same(await trusted({ SSL_CERT_FILE: one.file, NODE_EXTRA_CA_CERTS: other.file }, false), other));

  it('are all those in a file of several, without the text between them and those that Node has', async () => {
    const several = file('several.pem', `# one\r\n${one.pem}\n${rootCertificates[0]}\n# other\n${other.pem}`);
    same(await trusted({ NODE_EXTRA_CA_CERTS: several }, false), one, other);
  });

  it("don't include a broken one", async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    same(await trusted({ NODE_EXTRA_CA_CERTS: file('some.pem', broken + one.pem) }, false), one);
  });

  const unreadable: readonly [string, () => Record<string, string>][] = [
    ['a missing NODE_EXTRA_CA_CERTS file', () => ({ NODE_EXTRA_CA_CERTS: path.join(folder.path, 'none.pem') })],
    ['a NODE_EXTRA_CA_CERTS without certificates', () => ({ NODE_EXTRA_CA_CERTS: file('empty.pem', 'nothing') })],
    ['a missing SSL_CERT_FILE', () => ({ SSL_CERT_FILE: path.join(folder.path, 'none.pem') })],
    ['a missing SSL_CERT_DIR', () => ({ SSL_CERT_DIR: path.join(folder.path, 'none') })],
  ];
  for (const [what, environment] of unreadable) {
    it(`are the other ones with ${what}, which is logged`, async () => {
      const extra = { NODE_EXTRA_CA_CERTS: one.file, SSL_CERT_FILE: other.file };
      const found = await trusted({
        ...('SSL_CERT_DIR' in environment() ? { NODE_EXTRA_CA_CERTS: one.file } : extra),
        ...environment(),
      });
      assert.equal(found.length, 1);
      assert.deepEqual(
        log.lines.map((line) => line.split(':')[0]),
        ['warn'],
      );
    });
  }

  it('are found in the places where Linux keeps them', async function () {
    if (process.platform !== 'linux') this.skip();
    for (const pem of await trusted({})) assert.match(pem, /^-----BEGIN CERTIFICATE-----/);
    assert.deepEqual(log.lines, []);
  });
});

function byFirst(first: CertificateAuthority) {
  return (a: string): number => (a.trim() === first.pem.trim() ? -1 : 1);
}
