import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { HistoryError } from '../../src/conversations/historyFiles';
import type { Draft } from '../../src/draft/draft';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { answers, drops } from '../service/faults';
import { draftWithId, keptDocument } from '../support/keptDrafts';
import { OpenSheets, pressEnterUntil } from '../support/openSheets';
import { replaced, type Replaced } from '../support/replaced';
import { StartBench } from '../support/startBench';

const mayRun = 'This may already be running: check the service before starting it again';
const draft: Draft = { fields: { initial_user_msg: 'Only once' } };
const named: Draft = { fields: { conversation_id: 'c' } };

describe('A draft with a start that may be running', () => {
  let bench: StartBench;
  let sheets: OpenSheets;
  let user: Replaced;

  beforeEach(async () => {
    bench = await StartBench.open();
    sheets = new OpenSheets();
    // The user wants to send it again.
    const agree = (_title: string, _options: unknown, ...buttons: readonly string[]) => Promise.resolve(buttons.at(-1));
    user = replaced(vscode.window, { showWarningMessage: agree });
  });

  afterEach(async () => {
    bench.openSheet.clear();
    sheets.dispose();
    user.dispose();
    await bench.dispose();
  });

  /** Opens the sheet on a draft and presses Enter until it is sent. */
  async function send(id: string): Promise<void> {
    const started = startReviewed(await bench.drafts.open(id), bench.ports);
    const before = bench.posts.length;
    await pressEnterUntil(() => bench.posts.length > before);
    await started;
  }

  /** Warnings of the sheet when it is opened again. */
  async function warnings(id?: string, begun = named): Promise<readonly string[]> {
    const { count } = sheets;
    const { drafts } = bench;
    const reviewing = startReviewed(id === undefined ? drafts.begin(begun) : await drafts.open(id), bench.ports);
    await sheets.opened(count);
    const { warnings } = sheets;
    bench.openSheet.clear();
    await reviewing;
    return warnings;
  }

  it("warns when it's opened again", async () => {
    const { id } = await keptDocument(bench.drafts, draft);
    assert.ok(!(await warnings(id)).includes(mayRun), 'it was never sent');
    bench.service.misbehave('startConversation', drops('afterPerforming'));
    await send(id);
    const { starts } = await draftWithId(bench.drafts, id);
    assert.deepEqual(
      starts?.map((start) => bench.history.get(start.id)?.outcome),
      ['mayHaveStarted'],
    );
    assert.ok((await warnings(id)).includes(mayRun));
  });

  it("isn't sent before everything is known that may bring a warning", async () => {
    const held = Promise.withResolvers<undefined>();
    const mcp = async () => (await held.promise, bench.ports.mcp());
    const started = startReviewed(bench.drafts.begin(draft), { ...bench.ports, mcp });
    await sheets.enterOnFirst();
    assert.deepEqual(bench.posts, []);
    held.resolve(undefined);
    await started;
    assert.equal(bench.posts.length, 1);
  });

  it("isn't one whose start couldn't be saved, so that it wasn't sent", async () => {
    const { id } = await keptDocument(bench.drafts, draft);
    using _ = replaced(bench.history, { add: () => Promise.reject(new HistoryError('write', 'ENOSPC', '/history')) });
    const started = startReviewed(await bench.drafts.open(id), bench.ports);
    await sheets.enterOnFirst();
    await started;
    assert.deepEqual([bench.posts, (await draftWithId(bench.drafts, id)).starts], [[], undefined]);
  });

  it('is one for which the unexpected has happened, which is not lost', async () => {
    const { id } = await keptDocument(bench.drafts, draft);
    const withhold = () => assert.fail('unexpected');
    const redactor = Object.create(bench.redactor, { withhold: { value: withhold } }) as StartPorts['redactor'];
    bench.service.misbehave('startConversation', answers(400, {}));
    const started = startReviewed(await bench.drafts.open(id), { ...bench.ports, redactor });
    await sheets.enterOnFirst();
    await started;
    assert.match(String(bench.reported), /^ExplainedError: May have started\. /);
    assert.deepEqual(
      (await bench.drafts.list()).map((one) => one.id),
      [id],
    );
  });

  it('is a draft of its own after all of its content was deleted', async () => {
    const starts = [{ id: 'start-0' }];
    const opened = bench.drafts.begin({ ...draft, starts });
    const reviewing = startReviewed(opened, bench.ports);
    await sheets.opened(0);
    const write = async (text: string) => {
      sheets.last.value = text;
      while ((opened.draft.fields.initial_user_msg ?? '') !== text)
        await new Promise((resolve) => setImmediate(resolve));
    };
    await write('Only once, please');
    assert.deepEqual(opened.draft.starts, starts, 'it is the same');
    await write('');
    await write('Another');
    assert.deepEqual(opened.draft, { fields: { initial_user_msg: 'Another' } });
    bench.openSheet.clear();
    await reviewing;
  });

  async function runs(id: string, outcome: 'started' | 'notStarted' = 'started'): Promise<void> {
    const at = Date.now();
    const sent = { id, baseUrl: bench.service.url, request: {}, outcome, sentAt: at, deadline: at } as const;
    await bench.history.add({ ...sent, conversationId: id, status: 'RUNNING', reportedAt: at, runtimeStatus: '' });
  }

  it('warns of any of its starts, but of none that was rejected', async () => {
    await runs('a', 'notStarted');
    await runs('b');
    const isWarned = async (...starts: readonly string[]) => {
      const begun = { ...draft, starts: starts.map((id) => ({ id })) };
      return (await warnings(undefined, begun)).includes(mayRun);
    };
    assert.deepEqual([await isWarned('gone', 'a'), await isWarned('gone', 'a', 'b')], [false, true]);
  });

  it('says, from the third one that runs on, that the service may stop one of them, and which ID was used', async () => {
    for (const id of ['a', 'b', 'c']) {
      await runs(id);
      const said = (await warnings()).filter((words) => /may stop the oldest|already had this ID/.test(words));
      const all = [
        '3 conversations started here may be running: the service may stop the oldest',
        'A conversation started here already had this ID: this start may not be a new one',
      ];
      assert.deepEqual(said, id === 'c' ? all : []);
    }
  });
});
