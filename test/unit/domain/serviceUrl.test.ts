import assert from 'node:assert/strict';
import { conversationUrl, parseServiceUrl } from '../../../src/domain/serviceUrl';

describe('parseServiceUrl', () => {
  const taken: readonly (readonly [text: string, baseUrl: string, origin: string, traits: string])[] = [
    ['http://localhost:3000', 'http://localhost:3000', 'http://localhost:3000', 'loopback secure'],
    ['http://localhost:3000/', 'http://localhost:3000', 'http://localhost:3000', 'loopback secure'],
    ['  http://localhost:3000\n', 'http://localhost:3000', 'http://localhost:3000', 'loopback secure'],
    ['HTTP://LocalHost:3000', 'http://localhost:3000', 'http://localhost:3000', 'loopback secure'],
    ['http://127.0.0.1', 'http://127.0.0.1', 'http://127.0.0.1', 'loopback secure'],
    ['http://127.8.9.1:80', 'http://127.8.9.1', 'http://127.8.9.1', 'loopback secure'],
    ['http://127.1', 'http://127.0.0.1', 'http://127.0.0.1', 'loopback secure'],
    ['http://[::1]:3000', 'http://[::1]:3000', 'http://[::1]:3000', 'loopback secure'],
    ['http://agents.localhost', 'http://agents.localhost', 'http://agents.localhost', 'loopback secure'],
    ['https://localhost', 'https://localhost', 'https://localhost', 'loopback secure'],
    ['https://agents.example.com', 'https://agents.example.com', 'https://agents.example.com', 'secure'],
    ['https://agents.example.com:443', 'https://agents.example.com', 'https://agents.example.com', 'secure'],
    ['https://agents.example.com/team/a', 'https://agents.example.com/team/a', 'https://agents.example.com', 'secure'],
    [
      'https://agents.example.com/team/a///',
      'https://agents.example.com/team/a',
      'https://agents.example.com',
      'secure',
    ],
    ['https://agents.example.com/a/../b/', 'https://agents.example.com/b', 'https://agents.example.com', 'secure'],
    ['https://bücher.example', 'https://xn--bcher-kva.example', 'https://xn--bcher-kva.example', 'secure'],
    ['http://agents.example.com', 'http://agents.example.com', 'http://agents.example.com', ''],
    ['http://192.168.0.1', 'http://192.168.0.1', 'http://192.168.0.1', ''],
    ['http://0.0.0.0:3000', 'http://0.0.0.0:3000', 'http://0.0.0.0:3000', ''],
    ['http://localhost.example.com', 'http://localhost.example.com', 'http://localhost.example.com', ''],
    ['http://notlocalhost', 'http://notlocalhost', 'http://notlocalhost', ''],
    ['http://127.0.0.1.example.com', 'http://127.0.0.1.example.com', 'http://127.0.0.1.example.com', ''],
  ];
  for (const [text, baseUrl, origin, traits] of taken) {
    it(`takes ${JSON.stringify(text)}`, () => {
      const [loopback, secure] = [traits.includes('loopback'), traits.includes('secure')];
      assert.deepEqual(parseServiceUrl(text), { ok: true, address: { baseUrl, origin, loopback, secure } });
    });
  }

  const refused: readonly (readonly [string, string])[] = [
    ['', 'empty'],
    [' \n', 'empty'],
    ['localhost:3000', 'notAnAddress'],
    ['agents.example.com', 'notAnAddress'],
    ['/api', 'notAnAddress'],
    ['http:localhost', 'notAnAddress'],
    ['http://', 'notAnAddress'],
    ['http:///host', 'notAnAddress'],
    ['http:\\\\host', 'notAnAddress'],
    ['http://host\\path', 'notAnAddress'],
    ['http://host name', 'notAnAddress'],
    ['http://local\thost', 'notAnAddress'],
    ['http://local\nhost', 'notAnAddress'],
    ['http://host\0', 'notAnAddress'],
    ['http://host:99999', 'notAnAddress'],
    ['http://[::1', 'notAnAddress'],
    ['http://1.2.3.999', 'notAnAddress'],
    ['ftp://host', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['ws://host', 'scheme'],
    ['vscode://host', 'scheme'],
    ['javascript:alert(1)', 'notAnAddress'],
    ['https://user:secret@host', 'credentials'],
    ['https://user@host', 'credentials'],
    ['https://:secret@host', 'credentials'],
    ['https://host?key=secret', 'query'],
    ['https://host/a#b', 'query'],
  ];
  for (const [text, reason] of refused)
    it(`refuses ${JSON.stringify(text)}: ${reason}`, () =>
      assert.deepEqual(parseServiceUrl(text), { ok: false, reason }));

  it('reads a hundred thousand slashes in no time', () => {
    const before = performance.now();
    parseServiceUrl(`http://host/a${'/'.repeat(100_000)}x`);
    assert.ok(performance.now() - before < 5000);
  });
});

describe('conversationUrl', () => {
  const template = '{base_url}/conversations/{conversation_id}';
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['fills in address and id', template, 'abc', 'https://h/p/conversations/abc'],
    ['fills in as often as asked', '{conversation_id}#{conversation_id}', 'a', 'a#a'],
    ['does without either', 'https://x', 'a', 'https://x'],
    ['leaves other braces alone', '{base_url}/{other}', 'a', 'https://h/p/{other}'],
    ['escapes a path', template, '../../admin', 'https://h/p/conversations/..%2F..%2Fadmin'],
    ['escapes query and fragment', template, 'a?b#c&d', 'https://h/p/conversations/a%3Fb%23c%26d'],
    ['escapes spaces and lines', template, 'a b\n', 'https://h/p/conversations/a%20b%0A'],
    ['does not read an id as a template', template, '{base_url}', 'https://h/p/conversations/%7Bbase_url%7D'],
    ['does not read an id as a pattern', template, '$&$1', 'https://h/p/conversations/%24%26%241'],
    ['survives half a surrogate pair', template, 'a\ud800', 'https://h/p/conversations/a%EF%BF%BD'],
  ];
  for (const [title, text, id, expected] of rows)
    it(title, () => assert.equal(conversationUrl(text, 'https://h/p', id), expected));
});
