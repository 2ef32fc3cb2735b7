import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import type { DraftStore } from '../../src/draft/draftStore';
import type { MarkdownDraft } from '../../src/draft/vscode/draftDocument';
import { DraftFolder } from '../../src/draft/vscode/draftFolder';
import { keepIn, setAside, showDraft, withTextNow, writeInEditor } from '../../src/draft/vscode/sheetDraft';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';
import { bothEnds } from '../support/tags';

const image = { name: 'a shot.png', url: 'data:image/png;base64,iVBORw0KGgo=' };
const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

bothEnds('Everyone does it.').describe('Message drafts:', () => {
  let folder: string;
  let log: RecordingLog;
  let drafts: DraftFolder;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'drafts-')));
    log = new RecordingLog();
    drafts = open();
  });

  afterEach(async () => {
    // Saving one without a file, which another suite may have left, would ask for its name.
    const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, isUntitled }) => isDirty && !isUntitled);
    for (const document of unsaved) await document.save();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await removeFolder(folder);
  });

  /** Opens the folder as after a reload of the window. */
  const open = () => new DraftFolder(folder, log);
  const write = (draft: Draft) => drafts.moveToDocument(draft);
  const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(({ label }) => label);

  /** Types into an open draft without saving it. */
  async function type(document: MarkdownDraft, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(vscode.Uri.file(document.path), new vscode.Position(0, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  describe('a document', () => {
    it('has the body, the typed text and the attachments as its text, and takes everything else along', async () => {
      const draft: Draft = {
        fields: { initial_user_msg: 'typed', repository: null, selected_branch: 'main' },
        body: '# Body\n',
        attachments: [{ kind: 'changes', text: '```diff\n+1\n```' }],
        images: [image],
        resultBranch: { name: 'agent/fix' },
        chosen: { root: '/home/me/app', remote: 'upstream' },
      };
      drafts.sheet.save(draft);
      const document = await write(draft);

      assert.equal(await readFile(document.path, 'utf8'), '# Body\n\n\ntyped\n\n```diff\n+1\n```');
      assert.equal((await stat(document.path)).mode & 0o777, 0o600);
      const { attachments, fields, ...rest } = { ...draft, body: await readFile(document.path, 'utf8') };
      const moved = { ...rest, fields: { repository: null, selected_branch: 'main' } };
      assert.equal(attachments?.length, 1);
      assert.equal(fields.initial_user_msg, 'typed');
      assert.deepEqual(await document.load(), moved);
      assert.deepEqual(await drafts.sheet.load(), emptyDraft);
      assert.deepEqual(await (await open().documentAt(document.path))?.load(), moved, 'after a reload');
      const beside = await readdir(path.dirname(document.path));
      assert.ok(beside.includes(image.name), 'where its Markdown preview sees it');
    });

    it('leaves the sheet alone if something else was typed in the meantime', async () => {
      drafts.sheet.save(saying('next'));
      await write(saying('first'));
      assert.deepEqual(await drafts.sheet.load(), saying('next'));
    });

    it('is on disk when the window closes, as is the sheet', async () => {
      const document = await write(saying('x'));
      document.save({ fields: { selected_branch: 'main' } });
      drafts.sheet.save(saying('next'));
      await drafts.flush();
      const again = open();
      assert.deepEqual((await (await again.documentAt(document.path))?.load())?.fields, { selected_branch: 'main' });
      assert.deepEqual(await again.sheet.load(), saying('next'));
    });

    it("leaves everything on the sheet if it can't be written", async () => {
      await writeFile(path.join(folder, 'drafts'), 'in the way');
      drafts.sheet.save(saying('dear'));
      await assert.rejects(write(saying('dear')));
      assert.deepEqual(await drafts.sheet.load(), saying('dear'));
    });

    it("has its own name, which is free again when it's gone", async () => {
      const names = await Promise.all([1, 2, 3].map(async () => path.basename((await write(emptyDraft)).path)));
      assert.deepEqual(names, ['Agent message.md', 'Agent message 2.md', 'Agent message 3.md']);
      const [second] = (await drafts.documents()).filter((document) => document.path.endsWith(' 2.md'));
      await second!.clear(await second!.load());
      assert.ok((await write(emptyDraft)).path.endsWith('Agent message 2.md'));
    });

    it('is found by its path only', async () => {
      const { path: file } = await write(saying('x'));
      assert.equal(await drafts.documentAt(file), await drafts.documentAt(file));
      const beside = path.join(folder, 'drafts', 'other.md');
      await writeFile(beside, '');
      for (const other of [beside, path.join(path.dirname(file), 'draft.json'), '/x.md'])
        assert.equal(await drafts.documentAt(other), undefined, other);
      assert.equal((await drafts.documents()).length, 1);
    });

    it('is found while another one is being deleted', async () => {
      const document = await write(saying('x'));
      // A name that isn't UTF-8 is listed, and what it is read as doesn't exist: like a folder that is gone by then.
      const vanishing = Buffer.concat([Buffer.from(path.join(folder, 'drafts', 'gone')), Buffer.from([0xff])]);
      await mkdir(vanishing);
      try {
        assert.deepEqual(await drafts.documents(), [document]);
        assert.equal(await drafts.documentAt(document.path), document);
        assert.doesNotMatch(log.lines.join('\n'), /^warn/m);
      } finally {
        await rmdir(vanishing);
      }
    });

    it('is loaded as it is in the editor, saved or not', async () => {
      const document = await write(saying('on disk'));
      await showDraft(document);
      assert.deepEqual(tabs(), ['Agent message.md']);
      await type(document, 'not yet ');
      assert.equal((await document.load()).body, 'not yet on disk');
      assert.equal(await readFile(document.path, 'utf8'), 'on disk');
    });

    it("is loaded with plain line endings, because the editor doesn't show others", async () => {
      const document = await write(emptyDraft);
      await writeFile(document.path, '\ufeffa\r\nb\n');
      assert.equal((await document.load()).body, 'a\nb\n');
      await showDraft(document);
      assert.equal((await document.load()).body, 'a\nb\n');
    });

    it('is read as it was written, whatever encoding the settings prefer', async () => {
      const files = vscode.workspace.getConfiguration('files');
      await files.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
      try {
        const document = await write(saying('Grüße \u{1f41e}'));
        await showDraft(document);
        assert.equal((await document.load()).body, 'Grüße \u{1f41e}');
        await type(document, 'ä ');
        assert.ok(await vscode.window.activeTextEditor?.document.save());
        assert.equal(await readFile(document.path, 'utf8'), 'ä Grüße \u{1f41e}');
      } finally {
        await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
      }
    });

    it('keeps its fields next to its text, which stays the editor’s', async () => {
      const document = await write(saying('mine'));
      document.save({ fields: { selected_branch: 'main', initial_user_msg: 'more' }, body: 'older' });
      const expected = { fields: { selected_branch: 'main', initial_user_msg: 'more' }, body: 'mine' };
      assert.deepEqual(await document.load(), expected);
      assert.deepEqual(await (await open().documentAt(document.path))?.load(), expected);
    });
  });

  describe('after a start,', () => {
    it('a document closes, is deleted, and takes its images with it', async () => {
      const document = await write({ ...saying('go'), images: [image] });
      await showDraft(document);
      await type(document, 'unsaved ');
      const sent = await document.load();
      const held = await document.beginSending(sent, 'start-1');
      assert.ok(document.isBeingSent);
      assert.deepEqual(await drafts.idle(), [drafts.sheet]);
      await held.end();
      await held.release();
      await document.load();
      assert.deepEqual(tabs(), []);
      assert.deepEqual(await readdir(path.join(folder, 'drafts')), []);
      assert.equal(document.isBeingSent, false);
      document.save(sent);
      await document.load();
      assert.deepEqual(await readdir(path.join(folder, 'drafts')), [], 'an open sheet brings nothing back');
    });

    it('a copy that was saved beside the document stays', async () => {
      const document = await write(saying('go'));
      const copy = path.join(path.dirname(document.path), 'copy.txt');
      await writeFile(copy, 'mine');
      await (await document.beginSending(await document.load(), 'start-1')).end();
      assert.equal(await readFile(copy, 'utf8'), 'mine');
      assert.deepEqual(await drafts.documents(), []);
    });

    it('a document stays if it was changed in the meantime', async () => {
      const document = await write(saying('go'));
      await showDraft(document);
      const sent = await document.load();
      await type(document, 'and this: ');
      await document.clear(sent);
      assert.equal((await document.load()).body, 'and this: go');
      assert.deepEqual(tabs(), ['Agent message.md']);
    });

    it("a document stays if another window has changed it, whatever this one's editor still shows", async () => {
      const document = await write(saying('go'));
      await showDraft(document);
      const sent = await document.load();
      // The editor is told later.
      writeFileSync(document.path, 'and this: go');
      await document.clear(sent);
      assert.equal(await readFile(document.path, 'utf8'), 'and this: go');
    });

    it('one of two documents leaves the other alone', async () => {
      const [one, other] = [await write(saying('one\rmore')), await write(saying('other'))];
      await showDraft(one);
      const held = await one.beginSending(await one.load(), 'start-1');
      assert.equal(other.isBeingSent, false);
      await held.end();
      await one.load();
      assert.deepEqual(await drafts.documents(), [other]);
      assert.equal((await other.load()).body, 'other');
    });

    it("a document that another window is sending or has sent is sent once the user knows; written again, it's another draft", async () => {
      const document = await write(saying('go'));
      const shown = await document.load();
      const others = open();
      const elsewhere = (await others.documentAt(document.path))!;
      const held = await elsewhere.beginSending(await elsewhere.load(), 'start-1');
      const [first, second] = [document, (await open().documentAt(document.path))!];
      await assert.rejects(first.beginSending(shown, 'start-2'), { name: 'DraftError', code: 'elsewhere' });
      await second.load();
      await held.end();
      await assert.rejects(second.beginSending(shown, 'start-2'), { name: 'DraftError', code: 'elsewhere' });
      assert.equal((await second.beginSending(shown, 'start-2')).draft.sentAs, 'start-2', 'once the user knows');
      await mkdir(path.dirname(document.path), { recursive: true });
      await writeFile(document.path, 'again');
      const again = (await others.documentAt(document.path))!;
      await again.beginSending(await again.load(), 'start-2');
      assert.equal((await again.load()).sentAs, 'start-2');
    });

    it('a document that another window is sending is sent once the user knows, also if it was changed here', async () => {
      const document = await write(saying('go'));
      const shown = await document.load();
      const elsewhere = (await open().documentAt(document.path))!;
      await elsewhere.beginSending(await elsewhere.load(), 'start-1');
      assert.equal(await withTextNow(shown, document), shown);
      for (const selected_branch of ['other', 'another']) {
        await document.write({ ...shown, fields: { selected_branch } });
        assert.equal((await elsewhere.load()).sentAs, 'start-1');
      }
      await assert.rejects(document.beginSending(shown, 'start-2'), { name: 'DraftError', code: 'elsewhere' });
    });

    it("a document isn't offered any more while it's being deleted", async () => {
      const document = await write(saying('go'));
      await showDraft(document);
      await type(document, 'unsaved ');
      void document.clear(await document.load());
      assert.deepEqual(await drafts.documents(), []);
    });
  });

  describe('images', () => {
    const inText = { ...image, inText: true as const };

    it("stay on disk with the text, even if they're missing from what is saved: undo may bring a reference back", async () => {
      const document = await write({ fields: {}, body: 'See ![](a%20shot.png)', images: [inText] });
      document.save({ ...emptyDraft, body: '' });
      assert.deepEqual((await document.load()).images, [inText]);
      await document.clear(await document.load());
      assert.deepEqual(await readdir(path.join(folder, 'drafts')), []);
    });
  });

  describe('set aside,', () => {
    it("what is on the sheet becomes a document, which isn't shown", async () => {
      drafts.sheet.save(saying('later'));
      await setAside(drafts);
      assert.deepEqual(await drafts.sheet.load(), emptyDraft);
      assert.deepEqual((await (await drafts.documents())[0]?.load())?.body, 'later');
      assert.deepEqual(tabs(), []);
    });

    it('an empty sheet becomes nothing', async () => {
      await setAside(drafts);
      assert.deepEqual(await drafts.documents(), []);
    });
  });

  describe('after a failed start,', () => {
    it('the message moves into a document if the next one is on the sheet', async () => {
      drafts.sheet.save(saying('first'));
      const held = await drafts.sheet.beginSending(saying('first'), 'start-1');
      drafts.sheet.save(saying('second'));
      const keptIn = await held.release();
      assert.deepEqual(await drafts.sheet.load(), saying('second'));
      assert.deepEqual(await drafts.documents(), [keptIn]);
      assert.equal((await keptIn.restore(saying('first'))).body, 'first');
    });

    it('the message comes back to the sheet, and what was begun since becomes a document', async () => {
      drafts.sheet.save(saying('first'));
      const keptIn = await (await drafts.sheet.beginSending(saying('first'), 'start-1')).release();
      assert.equal(keptIn, drafts.sheet);
      drafts.sheet.save(saying('second'));
      assert.deepEqual(await keptIn.restore(saying('first')), saying('first'));
      assert.deepEqual(await drafts.sheet.load(), saying('first'));
      const bodies = (await drafts.documents()).map(async (document) => (await document.load()).body);
      assert.deepEqual(await Promise.all(bodies), ['second']);
    });
  });

  describe('a change on the sheet to a document', () => {
    const report = () => assert.fail('reported');
    const ports = { drafts: () => Promise.resolve(drafts) };

    async function changed(draft: MarkdownDraft, make: (draft: Draft) => Draft): Promise<string | undefined> {
      const before = await draft.load();
      const text = vscode.window.activeTextEditor!.document;
      const edited = new Promise((resolve) => {
        const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
          if (document !== text) return;
          listening.dispose();
          resolve(undefined);
        });
      });
      keepIn(draft, before, report).keep(make(before));
      await edited;
      return (await draft.load()).body;
    }

    it('is an edit that can be undone', async () => {
      const document = await write(saying('mine'));
      await showDraft(document);
      assert.equal(await changed(document, (draft) => ({ ...draft, body: 'template' })), 'template');
      await vscode.commands.executeCommand('undo');
      assert.equal((await document.load()).body, 'mine');
    });

    it('reverts nothing that was written since', async () => {
      const document = await write(saying('mine'));
      await showDraft(document);
      const { keep } = keepIn(document, await document.load(), report);
      await type(document, 'newer ');
      await document.replaceText('mine', 'other');
      assert.equal((await document.load()).body, 'newer mine');
      await document.replaceText('mine', 'mine\n\nmore');
      assert.equal((await document.load()).body, 'newer mine\n\nmore');
      keep({ fields: { initial_user_msg: 'typed' }, body: 'mine' });
      assert.deepEqual(await document.load(), { fields: { initial_user_msg: 'typed' }, body: 'newer mine\n\nmore' });
    });

    it('follows what is written there, and reverts nothing of it', async () => {
      const document = await write(saying('mine'));
      await showDraft(document);
      const { keep, follow } = keepIn(document, await document.load(), report);
      const told = new Promise<Pick<Draft, 'body'>>((resolve) => {
        const following = follow((now) => {
          following.dispose();
          resolve(now);
        });
      });
      await type(document, 'newer ');
      assert.deepEqual(await told, { body: 'newer mine', images: [] });
      keep({ fields: { initial_user_msg: 'typed' }, body: 'newer mine' });
      assert.deepEqual(await document.load(), { fields: { initial_user_msg: 'typed' }, body: 'newer mine' });
    });

    it('adds what was typed to the text on its way to the editor', async () => {
      const document = await write(saying('mine'));
      const draft = { ...(await document.load()), fields: { initial_user_msg: 'typed', selected_branch: 'x' } };
      await writeInEditor(draft, document, ports);
      assert.deepEqual(await document.load(), { fields: { selected_branch: 'x' }, body: 'mine\n\ntyped' });
      assert.deepEqual(tabs(), ['Agent message.md']);
    });

    it('moves the draft from the sheet with its target', async () => {
      const draft: Draft = { ...saying('typed'), chosen: { root: '/w' } };
      const sheet: DraftStore = drafts.sheet;
      sheet.save(saying('typed'));
      await writeInEditor(draft, sheet, ports);
      assert.deepEqual(await sheet.load(), emptyDraft);
      assert.deepEqual(await (await drafts.documents())[0]?.load(), {
        fields: {},
        body: 'typed',
        chosen: { root: '/w' },
      });
    });
  });
});
