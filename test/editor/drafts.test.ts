import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import fs, { mkdtemp, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir, uptime } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { windowCaughtUp } from '../../src/base/vscode/contextKeys';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import { Drafts } from '../../src/draft/drafts';
import { registerDraftDocumentFeatures, type DocumentPorts } from '../../src/draft/vscode/draftFeatures';
import { openDrafts } from '../../src/draft/vscode/draftPorts';
import { editorTexts, replaceText, showText } from '../../src/draft/vscode/draftTexts';
import { followText, saveSheetDraft, withTextNow, writeInEditor } from '../../src/draft/vscode/sheetDraft';
import { draftsIn } from '../support/draftsIn';
import { draftWithId, keptDocument, keptDraft } from '../support/keptDrafts';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';
import { replaced } from '../support/replaced';
import { bothEnds } from '../support/tags';
import { typeInto } from '../support/typeInto';
import { thisProcess } from '../../src/base/processes';

const image = { name: 'a-shot.png', url: 'data:image/png;base64,iVBORw0KGgo=' };
const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

bothEnds('Everyone does it.').describe('A draft that is written in an editor', () => {
  let folder: string;
  let drafts: Drafts;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'drafts-')));
    drafts = open();
  });

  afterEach(async () => {
    // Saving one without a file, which another suite may have left, would ask for its name.
    const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, isUntitled }) => isDirty && !isUntitled);
    for (const document of unsaved) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFolder(folder);
  });

  /** As after a reload of the window. */
  const open = () => draftsIn(folder, { editors: editorTexts });
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);
  const readAt = async (file: string) => (await drafts.documentAt(file))?.draft;
  const bodyAt = async (file: string) => (await readAt(file))?.body;

  const type = (file: string, text: string) => typeInto(vscode.Uri.file(file), text);

  /** Sends it as it is shown, and the conversation starts. @param meanwhile what happens before the answer */
  async function start(id: string, meanwhile?: () => unknown): Promise<void> {
    const opened = await drafts.open(id);
    await opened.beginSending(await opened.read(), 'start-1');
    await meanwhile?.();
    await opened.finishSending('started', 'start-1');
    await drafts.close(opened);
  }

  it('has line feeds, however the lines in its editor end', async () => {
    const { path: file } = await keptDocument(drafts, { fields: {}, body: 'a\nb' });
    await showText(file);
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    await editor.edit((builder) => builder.setEndOfLine(vscode.EndOfLine.CRLF));
    assert.equal(editor.document.getText(), 'a\r\nb');
    assert.deepEqual([await editorTexts.read(file), await editorTexts.save(file)], ['a\nb', 'a\nb']);
  });

  it("is saved and sent although the system doesn't let its file be read for a moment, as Windows may", async () => {
    const { id, path: file } = await keptDocument(drafts, { fields: {}, body: 'a' });
    await showText(file);
    const { readFile: read } = fs;
    let refusals = 2;
    const refusing = (name: string) =>
      name === file && refusals-- > 0
        ? Promise.reject(Object.assign(new Error('EBUSY'), { code: 'EBUSY' }))
        : read(name, 'utf8');
    using _ = replaced(fs, { readFile: refusing });
    await start(id);
    assert.ok(refusals < 0 && !existsSync(file));
  });

  it('is saved once VS Code has ended the save that it had begun by itself', async () => {
    const { path: file } = await keptDocument(drafts, { fields: {}, body: 'a' });
    await showText(file);
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 1), 'b'));
    const begun = Promise.withResolvers<undefined>();
    const mayEnd = Promise.withResolvers<undefined>();
    const saves = vscode.workspace.onWillSaveTextDocument((event) => {
      begun.resolve(undefined);
      event.waitUntil(mayEnd.promise);
    });
    const own = editor.document.save();
    await begun.promise;
    const saved = editorTexts.save(file);
    // By then, VS Code has refused the save.
    await windowCaughtUp();
    mayEnd.resolve(undefined);
    assert.equal(await saved, 'ab');
    await own;
    saves.dispose();
  });

  it('is locked by this process, at a time in milliseconds since the machine was started', async () => {
    const opened = await openDrafts(folder, new RecordingLog(), {
      hasStarted: () => Promise.resolve(false),
      onTrouble: () => undefined,
      now: Date.now,
    });
    await keptDraft(opened, saying('to be locked'));
    const [{ id } = assert.fail()] = await opened.list();
    const before = uptime() * 1000;
    const draft = await opened.open(id);
    const locks = path.join(folder, 'drafts', 'locks');
    const [lock = ''] = await readdir(locks);
    const written = JSON.parse(await readFile(path.join(locks, lock), 'utf8')) as Record<string, unknown>;
    await opened.close(draft);
    opened.dispose();
    const at = Number(written['uptime']);
    // The system's own clock may count whole seconds, or hundredths of them.
    assert.ok(at >= before - 1000 && at <= uptime() * 1000 + 1000, JSON.stringify(written));
    assert.equal(written['holder'], thisProcess());
  });

  it('is what the editor shows, saved or not', async () => {
    const { path: file } = await keptDocument(drafts, saying('on disk'));
    await showText(file);
    assert.deepEqual(tabs(), ['Agent message.md']);
    const editor = vscode.window.activeTextEditor ?? assert.fail();
    const shownAt = () => vscode.window.activeTextEditor?.selection.active.character;
    assert.equal(shownAt(), 7, 'at its end');
    editor.selection = new vscode.Selection(0, 2, 0, 2);
    await showText(file);
    assert.equal(shownAt(), 2, 'where the user writes');
    await type(file, 'not yet ');
    assert.equal(await bodyAt(file), 'not yet on disk');
    assert.equal(await readFile(file, 'utf8'), 'on disk');
  });

  it('is discarded once its tab is closed with nothing in it, but not when its tab is moved, or its text came back', async () => {
    const workspace = { followRepositories: () => Promise.resolve(undefined) };
    let closed = 0;
    const load = () => {
      closed++;
      return Promise.resolve(drafts);
    };
    const ports = { drafts: load, workspace } as unknown as DocumentPorts;
    const discarded: string[] = [];
    const ended = Promise.withResolvers<undefined>();
    const discardBlank = async (id: string) => {
      await Drafts.prototype.discardBlank.call(drafts, id);
      discarded.push(id);
      ended.resolve(undefined);
    };
    using _ = replaced(drafts, { discardBlank });
    const features = registerDraftDocumentFeatures(ports, { pattern: '**/none' });
    closed = 0;
    const written = await keptDocument(drafts, saying('x'));
    await showText(written.path);
    await vscode.commands.executeCommand('editor.action.selectAll');
    await vscode.commands.executeCommand('deleteLeft');
    assert.equal(await bodyAt(written.path), '');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    const blank = await keptDocument(drafts, { fields: {}, chosen: { root: '/app' } });
    await showText(blank.path);
    const { onDidChangeTabs } = vscode.window.tabGroups;
    const moved = Promise.withResolvers<undefined>();
    const following = onDidChangeTabs((change) => change.closed.length > 0 && moved.resolve(undefined));
    await vscode.commands.executeCommand('workbench.action.moveEditorToRightGroup');
    await moved.promise;
    following.dispose();
    assert.equal(closed, 1, 'only the one whose text came back');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await ended.promise;
    features.dispose();
    assert.deepEqual([discarded, await bodyAt(blank.path), await bodyAt(written.path)], [[blank.id], undefined, 'x']);
  });

  it("has plain line endings, because the editor doesn't show others", async () => {
    const { path: file } = await keptDocument(drafts, emptyDraft);
    await writeFile(file, '\ufeffa\r\nb\n');
    assert.equal(await bodyAt(file), 'a\nb\n');
    await showText(file);
    assert.equal(await bodyAt(file), 'a\nb\n');
  });

  it('stays in UTF-8, whatever encoding the settings prefer, also if it was never open', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
    try {
      const { path: file } = await keptDocument(drafts, saying('Prüfe \u2192'));
      await replaceText(file, 'Prüfe \u2192', 'Prüfe \u2192 ä');
      assert.equal(await readFile(file, 'utf8'), 'Prüfe \u2192 ä');
      await showText(file);
      assert.equal(await bodyAt(file), 'Prüfe \u2192 ä');
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("has names that tell their tabs apart, and that are free again once they're gone", async () => {
    const opened = [drafts.begin(saying('one')), drafts.begin(saying('two'))];
    for (const one of opened) await writeInEditor(one.draft, one, drafts);
    assert.deepEqual(tabs(), ['Agent message.md', 'Agent message 2.md']);
    await opened[0]!.discard();
    const next = drafts.begin(saying('three'));
    await writeInEditor(next.draft, next, drafts);
    assert.deepEqual(tabs(), ['Agent message 2.md', 'Agent message.md']);
  });

  it('closes and is deleted with its images once it has started', async () => {
    const { id, path: file } = await keptDocument(drafts, { ...saying('go'), images: [image] });
    await showText(file);
    await type(file, 'unsaved ');
    await start(id);
    assert.deepEqual(tabs(), []);
    await assert.rejects(readdir(path.dirname(file)), { code: 'ENOENT' });
    assert.deepEqual(await drafts.list(), []);
  });

  for (const [how, change] of [
    ['', (file: string) => type(file, 'and this: ')],
    // The editor is told later.
    [' by another window, whatever the editor still shows', (file: string) => writeFileSync(file, 'and this: go')],
  ] as const)
    it(`stays if it was changed while it was sent${how}`, async () => {
      const { id, path: file } = await keptDocument(drafts, saying('go'));
      await showText(file);
      await start(id, () => change(file));
      const { starts } = (await drafts.list())[0]!.draft;
      assert.deepEqual([starts?.map((one) => one.id), tabs()], [['start-1'], ['Agent message.md']]);
    });

  it('stays a draft if it is renamed, and is none if it is deleted by hand', async () => {
    const { id, path: file } = await keptDocument(drafts, { ...saying('go'), filledBy: 'link', images: [image] });
    const renamed = path.join(path.dirname(file), 'better.md');
    await rename(file, renamed);
    assert.deepEqual([(await readAt(renamed))?.body, (await readAt(renamed))?.filledBy], ['go', 'link']);
    assert.equal(await readAt(file), undefined);
    await rm(renamed);
    assert.deepEqual(await drafts.list(), []);
    assert.deepEqual(await draftWithId(drafts, id), emptyDraft);
    const left = (await readdir(folder, { recursive: true })).filter((name) => name !== 'locks');
    assert.deepEqual(left, [], 'nothing of it is left');
  });

  it("isn't sent while its editor can't be saved", async () => {
    drafts = draftsIn(folder, { editors: { ...editorTexts, save: () => Promise.resolve(undefined) } });
    const { id } = await keptDocument(drafts, saying('go'));
    const opened = await drafts.open(id);
    await assert.rejects(opened.beginSending(await opened.read(), 'start-1'), { code: 'unsaved' });
    assert.equal(opened.isBeingSent, false);
  });

  describe('and on the sheet', () => {
    const report = () => assert.fail('reported');

    it('gets what is added there as an edit that can be undone', async () => {
      const { id, path: file } = await keptDocument(drafts, saying('mine'));
      await showText(file);
      const opened = await drafts.open(id);
      const before = await opened.read();
      await saveSheetDraft(opened, before, { ...before, body: 'template' });
      assert.equal(await bodyAt(file), 'template');
      await vscode.commands.executeCommand('undo');
      assert.equal(await bodyAt(file), 'mine');
    });

    it('loses nothing that was written since', async () => {
      const { id, path: file } = await keptDocument(drafts, saying('mine'));
      await showText(file);
      const opened = await drafts.open(id);
      const before = await opened.read();
      await type(file, 'newer ');
      await replaceText(file, 'mine', 'other');
      assert.equal(await bodyAt(file), 'newer mine');
      await replaceText(file, 'mine', 'mine\n\nmore');
      await saveSheetDraft(opened, before, { fields: { initial_user_msg: 'typed' }, body: 'mine' });
      assert.deepEqual((await opened.read()).body, 'newer mine\n\nmore');
      assert.deepEqual(opened.draft.fields, { initial_user_msg: 'typed' });
    });

    it('is followed there, and is sent as it is by then', async () => {
      const { id, path: file } = await keptDocument(drafts, saying('mine'));
      await showText(file);
      const opened = await drafts.open(id);
      const shown = await opened.read();
      assert.equal(await withTextNow(shown, opened), shown);
      const told = Promise.withResolvers<Pick<Draft, 'body'>>();
      const following = followText(opened, told.resolve, report);
      await type(file, 'newer ');
      assert.deepEqual(await told.promise, { body: 'newer mine', images: [] });
      following.dispose();
      assert.equal((await withTextNow(shown, opened)).body, 'newer mine');
    });

    it('adds what was typed to the text on its way to the editor', async () => {
      const { id, path: file } = await keptDocument(drafts, saying('mine'));
      const opened = await drafts.open(id);
      const draft = { ...(await opened.read()), fields: { initial_user_msg: 'typed', selected_branch: 'x' } };
      await writeInEditor(draft, opened, drafts);
      assert.deepEqual((await opened.read()).fields, { selected_branch: 'x' });
      assert.equal(await bodyAt(file), 'mine\n\ntyped');
      assert.deepEqual(tabs(), ['Agent message.md']);
    });

    it('adds it to what was written there meanwhile, also where nothing was before', async () => {
      const { id, path: file } = await keptDocument(drafts, saying(' '));
      const opened = await drafts.open(id);
      const draft = { ...(await opened.read()), fields: { initial_user_msg: 'typed' } };
      await type(file, 'mine');
      await writeInEditor(draft, opened, drafts);
      assert.equal(await bodyAt(file), 'mine\n\ntyped');
    });

    it('opens there even if it contains a character by which VS Code tells binary files', async () => {
      const opened = drafts.begin({ fields: {}, attachments: [{ kind: 'selection', text: 'a\0b' }] });
      await writeInEditor(opened.draft, opened, drafts);
      assert.deepEqual([(await opened.read()).body, tabs()], ['a\u2400b', ['Agent message.md']]);
    });

    it('keeps its text if it is moved to the editor twice at once', async () => {
      const opened = drafts.begin(saying('typed'));
      await Promise.all([1, 2].map(() => writeInEditor(opened.draft, opened, drafts)));
      assert.deepEqual([(await opened.read()).body, tabs()], ['typed', ['Agent message.md']]);
    });

    it('can be opened in other windows if another sheet took its place while it moved to the editor', async () => {
      const opened = drafts.begin(saying('typed'));
      const moving = writeInEditor(opened.draft, opened, drafts);
      await drafts.close(opened);
      await moving;
      const elsewhere = draftsIn(folder, { holder: 'here.another', hasEnded: () => false });
      const { draft } = await elsewhere.open(opened.id);
      assert.equal(draft.document, 'Agent message.md');
    });

    it('is the same draft when it moves from the sheet to the editor', async () => {
      const id = await keptDraft(drafts, { ...saying('typed'), chosen: { root: '/w' } });
      const opened = await drafts.open(id);
      await writeInEditor(opened.draft, opened, drafts);
      await drafts.close(opened);
      const expected = { fields: {}, body: 'typed', chosen: { root: '/w' }, document: 'Agent message.md' };
      assert.deepEqual(await draftWithId(open(), id), expected);
      assert.equal((await drafts.list()).length, 1);
    });
  });
});
