import assert from 'node:assert/strict';
import { probeConnection } from '../../../src/client/http/probeConnection';
import { directConnection } from '../../../src/client/network';
import type { ProbeOptions } from '../../../src/client/client';
import { startService } from '../../service/service';
import { freeAddress } from '../../support/freeAddress';
import { StageServer } from '../outcomes/stageServer';
import { selfSignedCertificate } from '../../support/certificateAuthority';
import { errorOf, failed, sessionKey } from './fixture';
import { serviceName, useProxies } from './proxyFixture';

const optionsFor = (baseUrl: string, network: Partial<ProbeOptions['network']> = {}): ProbeOptions => ({
  baseUrl,
  timeoutSeconds: 10,
  network: { ...directConnection, ...network },
});

describe('client: reaching a service', () => {
  describe('by connecting only', () => {
    let server: StageServer;
    let bytes = 0;
    const probe = (signal?: AbortSignal) => probeConnection(optionsFor(`http://${server.host}`), signal);

    beforeEach(async () => {
      bytes = 0;
      server = await StageServer.start((socket, closed) =>
        socket.on('data', (data) => (bytes += data.length)).on('close', closed),
      );
    });

    afterEach(() => server.close());

    it('makes one connection, sends nothing on it and closes it', async () => {
      await probe();
      await server.reached;
      assert.deepEqual([server.connections, bytes], [1, 0]);
    });

    it('makes no connection once it was canceled', async () => {
      const { failure } = await errorOf(probe(AbortSignal.abort()));
      assert.deepEqual([failure, bytes], [{ kind: 'cancelled' }, 0]);
    });
  });

  it('says that the connection was refused', async () =>
    assert.deepEqual(await failed(probeConnection(optionsFor(await freeAddress()))), [{ kind: 'refused' }, false]));

  it("says that the certificate isn't trusted", async function () {
    const tls = selfSignedCertificate();
    if (!tls) return this.skip();
    const service = await startService({ sessionKey, tls });
    try {
      const { failure } = await errorOf(probeConnection(optionsFor(service.url)));
      assert.deepEqual([failure.kind, service.requests.length], ['tls', 0]);
      await probeConnection(optionsFor(service.url, { strictSSL: false }));
      assert.equal(service.requests.length, 0);
    } finally {
      await service.close();
    }
  });

  it("doesn't try a service that VS Code's route leads to", async () =>
    await probeConnection(optionsFor(await freeAddress(), { httpClient: 'vscode' })));

  describe('through a proxy', () => {
    const fixture = useProxies();

    for (const scheme of ['http', 'https'] as const)
      it(`asks for no more than a tunnel (${scheme})`, async () => {
        const proxy = await fixture.proxy(scheme);
        const certificates = [fixture.authority.pem];
        await probeConnection(optionsFor(`${scheme}://${serviceName}`, { proxy: { url: proxy.url }, certificates }));
        const methods = proxy.requests.map(({ method }) => method);
        assert.deepEqual(methods, scheme === 'https' ? ['CONNECT'] : []);
        assert.equal(fixture.service(scheme).requests.length, 0);
      });
  });
});
