import fc from 'fast-check';
import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { parseSessionKey } from '../../../src/service/sessionKey';
import { anyCharacter } from '../../support/anyCharacter';

describe('parseSessionKey', () => {
  // prettier-ignore
  const taken: readonly (readonly [string, string, string])[] = [
    ['accepts a key as is', 'abc-DEF_123.~+/=', 'abc-DEF_123.~+/='],
    ['removes whitespace around it', '  key\r\n', 'key'],
    ['removes the byte order mark of a pasted file', '\ufeffkey', 'key'],
    ['keeps whitespace inside', 'a b\tc', 'a b\tc'],
    ['keeps a key that begins with letters of such a name', 'setting-API_KEY-abc', 'setting-API_KEY-abc'],
    ['keeps such names inside a key', 'a export X-Session-API-Key: Bearer "b"', 'a export X-Session-API-Key: Bearer "b"'],
    ['keeps a key that ends in a semicolon', 'abc;', 'abc;'],
    ['keeps a key that ends in signs of base64', 'QVBJX0tFWQ==', 'QVBJX0tFWQ=='],
    ['accepts Latin letters, which a header can contain', 'schlüssel', 'schlüssel'],
  ];
  for (const [title, text, key] of taken) it(title, () => assert.deepEqual(parseSessionKey(text), { ok: true, key }));

  // prettier-ignore
  const copied = [
    'SESSION_API_KEY=abc', 'export OH_SESSION_API_KEYS_0="abc"', "$env:LOCAL_BACKEND_API_KEY = 'abc'",
    'X-Session-API-Key: abc', 'Authorization: Bearer abc', 'Bearer abc', '"abc"', '\u201cabc\u201d',
    '\u2018abc\u2019', '\u201eabc\u201c', 'SESSION_API_KEY=\u201cabc\u201d', 'export SESSION_API_KEY="abc"\r\n',
    'session_api_key=abc', 'SESSION_API_KEY: "abc"', '"SESSION_API_KEY": "abc",', 'set SESSION_API_KEY=abc',
    'setx SESSION_API_KEY "abc"', '-e SESSION_API_KEY=abc', "SESSION_API_KEY='abc';", '-H "X-Session-API-Key: abc"',
    "-H 'X-Session-API-Key:abc'", '" abc "',
  ];
  for (const text of copied)
    it(`finds "abc" in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(parseSessionKey(text), { ok: true, key: 'abc' }));

  const refused: readonly (readonly [string, string, string])[] = [
    ['nothing', '', 'empty'],
    ['whitespace', ' \t\n', 'empty'],
    ['quotes without a key', '""', 'empty'],
    ['a scheme without a token', 'Authorization: Bearer ', 'empty'],
    ['several variables', 'SESSION_API_KEY=a\nOTHER=b', 'lineBreak'],
    ['a line break', 'a\nb', 'lineBreak'],
    ['a character that becomes a line feed when cut to a byte', 'a\u560ab', 'characters'],
    ['a control character', 'a\x1bb', 'characters'],
    ['DEL', 'a\x7fb', 'characters'],
    ["letters that a header can't contain", 'ключ', 'characters'],
    ['a no-break space', 'a\xa0b', 'characters'],
  ];
  for (const [title, text, reason] of refused)
    it(`rejects ${title}`, () => assert.deepEqual(parseSessionKey(text), { ok: false, reason }));

  it('accepts exactly one header value, whatever it reads', () => {
    const letter = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 1 }),
      fc.constantFrom('a', ' ', '\t', '\r', '\n', '\xff'),
    );
    let taken = 0;
    const property = fc.property(fc.array(letter, { maxLength: 8 }), (letters) => {
      const result = parseSessionKey(letters.join(''));
      if (!result.ok) return;
      taken++;
      validateHeaderValue('X-Session-API-Key', result.key);
      assert.match(result.key, /^(?! )[^\r\n\0]+(?<! )$/);
    });
    fc.assert(property, { numRuns: 5000 });
    assert.ok(taken > 100, `${taken} taken`);
  });
});
