import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runInNode } from '../../host/editorRun';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { tags } from '../../support/tags';

const source = `
  describe('a suite', () => {
    it('one', () => {});
    it('two', () => { throw new Error('ran'); });
    it('three ${tags.slow}', () => { throw new Error('slow'); });
  });
  describe('another', () => {
    before(() => { throw new Error('before all'); });
    it('four', () => {});
  });
`;

describe('a run of tests', () => {
  for (const jobs of [undefined, 2])
    it(`names the tests and hooks that failed, with file and reason${jobs ? ', in other processes' : ''}`, async () => {
      using folder = new TemporaryFolder('run');
      const file = path.join(folder.path, 'some.test.js');
      writeFileSync(file, source);
      let said = '';
      const order = { files: [file], grep: tags.slow, invert: true, timeout: 1000, verbose: false, jobs };
      const result = await runInNode(process.execPath, order, {}, (chunk) => (said += chunk.toString()));
      assert.deepEqual(result.failures.map((failure) => failure.replace(/^.*?some/, 'some')).sort(), [
        'some.test.ts: a suite two: ran',
        'some.test.ts: another "before all" hook for "four": before all',
      ]);
      assert.deepEqual([result.passed, result.failed, result.pending], [1, 2, 0]);
      assert.match(said, /some\.test\.ts: 1 passed, 2 failed/);
      assert.doesNotMatch(said, /three/);
    });
});
