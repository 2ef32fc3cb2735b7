import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Conversation } from '../../../src/conversations/common/conversation';
import { ConversationGroups, type ConversationNode } from '../../../src/conversations/common/conversationGroups';

function conversations(count: number, baseUrl = 'http://a:1/agent'): Conversation[] {
  return Array.from({ length: count }, (_, index) => {
    const sentAt = count - index;
    return { id: `${baseUrl} ${sentAt}`, baseUrl, request: {}, outcome: 'started', sentAt, deadline: 0 };
  });
}

const older = (nodes: readonly ConversationNode[]) => nodes.filter((node) => 'rows' in node);
const rows = (nodes: readonly ConversationNode[]) => nodes.filter((node) => 'conversation' in node);
const all = (nodes: readonly ConversationNode[]) => [...rows(nodes), ...older(nodes).flatMap((group) => group.rows)];

describe('the conversations outline', () => {
  for (const [count, atOnce, groups] of [
    [0, 0, 0],
    [1, 1, 0],
    [599, 599, 0],
    [600, 100, 1],
    [601, 101, 1],
    [10_000, 500, 19],
  ] as const) {
    it(`shows ${atOnce} of ${count} at once and the others in ${groups} groups, in order`, () => {
      const outline = new ConversationGroups();
      const given = conversations(count);
      outline.update(given);
      assert.deepEqual([rows(outline.nodes).length, older(outline.nodes).length], [atOnce, groups]);
      assert.deepEqual(
        all(outline.nodes).map(({ conversation }) => conversation),
        given,
      );
    });
  }

  it('groups by origin when there are two', () => {
    const outline = new ConversationGroups();
    outline.update([
      ...conversations(2, 'http://a/x'),
      ...conversations(1, 'http://b'),
      ...conversations(1, 'http://a/y'),
    ]);
    assert.deepEqual(
      outline.nodes.map((node) => ('origin' in node ? [node.origin, node.children.length] : node)),
      [
        ['http://a', 3],
        ['http://b', 1],
      ],
    );
  });

  it('treats an invalid URL as an origin of its own', () => {
    const outline = new ConversationGroups();
    outline.update([...conversations(1, 'nonsense'), ...conversations(1, 'http://b')]);
    assert.deepEqual(
      outline.nodes.map((node) => 'origin' in node && node.origin),
      ['nonsense', 'http://b'],
    );
  });

  it('reports which of ten thousand rows changed, and keeps its object', () => {
    const outline = new ConversationGroups();
    const given = conversations(10_000);
    outline.update(given);
    const [before] = outline.nodes;
    const now = given.with(0, { ...given[0]!, outcome: 'mayHaveStarted' });
    assert.deepEqual(outline.update(now), [before]);
    assert.deepEqual(before, { id: now[0]?.id, conversation: now[0] });
    assert.deepEqual(outline.update(now), []);
  });

  it('reports new conversations, and moves none from one group to another', () => {
    const outline = new ConversationGroups();
    const given = conversations(1700);
    assert.equal(outline.update(given), undefined);
    const before = older(outline.nodes).map(({ key, rows: inIt }) => [key, inIt]);
    assert.equal(before.length, 3);
    const added = [{ ...given[0]!, id: 'new', sentAt: 9999 }, ...given];
    assert.equal(outline.update(added), undefined);
    assert.deepEqual(
      older(outline.nodes).map(({ key, rows: inIt }) => [key, inIt]),
      before,
    );
    assert.equal(outline.update(given), undefined);
  });

  it('is the same however it was built, with the same rows', () => {
    const starts = fc.array(fc.constantFrom('http://a/x', 'http://a/y', 'http://b', 'nonsense'), { maxLength: 20 });
    const property = fc.property(fc.nat(700), starts, fc.nat(), (count, added, other) => {
      const outline = new ConversationGroups();
      let now = conversations(count);
      outline.update(now);
      const [kept] = all(outline.nodes);
      for (const [index, baseUrl] of added.entries()) {
        const next = { ...conversations(1, baseUrl)[0]!, id: `added ${index}`, sentAt: count + 1 + index };
        now = [next, ...now];
        outline.update(now);
        // Occasionally something else changes with it.
        if (other % (index + 2) === 0) now = now.toSpliced(other % now.length, 1);
        outline.update(now);
        const fresh = new ConversationGroups();
        fresh.update(now);
        assert.deepEqual(outline.nodes, fresh.nodes);
      }
      const rowsNow = outline.nodes.flatMap((node) => ('children' in node ? all(node.children) : all([node])));
      if (kept && now.includes(kept.conversation)) assert.ok(rowsNow.includes(kept));
    });
    fc.assert(property, { numRuns: 50 });
  });
});
