import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { drops } from '../../service/faults';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { load, start } from './exchange';

describe('reference service: TLS', () => {
  let service: Service | undefined;

  before(async function () {
    const folder = await mkdtemp(path.join(tmpdir(), 'service-'));
    const files = { key: path.join(folder, 'key.pem'), cert: path.join(folder, 'cert.pem') };
    const subject = ['-subj', '/CN=127.0.0.1', '-keyout', files.key, '-out', files.cert];
    try {
      execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...subject], {
        stdio: 'ignore',
      });
      const tls = { key: await readFile(files.key), cert: await readFile(files.cert) };
      service = await startService({ sessionKey: 'KEY', settings: sampleSettings, tls });
    } catch (error) {
      // Without openssl there is no certificate to serve with.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') this.skip();
      throw error;
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  after(() => service?.close());

  it('serves both operations', async () => {
    assert.match(service!.url, /^https:/);
    assert.equal((await load(service!)).status, 200);
    assert.equal((await start(service!, {})).status, 200);
  });

  it('misbehaves in the same way as without TLS', async () => {
    service!.misbehave('loadSettings', drops('midBody'));
    await assert.rejects(load(service!), { code: 'ECONNRESET' });
  });
});
