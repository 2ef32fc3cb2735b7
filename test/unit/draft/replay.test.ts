import assert from 'node:assert/strict';
import fc from 'fast-check';
import { replayProblem } from '../../../src/draft/draftFields';

describe('replayProblem', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['accepts a list', '[{"source":"user"}]', undefined],
    ["accepts JSON that isn't a list: that's a warning, not an error", '{"a":1}', undefined],
    ['accepts whitespace around it', ' \n[]\r\n', undefined],
    ['rejects an empty text', '', '1:1'],
    ['rejects whitespace', ' \n ', '2:2'],
    ['says where a list ends too early', '[1,\n 2', '2:3'],
    ['says where a value is missing', '[1 2]', '1:4'],
    ['counts every kind of line break once', '[\r\n\r\n1\n2]', '4:1'],
    ['rejects text after it', '[]\n]', '2:1'],
    ['rejects comments', '[] // x', '1:4'],
    ['rejects several values, one on each line', '{}\n{}', '2:1'],
    ['rejects a byte order mark', '\ufeff[]', 'somewhere'],
    ['rejects plain text', 'nope', 'somewhere'],
  ];
  for (const [title, text, expected] of rows) {
    it(title, () => {
      const problem = replayProblem(text);
      const place = problem && `${problem.line ?? 'somewhere'}${problem.line ? `:${problem.column ?? ''}` : ''}`;
      // Whether an engine gives the position is up to the engine.
      if (expected === 'somewhere') assert.ok(problem);
      else assert.equal(place, expected);
    });
  }

  it('accepts every JSON text', () =>
    fc.assert(fc.property(fc.json({ stringUnit: 'binary' }), (text) => assert.equal(replayProblem(text), undefined))));

  it("rejects exactly what isn't JSON, and never throws", () =>
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', ',', ':', '1', ' ', '\n', '\\', 'a') }),
        (text) => {
          let isJson = true;
          try {
            JSON.parse(text);
          } catch {
            isJson = false;
          }
          assert.equal(replayProblem(text) === undefined, isJson);
        },
      ),
    ));
});
