import assert from 'node:assert/strict';
import { fence } from '../../../src/base/markup';

// That any text stays in its block is shown with whole attachments, in `entry/survival.test.ts`.
describe('fence', () => {
  const exact: readonly (readonly [string, string, string])[] = [
    ['is three backticks long', fence('a'), '```\na\n```'],
    ['names the language', fence('a\n', 'diff'), '```diff\na\n```'],
    ['is no longer than it must be', fence('`` a', ''), '```\n`` a\n```'],
    ['is one longer than the longest run', fence('```\n`````'), '``````\n```\n`````\n``````'],
  ];
  for (const [title, block, expected] of exact) it(title, () => assert.equal(block, expected));
});
