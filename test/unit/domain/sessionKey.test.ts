import assert from 'node:assert/strict';
import { parseSessionKey } from '../../../src/domain/sessionKey';

describe('parseSessionKey', () => {
  const taken: readonly (readonly [string, string, string])[] = [
    ['takes a key as it is', 'abc-DEF_123.~+/=', 'abc-DEF_123.~+/='],
    ['drops white space around it', '  key\r\n', 'key'],
    ['drops the byte order mark of a pasted file', '\ufeffkey', 'key'],
    ['keeps white space inside', 'a b\tc', 'a b\tc'],
    ['takes quotes, commas and colons', '"a",b:c', '"a",b:c'],
    ['takes Latin letters, which a header can carry', 'schlüssel', 'schlüssel'],
  ];
  for (const [title, text, key] of taken) it(title, () => assert.deepEqual(parseSessionKey(text), { ok: true, key }));

  const refused: readonly (readonly [string, string, string])[] = [
    ['nothing', '', 'empty'],
    ['white space', ' \t\n', 'empty'],
    ['a line break', 'a\nb', 'lineBreak'],
    ['a header of its own', 'key\r\nX-Other: 1', 'lineBreak'],
    ['a carriage return', 'a\rb', 'lineBreak'],
    ['a zero character', 'a\0b', 'characters'],
    ['a control character', 'a\x1bb', 'characters'],
    ['a C1 control character', 'a\x85b', 'characters'],
    ['DEL', 'a\x7fb', 'characters'],
    ['letters that a header cannot carry', 'ключ', 'characters'],
    ['an invisible space of a web page', 'a\u200bb', 'characters'],
    ['a space that does not break', 'a\xa0b', 'characters'],
    ['a line separator', 'a\u2028b', 'characters'],
    ['an emoji', '🔑', 'characters'],
    ['dots of a masked key', '••••', 'characters'],
  ];
  for (const [title, text, reason] of refused)
    it(`refuses ${title}`, () => assert.deepEqual(parseSessionKey(text), { ok: false, reason }));
});
