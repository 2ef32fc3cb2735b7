import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { proxyFor, type Environment, type ProxySettings } from '../../../src/service/proxyFor';

const none: ProxySettings = { support: 'override', proxy: '', noProxy: [] };
const inSettings = 'http://settings:1';
const variables = { HTTP_PROXY: 'http://plain:1', HTTPS_PROXY: 'http://secure:1' };

type Row = readonly [string, string, Partial<ProxySettings>, Environment, string | undefined];

// prettier-ignore
const rows: readonly Row[] = [
  ['nothing set', 'https://a.test', {}, {}, undefined],
  ['the setting', 'https://a.test', { proxy: inSettings }, {}, inSettings],
  ['the setting with spaces around it', 'https://a.test', { proxy: ` ${inSettings} ` }, {}, inSettings],
  ['the setting before the environment', 'https://a.test', { proxy: inSettings }, variables, inSettings],
  ['the variable for https', 'https://a.test', {}, variables, 'http://secure:1'],
  ['the variable for http', 'http://a.test', {}, variables, 'http://plain:1'],
  ['the variable for http used for https, if it is the only one', 'https://a.test', {}, { HTTP_PROXY: 'http://p:1' }, 'http://p:1'],
  ["the variable for https isn't used for http", 'http://a.test', {}, { HTTPS_PROXY: 'http://p:1' }, undefined],
  ['an empty variable counts as none', 'https://a.test', {}, { https_proxy: '', HTTPS_PROXY: ' ' }, undefined],
  ['a variable without scheme', 'https://a.test', {}, { HTTPS_PROXY: 'proxy:8080' }, 'http://proxy:8080'],
  ['a variable with another scheme, unchanged', 'https://a.test', {}, { HTTPS_PROXY: 'socks5://p:1' }, 'socks5://p:1'],
  ['off: not the setting', 'https://a.test', { support: 'off', proxy: inSettings }, {}, undefined],
  ['off: not the environment either', 'https://a.test', { support: 'off' }, variables, undefined],
  ['loopback is direct', 'https://127.1.2.3:8443', { proxy: inSettings }, variables, undefined],
  ['NO_PROXY, if the settings have no exceptions', 'https://a.test', {}, { ...variables, NO_PROXY: 'a.test' }, undefined],
  ['NO_PROXY against the setting', 'https://a.test', { proxy: inSettings }, { NO_PROXY: 'a.test' }, undefined],
  ['no_proxy first', 'https://a.test', {}, { ...variables, no_proxy: 'b.test', NO_PROXY: 'a.test' }, 'http://secure:1'],
  ['several in NO_PROXY', 'https://a.test', {}, { ...variables, NO_PROXY: 'b.test, c.test a.test' }, undefined],
  ['http.noProxy in place of NO_PROXY', 'https://a.test', { noProxy: ['b.test'] }, { ...variables, NO_PROXY: 'a.test' }, 'http://secure:1'],
  ['blank entries of http.noProxy count as none', 'https://a.test', { noProxy: [' '] }, { ...variables, NO_PROXY: 'a.test' }, undefined],
];

/** An entry, a URL, and whether the URL bypasses the proxy. */
const exceptions: readonly (readonly [string, string, boolean])[] = [
  ['*', 'https://a.test', true],
  ['a.test', 'https://a.test', true],
  ['A.Test', 'https://a.test', true],
  ['a.test.', 'https://a.test', true],
  ['a.test', 'https://a.test.', true],
  ['a.test', 'https://sub.a.test', true],
  ['.a.test', 'https://a.test', true],
  ['*.a.test', 'https://sub.a.test', true],
  ['a.test', 'https://ba.test', false],
  ['a.test:443', 'https://a.test', true],
  ['a.test:80', 'http://a.test', true],
  ['a.test:80', 'https://a.test', false],
  ['a.test:8443', 'https://a.test', false],
  ['*.a.test:8443', 'https://b.a.test:8443', true],
  ['10.1.2.3', 'https://10.1.2.3', true],
  ['[2001:db8::1]', 'https://[2001:db8::1]', true],
  ['2001:0DB8:0::1', 'https://[2001:db8::1]', true],
  ['[2001:db8::1]:8443', 'https://[2001:db8::1]:8443', true],
  ['10.0.0.0/8', 'http://10.10.20.1:3000', true],
  ['10.0.0.1/8', 'http://10.255.0.1', true],
  ['0.0.0.0/0', 'https://8.8.8.8', true],
  ['0.0.0.0/0', 'https://a.test', false],
  ['10.0.0.0/12', 'https://10.16.0.1', false],
  ['10.0.0.0/8', 'http://[::ffff:10.1.2.3]', true],
  ['10.0.0.0/8', 'http://10.test', false],
  ['172.16.*', 'http://172.16.4.5:3000', true],
  ['172.16.*.*', 'http://172.16.4.5:3000', true],
  ['10.*', 'https://10.test', false],
  ['192.168.1.', 'https://192.168.1.77', true],
  ['192.168.1.*', 'https://192.168.10.1', false],
  ['10.*:8080', 'http://10.1.1.1:8080', true],
  ['[fd00::]/8', 'https://[fd12:3456::1]', true],
  ['fd00::/8', 'https://10.1.2.3', false],
  ['10.0.0.0/33', 'https://10.0.0.1', false],
  ['10.0.0.0/', 'https://10.0.0.1', false],
  ['300.1.*', 'https://a.test', false],
  ['my_host', 'https://my_host', true],
  ['*.bücher.test', 'https://agents.bücher.test', true],
  ['xn--bcher-kva.test:443', 'https://bücher.test', true],
  ['', 'https://a.test', false],
  [':443', 'https://a.test', false],
  ['[', 'https://a.test', false],
];

describe('the proxy for a URL', () => {
  for (const [what, url, settings, environment, proxy] of rows)
    it(`is ${proxy ?? 'none'}: ${what}`, () =>
      assert.equal(proxyFor(new URL(url), { ...none, ...settings }, environment), proxy));

  for (const [entry, url, excepted] of exceptions)
    it(`is ${excepted ? 'none' : 'used'} for ${url} with the exception "${entry}", in the setting as in NO_PROXY`, () => {
      const expected = excepted ? undefined : inSettings;
      const target = new URL(url);
      assert.equal(proxyFor(target, { ...none, proxy: inSettings, noProxy: [entry] }, {}), expected);
      assert.equal(proxyFor(target, { ...none, proxy: inSettings }, { NO_PROXY: entry }), expected);
    });

  it('is used despite an exception that has no meaning here, which is told', () => {
    // prettier-ignore
    const strange = [
      '10.0.0.0/33', 'fd00::/129', '10.0.0.1-10.0.0.9', '<local>', 'a.*.test', 'http://a.test', 'fe80::1%en0',
    ];
    // prettier-ignore
    const understood = [
      '*', 'a.test', '.a.test', '*.a.test:8443', '10.1.2.3', '[::1]:80', '10.0.0.0/8', 'fd00::/8', '10.*',
    ];
    const told: string[] = [];
    const target = new URL('https://b.test');
    const exceptions = [...strange, ...understood.slice(1)].join(',');
    const proxy = proxyFor(target, none, { ...variables, NO_PROXY: exceptions }, (entry) => told.push(entry));
    assert.deepEqual([proxy, told], [variables.HTTPS_PROXY, strange]);
    proxyFor(target, none, variables, (entry) => assert.fail(`no exception is set, and "${entry}" is told`));
  });

  it('is found whatever an exception contains', () => {
    const unit = fc.constantFrom('[', ']', ':', '.', '*', '%', '/', '@', ' ', '\n', '0', '1', 'a');
    const property = fc.property(fc.string({ unit, maxLength: 40 }), (entry) => {
      const settings = { ...none, proxy: inSettings, noProxy: [entry] };
      assert.ok([undefined, inSettings].includes(proxyFor(new URL('https://[2001:db8::1]:8443'), settings, {})));
    });
    fc.assert(property);
  });
});
