import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { emptyDraft, withAttachment, type Draft } from '../../src/draft/draft';
import { filledBy } from '../../src/draft/request';
import { addAndReview } from '../../src/entry/vscode/addAndReview';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { sampleSettings } from '../service/sampleSettings';
import { CanceledProgress } from '../support/canceledProgress';
import { DrivenBench } from '../support/drivenBench';
import { DrivenPick } from '../support/drivenWindow';
import { draftOnSheet, keptDocument, keptDraft } from '../support/keptDrafts';
import { otherRepositoryActive } from '../support/knownRepository';
import { marked } from '../support/markedSecrets';
import { until } from '../support/openSheets';
import { replaced } from '../support/replaced';
import { setServiceUrl, setSetting } from '../support/setSetting';
import { typeInto } from '../support/typeInto';
import { selectionOf } from '../unit/mcp/candidates';

const sessionKey = marked('session-key');
const old = 'Drop table users';
/** Too long for a dialog: starting is offered once it has been shown in an editor. */
const long = Array.from({ length: 40 }, (_, line) => `${old} ${line}`).join('\n');
const filled: Draft = filledBy('link', { fields: {}, body: long });

describe('What happens to a draft while something is asked before its start', () => {
  const its = DrivenBench.use();
  let flows: Promise<unknown>[];

  beforeEach(() => {
    flows = [];
    its.window.button = (_, buttons) => buttons.at(-1);
  });

  /** Adds what the user began to what is waited for after a test. */
  function begin(flow: Promise<unknown>): void {
    flows.push(flow);
    its.running = Promise.all(flows);
  }

  /** Opens the sheet on a draft. A long text is shown as long as something else is done. */
  async function open(id: string, meanwhile: () => Promise<unknown>): Promise<DrivenPick> {
    const shown = its.window.next();
    const show = async () => {
      await meanwhile();
      return { closed: Promise.resolve(true) };
    };
    const previews = () => Promise.resolve({ show });
    begin(startReviewed(await its.bench.drafts.open(id), { ...its.bench.ports, previews }, emptyDraft));
    return shown;
  }

  /** The start that asks for a key. @param typed the key; `undefined` closes the question */
  async function withoutKey(id: string, typed: string | undefined, meanwhile: () => Promise<unknown>): Promise<void> {
    await its.bench.keys.clear(its.bench.origin);
    its.window.typed = () => typed;
    its.window.meanwhile = meanwhile;
    (await open(id, meanwhile)).choose('start');
  }

  const documentOf = (draft: Draft) => keptDocument(its.bench.drafts, draft);
  const write = ({ path }: { readonly path: string }, text: string) => typeInto(vscode.Uri.file(path), text, 'whole');
  const messageIn = (sheet: DrivenPick) => sheet.descriptions.filter((row) => row.startsWith('Message: '));
  const sent = () =>
    its.bench.posts.map(({ body }) => (body as { readonly initial_user_msg?: string }).initial_user_msg);

  /** Does something once, and returns the sheet that is shown after it. */
  function sheetAfter(change: () => Promise<unknown>): { once: () => Promise<void>; sheet: Promise<DrivenPick> } {
    let shown: (pick: Promise<DrivenPick>) => void;
    const sheet = new Promise<DrivenPick>((resolve) => (shown = resolve));
    let isDone = false;
    const once = async () => {
      if (isDone) return;
      isDone = true;
      await change();
      shown(its.window.next());
    };
    return { once, sheet };
  }

  for (const [question, isFilled] of [
    ['the key', false],
    ['reading the whole text', true],
  ] as const) {
    const start = async (id: string, key: string | undefined, meanwhile: () => Promise<unknown>) =>
      isFilled ? (await open(id, meanwhile)).choose('start') : withoutKey(id, key, meanwhile);
    const draft: Draft = isFilled ? filled : { fields: {}, body: old };

    it(`leaves a sheet alone that opens over the question for ${question}, and asks nothing more`, async () => {
      const id = await keptDraft(its.bench.drafts, draft);
      let newer: DrivenPick | undefined;
      const { once, sheet } = sheetAfter(async () => {
        const shown = its.window.next();
        const piece = { kind: 'selection', about: 'a.ts:1', text: 'x' } as const;
        begin(addAndReview(its.bench.ports, () => Promise.resolve((before) => withAttachment(before, piece))));
        newer = await shown;
      });
      await start(id, undefined, once);
      const [flow] = flows;
      assert.equal(await Promise.race([flow, sheet.then(() => 'the sheet of the old draft')]), undefined);
      assert.equal(newer?.isShown, true);
      assert.equal((await draftOnSheet(its.bench.drafts)).attachments?.length, 1);
      assert.deepEqual([its.window.questions.length, sent()], [isFilled ? 1 : 0, []]);
    });

    it(`shows and sends what was written during the question for ${question}`, async () => {
      const document = await documentOf(draft);
      const { once, sheet } = sheetAfter(() => write(document, 'Fix the parser'));
      await start(document.id, sessionKey, once);
      const again = await Promise.race([sheet, ...flows]);
      assert.deepEqual(sent(), []);
      assert.ok(again instanceof DrivenPick);
      assert.deepEqual(messageIn(again), ['Message: Fix the parser · 14 characters']);
      assert.equal(again.has('fresh'), false, 'it is no longer the draft that was restored');
      again.choose('start');
      await Promise.all(flows);
      assert.deepEqual(sent(), ['Fix the parser']);
    });
  }

  it('shows what was written until the question for the key was closed', async () => {
    const document = await documentOf({ fields: {}, body: old });
    const { once, sheet } = sheetAfter(() => write(document, 'Fix the parser'));
    await withoutKey(document.id, undefined, once);
    assert.deepEqual(messageIn(await sheet), ['Message: Fix the parser · 14 characters']);
  });

  it('shows the sheet again if another service was set during the question for the key, and sends nothing', async () => {
    const other = its.bench.service.url.replace('127.0.0.1', 'localhost');
    await its.bench.keys.set(new URL(other).origin, sessionKey);
    const { once, sheet } = sheetAfter(() => setServiceUrl(other));
    await withoutKey(await keptDraft(its.bench.drafts, { ...emptyDraft, body: old }), sessionKey, once);
    const again = await Promise.race([sheet, ...flows]);
    assert.ok(again instanceof DrivenPick);
    assert.deepEqual([messageIn(again).length, sent()], [1, []]);
  });

  it('shows the sheet again, and sends nothing, if the wait for Git after the question for the key is canceled', async () => {
    const id = await keptDraft(its.bench.drafts, { ...emptyDraft, body: old });
    using canceled = new CanceledProgress();
    const { once, sheet } = sheetAfter(() => {
      // The sheet's repository is now known by its folder, so it is looked for among the open ones.
      canceled.replace(its.bench.ports.workspace, { listRepositories: () => new Promise<never>(() => undefined) });
      return Promise.resolve();
    });
    await withoutKey(id, sessionKey, once);
    const again = await Promise.race([sheet, ...flows]);
    assert.ok(again instanceof DrivenPick);
    assert.deepEqual(canceled.titles, ['Waiting for Git...']);
    assert.deepEqual([messageIn(again), sent()], [[`Message: ${old} · 16 characters`], []]);
  });

  it('shows the sheet again if the instructions in the settings were changed during the question for the key', async () => {
    const id = await keptDraft(its.bench.drafts, { ...emptyDraft, body: old });
    const { once, sheet } = sheetAfter(() => setSetting('conversationInstructions', 'Be careful.'));
    try {
      await withoutKey(id, sessionKey, once);
      const again = await Promise.race([sheet, ...flows]);
      assert.ok(again instanceof DrivenPick);
      await until(() => again.items.some(({ description }) => description?.includes('Be careful.')));
      assert.deepEqual(sent(), []);
    } finally {
      await setSetting('conversationInstructions', undefined);
    }
  });

  it('stays with the repository that was shown if the question for the key was closed in a file of another one', async () => {
    const { once, sheet } = sheetAfter(() => {
      Object.assign(its.bench.ports.workspace, otherRepositoryActive());
      return Promise.resolve();
    });
    await withoutKey(await keptDraft(its.bench.drafts, { ...emptyDraft, body: old }), undefined, once);
    const again = await sheet;
    await until(() => !again.busy);
    assert.match(again.descriptions.join('\n'), /^Repository: octocat\/Hello-World /m);
  });

  it('sends at once what has stayed the same', async () => {
    const document = await documentOf({ ...emptyDraft, body: old, resultBranch: { name: 'agent/x' } });
    await withoutKey(document.id, sessionKey, () => Promise.resolve());
    await Promise.all(flows);
    assert.deepEqual([sent(), its.bench.history.conversations[0]?.resultBranch], [[old], 'agent/x']);
  });

  it('sends at once what has stayed the same in a window without a repository', async () => {
    const id = await keptDraft(its.bench.drafts, { ...emptyDraft, body: old });
    await its.bench.keys.clear(its.bench.origin);
    its.window.typed = () => sessionKey;
    using _ = replaced(its.bench.ports.workspace, {
      selectRepository: () => Promise.resolve({ kind: 'none', reason: 'noFolder' }),
      listRepositories: () => Promise.resolve([]),
    });
    const sheet = await open(id, () => Promise.resolve());
    await until(() => sheet.has('warning noFolder'));
    sheet.choose('start');
    await Promise.all(flows);
    assert.deepEqual(sent(), [old]);
  });

  it('shows the sheet again if the settings, read with a new key, warn of what it did not show', async () => {
    const draft = await its.bench.drafts.open(await keptDraft(its.bench.drafts, { ...emptyDraft, body: old }));
    await its.bench.keys.clear(its.bench.origin);
    its.window.typed = () => sessionKey;
    const { ports } = its.bench;
    const ensureLoaded = () => {
      its.bench.settings({ ...sampleSettings, llm_api_key: null, llm_api_key_set: false });
      return Promise.resolve(ports.settings.state);
    };
    using _ = replaced(ports.settings, { ensureLoaded });
    const shown = its.window.next();
    begin(startReviewed(draft, ports));
    const sheet = await shown;
    const again = its.window.next();
    sheet.choose('start');
    await Promise.race([again, ...flows]);
    assert.deepEqual(sent(), []);
  });

  const mcpRow = ({ descriptions }: DrivenPick) => descriptions.find((row) => row.startsWith('MCP servers: '));

  /** The sheet with MCP servers of its own and those that the service has saved. */
  async function mergedSheet(): Promise<DrivenPick> {
    const mcp_config = { stdio_servers: [{ name: 'docs', command: 'npx' }] };
    const draft = filledBy('command', { fields: { initial_user_msg: 'Fix it', mcp_config } });
    const show = () => Promise.resolve({ closed: Promise.resolve(true) });
    const previews = () => Promise.resolve({ show });
    const opened = its.bench.drafts.begin(draft);
    const sheet = await its.shownBy((ports) => startReviewed(opened, { ...ports, previews }));
    await until(() => sheet.has('warning mcpReplacesSaved'));
    its.window.row = 'Also Send Saved Servers';
    return its.shownAfter(() => sheet.choose('warning mcpReplacesSaved'));
  }

  it('gives the MCP servers that its service has saved to no other user, whose key is saved meanwhile', async () => {
    const sheet = await mergedSheet();
    assert.match(mcpRow(sheet) ?? '', /including \d saved on the service$/);
    await its.bench.keys.set(its.bench.origin, marked('other-key'));
    await until(() => mcpRow(sheet) === 'MCP servers: 1 · docs');
    assert.ok(sheet.has('warning mcpReplacesSaved'));
    sheet.escape();
    await its.running;
  });

  it('gives the MCP servers that its service has saved to no other user, whose key is saved during a question', async () => {
    const sheet = await mergedSheet();
    its.window.row = '';
    its.window.button = async (_, buttons) => {
      await its.bench.keys.set(its.bench.origin, marked('other-key'));
      return buttons.at(-1);
    };
    const shown = its.window.next();
    sheet.choose('start');
    const again = await Promise.race([shown, its.running]);
    assert.ok(again instanceof DrivenPick);
    await until(() => mcpRow(again) === 'MCP servers: 1 · docs');
    assert.deepEqual(sent(), []);
  });

  it('keeps the MCP servers that its service has saved, and gives them to no other service', async () => {
    const merged = await mergedSheet();
    its.window.button = () => undefined;
    const again = await its.shownAfter(() => merged.choose('start'));
    assert.match(mcpRow(again) ?? '', /including \d saved on the service$/);
    await setServiceUrl(its.bench.service.url.replace('127.0.0.1', 'localhost'));
    const elsewhere = await its.shownAfter(() => again.choose('start'));
    await until(() => mcpRow(elsewhere) !== undefined);
    assert.equal(mcpRow(elsewhere), 'MCP servers: 1 · docs');
  });

  it('sends the MCP servers that its service has saved after a question, as the sheet shows them', async () => {
    const sheet = await mergedSheet();
    its.window.row = '';
    sheet.choose('start');
    await its.running;
    assert.deepEqual(sent(), ['Fix it']);
  });

  it('reads MCP servers of files again, which may have changed during the question', async () => {
    let name = 'before';
    const mcp = () => Promise.resolve(selectionOf(name));
    const sheet = await its.shownBy((ports) => startReviewed(its.bench.drafts.begin(emptyDraft), { ...ports, mcp }));
    await until(() => mcpRow(sheet) !== undefined);
    name = 'after';
    its.window.button = () => undefined;
    const again = await its.shownAfter(() => sheet.choose('start'));
    await until(() => !again.busy);
    assert.equal(mcpRow(again), 'MCP servers: 1 · after');
  });
});
