import assert from 'node:assert/strict';
import { Emitter } from '../../src/base/event';
import { ConversationFilter } from '../../src/conversations/conversationFilter';
import type { Conversation } from '../../src/conversations/conversation';
import { keepConversationsContext } from '../../src/conversations/vscode/conversationsContext';
import { filteredContext, hasConversationsContext, statusAskedContext } from '../../src/names';
import { RecordedDeeds } from '../support/recordedDeeds';
import { conversation } from '../support/histories';

describe('The context keys about conversations', () => {
  it('change with the history and the filter, and are set only when they do', () => {
    const deeds = new RecordedDeeds();
    const changed = new Emitter<void>();
    const filter = new ConversationFilter(() => undefined);
    const history = { conversations: [] as readonly Conversation[], onDidChange: changed.event };
    const changesOf = (conversations: readonly Conversation[]) => {
      history.conversations = conversations;
      changed.fire();
      return deeds.contexts.splice(0);
    };
    try {
      const subscription = keepConversationsContext(history, filter);
      const [has, asked] = [hasConversationsContext, statusAskedContext];
      assert.deepEqual(deeds.contexts.splice(0), [`${has} false`, `${asked} false`, `${filteredContext} false`]);
      assert.deepEqual(changesOf([conversation('a')]), [`${has} true`]);
      assert.deepEqual(changesOf([conversation('a', { runtimeStatus: 'READY' })]), [`${asked} true`]);
      assert.deepEqual(changesOf([]), [`${has} false`, `${asked} false`]);
      filter.choose(['running']);
      assert.deepEqual(deeds.contexts.splice(0), [`${filteredContext} true`]);
      subscription.dispose();
      filter.choose([]);
      assert.deepEqual(changesOf([conversation('a')]), []);
    } finally {
      deeds.dispose();
    }
  });
});
