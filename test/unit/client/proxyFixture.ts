import { createClient } from '../../../src/client/createClient';
import type { Client } from '../../../src/client/client';
import { directConnection, type NetworkOptions } from '../../../src/client/network';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { CertificateAuthority, type IssuedCertificate } from '../../support/certificateAuthority';
import { ConnectProxy, type ConnectProxyOptions } from '../../support/connectProxy';
import { sessionKey } from './fixture';

export type Scheme = 'http' | 'https';

/** Name of the service, which this machine can't resolve without the proxy. */
export const serviceName = 'service.test';

/** A service of each scheme, one authority for all certificates; proxies and clients are disposed of after the test. */
export interface ProxyFixture {
  readonly authority: CertificateAuthority;
  service(scheme: Scheme): Service;
  /** A proxy that knows {@link serviceName} as one of the services. */
  proxy(scheme: Scheme, options?: ConnectProxyOptions): Promise<ConnectProxy>;
  /** A client of the service by its name; it trusts every certificate that the authority has issued. */
  connect(
    scheme: Scheme,
    network: Partial<NetworkOptions>,
    more?: { baseUrl?: string; timeoutSeconds?: number },
  ): Client;
}

export function useProxies(): ProxyFixture {
  const services = new Map<Scheme, Service>();
  const ends: (() => Promise<void>)[] = [];
  let authority: CertificateAuthority | undefined;
  let tls: IssuedCertificate | undefined;

  before(function () {
    authority = CertificateAuthority.make();
    // Without openssl there is no certificate to serve with.
    if (!authority) return this.skip();
    tls = authority.issue({ names: [serviceName, '127.0.0.1'] });
  });

  beforeEach(async () => {
    services.set('http', await startService({ sessionKey, settings: sampleSettings }));
    services.set('https', await startService({ sessionKey, settings: sampleSettings, tls: tls! }));
  });

  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    for (const service of services.values()) await service.close();
    services.clear();
  });

  after(() => authority?.dispose());

  return {
    get authority() {
      return authority!;
    },
    service: (scheme) => services.get(scheme)!,
    async proxy(scheme, options = {}) {
      const proxy = await ConnectProxy.start({ names: { [serviceName]: services.get(scheme)!.url }, ...options });
      ends.push(() => proxy.close());
      return proxy;
    },
    connect(scheme, network, { baseUrl = `${scheme}://${serviceName}`, timeoutSeconds = 10 } = {}) {
      const all = { ...directConnection, certificates: [authority!.pem], ...network };
      const client = createClient({ baseUrl, sessionKey, timeoutSeconds, network: all });
      ends.push(() => client.close());
      return client;
    },
  };
}
