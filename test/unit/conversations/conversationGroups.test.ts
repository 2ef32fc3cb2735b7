import assert from 'node:assert/strict';
import { groupConversations, showOlderRow } from '../../../src/conversations/conversationGroups';
import { conversation } from '../../support/histories';

const at = (sentAt: number, baseUrl = 'http://a:1/agent') => conversation(`${baseUrl} ${sentAt}`, { sentAt, baseUrl });

describe('the list of the conversations', () => {
  it('has those of the one service in their order, and nothing else', () =>
    assert.deepEqual(groupConversations([at(2), at(1)], 0), [at(2), at(1)]));

  it("ends where it isn't complete, with the row that reads more", () =>
    assert.deepEqual(groupConversations([at(4), at(3), at(1)], 3), [at(4), at(3), showOlderRow]));

  it('groups by origin when there are two: a URL that is none is one of its own', () => {
    const given = [at(5, 'nonsense'), at(4, 'http://a/x'), at(3, 'http://b'), at(2, 'http://a/y')];
    assert.deepEqual(groupConversations(given, 1), [
      { origin: 'nonsense', conversations: [given[0]] },
      { origin: 'http://a', conversations: [given[1], given[3]] },
      { origin: 'http://b', conversations: [given[2]] },
      showOlderRow,
    ]);
  });
});
