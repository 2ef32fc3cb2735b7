import assert from 'node:assert/strict';
import fc from 'fast-check';
import { replayProblem } from '../../../src/draft/common/replay';

describe('replayProblem', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['takes a list', '[{"source":"user"}]', undefined],
    ['takes what is no list: that is a warning, no refusal', '{"a":1}', undefined],
    ['takes blanks around it', ' \n[]\r\n', undefined],
    ['refuses nothing', '', '1:1'],
    ['refuses blanks', ' \n ', '2:2'],
    ['says where a list ends too early', '[1,\n 2', '2:3'],
    ['says where a value is missing', '[1 2]', '1:4'],
    ['counts every kind of line break once', '[\r\n\r\n1\n2]', '4:1'],
    ['refuses what comes after it', '[]\n]', '2:1'],
    ['refuses comments', '[] // x', '1:4'],
    ['refuses several texts, one a line', '{}\n{}', '2:1'],
    ['refuses a mark that is left in front', '\ufeff[]', 'somewhere'],
    ['refuses text', 'nope', 'somewhere'],
  ];
  for (const [title, text, expected] of rows) {
    it(title, () => {
      const problem = replayProblem(text);
      const place = problem && `${problem.line ?? 'somewhere'}${problem.line ? `:${problem.column ?? ''}` : ''}`;
      // Whether an engine tells the place is its own choice.
      if (expected === 'somewhere') assert.ok(problem);
      else assert.equal(place, expected);
    });
  }

  it('takes every JSON text', () =>
    fc.assert(fc.property(fc.json({ stringUnit: 'binary' }), (text) => assert.equal(replayProblem(text), undefined))));

  it('refuses exactly what is none, and never fails', () =>
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
