import assert from 'node:assert/strict';
import fc from 'fast-check';
import { proxyAddress } from '../../../src/client/http/proxyTunnel';
import { proxyHost, proxySecrets, type ProxyOptions } from '../../../src/client/network';
import { redactorOf } from '../../support/redactorOf';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe("a proxy's credentials", () => {
  /** The proxy, and the forms in which it could repeat its credentials. */
  // prettier-ignore
  const rows: readonly (readonly [string, ProxyOptions, readonly string[]])[] = [
    [
      'in its URL',
      { url: 'http://user:p%40ssword@proxy:8080' },
      ['user:p%40ssword', 'p%40ssword', 'user:p@ssword', 'p@ssword', base64('user:p@ssword'), base64('p@ssword')],
    ],
    ['in a URL without scheme', { url: 'user:password@proxy:8080' }, ['password', base64('user:password')]],
    ['as a user only', { url: 'http://t0ken-of-mine@proxy' }, ['t0ken-of-mine', base64('t0ken-of-mine:')]],
    ['as a password only', { url: 'http://:password@proxy' }, ['password', base64(':password')]],
    ['with a percent sign in the password', { url: 'http://user:100%pure@proxy' }, ['100%pure', base64('user:100%pure')]],
    ['with colons', { url: 'http://user:pa:ss:word@proxy' }, ['pa:ss:word', base64('user:pa:ss:word')]],
    ['if the host is ambiguous', { url: 'http://user:pa/ss@word@proxy' }, ['pa/ss@word']],
    [
      'in a header',
      { url: 'http://proxyTunnel', authorization: `Basic ${base64('üser:pässword')}` },
      [`Basic ${base64('üser:pässword')}`, base64('üser:pässword'), 'üser:pässword', 'pässword'],
    ],
    ['in a header of another scheme', { url: 'http://proxyTunnel', authorization: 'Negotiate YII!.abc' }, ['YII!.abc']],
    ['in a header without scheme', { url: 'http://proxyTunnel', authorization: 'my-own-way' }, ['my-own-way']],
  ];
  for (const [where, proxy, forms] of rows)
    it(`are hidden ${where}`, () => {
      const redactor = redactorOf(...proxySecrets(proxy));
      for (const form of forms) assert.ok(redactor.detects(`a ${form} b`), form);
    });

  it('are empty without a user and a header', () => assert.deepEqual(proxySecrets({ url: 'http://proxy:8080' }), []));
});

const hosts: readonly (readonly [address: string, host: string | undefined])[] = [
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
  for (const [address, host] of hosts)
    it(`is ${host ?? 'unknown'} in ${JSON.stringify(address)}`, () => assert.equal(proxyHost(address), host));

  it('is the name for TLS, unless it is an IP address, which is no name', () => {
    const named = ['proxy.example.com', '192.0.2.1', '[::1]'];
    const names = named.map((host) => proxyAddress({ url: `https://${host}:8443` })?.servername);
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
