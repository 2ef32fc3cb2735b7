import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Outcome } from '../../../src/conversations/common/conversation';
import type { JournalRecord } from '../../../src/conversations/common/journal';
import { KnownConversations } from '../../../src/conversations/node/knownConversations';
import { conversation } from '../../support/histories';

const known = (records: readonly JournalRecord[]) => {
  const all = new KnownConversations();
  for (const record of records) all.apply(record);
  return all;
};
const sent = (id: string, outcome: Outcome = 'sending', sentAt = 1): JournalRecord => ({
  type: 'sent',
  conversation: conversation(id, { outcome, sentAt }),
});

describe('the conversations reported by the history', () => {
  const ids = fc.constantFrom('a', 'b', 'c');
  const outcome = fc.constantFrom<Outcome>('sending', 'mayHaveStarted', 'notStarted', 'started');
  // Two reports of the same moment are the same report.
  const report = fc.nat(5).map((reportedAt) => ({ reportedAt, status: `status ${reportedAt}` }));
  const record: fc.Arbitrary<JournalRecord> = fc.oneof(
    fc.tuple(ids, outcome).map(([id, its]) => sent(id, its)),
    fc.tuple(ids, outcome).map(([id, its]) => ({ type: 'changed', id, change: { outcome: its } }) as const),
    fc.tuple(ids, report).map(([id, change]) => ({ type: 'changed', id, change }) as const),
    fc
      .tuple(ids, fc.constantFrom('endedAt', 'unknownAt', 'lookedAt'), fc.nat(5))
      .map(([id, name, at]) => ({ type: 'changed', id, change: { [name]: at } }) as const),
    fc.record({ type: fc.constant('removed' as const), id: ids }),
  );
  const byId = (records: readonly JournalRecord[]) =>
    ['a', 'b', 'c'].map((id) => {
      const found = known(records).get(id);
      const { endedAt, unknownAt, lookedAt } = found ?? {};
      return found && [found.outcome, found.status, found.reportedAt, endedAt, unknownAt, lookedAt];
    });

  it('are the same in any order and however often they are reported', () => {
    const shuffled = fc
      .array(record, { maxLength: 12 })
      .chain((records) =>
        fc.tuple(
          fc.constant(records),
          fc.shuffledSubarray([...records, ...records], { minLength: 2 * records.length }),
        ),
      );
    const property = fc.property(shuffled, ([records, others]) => assert.deepEqual(byId(others), byId(records)));
    fc.assert(property, { numRuns: 500 });
  });

  it('are newest first, whatever changes', () => {
    const records = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.constantFrom('sent', 'changed', 'removed')), {
      maxLength: 40,
    });
    const property = fc.property(records, (changes) => {
      const all = new KnownConversations();
      const said: JournalRecord[] = [];
      for (const [number, sentAt, type] of changes) {
        const id = `${number}`;
        const next: JournalRecord =
          type === 'sent'
            ? sent(id, 'sending', sentAt)
            : type === 'removed'
              ? { type, id }
              : { type: 'changed', id, change: { status: `${sentAt}` } };
        said.push(next);
        all.apply(next);
        // Read every time, so that each list is built from the one before.
        const times = all.newestFirst.map((one) => one.sentAt);
        assert.deepEqual(
          times,
          [...times].sort((a, b) => b - a),
        );
      }
      const rows = (list: KnownConversations) => [...list.newestFirst].sort((a, b) => Number(a.id) - Number(b.id));
      assert.deepEqual(rows(all), rows(known(said)));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it('are awaited only without an outcome, whatever was reported first', () => {
    const answered: JournalRecord = { type: 'changed', id: 'a', change: { outcome: 'started' } };
    assert.deepEqual(known([answered, sent('a'), sent('b')]).awaited, [known([sent('b')]).get('b')]);
  });

  it('leave traces if something was reported about a removed one', () => {
    const removed: JournalRecord = { type: 'removed', id: 'a' };
    const changed: JournalRecord = { type: 'changed', id: 'a', change: { problem: 'x' } };
    for (const [records, traces] of [
      [[removed], []],
      [[sent('a'), removed], ['a']],
      [[removed, sent('a')], ['a']],
      [[changed, removed], ['a']],
      [[removed, changed], ['a']],
      [[removed, removed], []],
    ] as const)
      assert.deepEqual([...known(records).traces], traces);
  });
});
