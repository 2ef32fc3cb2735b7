import assert from 'node:assert/strict';
import { isRepositoryPath } from '../../../src/repository/repository';

describe('isRepositoryPath', () => {
  for (const text of ['octocat/Hello-World', 'group/sub/group/name', 'ü/見', 'a/b.c'])
    it(`accepts "${text}"`, () => assert.ok(isRepositoryPath(text)));
  for (const text of ['', 'name', '/a/b', 'a/b/', 'a//b', 'a /b', 'a/b\n', 'a/ '])
    it(`rejects ${JSON.stringify(text)}`, () => assert.ok(!isRepositoryPath(text)));
});
