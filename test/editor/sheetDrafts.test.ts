import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { setTimeout as timer } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Remedy } from '../../src/base/vscode/explanation';
import type { Draft } from '../../src/draft/draft';
import type { OpenDraft } from '../../src/draft/openDraft';
import { replaceText } from '../../src/draft/vscode/draftTexts';
import type { Templates } from '../../src/draft/templates';
import { asExplained } from '../../src/start/vscode/explain';
import { apis } from '../../src/client/apis/registry';
import { noSelectedServers } from '../../src/mcp/mcpSelection';
import { reviewSheet } from '../../src/start/vscode/sheet/reviewSheet';
import type { StartContext } from '../../src/start/vscode/sheet/sheetState';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { runStartCommand } from '../../src/start/vscode/commands';
import { answers } from '../service/faults';
import { draftsIn } from '../support/draftsIn';
import { DrivenBench } from '../support/drivenBench';
import type { DrivenPick } from '../support/drivenWindow';
import { eventually } from '../support/eventually';
import { forgetDrafts, keptDocument, keptDraft } from '../support/keptDrafts';
import { marked } from '../support/markedSecrets';
import { until } from '../support/openSheets';
import { replaced } from '../support/replaced';
import { setServiceUrl, setSettingOf } from '../support/setSetting';
import { typeInto } from '../support/typeInto';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

describe('A review sheet that opens', () => {
  const its = DrivenBench.use();
  let asked: PromiseWithResolvers<void>;
  let isAsked: boolean;

  beforeEach(async () => {
    asked = Promise.withResolvers();
    isAsked = false;
    const { workspace } = its.bench.ports;
    const select = workspace.selectRepository.bind(workspace);
    const selectRepository = () => {
      isAsked = true;
      asked.resolve();
      return select();
    };
    Object.assign(workspace, { selectRepository });
    await its.shownBy((ports) => startReviewed(its.bench.drafts.begin(), ports));
  });

  it('is there before Git is asked, and asks then', async () => {
    assert.equal(isAsked, false);
    await asked.promise;
  });

  it('is complete although neither the key nor MCP servers can be read, of which it says only the latter', async () => {
    using _ = replaced(its.bench.ports.service, { connect: () => Promise.reject(new Error('locked')) });
    const mcp = () => Promise.reject(new Error('No MCP'));
    const opened = its.bench.drafts.begin();
    const pick = await its.shownBy((ports) => startReviewed(opened, { ...ports, mcp }));
    await until(() => !pick.busy);
    assert.deepEqual([pick.isShown, its.bench.reported.map(String)], [true, ['Error: No MCP']]);
  });

  it('has no password of a service URL that is not valid in its title', async () => {
    await setServiceUrl(`ftp://u:${marked('password')}@h`);
    const { title } = await its.shownBy((ports) => startReviewed(its.bench.drafts.begin(), ports));
    assert.equal(title, 'Start Conversation · ftp://h');
  });

  // prettier-ignore
  for (const [what, act] of [
    ["what was typed after an Enter that came before Git's answer", (pick) => pick.type('Not finis')],
    ["after an Enter that came before Git's answer if the user has gone to another row since", (pick) => pick.goTo('more')],
  ] as const satisfies readonly (readonly [string, (pick: DrivenPick) => void])[])
    it(`doesn't start ${what}`, async () => {
      const { pick } = its.window;
      assert.ok(pick);
      pick.type('Fix');
      pick.choose('start');
      act(pick);
      await until(() => !pick.busy);
      assert.equal(pick.isShown, true);
    });

  /** Opens a sheet on a draft that finds its repository when a test says so. */
  async function openUnknowing(opened: OpenDraft) {
    const found = Promise.withResolvers<StartContext>();
    const initial = { draft: await opened.read(), settings: undefined };
    const sheet = { initial, loadContext: () => found.promise, service: 'http://h', opened };
    const pick = await its.shownBy((ports) => reviewSheet(sheet, ports));
    const find = (repository: string) => {
      const targetContext = { target: { repository, notes: [] }, instructions: '' };
      found.resolve({ api: apis.v0, mcp: noSelectedServers, targetContext });
    };
    return { pick, find };
  }

  it("doesn't start after an Enter that came before Git's answer if the editor's text has changed since", async () => {
    const { id, path: file } = await keptDocument(its.bench.drafts, saying('Fix'));
    const opened = await its.bench.drafts.open(id);
    const { pick, find } = await openUnknowing(opened);
    pick.choose('start');
    await replaceText(file, 'Fix', 'Fix th');
    await until(() => JSON.stringify(pick.items).includes('Fix th'));
    find('octocat/app');
    await until(() => JSON.stringify(pick.items).includes('octocat/app'));
    assert.equal(pick.isShown, true);
    await its.bench.drafts.close(opened);
  });

  it('keeps the repository that is chosen before Git has answered', async () => {
    const { pick, find } = await openUnknowing(its.bench.drafts.begin());
    its.window.row = 'octocat/';
    const { items } = await its.shownAfter(() => pick.choose('field repository'));
    find('another/one');
    await timer();
    const { items: now = [] } = its.window.pick ?? {};
    assert.deepEqual([now.length, JSON.stringify(now).includes('another/one')], [items.length, false]);
  });

  it('asks nothing if it closes at once', async () => {
    its.bench.openSheet.clear();
    await its.running;
    // Timers of one length end in order: the sheet would ask at its second one.
    for (let turn = 0; turn < 3; turn++) await timer();
    assert.equal(isAsked, false);
  });
});

describe('Back to Review Sheet, after a start was rejected', () => {
  const its = DrivenBench.use();
  let reported: string[];
  let back: Remedy;

  /** Starts with this message, which the service rejects. */
  async function reject(message: string): Promise<void> {
    reported = [];
    its.bench.service.misbehave('startConversation', answers(400, { status: 'error', message: 'No room' }));
    const report = (error: unknown, ...remedies: readonly Remedy[]) => {
      reported.push(asExplained(error).message);
      back = remedies.at(-1) ?? back;
      return Promise.resolve();
    };
    const sheet = await its.shownBy((ports) => runStartCommand(undefined, { ...ports, report }));
    if (message !== '') sheet.type(message);
    its.window.button = (_, buttons) => buttons.at(-1);
    sheet.choose('start');
    await its.running;
    assert.match(reported.join(), /No room/);
    assert.equal(back.label, 'Back to Review Sheet');
  }

  /** Goes back. @returns what the sheet has then */
  async function goBack(): Promise<string> {
    const { value } = await its.shownBy(() => back.run());
    return value;
  }

  it('has the message that was rejected, whatever was written since', async () => {
    await reject('Fix it');
    await keptDraft(its.bench.drafts, saying('Another one'));
    assert.equal(await goBack(), 'Fix it');
  });

  it('says so if that is gone, instead of showing another one', async () => {
    await reject('Fix it');
    await forgetDrafts(its.bench.drafts);
    await keptDraft(its.bench.drafts, saying('Another one'));
    reported = [];
    await back.run();
    assert.deepEqual(reported, ['This draft was sent or discarded.']);
    assert.notEqual(its.window.pick?.isShown, true);
  });

  it('is as empty as it was', async () => {
    await reject('');
    await keptDraft(its.bench.drafts, saying('Another one'));
    assert.equal(await goBack(), '');
  });
});

describe("A draft that can't be saved to disk", () => {
  const its = DrivenBench.use();

  it("isn't sent, says so, and is on the sheet again", async () => {
    // A draft is written to a temporary file and moved into place.
    const rename = () => Promise.reject(Object.assign(new Error('EROFS: rename'), { code: 'EROFS' }));
    using _ = replaced(fs, { rename });
    const draft = its.bench.drafts.begin(saying('Keep me'));
    const sheet = await its.shownBy((ports) => startReviewed(draft, ports));
    await until(() => !sheet.busy);
    const again = await its.shownAfter(() => sheet.choose('start'));
    assert.equal(again.value, 'Keep me');
    const said: string[] = [];
    using _bar = replaced(vscode.window, { setStatusBarMessage: (words: string) => void said.push(words) });
    again.escape();
    assert.equal(await its.running, undefined);
    assert.deepEqual(said, [], 'it is not saved');
    assert.match(asExplained(its.bench.reported[0]).message, /^Not started\. Your draft can't be saved .* \(EROFS\)/);
    assert.deepEqual([its.bench.service.requests, its.bench.history.conversations], [[], []]);
  });
});

describe('A document that another window takes over while it is on the sheet', () => {
  const its = DrivenBench.use();

  it("isn't sent, says so, and closes the sheet, on which nothing would be saved any more", async () => {
    const { id } = await keptDocument(its.bench.drafts, { fields: {}, body: 'mine' });
    const opened = await its.bench.drafts.open(id);
    const sheet = await its.shownBy((ports) => startReviewed(opened, ports));
    await until(() => !sheet.busy);
    // A window that finds this one's lock expired.
    const other = draftsIn(its.bench.draftFolder, { now: () => Date.now() + 3_600_000 });
    await other.change(id, (draft) => ({ ...draft, resultBranch: { name: 'agent/fix' } }));
    sheet.choose('start');
    assert.equal(await its.running, undefined);
    const said = its.bench.reported.map((error) => asExplained(error).message);
    assert.deepEqual(said, [
      "Not started. Another window has sent, changed, or discarded this message. If it's still a draft, go on with it there, or select Open Draft... on the review sheet.",
    ]);
    assert.deepEqual([its.window.pick?.isShown, its.bench.posts], [false, []]);
  });
});

describe('A document that is written on while its sheet asks something', () => {
  const typed = ', and an hour of typing';
  const its = DrivenBench.use();
  let text: vscode.TextDocument;

  /** Opens the sheet on a document with this draft. */
  async function open(draft: Draft): Promise<DrivenPick> {
    const { id, path } = await keptDocument(its.bench.drafts, draft);
    text = await vscode.workspace.openTextDocument(path);
    await vscode.window.showTextDocument(text);
    const list = [{ name: 'steps', text: 'Line 1\nLine 2' }];
    const templates = () => Promise.resolve<Templates>({ list: () => Promise.resolve(list) });
    const opened = await its.bench.drafts.open(id);
    return its.shownBy((ports) => startReviewed(opened, { ...ports, templates }));
  }

  /** Types at the end of the document, and waits until the sheet has read it. */
  async function type(): Promise<void> {
    await typeInto(text.uri, typed, 'end');
    await says(typed);
  }

  const says = (part: string, isThere = true) =>
    eventually(
      `a text ${isThere ? 'with' : 'without'} "${part}"`,
      () => text.getText().includes(part) === isThere,
      vscode.workspace.onDidChangeTextDocument,
    );

  for (const [how, body, expected] of [
    ['goes below all of it', 'mine', `mine${typed}\n\nLine 1\nLine 2`],
    ['begins a new paragraph in what was empty before', '', `${typed}\n\nLine 1\nLine 2`],
  ] as const)
    it(`loses nothing to a template, which ${how}`, async () => {
      const sheet = await open({ fields: {}, body });
      its.window.row = 'steps';
      its.window.meanwhile = type;
      sheet.press('Use Template...');
      await says('Line 2');
      assert.equal(text.getText(), expected);
    });

  describe('with settings that change it when it is saved', () => {
    const set = async (autoSave: string | undefined, insertFinalNewline: boolean | undefined) => {
      await setSettingOf('files', 'autoSave', autoSave);
      await setSettingOf('files', 'insertFinalNewline', insertFinalNewline);
    };
    before(() => set('off', true));
    after(() => set(undefined, undefined));

    it('is shown as it was saved before it is sent, and is gone then', async () => {
      const sheet = await open({ fields: {}, body: 'mine' });
      await type();
      const again = await its.shownAfter(() => sheet.choose('start'));
      assert.equal(text.getText(), `mine${typed}\n`);
      again.choose('start');
      await its.running;
      assert.deepEqual(await its.bench.drafts.list(), []);
    });
  });

  it('loses only the references to an image that is removed', async () => {
    const image = { name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=', inText: true } as const;
    const sheet = await open({ fields: {}, body: 'see ![a.png](a.png) here', images: [image] });
    its.window.row = 'a.png';
    its.window.meanwhile = type;
    sheet.press('Attach Images...');
    await says('a.png', false);
    assert.equal(text.getText(), `see  here${typed}`);
  });
});
