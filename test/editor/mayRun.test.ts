import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { Draft } from '../../src/draft/draft';
import type { DraftStore } from '../../src/draft/draftStore';
import { startAgain } from '../../src/start/vscode/startCommands';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { answers, drops } from '../service/faults';
import { OpenSheets, pressEnter, until } from '../support/openSheets';
import { StartBench } from '../support/startBench';

const mayRun = 'This may already be running: check the service before starting it again';
const draft: Draft = { fields: { initial_user_msg: 'Only once' } };

describe('A draft with a start that may be running', () => {
  let bench: StartBench;
  let sheets: OpenSheets;
  const { showWarningMessage } = vscode.window;

  beforeEach(async () => {
    bench = await StartBench.open();
    sheets = new OpenSheets();
    // The user wants to send it again.
    const agree = (_title: string, _options: unknown, ...buttons: readonly string[]) => Promise.resolve(buttons.at(-1));
    Object.assign(vscode.window, { showWarningMessage: agree });
  });

  afterEach(async () => {
    bench.openSheet.put(undefined);
    sheets.dispose();
    Object.assign(vscode.window, { showWarningMessage });
    await bench.dispose();
  });

  /** Opens the sheet on a draft and presses Enter until it is sent. */
  async function send(store: DraftStore): Promise<void> {
    const started = startReviewed(await store.load(), store, bench.ports);
    for (const before = bench.posts.length; bench.posts.length === before;) await pressEnter();
    await started;
  }

  /** Warnings of the sheet when it is opened again. */
  async function warnings(store: DraftStore): Promise<readonly string[]> {
    const { count } = sheets;
    const reviewing = startReviewed(await store.load(), store, bench.ports);
    await sheets.opened(count);
    const { warnings } = sheets;
    bench.openSheet.put(undefined);
    await reviewing;
    return warnings;
  }

  const places: readonly (readonly [string, () => Promise<DraftStore>])[] = [
    ['on the sheet', () => Promise.resolve(bench.drafts.sheet)],
    ['in an editor', () => bench.drafts.moveToDocument(draft)],
  ];
  for (const [where, place] of places) {
    it(`warns when it's opened again: ${where}`, async () => {
      bench.drafts.sheet.save(draft);
      const store = await place();
      assert.ok(!(await warnings(store)).includes(mayRun), 'it was never sent');
      bench.service.misbehave('startConversation', drops('afterPerforming'));
      await send(store);
      const kept = await store.load();
      assert.equal(bench.history.get(kept.sentAs ?? '')?.outcome, 'mayHaveStarted');
      assert.ok((await warnings(store)).includes(mayRun));
    });

    it(`doesn't warn if it didn't start: ${where}`, async () => {
      bench.drafts.sheet.save(draft);
      const store = await place();
      bench.service.misbehave('startConversation', answers(400, { message: 'No' }));
      await send(store);
      assert.ok(!(await warnings(store)).includes(mayRun));
    });
  }

  it('warns when it was edited after it was sent, and has started since', async () => {
    const store = await bench.drafts.moveToDocument(draft);
    bench.service.misbehave('startConversation', drops('afterPerforming'));
    await send(store);
    const sent = await store.load();
    await bench.history.change(sent.sentAs ?? '', { outcome: 'started', conversationId: 'c' });
    await store.replaceText('Only once', 'Only once, please');
    assert.ok((await warnings(store)).includes(mayRun));
  });

  it("isn't sent before everything is known that may bring a warning", async () => {
    const { sheet } = bench.drafts;
    sheet.save(draft);
    const held = Promise.withResolvers<undefined>();
    const mcp = async () => (await held.promise, bench.ports.mcp());
    const started = startReviewed(await sheet.load(), sheet, { ...bench.ports, mcp }, { ...draft, body: 'Another' });
    await sheets.enterOnNext();
    assert.deepEqual(bench.posts, []);
    held.resolve(undefined);
    await started;
    assert.equal(bench.posts.length, 1);
  });

  it("isn't sent by an Enter that came before its warnings", async () => {
    const { sheet } = bench.drafts;
    sheet.save(draft);
    bench.service.misbehave('startConversation', drops('afterPerforming'));
    await send(sheet);
    const held = Promise.withResolvers<undefined>();
    const mcp = async () => (await held.promise, bench.ports.mcp());
    const { count } = sheets;
    const again = startReviewed(await sheet.load(), sheet, { ...bench.ports, mcp });
    await until(() => sheets.count > count);
    const heard = await sheets.enter();
    held.resolve(undefined);
    await sheets.untilWarned(mayRun);
    while (heard() === 1 && bench.posts.length === 1) await pressEnter();
    assert.equal(heard(), 2, 'it takes another one');
    await again;
    assert.equal(bench.posts.length, 2);
  });

  it("is marked before it's sent, and gone once it has started", async () => {
    bench.drafts.sheet.save(draft);
    const marks: unknown[] = [];
    bench.service.onDidReceive(({ method }) => {
      const onDisk = readFileSync(bench.draftFile, 'utf8');
      if (method === 'POST') marks.push((JSON.parse(onDisk) as Draft).sentAs);
    });
    await send(bench.drafts.sheet);
    assert.deepEqual(marks, ['start-0']);
    assert.equal(bench.history.get('start-0')?.outcome, 'started');
    assert.deepEqual(await bench.drafts.sheet.load(), { fields: {} });
  });

  it('is a draft of its own after all of its content was deleted', async () => {
    bench.drafts.sheet.save({ ...draft, sentAs: 'start-0' });
    const reviewing = startReviewed(await bench.drafts.sheet.load(), bench.drafts.sheet, bench.ports);
    await sheets.opened(0);
    const write = async (text: string) => {
      sheets.last.value = text;
      const isThere = async () => (await bench.drafts.sheet.load()).fields.initial_user_msg ?? '';
      while ((await isThere()) !== text) await new Promise((resolve) => setImmediate(resolve));
    };
    await write('Only once, please');
    assert.equal((await bench.drafts.sheet.load()).sentAs, 'start-0', 'it is the same');
    await write('');
    await write('Another');
    assert.deepEqual(await bench.drafts.sheet.load(), { fields: { initial_user_msg: 'Another' } });
    bench.openSheet.put(undefined);
    await reviewing;
  });

  it('warns when its conversation is started again from the history', async () => {
    bench.drafts.sheet.save(draft);
    bench.service.misbehave('startConversation', drops('afterPerforming'));
    await send(bench.drafts.sheet);
    const [row] = bench.history.conversations;
    const { count } = sheets;
    const reviewing = startAgain(bench.ports, { id: row?.id });
    await sheets.opened(count);
    await sheets.untilWarned(mayRun);
    bench.openSheet.put(undefined);
    await reviewing;
  });

  async function runs(id: string): Promise<void> {
    const at = Date.now();
    const sent = { id, baseUrl: bench.service.url, request: {}, outcome: 'started', sentAt: at, deadline: at } as const;
    await bench.history.add({ ...sent, conversationId: id, status: 'RUNNING', reportedAt: at, runtimeStatus: '' });
  }

  it('says, from the third one that runs on, that the service may stop one of them', async () => {
    for (const id of ['a', 'b', 'c']) {
      await runs(id);
      const said = (await warnings(bench.drafts.sheet)).filter((words) => words.includes('may stop the oldest'));
      const all = ['3 conversations started here may be running: the service may stop the oldest'];
      assert.deepEqual(said, id === 'c' ? all : []);
    }
  });
});
