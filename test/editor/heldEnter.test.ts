import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type InputBoxOptions, showInputBox } from '../../src/base/vscode/quickInputs';
import { removeConversation } from '../../src/conversations/vscode/removeConversations';
import { emptyDraft } from '../../src/draft/draft';
import { runStartCommand, startAgain } from '../../src/start/vscode/commands';
import { drops } from '../service/faults';
import { DrivenBox, type DrivenPick } from '../support/drivenWindow';
import { FollowUpBench } from '../support/followUpBench';
import { passHumanTime } from '../support/humanTime';
import { keptDraft } from '../support/keptDrafts';
import { until } from '../support/openSheets';
import { replaced, type Replaced } from '../support/replaced';

describe('An Enter that may be the one before, pressed twice or held down', () => {
  let its: FollowUpBench;
  let sent: number;

  beforeEach(async () => {
    its = await FollowUpBench.open('v1');
    sent = its.bench.posts.length;
  });
  afterEach(async () => {
    its.bench.openSheet.clear();
    await its.running;
    await its.dispose();
  });

  const posts = () => its.bench.posts.length - sent;

  const shownBy = async (command: () => Promise<unknown>) =>
    (await its.window.shownBy(() => (its.running = command()))).pick;

  /** Holds the key down, and presses it again after a while. */
  async function sendsOnce(pick: DrivenPick): Promise<void> {
    for (let repeats = 0; repeats < 30; repeats++) pick.pressEnter();
    await until(() => !pick.busy || !pick.isShown);
    assert.deepEqual([pick.isShown, posts()], [true, 0]);
    passHumanTime();
    pick.pressEnter();
    await its.running;
    assert.equal(posts(), 1);
  }

  it("doesn't start a restored draft", async () => {
    await keptDraft(its.bench.drafts, { fields: { initial_user_msg: 'Half a thou' } });
    await sendsOnce(await shownBy(() => runStartCommand(undefined, its.ports)));
  });

  it("doesn't start a restored draft with late repeats, although VS Code has reported its text like a typed one", async () => {
    await keptDraft(its.bench.drafts, { fields: { initial_user_msg: 'Half a thou' } });
    const pick = await shownBy(() => runStartCommand(undefined, its.ports));
    pick.type(pick.value);
    passHumanTime();
    await sendsOnce(pick);
  });

  it("doesn't start a past conversation again", async () => {
    // The first one was filled in by a command.
    its.window.button = (_, buttons) => buttons.at(-1);
    await sendsOnce(await shownBy(() => startAgain(its.ports, its.row)));
  });

  it("doesn't start what was typed before a question, with the answer to that", async () => {
    const pick = await shownBy(() => runStartCommand(undefined, its.ports));
    pick.type('Fix it');
    its.window.row = 'No Repository';
    const again = its.window.next();
    pick.choose('field repository');
    await sendsOnce(await again);
  });

  it('starts what was typed on the sheet', async () => {
    const pick = await shownBy(() => runStartCommand(undefined, its.ports));
    pick.type('Fix it');
    pick.pressEnter();
    await its.running;
    assert.equal(posts(), 1);
  });

  it('chooses the row that the user has gone to', async () => {
    await keptDraft(its.bench.drafts, { fields: { initial_user_msg: 'Half a thou' } });
    const pick = await shownBy(() => runStartCommand(undefined, its.ports));
    const more = its.window.next();
    pick.goTo('more');
    pick.pressEnter();
    const list = await more;
    assert.equal(list.title, 'More Options');
    list.escape();
  });

  it('leads back to the sheet when a start in doubt would be sent again', async () => {
    its.bench.service.misbehave('startConversation', drops('afterBody'));
    const first = await shownBy(() => runStartCommand(undefined, its.ports));
    first.type('Only once');
    first.choose('start');
    await its.running;
    assert.equal(posts(), 1);
    its.window.presses = ['Back to Review Sheet'];
    const doubted = await shownBy(() => runStartCommand(undefined, its.ports));
    await until(() => !doubted.busy);
    const back = its.window.next();
    doubted.choose('start');
    const again = await back;
    const [{ title, buttons } = assert.fail('nothing is asked')] = its.window.questions;
    assert.equal(title, 'This conversation may already have been started. Start it again?');
    assert.deepEqual(buttons, ['Back to Review Sheet', 'Start Again']);
    assert.equal(posts(), 1);
    its.window.presses = ['Start Again'];
    await until(() => !again.busy);
    again.choose('start');
    await its.running;
    assert.equal(posts(), 2);
  });

  it("doesn't choose the first row of a list", async () => {
    await its.bench.history.add({ ...its.row, id: 'another' });
    const list = await shownBy(() => removeConversation(its.ports));
    for (let repeats = 0; repeats < 30; repeats++) list.pressEnter();
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([list.isShown, its.bench.history.conversations.length], [true, 2]);
    passHumanTime();
    list.pressEnter();
    await its.running;
    assert.equal(its.bench.history.conversations.length, 1);
  });

  it('chooses the row of a list that was searched for', async () => {
    await its.bench.history.add({ ...its.row, id: 'another' });
    const list = await shownBy(() => removeConversation(its.ports));
    list.type('Fix');
    list.pressEnter();
    await its.running;
    assert.deepEqual([its.bench.history.conversations.length, await its.sheet()], [1, emptyDraft]);
  });
});

describe('An Enter in a box that is filled in', () => {
  let box: DrivenBox;
  let answering: Promise<string | undefined>;
  let window: Replaced;
  let answer: string | undefined;

  function ask(options: InputBoxOptions): void {
    box = new DrivenBox(() => new Promise(() => undefined));
    window = replaced(vscode.window, { createInputBox: () => box });
    answer = undefined;
    answering = showInputBox(options).then((entered) => (answer = entered));
  }
  afterEach(() => window.dispose());

  const answered = () => new Promise((resolve) => setImmediate(() => resolve(answer)));

  it('accepts what nobody has typed once it is a press of its own', async () => {
    ask({ title: 'Folder', value: '/repositories/tree' });
    for (let repeats = 0; repeats < 30; repeats++) box.pressEnter();
    assert.equal(await answered(), undefined);
    passHumanTime();
    box.pressEnter();
    assert.equal(await answering, '/repositories/tree');
  });

  it('accepts what was typed at once', async () => {
    ask({ value: 'before' });
    box.type('after');
    box.pressEnter();
    assert.equal(await answered(), 'after');
  });

  it('accepts nothing that is refused, and says why', async () => {
    ask({ value: '', validateInput: (text) => (text === '' ? 'Enter something.' : undefined) });
    assert.equal(box.validationMessage, undefined, 'nothing was entered yet');
    passHumanTime();
    box.pressEnter();
    assert.deepEqual([await answered(), box.validationMessage], [undefined, 'Enter something.']);
    box.type('x');
    assert.equal(box.validationMessage, undefined);
    box.pressEnter();
    assert.equal(await answered(), 'x');
  });
});
