import assert from 'node:assert/strict';
import { redacted, Redactor } from '../../../src/base/redactor';
import { isSecretName, withoutQueries, withoutUserInfo } from '../../../src/base/secretShapes';
import { listOf } from '../../support/listOf';
import { redactorOf } from '../../support/redactorOf';

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Has a sign that every kind of text escapes. */
const odd = 'k"\\ü/+ &<é\'9';

describe('Redactor, for known secrets', () => {
  const repeated: readonly (readonly [what: string, secret: string, text: string])[] = [
    ['as it is', 'hunter22', 'a hunter22 b'],
    ['inside a word', 'hunter22', 'xhunter22y'],
    ['with signs of patterns', 'a.b*c+$&', 'x a.b*c+$& y'],
    ['in lowercase, like hosts', 'Hunter22', 'https://hunter22.example'],
    ['without the whitespace around it', ' hunter22\n', 'x hunter22 y'],
    ['in JSON', odd, JSON.stringify({ a: odd })],
    ['in JSON in JSON', odd, JSON.stringify(JSON.stringify({ a: odd }))],
    ["in Python's JSON", 'schlüssel', '{"a": "schl\\u00fcssel"}'],
    ["in Go's JSON", 'a<b>&c', '"a\\u003cb\\u003e\\u0026c"'],
    ["in PHP's JSON", 'ab/cd/"e', 'x ab\\/cd\\/\\"e y'],
    ["in Python's quotes", "it's-me", "'it\\'s-me'"],
    ['in a URL', odd, `/start?a=${encodeURIComponent(odd)}`],
    ['in a URL with few escapes', 'ab/cd "e', 'x ab/cd%20%22e y'],
    ['in a URL with lowercase escapes', 'ab/cd/ef', 'x ab%2fcd%2fef y'],
    ['in a URL beside a percent sign', 'ab cd', '100% of ab%20cd'],
    ['in a form', 'a b&c', 'x=a+b%26c'],
    ['as base64', odd, `x ${base64(odd)} y`],
    ['as base64 for URLs', '??>>~~', `x ${Buffer.from('??>>~~').toString('base64url')}`],
    ['as base64 in a URL', '??>>~~', encodeURIComponent(base64('??>>~~'))],
    ['at the beginning of a text in base64', 'hunter22', base64('hunter22:x')],
    ['as half a surrogate pair', 'key\ud800key', 'x key\ud800key'],
    ['if the first 64 units of it are there', 'ab1'.repeat(400_000), `x ${'ab1'.repeat(22)}`],
    ['alone, if it is short', '12', ' 12 '],
  ];
  for (const [what, secret, text] of repeated)
    it(`withholds a text that has one ${what}`, () => {
      assert.ok(redactorOf(secret).detects(text));
      assert.equal(redactorOf('another-one', secret).withhold(text), redacted);
    });

  const kept: readonly (readonly [what: string, secrets: readonly string[], text: string])[] = [
    ['that has none', ['hunter22'], 'nothing here'],
    ['that has the beginning of one, and goes on', ['hunter22'], 'hunter2x'],
    ['that ends with what could begin anything', ['hunter22'], 'a hunte'],
    ['that has a short one, and more', ['abc'], 'abc def'],
    ['while it knows no secrets', [], 'hunter22'],
    ['that is empty, with secrets of blanks', [' ', '    '], ''],
  ];
  for (const [what, secrets, text] of kept)
    it(`keeps a text ${what}`, () => assert.equal(redactorOf(...secrets).withhold(text), text));

  const long = 'correct-horse-battery-staple-42';
  const cut: readonly (readonly [what: string, text: string])[] = [
    ['at its end', `x ${long.slice(0, 6)}`],
    ['before dots', `input_value='${long.slice(0, 13)}...${long.slice(-13)}' y`],
    ['before an ellipsis', `${long.slice(0, 7)}… y`],
    ['in base64', base64(long).slice(0, 20)],
  ];
  for (const [what, text] of cut)
    it(`withholds a text that a service has cut within one: ${what}`, () => {
      for (const redactor of [redactorOf(long), new Redactor(redactorOf(long))]) {
        assert.equal(redactor.withhold(text), redacted);
        assert.equal(redactor.withhold(text, long.length + 1), text, 'no secret of that length');
        assert.equal(redactor.detects(text), false, 'what has not been cut, such as an ID, may begin like a secret');
      }
    });

  it('tells secrets by their length where everyday words are no secrets', () => {
    const redactor = redactorOf('hunter22', '12');
    assert.deepEqual([redactor.detects('hunter22', 8), redactor.detects('hunter22', 9)], [true, false]);
    assert.deepEqual([redactor.detects('12'), redactor.detects('12', 8)], [true, false]);
  });

  it('withholds what another redactor knows, including what it learns later', () => {
    const parent = new Redactor();
    const redactor = new Redactor(parent);
    redactor.add('hunter22');
    for (const later of ['hunter33', '12']) parent.add(later);
    for (const text of ['hunter22', 'x hunter33', '12']) assert.ok(redactor.detects(text), text);
    assert.equal(parent.detects('hunter22'), false);
  });

  it('withholds what a service was sent in texts of services only', () => {
    const redactor = redactorOf('hunter22');
    redactor.forServiceText.add('hunter33');
    assert.equal(redactor.detects('hunter33'), false);
    for (const secret of ['hunter22', 'hunter33']) assert.ok(redactor.forServiceText.detects(secret), secret);
  });
});

describe('Redactor, line by line', () => {
  const redactor = redactorOf('hunter22', 'begin\nmiddle\nend', 'beginning\nmiddle\nend', 'first line\r\nsecond');
  const rows: readonly (readonly [what: string, text: string, expected: string, most?: number])[] = [
    ['withholds the lines that repeat a secret', 'a\nx hunter22\nb', `a\n${redacted}\nb`],
    ['says so of a text that is shorter than the words for that', 'hunter22', redacted],
    ['withholds all if a secret has several lines', 'a\nbegin\nmiddle\nend', redacted],
    ['withholds all if its first line alone looks like one that was cut', 'a\nbeginning\nmiddle\nend', redacted],
    ['withholds all if another secret is beside the first line', 'hunter22 beginning\nmiddle\nend', redacted],
    ['withholds all if a secret was cut in its second line', 'a\nbeginning\nmid', redacted],
    ['withholds all with line breaks of another system', 'a\nbeginning\r\nmiddle\r\nend', redacted],
    ['withholds all if a secret was given with such line breaks', 'a\nfirst line\nsecond', redacted],
    ['shows the beginning of a text', 'abcdef\nhunter22', 'abcd', 4],
    ['shows no part of a secret that ends behind it', 'x\nhunter22', `x\n${redacted}`.slice(0, 5), 5],
    ['shows no part of one in base64 that ends behind it', `x\n${base64('hunter22')}`, `x\n${redacted}`.slice(0, 4), 4],
    ['shows no half of a character', 'a\u{1f41e}', 'a', 2],
  ];
  for (const [what, text, expected, most] of rows)
    it(what, () => assert.equal(redactor.withholdLines(text, 0, most), expected));

  it('also hides in a log what has the shape of a secret', () =>
    assert.equal(redactor.redact('a hunter22\npassword=x'), `${redacted}\npassword=${redacted}`));
});

describe('Redactor, for secrets by their shape', () => {
  const hidden: readonly string[] = [
    'X-Session-API-Key: SECRET',
    '{"x-session-api-key":"SECRET","a":1}',
    '{\\"X-Session-API-Key\\":\\"SECRET\\"}',
    '"authorization":["Bearer SECRET"]',
    'Authorization: Basic SECRET=',
    'Proxy-Authorization: Digest SECRET',
    'Cookie: a=SECRET; b=SECRET',
    'set-cookie: sid=SECRET; Path=/',
    '{"api_key": "SECRET"}',
    '{"api_key": "a\\"SECRET"}',
    "{'api_key': 'SECRET'}",
    '"apiKey":"SECRET"',
    '"access_token" : "SECRET"',
    'client_secret="SECRET"',
    'https://h.example/x?access_token=SECRET',
    'password=SECRET',
    'https://user:SECRET@h.example/x',
    'postgres://u:SE/SECRET@h.example/x',
    'sent Bearer SECRET123 along',
    'key ghp_SECRET0123456789abcdef',
    'sk-proj-SECRET0123456789',
    'eyJhbGciOiJI.eyJzdWIiOiIxMjM0NTY3ODkwIn0.SECRET',
  ];
  for (const text of hidden)
    it(`hides it in ${text}`, () => assert.doesNotMatch(new Redactor().redact(text), /SECRET/));

  const kept: readonly string[] = [
    'Invalid token',
    'max_tokens: 4096 is too large',
    'https://a.example:8443/@scope/name',
    'mail ada@example.com',
    'a bearer of news',
    'git@github.com:octocat/app.git',
  ];
  for (const text of kept) it(`keeps ${text}`, () => assert.equal(new Redactor().redact(text), text));
});

it('Redactor hides a token of many megabytes', () =>
  assert.match(new Redactor().redact('sk-1'.repeat(2 ** 22)), /^.redacted.$/));

describe('withoutUserInfo', () => {
  it('leaves a host alone that is an IPv6 address', () =>
    assert.equal(withoutUserInfo('http://[::1]:3000/x?y@evil.example'), 'http://[::1]:3000/x?y@evil.example'));
  it('keeps the rest of a URL', () =>
    assert.equal(withoutUserInfo('a https://u:p@h:1/p?q b ssh://git@h/x'), 'a https://h:1/p?q b ssh://h/x'));
});

describe('withoutQueries', () => {
  const rows: readonly (readonly [text: string, shown: string])[] = [
    ['No answer from https://box.example/?tkn=3fA9kQz7.', 'No answer from https://box.example/?-'],
    ['Failed: https://box.example/a?x=1&sig=3fA9kQz7 (after 3 s)', 'Failed: https://box.example/a?- (after 3 s)'],
    ['"http://10.0.0.1:8000/alive?key=3fA9kQz7"', '"http://10.0.0.1:8000/alive?-"'],
    ["'/run?ticket=3fA9kQz7'", "'/run?-'"],
    ['https://box.example/#access=3fA9kQz7', 'https://box.example/#-'],
    ['wss://box.example/socket?a&b=3fA9kQz7', 'wss://box.example/socket?-'],
    ['https://box.example/??a=3fA9kQz7', 'https://box.example/??-'],
    ['vscode://x?q=3fA9kQz7\nand https://y?r=3fA9kQz7', 'vscode://x?-\nand https://y?-'],
    ['https%3A%2F%2Fbox.example%2F%3Ftkn%3D3fA9kQz7', 'https%3A%2F%2Fbox.example%2F%3F-'],
    ['Is 1 = 1? Is a=b?', 'Is 1 = 1? Is a=b?'],
  ];
  for (const [text, shown] of rows)
    it(`shows of ${text}: ${shown}`, () => assert.equal(withoutQueries(text, '-'), shown));
});

const secretNames = listOf`
api_key apiKey API-KEY token GITHUB_PAT passwd db_pwd Authorization httpHeaders env sig oauth dsn private
X-Signature litellm_extra_body max_api_key tokens session_tokens
`;
const plainNames = listOf`
author path pattern passive language environmental command name url v1_enabled design spin
constructor max_tokens max_input_tokens output_cost_per_token custom_tokenizer
`;

describe('isSecretName', () => {
  for (const name of secretNames) it(`recognizes ${name}`, () => assert.ok(isSecretName(name)));
  for (const name of plainNames) it(`doesn't recognize ${name}`, () => assert.ok(!isSecretName(name)));
});
