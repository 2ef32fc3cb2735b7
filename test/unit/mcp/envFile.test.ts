import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseEnvFile } from '../../../src/mcp/common/envFile';

describe('parseEnvFile', () => {
  const cases: readonly (readonly [text: string, variables: Record<string, string>])[] = [
    ['', {}],
    ['A=1\nB=two words \n', { A: '1', B: 'two words' }],
    ['\uFEFFA=1\r\nB=2\r\n', { A: '1', B: '2' }],
    ['# A=1\n  # B=2\nC=3', { C: '3' }],
    ['export A=1\n  export  B = 2', { A: '1', B: '2' }],
    ['A=1 # behind\nB=a#b\nC=#all', { A: '1', B: 'a#b', C: '' }],
    ['A="1 # 2" # behind', { A: '1 # 2' }],
    ["A='a\"b' ", { A: 'a"b' }],
    ['A=`it\'s "so"`', { A: 'it\'s "so"' }],
    ['A="a\\nb\\t\\"c\\" \\d"', { A: 'a\nb\t"c" \\d' }],
    ["A='a\\nb'", { A: 'a\\nb' }],
    ['A="one\ntwo"\nB=3', { A: 'one\ntwo', B: '3' }],
    ['A=', { A: '' }],
    ['A=1\nA=2', { A: '2' }],
    ['A=b=c', { A: 'b=c' }],
    ['A="open\nB=1', { A: '"open', B: '1' }],
    ['no assignment\n=1\nA.b-c=1', { 'A.b-c': '1' }],
    ['URL=postgres://u:p@h/db?x=1', { URL: 'postgres://u:p@h/db?x=1' }],
  ];
  for (const [text, variables] of cases) {
    it(JSON.stringify(text), () => assert.deepEqual(parseEnvFile(text), variables));
  }

  it('copes with any text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => Object.values(parseEnvFile(text)).every((v) => typeof v === 'string')),
    );
  });

  it('takes time in proportion to the length of a file', () => {
    assert.deepEqual(parseEnvFile(`${'A="\\"\n'.repeat(50_000)}${'B= '.repeat(50_000)}C`)['B']?.length, 149_998);
  });
});
