import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { ConversationFilter } from '../../src/conversations/conversationList';
import type { Conversation } from '../../src/conversations/conversation';
import { commands } from '../../src/conversations/vscode/commands';
import { conversationFor } from '../../src/conversations/vscode/pickConversation';
import { removeConversation } from '../../src/conversations/vscode/removeConversations';
import { findConversation } from '../../src/conversations/vscode/searchConversations';
import { type DrivenPick, DrivenWindow } from '../support/drivenWindow';
import { RecordedActions } from '../support/recordedActions';
import { RecordedMessages } from '../support/recordedMessages';
import { StartBench } from '../support/startBench';

describe('The list of conversations', () => {
  let bench: StartBench;

  beforeEach(async () => {
    bench = await StartBench.open();
    for (const message of ['One', 'Two', 'Three']) await bench.receive({ initial_user_msg: message });
  });

  afterEach(() => bench.dispose());

  const listed = () => bench.history.conversations.map(({ request }) => request.initial_user_msg);
  const rowOf = (message: string) =>
    bench.history.conversations.find(({ request }) => request.initial_user_msg === message)!;

  function searched(pick: DrivenPick): readonly boolean[] {
    const { matchOnDescription, matchOnDetail } = pick as unknown as vscode.QuickPick<vscode.QuickPickItem>;
    return [matchOnDescription, matchOnDetail];
  }

  it('loses all selected rows at once', async () => {
    using messages = new RecordedMessages();
    await removeConversation(bench.ports, rowOf('One'), [rowOf('One'), rowOf('Three')]);
    assert.deepEqual(listed(), ['Two']);
    assert.match(messages.said.join(), /Removed 2 conversations from the list\..*Undo/);
  });

  it('gets them back whole when that is undone', async () => {
    const before = await Promise.all(['One', 'Three'].map((message) => bench.history.read(rowOf(message).id)));
    using _ = new RecordedMessages('Undo');
    await removeConversation(bench.ports, rowOf('One'), [rowOf('One'), rowOf('Three')]);
    while (listed().length < 3) await new Promise((resolve) => bench.history.onDidChange(resolve));
    assert.deepEqual(listed(), ['Three', 'Two', 'One']);
    const after = await Promise.all(['One', 'Three'].map((message) => bench.history.read(rowOf(message).id)));
    // Facts about a clone that is open in the window are saved a moment after a start, and may come in between.
    const known = after.map((one, index) =>
      Object.fromEntries(Object.entries(one ?? {}).filter(([name]) => name in (before[index] ?? {}))),
    );
    assert.deepEqual(known, before);
    // The records that are read again from disk stay, too.
    await bench.history.change(rowOf('One').id, { lookedAt: 1 });
    assert.deepEqual(listed(), ['Three', 'Two', 'One']);
  });

  it('can have another try if some of them could not be written, which is reported', async () => {
    let added = 0;
    const { history } = bench;
    const disk = {
      get: (id: string) => history.get(id),
      load: () => history.load(),
      read: (id: string) => history.read(id),
      remove: (id: string) => history.remove(id),
      add: (one: Conversation) => (++added === 2 ? Promise.reject(new Error('No space left')) : history.add(one)),
    };
    const reported: string[] = [];
    const report = (error: unknown) => Promise.resolve(void reported.push(String(error)));
    using messages = new RecordedMessages('Undo');
    await removeConversation({ ...bench.ports, history: disk, report }, rowOf('One'), [rowOf('One'), rowOf('Three')]);
    while (listed().length < 3) await new Promise((resolve) => bench.history.onDidChange(resolve));
    assert.deepEqual(listed(), ['Three', 'Two', 'One']);
    assert.deepEqual(reported, ['Error: No space left']);
    assert.match(messages.said.at(-1) ?? '', /Removed \\"Three\\" from the list/);
  });

  it('finds a conversation by what is typed, among older ones once its last row was chosen, and shows it', async () => {
    using window = new DrivenWindow();
    using actions = new RecordedActions();
    const all = bench.history.conversations;
    let known: readonly Conversation[] = all.slice(0, 1);
    const history = {
      completeSince: 5,
      load: () => Promise.resolve(known),
      loadOlder: () => {
        history.completeSince = 0;
        known = all;
        return Promise.resolve();
      },
    };
    const labels = ({ items }: DrivenPick) => items.map(({ label }) => label);
    const shown = window.next();
    const finding = findConversation({ history, filter: new ConversationFilter(() => undefined) });
    const pick = await shown;
    assert.deepEqual(
      [labels(pick), searched(pick)],
      [
        ['Three', 'Show Older'],
        [true, true],
      ],
    );
    // The text may be found among the older ones only.
    assert.equal(pick.items.at(-1)?.alwaysShow, true);
    const again = window.next();
    pick.choose('Show Older');
    const whole = await again;
    assert.deepEqual(labels(whole), ['Three', 'Two', 'One']);
    whole.choose('Two');
    await finding;
    assert.deepEqual(actions.done, [`agentConversations.showConversation ${JSON.stringify(rowOf('Two'))}`]);
  });

  it('is searched by the first lines of its rows when a command asks which conversation is meant', async () => {
    using window = new DrivenWindow();
    const shown = window.next();
    const asking = conversationFor(bench.ports, { id: 'removed' }, 'Which', () => true);
    const pick = await shown;
    assert.deepEqual(searched(pick), [true, false]);
    pick.choose('Two');
    assert.equal((await asking)?.id, rowOf('Two').id);
  });

  it('asks what to show, with what it shows now ticked', async () => {
    using window = new DrivenWindow();
    using actions = new RecordedActions();
    const filter = new ConversationFilter(() => undefined);
    filter.choose(['running']);
    const change = async (answer: (pick: DrivenPick) => void) => {
      const shown = window.next();
      const filtering = commands['changeFilter']?.({ ...bench.ports, filter });
      const pick = await shown;
      answer(pick);
      await filtering;
      return pick;
    };
    const pick = await change((one) => one.escape());
    assert.deepEqual(
      pick.selectedItems.map(({ label }) => label),
      ['Running'],
    );
    assert.deepEqual([filter.chosen, actions.done], [['running'], ['agentConversations.conversations.focus']]);
    await change((one) => {
      one.selectedItems = one.items.slice(0, 2);
      one.accept(one.items[0]);
    });
    assert.deepEqual(filter.chosen, ['thisWorkspace', 'needsUser']);
  });
});
