import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showLastAnswer } from '../../src/answer/vscode/showLastAnswer';
import { History } from '../../src/conversations/history';
import { isUnseenEnd } from '../../src/conversations/conversationToShow';
import { commands as conversationCommands } from '../../src/conversations/vscode/commands';
import {
  followConversation,
  copyConversationId,
  openConversation,
  showConversation,
  stopFollowing,
} from '../../src/conversations/vscode/conversationActions';
import { removeConversation } from '../../src/conversations/vscode/removeConversations';
import { refreshStatus } from '../../src/conversations/vscode/refreshStatus';
import { reviewResult } from '../../src/result/vscode/reviewResult';
import { startAgain } from '../../src/start/vscode/commands';
import { draftOnSheet } from '../support/keptDrafts';
import { memoryContext } from '../support/memoryContext';
import { RecordedActions } from '../support/recordedActions';
import { SkippingClock } from '../support/clocks';
import { StartBench } from '../support/startBench';
import { RecordedMessages } from '../support/recordedMessages';
import { replaced, type Replaced } from '../support/replaced';
import { WatchedSlot } from '../support/watchedSlot';
import { AnsweredLists } from '../support/answers';

describe('A command on a conversation, run from the palette,', () => {
  let bench: StartBench;
  let actions: RecordedActions;
  let answers: AnsweredLists;
  let window: Replaced;
  /** Titles of the lists that were shown; each is closed. */
  let lists: (string | undefined)[];
  /** Notifications, questions, and messages of the status bar; none is ever answered. */
  let said: string[];
  let spoken: PromiseWithResolvers<void>;

  const row = () => bench.history.conversations.find(({ id }) => id !== 'elsewhere') ?? assert.fail('none');
  const id = () => row().conversationId ?? assert.fail('it has no id');

  beforeEach(async () => {
    bench = await StartBench.open({ api: 'v1', clock: new SkippingClock() });
    bench.service.startTasks.goThrough('READY');
    await bench.receive({
      initial_user_msg: 'Fix it\nToday',
      // No test has a clone of it: what is known of one is saved a moment after a start, over the one below.
      repository: 'octocat/Not-Cloned',
      selected_branch: 'main',
    });
    await bench.history.change(row().id, { clone: bench.folder, remote: 'origin' });
    await bench.history.add({ ...row(), id: 'elsewhere', workspace: 'file:///elsewhere' });
    actions = new RecordedActions();
    lists = [];
    said = [];
    spoken = Promise.withResolvers();
    const say = (...words: readonly unknown[]) => {
      said.push(JSON.stringify(words));
      spoken.resolve();
      return new Promise(() => undefined);
    };
    answers = new AnsweredLists((_, title) => {
      lists.push(title);
      return undefined;
    });
    window = replaced(vscode.window, {
      setStatusBarMessage: say,
      showInformationMessage: say,
      showWarningMessage: say,
    });
  });

  afterEach(async () => {
    window.dispose();
    answers.dispose();
    actions.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await bench.dispose();
  });

  const resultPorts = () => {
    const { ports, snapshots, changesEditors, log } = bench;
    return { ...ports, snapshots, changesEditors, log };
  };
  const commands: readonly (readonly [title: string, run: (given?: unknown) => Promise<unknown>])[] = [
    ['Open Conversation in Browser', (given) => openConversation(bench.ports, given)],
    ['Copy Conversation ID', (given) => copyConversationId(bench.ports, given)],
    ['Remove Conversation from List', (given) => removeConversation(bench.ports, given)],
    ['Refresh Status', (given) => refreshStatus(bench.ports, given)],
    ['Follow Status', (given) => followConversation(bench.ports, given)],
    ['Show Last Answer', (given) => showLastAnswer(bench.ports, given)],
    ['Start Again', (given) => startAgain(bench.ports, given)],
    ['Review What Was Pushed', (given) => reviewResult(resultPorts(), given)],
  ];
  const run = (title: string) => commands.find(([name]) => name === title)?.[1]() ?? assert.fail(title);

  // prettier-ignore
  const acts: readonly (readonly [title: string, words: RegExp, isDone: (id: string) => unknown])[] = [
    ['Open Conversation in Browser', /Opening \\"Fix it\\" in the browser/, (of) => actions.done.length === 1 && actions.done[0]!.includes(of)],
    ['Copy Conversation ID', /Copied the ID of \\"Fix it\\"/, async (of) => (await vscode.env.clipboard.readText()) === of],
    ['Remove Conversation from List', /Removed \\"Fix it\\" from the list/, () => bench.history.conversations.every(({ id: left }) => left === 'elsewhere')],
    ['Refresh Status', /Status of \\"Fix it\\": \w+/, () => row().runtimeStatus !== undefined],
    // Nobody answers what it offers.
    ['Review What Was Pushed', /The repository of \\"Fix it\\" isn't open in this window: .*"Open in New Window"/, () => true],
  ];
  for (const [title, words, isDone] of acts)
    it(`acts on the only one of the workspace: ${title}`, async () => {
      const of = id();
      await run(title);
      assert.match(said.join(), words);
      assert.ok(await isDone(of));
      assert.deepEqual(lists, []);
    });

  it('asks for agreement for the service of the only one of the workspace', async () => {
    await Promise.race([run('Follow Status'), spoken.promise]);
    assert.ok(said.join().includes(`Follow the status of your conversations on ${bench.origin}?`), said.join());
    assert.deepEqual(lists, []);
  });

  it('shows the answer in the only one of the workspace', async () => {
    bench.service.events.say(id(), 'Which one?');
    bench.service.startTasks.report(id(), { sandbox: 'RUNNING', execution: 'finished' });
    actions.dispose();
    await run('Show Last Answer');
    assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /^Fix it\n[^]*Which one\?/);
    assert.deepEqual(lists, []);
  });

  it('brings back the only one of the workspace, which the user has looked at then', async () => {
    await bench.history.change(row().id, { status: 'STOPPED', endedAt: Date.now() });
    const openSheet = new WatchedSlot();
    const done = startAgain({ ...bench.ports, openSheet });
    await openSheet.filled;
    const { body } = await draftOnSheet(bench.drafts);
    openSheet.dispose();
    await done;
    assert.deepEqual([body, lists, isUnseenEnd(row())], ['Fix it\nToday', [], false]);
  });

  it('reports that the clone could not be opened in a window of its own', async () => {
    using _ = new RecordedMessages('Open in New Window');
    using __ = replaced(vscode.commands, { executeCommand: () => Promise.reject(new Error('No window.')) });
    const reported = Promise.withResolvers<unknown>();
    const report = (error: unknown) => {
      reported.resolve(error);
      return Promise.resolve();
    };
    await reviewResult({ ...resultPorts(), report });
    assert.equal(String(await reported.promise), 'Error: No window.');
  });

  it('asks which one if there are several of the workspace', async () => {
    await bench.history.add({ ...row(), id: 'second' });
    for (const [title, command] of commands) {
      lists = [];
      await command();
      assert.deepEqual([lists, said, actions.done], [[title], [], []]);
    }
  });

  it('asks if the one that it was called on has been removed meanwhile', async () => {
    for (const [title, command] of commands) {
      lists = [];
      await command({ id: 'removed' });
      assert.deepEqual([lists, said, actions.done], [[title], [], []]);
    }
    const { followed } = bench.ports;
    await followed.add(bench.origin);
    lists = [];
    await showConversation(bench.ports, { id: 'removed' });
    assert.deepEqual([lists, actions.done], [['Show Conversation Status'], []]);
    lists = [];
    await stopFollowing(bench.ports, { id: 'removed' });
    assert.deepEqual([lists, await followed.origins()], [['Stop Following'], [bench.origin]]);
  });

  it('finds the one that it was called on before the history is read, as in a window that has just opened', async () => {
    const storage = memoryContext(bench.folder).globalStorageUri.fsPath;
    const history = new History(storage, () => bench.ports.workspace.id, bench.log);
    await copyConversationId({ ...bench.ports, history }, { id: row().id }).finally(() => history.dispose());
    assert.deepEqual([lists, await vscode.env.clipboard.readText()], [[], id()]);
  });

  it('asks if VS Code no longer has the row that it was called on, and passes nothing for it', async () => {
    const remove = (...given: readonly unknown[]) =>
      conversationCommands['removeConversation']?.(bench.ports as never, ...given);
    await remove(undefined);
    assert.deepEqual([lists, bench.history.conversations.length], [['Remove Conversation from List'], 2]);
    await remove();
    assert.deepEqual([lists.length, bench.history.conversations.length], [1, 1]);
  });
});
