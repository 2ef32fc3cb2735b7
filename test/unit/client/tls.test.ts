import assert from 'node:assert/strict';
import { failureOf } from '../../../src/client/http/failureOf';
import { startService, type Service } from '../../service/service';
import { selfSignedCertificate } from '../../support/certificateAuthority';
import { describeClients, errorOf, failed, operationNames, operations, sessionKey, useService } from './fixture';
import { bothEnds } from '../../support/tags';

describeClients('TLS', (httpClient) => {
  const plain = useService({ httpClient });
  let service: Service | undefined;

  before(async function () {
    const certificate = selfSignedCertificate();
    // Without openssl there is no certificate to serve with.
    if (!certificate) this.skip();
    service = await startService({ sessionKey, tls: certificate });
  });

  after(() => service?.close());

  for (const name of operationNames) {
    it(`sends no ${name} to a service with an untrusted certificate`, async () => {
      const ending = await failed(operations[name](plain.connect({ baseUrl: service!.url })));
      assert.deepEqual(ending, [{ kind: 'tls', reason: 'selfSigned', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, false]);
      assert.equal(service!.requests.length, 0);
    });

    it(`sends no ${name} over https to a service without TLS`, async () => {
      const baseUrl = plain.service.url.replace('http:', 'https:');
      const { failure, sent } = await errorOf(operations[name](plain.connect({ baseUrl })));
      // How far an error of TLS came isn't known of the editor's fetch.
      const may = httpClient === 'vscode';
      assert.deepEqual([failure.kind, sent, plain.service.requests.length], ['tls', may, 0]);
      // By these codes, the sentence says that the URL should start with http://.
      assert.equal('reason' in failure && failure.reason, 'notTls');
      assert.match('code' in failure ? failure.code : '', /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/);
    });

    it(`loses the connection of a ${name} over http to a service with TLS`, async () => {
      const baseUrl = service!.url.replace('https:', 'http:');
      const { failure, sent, answered } = await errorOf(operations[name](plain.connect({ baseUrl })));
      // By these, the sentence says that the URL may have to start with https://.
      assert.deepEqual([failure, sent, answered], [{ kind: 'connectionLost' }, true, false]);
    });
  }
});

bothEnds('Node checks certificates.').describe('client: error codes', () => {
  const withCode = (code: string) => Object.assign(new Error(code), { code });

  // prettier-ignore
  const codes: readonly [string, ReturnType<typeof failureOf>][] = [
    ['CERT_HAS_EXPIRED', { kind: 'tls', reason: 'expired', code: 'CERT_HAS_EXPIRED' }],
    ['SELF_SIGNED_CERT_IN_CHAIN', { kind: 'tls', reason: 'unknownIssuer', code: 'SELF_SIGNED_CERT_IN_CHAIN' }],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', { kind: 'tls', reason: 'unknownIssuer', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }],
    ['CERT_REVOKED', { kind: 'tls', reason: 'other', code: 'CERT_REVOKED' }],
    ['EAI_AGAIN', { kind: 'nameNotFound' }],
    ['EAI_NONAME', { kind: 'nameNotFound' }],
    ['EHOSTUNREACH', { kind: 'unreachable' }],
    ['ENETUNREACH', { kind: 'unreachable' }],
    ['EACCES', { kind: 'unreachable' }],
    ['EPERM', { kind: 'unreachable' }],
    ['EAFNOSUPPORT', { kind: 'unreachable' }],
    ['UND_ERR_CONNECT_TIMEOUT', { kind: 'unreachable' }],
    ['EPIPE', { kind: 'connectionLost' }],
    ['UND_ERR_HEADERS_TIMEOUT', { kind: 'timeout', seconds: 300 }],
    ['UND_ERR_BODY_TIMEOUT', { kind: 'timeout', seconds: 300 }],
    ['EMFILE', { kind: 'unknown', code: 'EMFILE' }],
  ];
  for (const [code, failure] of codes)
    it(`reads ${code}, alone, as a cause and among attempts`, () => {
      assert.deepEqual(failureOf(withCode(code)), failure);
      assert.deepEqual(failureOf(new Error('outer', { cause: withCode(code) })), failure);
      assert.deepEqual(failureOf(new AggregateError([withCode(code), withCode('EMFILE')])), failure);
    });

  it('reads that a host refused the connection, even if another of its addresses is out of reach', () => {
    for (const code of ['EADDRNOTAVAIL', 'ENETUNREACH', 'ETIMEDOUT']) {
      const attempts = new AggregateError([withCode(code), withCode('ECONNREFUSED')]);
      assert.deepEqual(failureOf(Object.assign(attempts, { code })), { kind: 'refused' });
    }
  });

  it("uses the name of an error without a code, and nothing of what isn't an error", () => {
    assert.deepEqual(failureOf(new TypeError('secret')), { kind: 'unknown', code: 'TypeError' });
    assert.deepEqual(failureOf('secret'), { kind: 'unknown', code: 'unknown' });
  });
});
