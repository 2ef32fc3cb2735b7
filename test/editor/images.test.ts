import assert from 'node:assert/strict';
import { mkdtemp, readFile, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { imagesOf } from '../../src/draft/draft';
import { DraftError } from '../../src/draft/draftFiles';
import type { Drafts } from '../../src/draft/drafts';
import { missingFields } from '../../src/draft/startAgain';
import { attachImages } from '../../src/draft/vscode/askImages';
import { addImages, imageFromFile } from '../../src/draft/vscode/imageMessages';
import { pastedImages, registerImagePaste } from '../../src/draft/vscode/imagePaste';
import { requestFields, withoutValue } from '../../src/start/vscode/fields/requestFields';
import type { SheetPorts } from '../../src/start/vscode/sheet/sheetState';
import { png, pngUri } from '../support/images';
import { Answers } from '../support/answers';
import { DrivenWindow } from '../support/drivenWindow';
import { keptDocument } from '../support/keptDrafts';
import { replaced } from '../support/replaced';
import { StartBench } from '../support/startBench';
import { typeInto } from '../support/typeInto';
import { removeFolder } from '../support/removeFolder';

const red = png([255, 0, 0]);
const blue = png([0, 0, 255]);

describe('Images', () => {
  let folder: string;

  before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'images-'))));

  after(() => removeFolder(folder));

  async function file(name: string, content: Uint8Array | string): Promise<vscode.Uri> {
    const uri = vscode.Uri.file(path.join(folder, name));
    await writeFile(uri.fsPath, content);
    return uri;
  }

  describe('from files', () => {
    it('are recognized by their bytes, not by their names', async () => {
      const image = { name: 'my-notes.png', url: pngUri(red) };
      assert.deepEqual(await imageFromFile(await file('my notes.txt', red)), image);
      const text = await imageFromFile(await file('text.png', 'Hello'));
      assert.deepEqual(text, { kind: 'notAnImage', name: 'text.png' });
    });

    it("are rejected by their size before they're read", async () => {
      const uri = await file('large.png', red);
      await truncate(uri.fsPath, 40_000_000_000);
      const result = await imageFromFile(uri);
      assert.ok('kind' in result && result.kind === 'tooLarge' && result.bytes > 50_000_000_000);
    });

    it("can't be read if they don't exist or are folders", async () => {
      for (const uri of [vscode.Uri.joinPath(vscode.Uri.file(folder), 'gone.png'), vscode.Uri.file(folder)]) {
        const result = await imageFromFile(uri);
        assert.ok('kind' in result && result.kind === 'unreadable', JSON.stringify(result));
      }
    });

    it('are added next to those that are rejected', async () => {
      const results = [await file('a.png', red), await file('b.svg', '<svg/>'), await file('c.png', blue)].map(
        imageFromFile,
      );
      const { draft, images } = addImages({ fields: { image_urls: null } }, await Promise.all(results));
      assert.deepEqual(draft, { fields: {}, images });
      assert.deepEqual(
        images.map(({ name }) => name),
        ['a.png', 'c.png'],
      );
    });
  });

  it("are removed with their row of the sheet, and don't come back when another one is added", async () => {
    const [first, second] = await Promise.all([file('a.png', red), file('b.png', blue)]);
    const { draft } = addImages({ fields: {}, notKept: ['image_urls'] }, [await imageFromFile(first)]);
    const without = withoutValue(draft, 'image_urls');
    assert.deepEqual(missingFields(without, {}), [], 'what was removed is not missed');
    using window = new DrivenWindow();
    const showOpenDialog = () => {
      // The sheet is next, not the list again.
      window.row = '';
      return Promise.resolve([second]);
    };
    window.replace(vscode.window, { showOpenDialog }).row = 'Add Image Files...';
    const state = { draft: without, targetContext: undefined, settings: undefined };
    const { edit } = await requestFields.image_urls.edit(state, {} as SheetPorts);
    const again = edit!(without);
    assert.deepEqual(
      imagesOf(again).map(({ name }) => name),
      ['b.png'],
    );
  });

  describe('pasted or dropped into a draft', () => {
    let drafts: Drafts;
    let bench: StartBench;
    let draftFile: string;
    let document: vscode.TextDocument;

    beforeEach(async () => {
      bench = await StartBench.open();
      ({ drafts } = bench);
      ({ path: draftFile } = await keptDocument(drafts, { body: 'Look:', fields: {} }));
      document = await vscode.workspace.openTextDocument(vscode.Uri.file(draftFile));
    });

    afterEach(async () => {
      await vscode.workspace.saveAll();
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await bench.dispose();
    });

    /** Data transfer as VS Code passes it: what comes from outside of it as files, by type. */
    function transfer(
      texts: Readonly<Record<string, string>>,
      files: readonly (readonly [string, string, Uint8Array | Error])[] = [],
    ) {
      const made = new vscode.DataTransfer();
      for (const [type, text] of Object.entries(texts)) made.set(type, new vscode.DataTransferItem(text));
      for (const [type, name, bytes] of files) {
        const item = new vscode.DataTransferItem('');
        const data = async () => (bytes instanceof Error ? Promise.reject(bytes) : bytes);
        item.asFile = () => ({ name, data });
        made.set(type, item);
      }
      return made;
    }

    const pasted = (name: string, image: Uint8Array | Error, texts = {}) =>
      transfer(texts, [['image/png', name, image]]);
    const table = () => pasted('image.png', red, { 'text/plain': '1\t2' });

    async function paste(what: vscode.DataTransfer, into = document, isCanceled = false) {
      const source = new vscode.CancellationTokenSource();
      if (isCanceled) source.cancel();
      const { token } = source;
      const given = { document: into, drafts: () => Promise.resolve(drafts), token, isAsked: false };
      const text = await pastedImages(what, given);
      if (text !== undefined && into === document) await typeInto(document.uri, text, 'end');
      return text;
    }

    const draft = async () => (await drafts.documentAt(draftFile))!.draft;
    const sent = async () => imagesOf(await draft()).map(({ url }) => url);

    it('are referred to in the text and sent with it', async () => {
      assert.equal(await paste(pasted('image.png', red)), '![image.png](image.png)');
      assert.equal(await paste(pasted('image.png', blue)), '![image-2.png](image-2.png)');
      assert.deepEqual(await sent(), [pngUri(red), pngUri(blue)]);
      assert.equal(document.getText(), 'Look:![image.png](image.png)![image-2.png](image-2.png)');
      assert.deepEqual(await readFile(path.join(path.dirname(draftFile), 'image-2.png')), blue, 'the preview finds it');
    });

    it('disappear and come back with their references', async () => {
      await paste(pasted('image.png', red));
      await typeInto(document.uri, 'Look:', 'whole');
      assert.deepEqual(await sent(), []);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      assert.deepEqual(await sent(), [pngUri(red)]);
    });

    it('are taken from files of this machine, several at once', async () => {
      const list = [await file('one.png', red), await file('two.png', blue)].map(String).join('\r\n');
      const text = await paste(transfer({ 'text/uri-list': `# files\r\n${list}\r\n` }));
      assert.equal(text, '![one.png](one.png)\n![two.png](two.png)');
      assert.deepEqual(await sent(), [pngUri(red), pngUri(blue)]);
    });

    it('are rejected by their type, or if they are gone, and nothing is inserted instead', async () => {
      using window = new DrivenWindow();
      assert.equal(await paste(pasted('gone.png', new Error('It is gone.'))), '');
      assert.match(window.notices.join(), /"gone\.png" wasn't added: it can't be read\.$/);
      assert.equal(await paste(transfer({}, [['image/svg+xml', 'a.svg', Buffer.from('<svg/>')]])), '');
      assert.equal(await paste(transfer({ 'text/uri-list': String(await file('a.svg', '<svg/>')) })), '');
      assert.deepEqual((await draft()).images ?? [], []);
    });

    it("aren't read if they're videos, which may be larger than the memory", async () => {
      using window = new DrivenWindow();
      assert.equal(await paste(transfer({}, [['video/quicktime', 'clip.mov', new Error('It was read.')]])), '');
      assert.match(window.notices.join(), /"clip\.mov" wasn't added: it isn't a PNG, /);
    });

    it("can come with the name of their file, which isn't text of its own", async () => {
      assert.ok(await paste(pasted('shot.png', red, { 'text/plain': 'shot.png' })));
      assert.ok(await paste(pasted('shot.png', red, { 'text/plain': '/home/me/shot.png\n' })));
    });

    it('are not added if the paste was canceled meanwhile', async () => {
      assert.equal(await paste(pasted('image.png', red), document, true), undefined);
      assert.deepEqual((await draft()).images ?? [], []);
    });

    // prettier-ignore
    const untouched: readonly (readonly [string, () => Promise<vscode.DataTransfer> | vscode.DataTransfer])[] = [
      ['text', () => transfer({ 'text/plain': 'image.png' })],
      ['the picture of a table next to its text', table],
      ['a web address', () => transfer({ 'text/uri-list': 'https://a.example/image.png' })],
      ["a file that isn't an image", async () => transfer({ 'text/uri-list': String(await file('a.ts', 'x')) })],
    ];
    for (const [title, make] of untouched) {
      it(`leave ${title} to VS Code`, async () => {
        assert.equal(await paste(await make()), undefined);
        assert.deepEqual((await draft()).images ?? [], []);
      });
    }

    describe('by what VS Code calls', () => {
      let onPaste: vscode.DocumentPasteEditProvider;
      let onDrop: vscode.DocumentDropEditProvider;
      const { token } = new vscode.CancellationTokenSource();

      function register(ports: Parameters<typeof registerImagePaste>[0]): void {
        const none = { dispose: () => undefined };
        using _ = replaced(vscode.languages, {
          registerDocumentPasteEditProvider: (__: unknown, given: typeof onPaste) => ((onPaste = given), none),
          registerDocumentDropEditProvider: (__: unknown, given: typeof onDrop) => ((onDrop = given), none),
        });
        registerImagePaste(ports, { pattern: '**/none' }).dispose();
      }

      const textsOf = async (what: vscode.DataTransfer, triggerKind: vscode.DocumentPasteTriggerKind) => {
        const context = { only: undefined, triggerKind };
        const edits = await onPaste.provideDocumentPasteEdits?.(document, [], what, context, token);
        return edits?.map(({ insertText }) => insertText);
      };
      const { Automatic, PasteAs } = vscode.DocumentPasteTriggerKind;

      it('take the picture next to a text when asked to, or when it is dropped', async () => {
        register(bench.ports);
        const dropped = await onDrop.provideDocumentDropEdits(document, new vscode.Position(0, 0), table(), token);
        assert.ok(dropped);
        assert.deepEqual(await textsOf(table(), Automatic), undefined);
        assert.equal((await textsOf(table(), PasteAs))?.length, 1);
      });

      it("report why they can't be added, and nothing is inserted instead", async () => {
        const held = new DraftError('read', 'held', draftFile);
        register({ ...bench.ports, drafts: () => Promise.reject(held) });
        assert.deepEqual(await textsOf(pasted('image.png', red), Automatic), ['']);
        assert.deepEqual(bench.reported, [held]);
      });
    });

    it('are added and removed by a command, at the cursor and with their references', async () => {
      using window = new DrivenWindow();
      window.replace(vscode.window, {
        showOpenDialog: async () => [await file('a b.png', red), await file('c.svg', '<svg/>')],
      });
      const chosen = async (label: string) => {
        window.row = label;
        await attachImages(bench.ports, document.uri);
      };
      let isSheetOpen = true;
      bench.openSheet.value = { dispose: () => (isSheetOpen = false) };
      await chosen('Add Image Files...');
      assert.equal(isSheetOpen, false);
      assert.match(window.notices.join(), /"c\.svg" wasn't added/);
      assert.equal(document.getText(), '![a-b.png](a-b.png)Look:');
      window.replace(vscode.window, { showOpenDialog: async () => [await file('c.svg', '<svg/>')] });
      vscode.window.activeTextEditor!.selection = new vscode.Selection(0, 0, 0, 5);
      await chosen('Add Image Files...');
      assert.equal(document.getText(), '![a-b.png](a-b.png)Look:', 'what is selected stays');
      const typed = ['https://me:secret@a.example/b.png', ' https://a.example/b.png '];
      const person = new Answers({ typed, picked: 'Add Image URL...' });
      await attachImages(bench.ports, document.uri).finally(() => person.dispose());
      assert.match(person.asked.join(), /URLs with a username or password aren't sent/);
      window.typed = () => 'https://a.example/c.png';
      await chosen('Add Image URL...');
      const urls = async () => (await draft()).fields.image_urls;
      assert.deepEqual(await urls(), ['https://a.example/b.png', 'https://a.example/c.png']);
      window.meanwhile = async () => {
        const { id, draft: now } = (await drafts.documentAt(draftFile))!;
        const image_urls = ['https://a.example/added.png', ...(now.fields.image_urls ?? [])];
        await drafts.change(id, (it) => ({ ...it, fields: { image_urls } }));
      };
      await chosen('c.png');
      window.meanwhile = () => Promise.resolve();
      await chosen('added.png');
      assert.deepEqual(await urls(), ['https://a.example/b.png']);
      const rows = window.pick?.items.map(({ label, description = '' }) => `${label}: ${description}`) ?? [];
      assert.match(rows.join('\n'), /^a-b\.png: .+ · in the message$/m);
      assert.deepEqual(await sent(), [pngUri(red)]);
      window.meanwhile = () => typeInto(document.uri, ' here', 'end');
      await chosen('a-b.png');
      assert.equal(document.getText(), 'Look: here', 'what was typed meanwhile stays');
      assert.deepEqual([await sent(), document.isDirty], [[], false]);
      await vscode.commands.executeCommand('undo');
      assert.deepEqual(await sent(), [pngUri(red)], 'undoing brings it back');
    });

    describe('while the user types', () => {
      /** Types an `x` at the moment at which the result of a function is there, which VS Code hasn't told yet. */
      const typingAfter =
        <Args extends readonly unknown[], Result>(work: (...args: Args) => PromiseLike<Result>) =>
        async (...args: Args): Promise<Result> => {
          const result = await work(...args);
          void vscode.commands.executeCommand('type', { text: 'x' });
          return result;
        };

      it('are referred to all the same', async () => {
        using window = new DrivenWindow();
        const { showTextDocument } = vscode.window;
        window.replace(vscode.window, {
          showOpenDialog: async () => [await file('a.png', red)],
          showTextDocument: typingAfter(showTextDocument as () => Thenable<vscode.TextEditor>),
        }).row = 'Add Image Files...';
        await attachImages(bench.ports, document.uri);
        assert.deepEqual([document.getText(), await sent()], ['x![a.png](a.png)Look:', [pngUri(red)]]);
      });

      it('are removed all the same', async () => {
        await paste(pasted('a.png', red));
        await vscode.window.showTextDocument(document);
        using window = new DrivenWindow();
        window.row = 'a.png';
        using _ = replaced(drafts, { close: typingAfter(drafts.close.bind(drafts)) });
        await attachImages(bench.ports, document.uri);
        assert.deepEqual([document.getText(), await sent()], ['xLook:', []]);
      });
    });

    it("leave documents alone that aren't drafts", async () => {
      const into = await vscode.workspace.openTextDocument(await file('notes.md', ''));
      assert.equal(await paste(pasted('image.png', red), into), undefined);
    });
  });
});
