import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { Redactor } from '../../../src/base/common/redactor';
import { Network } from '../../../src/service/vscode/network';
import { trustedCertificates } from '../../../src/service/node/certificates';
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

  it('are those that can be read, where a folder or a link leads nowhere', async () => {
    file('a.pem', one.pem);
    symlinkSync(path.join(folder.path, 'gone.pem'), path.join(folder.path, '1234abcd.0'));
    const folders = [path.join(folder.path, 'none'), folder.path].join(path.delimiter);
    same(await trusted({ SSL_CERT_FILE: other.file, SSL_CERT_DIR: folders }), other, one);
    assert.deepEqual(log.lines, []);
  });

  it('are read again after a while: somebody may have added one because a call has failed', async () => {
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

  it('are waited for only so long', async function () {
    if (process.platform !== 'linux') return this.skip();
    // Whoever reads it waits for somebody to write.
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
