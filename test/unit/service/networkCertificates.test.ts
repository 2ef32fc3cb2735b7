import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { trustedCertificates } from '../../../src/service/network';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { CertificateAuthority } from '../../support/certificateAuthority';
import { RecordingLog } from '../../support/recordingLog';

describe('the trusted certificates', () => {
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

  function file(text: string): string {
    const at = path.join(folder.path, 'some.pem');
    writeFileSync(at, text);
    return at;
  }

  async function same(found: Promise<readonly string[]>, ...expected: readonly CertificateAuthority[]): Promise<void> {
    const pems = (await found).map((pem) => pem.trim());
    assert.deepEqual(
      pems,
      expected.map(({ pem }) => pem.trim()),
    );
  }

  it("include those of NODE_EXTRA_CA_CERTS beside the system's, each once", () => {
    const system = () => [one.pem, `${one.pem.replaceAll('\n', '\r\n')}\n`, rootCertificates[0]!];
    return same(trustedCertificates({ system, extraFile: other.file }, log), one, other);
  });

  it('are all those in a file of several, without the text between them and those that Node has', () => {
    const several = file(`# one\r\n${one.pem}\n${rootCertificates[0]}\n# other\n${other.pem}`);
    return same(trustedCertificates({ extraFile: several }, log), one, other);
  });

  it("don't include a broken one", () => {
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    return same(trustedCertificates({ extraFile: file(broken + one.pem) }, log), one);
  });

  const unreadable: readonly [string, () => string][] = [
    ['missing', () => path.join(folder.path, 'none.pem')],
    ['without certificates', () => file('nothing')],
  ];
  for (const [what, extraFile] of unreadable)
    it(`are the system's with a NODE_EXTRA_CA_CERTS that is ${what}, which is logged`, async () => {
      await same(trustedCertificates({ system: () => [one.pem], extraFile: extraFile() }, log), one);
      assert.match(log.lines.join('\n'), /^warn: .*NODE_EXTRA_CA_CERTS.*$/);
    });

  it("are those of NODE_EXTRA_CA_CERTS if the system's can't be read, which is logged", async () => {
    const system = () => assert.fail('locked');
    await same(trustedCertificates({ system, extraFile: one.file }, log), one);
    assert.match(log.lines.join('\n'), /^warn: .*system.*$/);
  });
});
