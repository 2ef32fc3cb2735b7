import assert from 'node:assert/strict';
import { marked, markedIn } from '../../support/markedSecrets';

describe('marked secrets', () => {
  const secret = marked('llm-key');
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const found: readonly (readonly [string, string, readonly string[]])[] = [
    ['as is', `a ${secret} b`, ['llm-key']],
    ['inside a word', `a${secret}b`, ['llm-key']],
    ['more than one of them', `${secret} ${marked('env')} ${secret}`, ['llm-key', 'env']],
    ['in JSON inside JSON', JSON.stringify(JSON.stringify(`"${secret}"`)), ['llm-key']],
    ['in a URL', encodeURIComponent(`/?a=${secret}`), ['llm-key']],
    ['cut short at the end', secret.slice(0, 12), ['a part of one']],
    ['cut short at the beginning', secret.slice(-12), ['a part of one']],
    ['with two bytes for each letter', Buffer.from(secret, 'utf16le').toString('latin1'), ['an encoded one']],
    ...[0, 1, 2, 3].map((before): [string, string, string[]] => [
      `as base64 after ${before} letters`,
      base64('x'.repeat(before) + secret),
      ['an encoded one'],
    ]),
    ['as base64 of their beginning', base64(secret.slice(0, 9)), ['an encoded one']],
  ];
  for (const [title, text, names] of found) it(`are found ${title}`, () => assert.deepEqual(markedIn(text), names));

  it('are not found if there are none', () => assert.deepEqual(markedIn('marked llm-key Mark7ed edX'), []));
});
