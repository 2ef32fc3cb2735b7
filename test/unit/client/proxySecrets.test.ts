import assert from 'node:assert/strict';
import { proxySecrets, type ProxyOptions } from '../../../src/client/network';
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
      { url: 'http://proxy', authorization: `Basic ${base64('üser:pässword')}` },
      [`Basic ${base64('üser:pässword')}`, base64('üser:pässword'), 'üser:pässword', 'pässword'],
    ],
    ['in a header of another scheme', { url: 'http://proxy', authorization: 'Negotiate YII!.abc' }, ['YII!.abc']],
    ['in a header without scheme', { url: 'http://proxy', authorization: 'my-own-way' }, ['my-own-way']],
  ];
  for (const [where, proxy, forms] of rows)
    it(`are hidden ${where}`, () => {
      const redactor = redactorOf(...proxySecrets(proxy));
      for (const form of forms) assert.ok(redactor.repeats(`a ${form} b`), form);
    });

  it('are empty without a user and a header', () => assert.deepEqual(proxySecrets({ url: 'http://proxy:8080' }), []));
});
