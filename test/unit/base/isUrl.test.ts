import assert from 'node:assert/strict';
import { isUrl } from '../../../src/base/url';
import { bothEnds } from '../../support/tags';

bothEnds("What counts as a URL is Node's own.").describe('isUrl', () => {
  const rows: readonly (readonly [text: string, base: string | undefined, expected: boolean])[] = [
    ['https://a.example/', undefined, true],
    ['https://', undefined, false],
    ['a.example', undefined, false],
    ['b', 'https://a.example/', true],
    ['https://a.example:99999/', 'https://a.example/', false],
  ];
  for (const [text, base, expected] of rows)
    it(`${expected ? 'accepts' : 'rejects'} "${text}"${base === undefined ? '' : ` on ${base}`}`, () =>
      assert.equal(isUrl(text, base), expected));

  it('gives the same result after a hundred thousand calls', () => {
    let refused = 0;
    for (let times = 0; times < 100_000; times++) if (!isUrl('https://bücher.example/ü.png')) refused++;
    assert.equal(refused, 0);
  });
});
