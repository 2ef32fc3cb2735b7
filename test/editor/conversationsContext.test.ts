import assert from 'node:assert/strict';
import { Emitter } from '../../src/base/event';
import type { Conversation } from '../../src/conversations/conversation';
import { keepConversationsContext } from '../../src/conversations/vscode/conversationsContext';
import { hasConversationsContext, statusAskedContext } from '../../src/names';
import { RecordedDeeds } from '../support/recordedDeeds';
import { conversation } from '../support/histories';

describe('The context keys about conversations', () => {
  it('change with the history, and are set only when they do', () => {
    const deeds = new RecordedDeeds();
    const changed = new Emitter<void>();
    const history = { conversations: [] as readonly Conversation[], onDidChange: changed.event };
    const changesOf = (conversations: readonly Conversation[]) => {
      history.conversations = conversations;
      changed.fire();
      return deeds.done.splice(0);
    };
    try {
      const subscription = keepConversationsContext(history);
      const [has, asked] = [`setContext ${hasConversationsContext}`, `setContext ${statusAskedContext}`];
      assert.deepEqual(deeds.done.splice(0), [`${has} false`, `${asked} false`]);
      assert.deepEqual(changesOf([conversation('a')]), [`${has} true`]);
      assert.deepEqual(changesOf([conversation('a', { runtimeStatus: 'READY' })]), [`${asked} true`]);
      assert.deepEqual(changesOf([]), [`${has} false`, `${asked} false`]);
      subscription.dispose();
      assert.deepEqual(changesOf([conversation('a')]), []);
    } finally {
      deeds.dispose();
    }
  });
});
