import assert from 'node:assert/strict';
import fc from 'fast-check';
import { proxyAddress } from '../../../src/client/http/proxy';
import { proxyHost } from '../../../src/client/network';

const rows: readonly (readonly [string, string | undefined])[] = [
  ['http://proxy.example.com:8080', 'proxy.example.com:8080'],
  [' https://proxy.example.com ', 'proxy.example.com'],
  ['http://me:secret@proxy.example.com:8080/', 'proxy.example.com:8080'],
  ['me:secret@proxy.example.com:8080', 'proxy.example.com:8080'],
  ['proxy.example.com:8080', 'proxy.example.com:8080'],
  ['socks5://me:secret@proxy.example.com:1080', 'proxy.example.com:1080'],
  ['http://[::1]:8080', '[::1]:8080'],
  ['http://me:12/secret@proxy.example.com', undefined],
  ['http://me:12?secret@proxy.example.com', undefined],
  ['http://me:12#secret@proxy.example.com', undefined],
  ['http://me:secret/more@proxy.example.com', undefined],
  ['', undefined],
  ['http://', undefined],
  ['not an address', undefined],
];

describe('the host of a proxy', () => {
  for (const [address, host] of rows)
    it(`is ${host ?? 'unknown'} in ${JSON.stringify(address)}`, () => assert.equal(proxyHost(address), host));

  it('is the name for TLS, unless it is an IP address, which is no name', () => {
    const hosts = ['proxy.example.com', '192.0.2.1', '[::1]'];
    const names = hosts.map((host) => proxyAddress({ url: `https://${host}:8443` })?.servername);
    assert.deepEqual(names, ['proxy.example.com', '', '']);
  });

  it('includes nothing of the user and password, whatever they are', () => {
    const piece = fc.string({ minLength: 1, maxLength: 12 });
    const property = fc.property(piece, piece, (user, password) => {
      const host = proxyHost(`http://${user}:${password}@proxy.example.com:8080`);
      assert.ok(host === undefined || host === 'proxy.example.com:8080', host);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
