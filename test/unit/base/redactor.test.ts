import assert from 'node:assert/strict';
import { redacted, Redactor } from '../../../src/base/redactor';
import { isSecretName, withoutUserInfo } from '../../../src/base/secretShapes';

function redactorOf(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.add(secret);
  return redactor;
}

describe('Redactor, for known secrets', () => {
  const odd = 'k"\\ü/+ &<é\'9';
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const rows: readonly (readonly [string, readonly string[], string, string])[] = [
    ['hides one', ['hunter22'], 'a hunter22 b', `a ${redacted} b`],
    ['hides all occurrences', ['hunter22'], 'hunter22, hunter22', `${redacted}, ${redacted}`],
    ['hides one inside a word', ['hunter22'], 'xhunter22y', `x${redacted}y`],
    ['reads a secret as text, not as a pattern', ['a.b*c+$&'], 'a.b*c+$& axbbcc', `${redacted} axbbcc`],
    ['hides it in JSON', [odd], `x ${JSON.stringify(odd).slice(1, -1)} y`, `x ${redacted} y`],
    ['hides it in JSON in JSON', [odd], `x ${JSON.stringify(JSON.stringify(odd)).slice(3, -3)} y`, `x ${redacted} y`],
    ["hides it in Python's JSON", ['schlüssel'], 'x schl\\u00fcssel y', `x ${redacted} y`],
    ["hides it in Python's quotes", ["it's-me"], "x it\\'s-me y", `x ${redacted} y`],
    ['hides it percent-encoded', [odd], `x ${encodeURIComponent(odd)} y`, `x ${redacted} y`],
    ['hides it in a form', ['a b&c'], 'x a+b%26c y', `x ${redacted} y`],
    ['hides it with lowercase escapes', ['ab/cd/ef'], 'x ab%2fcd%2fef y', `x ${redacted} y`],
    ['hides it as base64', [odd], `x ${base64(odd)}`, `x ${redacted}${/=*$/.exec(base64(odd))?.[0] ?? ''}`],
    [
      'hides it as URL-safe base64',
      ['??>>~~'],
      `x ${base64('??>>~~').replaceAll('/', '_').replaceAll('+', '-')}`,
      `x ${redacted}`,
    ],
    ['hides it in base64 of another text', ['hunter22-hunter'], base64('yhunter22-hunter:z'), `eW${redacted}jp6`],
    [
      'hides it in base64, shifted by one byte',
      ['hunter22-hunter'],
      base64('yyhunter22-hunter:z'),
      `eXl${redacted}I6eg==`,
    ],
    [
      'hides it in base64, shifted by two bytes',
      ['hunter22-hunter'],
      base64('yyyhunter22-hunter:z'),
      `eXl5${redacted}Ono=`,
    ],
    ['keeps base64 that contains a short one', ['hunt'], base64('yhunt'), 'eWh1bnQ='],
    ['hides it as base64 with signs', ['??>>~~'], `x ${base64('??>>~~')}`, `x ${redacted}`],
    ['hides the longer of two', ['abcd', 'abcdef'], 'abcdef', redacted],
    ['leaves no remainder of two that overlap', ['abcdef', 'defghi'], 'x abcdefghi y', `x ${redacted} y`],
    ['leaves no remainder of one that overlaps itself', ['abab'], 'x ababab y', `x ${redacted} y`],
    ['merges two that touch', ['abcd', 'efgh'], 'abcdefgh', redacted],
    [
      'leaves no remainder of a longer one that overlaps itself',
      ['ab'.repeat(8)],
      `x ${'ab'.repeat(11)} y`,
      `x ${redacted} y`,
    ],
    ["keeps one that's too short to be recognized", ['abc', '    '], 'abc     d', 'abc     d'],
    ['hides it without the whitespace around it', [' hunter22\n'], 'x hunter22 y', `x ${redacted} y`],
    ['hides it in lowercase, like hosts', ['Hunter22'], 'x hunter22 y', `x ${redacted} y`],
    ['hides it in HTML', ['<a&"b\'>'], 'x &lt;a&amp;&quot;b&#39;&gt; y', `x ${redacted} y`],
    ["hides it in Python's HTML", ['<a&"b\'>'], 'x &lt;a&amp;&quot;b&#x27;&gt; y', `x ${redacted} y`],
    ["hides it in PHP's JSON", ['ab/cd/"e'], 'x ab\\/cd\\/\\"e y', `x ${redacted} y`],
    ["hides it in Go's JSON", ['a<b>&c'], 'x a\\u003cb\\u003e\\u0026c y', `x ${redacted} y`],
    ["hides it in Python's URLs", ['ab/cd "e'], 'x ab/cd%20%22e y', `x ${redacted} y`],
    [
      'hides a short one that stands alone in quotes',
      ['abc'],
      `{"a": "abc", 'b': \\"abc\\"}`,
      '{"a": "[redacted]", \'b\': \\"[redacted]\\"}',
    ],
    ['hides a short one at the end of an argument', ['12'], `['--pin=12']`, `['--pin=${redacted}']`],
    ['keeps short ones where they could be anything', ['abc'], 'abc "xabc" abc"', 'abc "xabc" abc"'],
    ['survives half a surrogate pair', ['key\ud800key'], 'x key\ud800key', `x ${redacted}`],
    ['keeps text without secrets', ['hunter22'], 'nothing here', 'nothing here'],
    ['hides nothing while it knows no secrets', [], 'hunter22', 'hunter22'],
  ];
  for (const [title, secrets, text, expected] of rows)
    it(title, () => assert.equal(redactorOf(...secrets).redact(text), expected));

  const beginnings: readonly (readonly [title: string, text: string, most: number, expected: string])[] = [
    ['as the whole of a short text', 'x hunter22 y', 99, `x ${redacted} y`],
    ['without a secret that ends behind it', 'x hunter22 y', 5, `x ${redacted}`],
    ['without one that begins at its last character', 'hunter22', 1, redacted],
    ['without two that overlap at its end', 'abcd hunter22hunter22', 6, `abcd ${redacted}`],
    ['without what follows a secret at its end', 'x hunter22', 2, 'x '],
    ['without a secret in base64 that ends behind it', `x ${base64('hunter22')}`, 4, `x ${redacted}`],
    ['without one of a redactor beside it', 'x beside-it-all y', 9, `x ${redacted}`],
    ['without half of a character', 'a\u{1f41e}', 2, 'a'],
  ];
  for (const [title, text, most, expected] of beginnings)
    it(`shows the beginning of a text ${title}`, () => {
      const redactor = new Redactor(redactorOf('beside-it-all'));
      redactor.add('hunter22');
      assert.equal(redactor.hideKnownAtStart(text, most, 4), expected);
    });

  it('hides what another redactor knows, including what it learns later', () => {
    const other = new Redactor();
    const both = new Redactor(other);
    both.add('hunter22');
    other.add('hunter33');
    other.add('abc');
    assert.equal(both.redact('hunter22 hunter33 "abc"'), `${redacted} ${redacted} "${redacted}"`);
    assert.equal(other.redact('hunter22'), 'hunter22');
  });

  it('keeps apart what a service was told', () => {
    const redactor = redactorOf('hunter22');
    redactor.told.add('hunter33');
    assert.equal(redactor.redact('hunter22 hunter33'), `${redacted} hunter33`);
    assert.equal(redactor.told.redact('hunter22 hunter33'), `${redacted} ${redacted}`);
  });

  it('takes a secret of a megabyte', () => {
    const secret = 'ab1'.repeat(400_000);
    assert.equal(redactorOf(secret).redact(`x ${secret} y`), `x ${redacted} y`);
  });
});

describe('Redactor, for texts that a service may have cut', () => {
  const long = 'correct-horse-battery-staple-42';
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['a secret', `x ${long} y`, true],
    ['a secret in another spelling', Buffer.from(`${long}x`).toString('base64'), true],
    ['the beginning of a secret at the end', `x ${long.slice(0, 6)}`, true],
    ['the beginning of a secret before dots', `'${long.slice(0, 13)}...${long.slice(-13)}' y`, true],
    ['the beginning of a secret before an ellipsis', `${long.slice(0, 7)}… y`, true],
    ['the beginning of its base64 at the end', Buffer.from(long).toString('base64').slice(0, 20), true],
    ['what could begin anything', `x ${long.slice(0, 5)}`, false],
    ['the beginning of a secret, and something else', `${long.slice(0, 12)}x`, false],
    ['nothing of it', 'nothing here', false],
    ['no text', '', false],
  ];
  for (const [what, text, expected] of rows)
    it(`${expected ? 'withholds' : 'keeps'} ${what}`, () => {
      const beside = new Redactor(redactorOf(long));
      for (const redactor of [redactorOf(long), beside]) {
        assert.equal(redactor.repeats(text), expected);
        assert.equal(redactor.withhold(text), expected ? redacted : text);
      }
    });

  it('looks for secrets of a length', () => {
    const redactor = redactorOf('hunter22');
    assert.deepEqual([redactor.repeats('hunter22 hunter', 9), redactor.repeats('hunter', 8)], [false, true]);
    redactor.add('hunter22-hunter22');
    assert.equal(redactor.repeats('hunter', 9), true);
  });
});

describe('Redactor, for secrets by their shape', () => {
  const hidden: readonly string[] = [
    'X-Session-API-Key: SECRET',
    'x-session-api-key=SECRET',
    '{"x-session-api-key":"SECRET","a":1}',
    "{ 'x-session-api-key': 'SECRET' }",
    '{\\"X-Session-API-Key\\":\\"SECRET\\"}',
    '"authorization":["Bearer SECRET"]',
    'Authorization: Basic SECRET=',
    'authorization: Bearer SECRET, next',
    'Proxy-Authorization: Digest SECRET',
    'Cookie: a=SECRET; b=SECRET',
    'set-cookie: sid=SECRET; Path=/',
    'curl -H "Authorization: token SECRET"',
    '{"api_key": "SECRET"}',
    '{"api_key": "a\\"SECRET"}',
    "{'api_key': 'SECRET'}",
    '"apiKey":"SECRET"',
    '"access_token" : "SECRET"',
    'client_secret="SECRET"',
    'https://h.example/x?api_key=SECRET&a=b',
    'https://h.example/x?access_token=SECRET',
    'password=SECRET',
    'https://user:SECRET@h.example/x',
    'https://SECRET@h.example/x',
    'postgres://u:SE/SECRET@h.example/x',
    'sent Bearer SECRET123 along',
    'key ghp_SECRET0123456789abcdef',
    'sk-proj-SECRET0123456789',
    'eyJhbGciOiJI.eyJzdWIiOiIxMjM0NTY3ODkwIn0.SECRET',
  ];
  for (const text of hidden)
    it(`hides it in ${text}`, () => {
      const result = new Redactor().redact(text);
      assert.doesNotMatch(result, /SECRET/);
    });

  const kept: readonly string[] = [
    'Error authenticating with the LLM provider. Please check your API key',
    'Invalid token',
    'max_tokens: 4096 is too large',
    'https://a.example:8443/@scope/name',
    'mail ada@example.com',
    'a bearer of news',
    'Basic authentication required',
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

/** The words of a text. */
const words = (text: TemplateStringsArray) => String.raw(text).trim().split(/\s+/);

const secretNames = words`
api_key apiKey API-KEY token GITHUB_PAT passwd db_pwd Authorization httpHeaders env sig oauth dsn private
X-Signature litellm_extra_body max_api_key tokens session_tokens
`;
const plainNames = words`
author path pattern passive language environmental command name url v1_enabled design spin
constructor max_tokens max_input_tokens output_cost_per_token custom_tokenizer
`;

describe('isSecretName', () => {
  for (const name of secretNames) it(`recognizes ${name}`, () => assert.ok(isSecretName(name)));
  for (const name of plainNames) it(`doesn't recognize ${name}`, () => assert.ok(!isSecretName(name)));
});
