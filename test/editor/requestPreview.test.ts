import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Remedy } from '../../src/base/vscode/explanation';
import type { DraftFields } from '../../src/draft/draftFields';
import type { SheetPorts, SheetState } from '../../src/start/vscode/sheet/sheetState';
import { apis } from '../../src/client/apis/registry';
import { masked } from '../../src/client/maskSettings';
import { redacted, Redactor } from '../../src/base/redactor';
import { ReadOnlyTexts } from '../../src/base/vscode/readOnlyTexts';
import { textSchemes } from '../../src/names';
import { copyAsCurl, previewRequest, sheetActions } from '../../src/start/vscode/sheet/sheetActions';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { backToReview, previewDraft } from '../../src/start/vscode/commands';
import { tabsOf } from '../../src/base/vscode/tabs';
import type { Draft } from '../../src/draft/draft';
import { conversation } from '../support/histories';
import { eventually } from '../support/eventually';
import { replaced } from '../support/replaced';
import { draftWithId, forgetDrafts, keptDocument } from '../support/keptDrafts';
import { pressEnterUntil } from '../support/openSheets';
import { SkippingClock } from '../support/clocks';
import { StartBench } from '../support/startBench';
import { typeInto } from '../support/typeInto';
import { WatchedSlot } from '../support/watchedSlot';
import { answers } from '../service/faults';
import { selectionOf } from '../unit/mcp/candidates';

/** Asked only where the form of a start depends on it. */
const service = { connect: () => assert.fail('no connection is needed') } as unknown as SheetPorts['service'];

const secret = 'marked-secret-83aa';
/** Secret without a recognizable form: only the redactor, which was told, knows that it is one. */
const answered = 'open sesame';
const redactor = new Redactor();
redactor.add(answered);
const fields: DraftFields = {
  initial_user_msg: 'Fix "it"\nand `that`',
  repository: 'octocat/Hello-World',
  replay_json: ' [1, 2]\n',
  mcp_config: {
    sse_servers: [{ url: `https://me:${secret}@sse.example.com/`, api_key: secret }],
    stdio_servers: [{ name: 'fetch', command: 'uvx', args: ['fetch', answered], env: { TOKEN: secret } }],
  },
};
const startId = () => '0b7f5b0e-7a31-4a57-9f5e-3d1f6a0c1a11';
const stateOf = (given: DraftFields, more: Partial<SheetState> = {}): SheetState => ({
  draft: { fields: given },
  targetContext: undefined,
  settings: undefined,
  ...more,
});

describe('The preview of a request', () => {
  let previews: ReadOnlyTexts;
  let ports: Parameters<typeof previewRequest>[1];

  beforeEach(() => {
    previews = new ReadOnlyTexts(textSchemes.request);
    ports = { previews: () => Promise.resolve(previews), redactor, startId, service, serviceUrl: 'http://h' };
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    previews.dispose();
  });

  /** Opens a preview and returns its document. */
  async function preview(given: DraftFields, more: Partial<SheetState> = {}): Promise<vscode.TextDocument> {
    await previewRequest(stateOf(given, more), ports);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document, 'a document is open');
    return document;
  }

  it('is a JSON document with exactly what would be sent', async () => {
    const plain = { initial_user_msg: 'Fix "it"\nand `that`', replay_json: ' [1, 2]\n' };
    const document = await preview(plain);
    assert.deepEqual(JSON.parse(document.getText()), plain);
    assert.equal(document.languageId, 'json');
    assert.match(document.uri.path, /\/request\.json$/);
  });

  it('says where it would be sent, and how to go back', async () => {
    const said = Promise.withResolvers<string>();
    using _ = replaced(vscode.window, { setStatusBarMessage: said.resolve });
    const sheetPorts = { ...ports, serviceUrl: 'http://h:3000' } as unknown as SheetPorts;
    const shown = sheetActions.previewRequest.perform(stateOf({ initial_user_msg: 'Fix it' }), sheetPorts);
    const way = 'To be sent by POST to http://h:3000/api/conversations. Press Escape to go back to the review sheet.';
    assert.equal(await said.promise, way);
    await backToReview();
    await shown;
  });

  for (const [status, run] of [
    ['FINISHED', true],
    ['RUNNING', false],
  ] as const)
    it(`says of a message to a conversation whether it lets the agent run: ${status}`, async () => {
      const to = () => conversation('a', { conversationId: 'c', status });
      const text = (await preview({ initial_user_msg: 'Go on' }, { api: apis.v1, to })).getText();
      assert.equal((JSON.parse(text) as { readonly run?: boolean }).run, run);
    });

  it('has the id that is sent, if the service takes one of ours', async () => {
    const shown = async (given: DraftFields) => {
      const text = (await preview(given, { api: apis.v1 })).getText();
      return (JSON.parse(text) as { readonly conversation_id?: string }).conversation_id;
    };
    assert.equal(await shown({ repository: 'a/b' }), startId().replaceAll('-', ''));
    assert.equal(await shown({ conversation_id: 'f'.repeat(32) }), 'f'.repeat(32));
  });

  // prettier-ignore
  for (const [why, connect] of [
    ['there is no key', () => Promise.resolve({ kind: 'noKey' })],
    ['the key cannot be read', () => Promise.reject(new Error('locked'))],
    ['the service does not answer', () => Promise.resolve({ kind: 'ready', client: { startForm: () => Promise.reject(new Error('refused')) } })],
  ] as const)
    it(`says what only the service knows if ${why}`, async () => {
      ports = { ...ports, service: { connect } as unknown as SheetPorts['service'] };
      const text = (await preview({ initial_user_msg: 'x' }, { api: apis.agent })).getText();
      const { workspace, agent_profile_id: profile } = JSON.parse(text) as Record<string, unknown>;
      assert.match(JSON.stringify(workspace), /<home folder of the service>\/workspace\/project\//);
      assert.equal(profile, '<active agent profile of the service>');
    });

  it('has what the service says of itself: that of the sheet, although another one may be set by now', async () => {
    const connect = (baseUrl = 'http://other') => {
      const form = { path: '/p', body: () => JSON.stringify({ workspace: baseUrl }) };
      return Promise.resolve({ kind: 'ready', client: { startForm: () => Promise.resolve(form) } });
    };
    ports = { ...ports, service: { connect } as never };
    const text = (await preview({ initial_user_msg: 'x' }, { api: apis.agent })).getText();
    assert.deepEqual(JSON.parse(text), { workspace: 'http://h' });
  });

  it('contains no secret of an MCP server', async () => {
    const text = (await preview(fields)).getText();
    assert.ok(!text.includes(secret) && !text.includes(answered), text);
    assert.ok(text.includes(masked) && text.includes(redacted), text);
  });

  it("says how much of a long picture isn't shown", async () => {
    const picture = `data:image/png;base64,${'A'.repeat(2_000_000)}`;
    const text = (await preview({ image_urls: [picture] })).getText();
    assert.match(text, /A… \(\d+ characters not shown\)"/);
    assert.ok(text.length < 1000);
  });

  it('shows the current request each time, not the first one', async () => {
    await preview({ initial_user_msg: 'one' });
    assert.match((await preview({ initial_user_msg: 'two' })).getText(), /"two"/);
  });

  it('is open until its last tab is closed, wherever that was moved', async () => {
    const { closed } = await previews.show('request.json', '{}');
    let isClosed = false;
    void closed.then(() => (isClosed = true));
    await preview(fields);
    await vscode.commands.executeCommand('workbench.action.previousEditorInGroup');
    await vscode.commands.executeCommand('workbench.action.moveEditorToNextGroup');
    const { tabGroups } = vscode.window;
    const isMoved = () => tabGroups.all.map(({ tabs }) => tabs.length).join() === '1,1';
    await eventually('it is moved', isMoved, tabGroups.onDidChangeTabs);
    assert.equal(isClosed, false);
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await closed;
  });

  it('is for its window only: there is none to go back to after a reload', async () => {
    const { uri } = await preview(fields);
    await assert.rejects(Promise.resolve(vscode.workspace.openTextDocument(uri.with({ query: 'before' }))));
  });
});

describe('A request as cURL', () => {
  it('is copied to the clipboard without secrets', async () => {
    await copyAsCurl(stateOf(fields), { serviceUrl: 'http://localhost:3000/base', redactor, startId, service });
    const command = await vscode.env.clipboard.readText();
    assert.match(command, /'http:\/\/localhost:3000\/base\/api\/conversations'/);
    assert.match(command, /\$AGENT_CONVERSATIONS_KEY/);
    assert.ok(command.includes(masked) && !command.includes(secret) && !command.includes(answered), command);
  });

  it('is that of the message, if it is one to a conversation', async () => {
    const to = () => conversation('c', { conversationId: 'c1', status: 'FINISHED' });
    const state = stateOf({ initial_user_msg: 'Go on' }, { api: apis.v1, to });
    await copyAsCurl(state, { serviceUrl: 'http://h', redactor, startId, service });
    const command = await vscode.env.clipboard.readText();
    assert.match(command, /'http:\/\/h\/api\/v1\/app-conversations\/c1\/send-message'/);
    assert.match(command, /"run": true/);
  });
});

const previewTabs = () => tabsOf(({ scheme }) => scheme === 'agent-conversations-request');

describe('The way back from a preview', () => {
  let bench: StartBench;
  let sheet: WatchedSlot;

  beforeEach(async () => {
    bench = await StartBench.open();
    sheet = new WatchedSlot();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await bench.dispose();
  });

  const ports = () => ({ ...bench.ports, openSheet: sheet });

  /** Opens the preview of a message. */
  async function preview(draft: Draft = { fields: {}, body: 'Fix it' }, more: Partial<StartPorts> = {}) {
    const { id, path } = await keptDocument(bench.drafts, draft);
    const done = previewDraft({ ...ports(), ...more }, vscode.Uri.file(path));
    await eventually('the preview', () => previewTabs().length > 0, vscode.window.tabGroups.onDidChangeTabs);
    return { id, done };
  }

  async function shownText(): Promise<string> {
    const { uri } = previewTabs()[0]?.input as vscode.TabInputText;
    return (await vscode.workspace.openTextDocument(uri)).getText();
  }

  it('leads from a message in the editor to its review sheet', async () => {
    const said: string[] = [];
    using _ = replaced(vscode.window, { setStatusBarMessage: (words: string) => void said.push(words) });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(), { preview: false });
    const { id, done } = await preview({ fields: {}, body: 'Fix it', chosen: { root: '/gone' } });
    await vscode.commands.executeCommand('workbench.action.splitEditor');
    await backToReview();
    assert.deepEqual([previewTabs(), tabsOf(() => true).length], [[], 1]);
    await sheet.filled;
    // Changes on the sheet are saved with the document, not on the ordinary sheet.
    assert.equal((await draftWithId(bench.drafts, id)).body, 'Fix it');
    sheet.dispose();
    await done;
    assert.deepEqual([sheet.opened, bench.service.requests], [1, []]);
    assert.deepEqual(said, [], 'the text is in sight');
  });

  it('shows the id that the sheet sends then, and no sheet after that', async () => {
    await bench.dispose();
    bench = await StartBench.open({ api: 'v1', clock: new SkippingClock() });
    bench.service.misbehave('startConversation', answers(400, {}));
    const back = Promise.withResolvers<Remedy | undefined>();
    const report: StartPorts['report'] = (_, remedy) => {
      back.resolve(remedy);
      return Promise.resolve();
    };
    const { done } = await preview(undefined, { report });
    const shown = await shownText();
    const [, id] = /"conversation_id": "([^"]+)"/.exec(shown) ?? [];
    await backToReview();
    await sheet.filled;
    await pressEnterUntil(() => bench.posts.length === 1);
    await done;
    const again = (await back.promise)?.run();
    await pressEnterUntil(() => bench.posts.length === 2);
    await again;
    assert.ok(id, shown);
    const [first, second] = bench.posts.map(({ body }) => (body as { conversation_id?: unknown }).conversation_id);
    assert.equal(first, id);
    assert.notEqual(second, id);
  });

  it('shows the servers that are selected, and no repository if the one that was selected is no longer open', async () => {
    const mcp = () => Promise.resolve(selectionOf('docs'));
    const { done } = await preview({ fields: {}, body: 'Fix it', chosen: { root: '/gone' } }, { mcp });
    const { mcp_config: sent, ...others } = JSON.parse(await shownText()) as DraftFields;
    assert.deepEqual(
      [sent?.stdio_servers?.map(({ name }) => name), others],
      [['docs'], { initial_user_msg: 'Fix it' }],
    );
    await forgetDrafts(bench.drafts);
    await backToReview();
    await done;
  });

  it("leads from a follow-up in the form of its conversation's service, although another one is configured", async () => {
    const { service: configured, history } = bench.ports;
    const one = conversation('c', { baseUrl: 'https://agents.example', api: 'agent', status: 'FINISHED' });
    const api = (baseUrl?: string) => Promise.resolve(baseUrl === one.baseUrl ? apis.agent : apis.v0);
    using _ = replaced(configured, { api });
    using _history = replaced(history, { read: () => Promise.resolve(one) });
    const { done } = await preview({ fields: {}, body: 'Go on', to: one.id });
    const message = { content: [{ type: 'text', text: 'Go on' }], run: true };
    assert.deepEqual(JSON.parse(await shownText()), message);
    await forgetDrafts(bench.drafts);
    await backToReview();
    await done;
  });

  it('is from what was written by the time at which it is shown', async () => {
    const { path } = await keptDocument(bench.drafts, { fields: {}, body: 'Fix it' });
    const { document } = await vscode.window.showTextDocument(vscode.Uri.file(path));
    const mcp = async () => {
      await typeInto(document.uri, 'Please: ');
      return bench.ports.mcp();
    };
    const done = previewDraft({ ...ports(), mcp });
    await eventually('the preview', () => previewTabs().length > 0, vscode.window.tabGroups.onDidChangeTabs);
    assert.match(await shownText(), /"Please: Fix it"/);
    await forgetDrafts(bench.drafts);
    await backToReview();
    await done;
  });

  it('leaves a sheet open that the user has opened in the meantime', async () => {
    const { done } = await preview();
    const closed = Promise.withResolvers<'closed'>();
    sheet.value = { dispose: () => closed.resolve('closed') };
    await backToReview();
    assert.equal(await Promise.race([done, closed.promise]), undefined);
  });

  for (const isSent of [false, true])
    it(`leads nowhere if the message ${isSent ? 'is being sent' : 'was discarded in the meantime'}`, async () => {
      const { id, done } = await preview();
      const opened = await bench.drafts.open(id);
      await (isSent ? opened.beginSending(await opened.read(), 's1') : opened.discard());
      await backToReview();
      await done;
      assert.equal(sheet.opened, 0);
    });
});
