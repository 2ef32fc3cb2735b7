import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { trustedCertificates } from '../../../src/editor/trustedCertificates';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { CertificateAuthority } from '../../support/certificateAuthority';
import { RecordingLog } from '../../support/recordingLog';

describe('the certificates that are trusted', () => {
  let folder: TemporaryFolder;
  let one: CertificateAuthority;
  let other: CertificateAuthority;
  let log: RecordingLog;
  let made: readonly (CertificateAuthority | undefined)[] = [];

  before(function () {
    made = [CertificateAuthority.make(), CertificateAuthority.make()];
    // Without openssl there are none to find.
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

  it('are those of SSL_CERT_FILE', async () => same(await trusted({ SSL_CERT_FILE: one.file }), one));

  it('are those of each folder in SSL_CERT_DIR, once', async () => {
    file('a.pem', one.pem);
    file('1234abcd.0', one.pem);
    file('b.crt', `words before it\n${other.pem}`);
    file('readme.txt', other.pem);
    same([...(await trusted({ SSL_CERT_DIR: folder.path }))].sort(byFirst(one)), one, other);
  });

  it('are those of NODE_EXTRA_CA_CERTS beside the system', async () =>
    same(await trusted({ SSL_CERT_FILE: one.file, NODE_EXTRA_CA_CERTS: other.file }), one, other));

  it('are those of NODE_EXTRA_CA_CERTS alone without the system', async () =>
    same(await trusted({ SSL_CERT_FILE: one.file, NODE_EXTRA_CA_CERTS: other.file }, false), other));

  it('are all in a file of several, without what is between and what Node has', async () => {
    const several = file('several.pem', `# one\r\n${one.pem}\n${rootCertificates[0]}\n# other\n${other.pem}`);
    same(await trusted({ NODE_EXTRA_CA_CERTS: several }, false), one, other);
  });

  it('leave out a broken one', async () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    same(await trusted({ NODE_EXTRA_CA_CERTS: file('some.pem', broken + one.pem) }, false), one);
  });

  const unreadable: readonly [string, () => Record<string, string>][] = [
    ['a NODE_EXTRA_CA_CERTS that is not there', () => ({ NODE_EXTRA_CA_CERTS: path.join(folder.path, 'none.pem') })],
    ['a NODE_EXTRA_CA_CERTS without certificates', () => ({ NODE_EXTRA_CA_CERTS: file('empty.pem', 'nothing') })],
    ['an SSL_CERT_FILE that is not there', () => ({ SSL_CERT_FILE: path.join(folder.path, 'none.pem') })],
    ['an SSL_CERT_DIR that is not there', () => ({ SSL_CERT_DIR: path.join(folder.path, 'none') })],
  ];
  for (const [what, environment] of unreadable) {
    it(`are the others with ${what}, which the log is told`, async () => {
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

  it('are found where Linux keeps them', async function () {
    if (process.platform !== 'linux') this.skip();
    for (const pem of await trusted({})) assert.match(pem, /^-----BEGIN CERTIFICATE-----/);
    assert.deepEqual(log.lines, []);
  });
});

function byFirst(first: CertificateAuthority) {
  return (a: string): number => (a.trim() === first.pem.trim() ? -1 : 1);
}
