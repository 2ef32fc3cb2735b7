import assert from 'node:assert/strict';
import tls, { rootCertificates } from 'node:tls';
import { createClient } from '../../../src/client/createClient';
import { directConnection, type NetworkOptions } from '../../../src/client/network';
import { ServiceError, type Failure, type TlsReason } from '../../../src/client/serviceError';
import { startService } from '../../service/service';
import { CertificateAuthority, type Issue, type IssuedCertificate } from '../../support/certificateAuthority';
import { operationNames, operations, sessionKey } from './fixture';
import { bothEnds } from '../../support/tags';

const here = '127.0.0.1';

bothEnds('Node checks certificates.').describe('client: certificates', () => {
  let authority: CertificateAuthority;
  let made: CertificateAuthority | undefined;

  before(function () {
    made = CertificateAuthority.make();
    // Without openssl there is no certificate to serve with.
    if (!made) return this.skip();
    authority = made;
  });

  after(() => made?.dispose());

  /** Outcome of a call to a service with a certificate. */
  async function outcomeOf(
    tls: IssuedCertificate,
    network: Partial<NetworkOptions>,
    name: (typeof operationNames)[number],
  ): Promise<readonly ['ok', number] | readonly [Failure, boolean, number]> {
    const service = await startService({ sessionKey, tls });
    service.setRawSettings({ llm_api_key_set: true });
    const client = createClient({
      baseUrl: service.url,
      sessionKey,
      timeoutSeconds: 10,
      network: { ...directConnection, ...network },
    });
    try {
      await operations[name](client);
      return ['ok', service.requests.length];
    } catch (error) {
      assert.ok(error instanceof ServiceError, String(error));
      return [error.failure, error.sent, service.requests.length];
    } finally {
      await client.close();
      await service.close();
    }
  }

  const trusting = () => ({ certificates: [authority.pem] });
  const ours = { names: [here] };
  // prettier-ignore
  const rows: readonly [what: string, Issue, () => Partial<NetworkOptions>, reason?: TlsReason, code?: string][] = [
    ['of a private authority that is trusted', ours, trusting],
    ['of a private authority with http.proxyStrictSSL off', ours, () => ({ strictSSL: false })],
    ['of an unknown authority', ours, () => ({}), 'unknownIssuer', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['that has expired', { ...ours, days: [-5, -2] }, trusting, 'expired', 'CERT_HAS_EXPIRED'],
    ['that is not valid yet', { ...ours, days: [2, 5] }, trusting, 'expired', 'CERT_NOT_YET_VALID'],
    ['for another name', { names: ['another.test'] }, trusting, 'wrongName', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['for another address', { names: ['127.0.0.2', '::1'] }, trusting, 'wrongName', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ];
  for (const [what, issue, networkOf, reason, code] of rows)
    it(`${reason ? 'sends nothing' : 'sends every request'} to a service with a certificate ${what}`, async () => {
      const certificate = authority.issue(issue);
      const expected = reason ? [{ kind: 'tls', reason, code }, false, 0] : ['ok', 1];
      for (const name of operationNames)
        assert.deepEqual(await outcomeOf(certificate, networkOf(), name), expected, name);
    });

  it("trusts Node's own authorities beside a private one", async () => {
    const { createSecureContext } = tls;
    let trustedBoth = false;
    tls.createSecureContext = (options) => {
      trustedBoth ||= [authority.pem, ...rootCertificates].every((each) => options?.ca?.includes(each));
      return createSecureContext(options);
    };
    try {
      await outcomeOf(authority.issue({ names: [here] }), { certificates: [authority.pem] }, 'loadSettings');
    } finally {
      tls.createSecureContext = createSecureContext;
    }
    assert.ok(trustedBoth);
  });
});
