import assert from 'node:assert/strict';
import { Redactor } from '../../../src/base/redactor';
import { directConnection } from '../../../src/client/network';
import { Network, type NetworkSettings } from '../../../src/service/network';
import { CertificateAuthority } from '../../support/certificateAuthority';
import { RecordingLog } from '../../support/recordingLog';

const usual: NetworkSettings = {
  support: '',
  proxy: '',
  noProxy: [],
  authorization: '',
  strictSSL: true,
  systemCertificates: true,
};

describe('The network of a request', () => {
  let settings: NetworkSettings;
  let environment: Record<string, string>;
  let log: RecordingLog;
  let redactor: Redactor;
  let reads: number;
  let network: Network;

  beforeEach(() => {
    settings = usual;
    environment = {};
    log = new RecordingLog();
    redactor = new Redactor();
    reads = 0;
    network = new Network({
      settings: () => settings,
      environment,
      systemCertificates: () => [`certificate ${++reads}`],
      log,
      redactor,
    });
  });

  const options = (url: string) => network.optionsFor(url, 'bundled');

  it('has no proxy and no certificates of its own under http', async () => {
    assert.deepEqual(await options('http://agents.example'), directConnection);
    assert.equal(reads, 0);
  });

  it('has the certificates of the system under https, or to a proxy under https; they are read once', async () => {
    assert.deepEqual((await options('https://agents.example')).certificates, ['certificate 1']);
    settings = { ...usual, proxy: 'HTTPS://proxy.example' };
    const throughProxy = await options('http://agents.example');
    assert.deepEqual(throughProxy.certificates, ['certificate 1']);
    assert.deepEqual(throughProxy.proxy, { url: 'HTTPS://proxy.example' });
    assert.deepEqual(log.lines, []);
  });

  it("has those of NODE_EXTRA_CA_CERTS alone if the system's don't count, even if these were read before", async function () {
    const authority = CertificateAuthority.make();
    if (!authority) return this.skip();
    environment['NODE_EXTRA_CA_CERTS'] = authority.file;
    const found = [];
    for (const systemCertificates of [true, false]) {
      settings = { ...usual, systemCertificates };
      const { certificates } = await options('https://agents.example');
      found.push(certificates.map((pem) => pem.trim()));
    }
    const own = authority.pem.trim();
    authority.dispose();
    assert.deepEqual(found, [['certificate 1', own], [own]]);
  });

  it("isn't verified if the setting says so, which is logged once for each service", async () => {
    settings = { ...usual, strictSSL: false };
    await options('http://agents.example');
    assert.deepEqual(log.lines, []);
    for (const host of ['agents', 'agents', 'others']) {
      const { strictSSL, certificates } = await options(`https://${host}.example/path`);
      assert.deepEqual([strictSSL, certificates], [false, []]);
    }
    const told = log.lines.map((line) => /aren't checked.*(https:\/\/[\w.]+)/.exec(line)?.[1]);
    assert.deepEqual(told, ['https://agents.example', 'https://others.example']);
  });

  it('is verified by the client of VS Code unless a variable turns that off for it alone', async () => {
    const verified = async () => (await network.optionsFor('https://agents.example', 'vscode')).strictSSL;
    settings = { ...usual, strictSSL: false };
    assert.equal(await verified(), true);
    environment['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    assert.equal(await verified(), false);
    settings = usual;
    assert.equal((await options('https://agents.example')).strictSSL, true, 'our own connections ignore the variable');
  });

  it('withholds the credentials for the proxy, whichever client makes the call', async () => {
    settings = { ...usual, proxy: 'http://me:pass-in-url@proxy.example', authorization: 'Bearer in-setting' };
    const { proxy } = await options('http://agents.example');
    assert.deepEqual(proxy, { url: settings.proxy, authorization: settings.authorization });
    for (const secret of ['pass-in-url', 'in-setting']) assert.ok(redactor.detects(secret), secret);
    settings = { ...usual, proxy: 'http://me:pass-for-vscode@proxy.example' };
    await network.optionsFor('http://agents.example', 'vscode');
    assert.ok(redactor.detects('pass-for-vscode'));
  });

  it('logs once which exceptions from the proxy have no meaning', async () => {
    settings = { ...usual, proxy: 'http://proxy.example', noProxy: ['10.0.0.0/99', '300.1.1.1'] };
    for (let time = 0; time < 2; time++) assert.ok((await options('http://agents.example')).proxy);
    const told = log.lines.map((line) => /has no effect.*(10\.0\.0\.0\/99|300\.1\.1\.1)/.exec(line)?.[1]);
    assert.deepEqual(told, ['10.0.0.0/99', '300.1.1.1']);
  });
});
