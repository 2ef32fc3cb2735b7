import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/base/lifecycle';
import { attachImages } from '../../src/draft/vscode/askImages';
import { activeDraft, discardDraft } from '../../src/draft/vscode/draftCommands';
import { draftLenses, registerDraftDocumentFeatures, type DocumentPorts } from '../../src/draft/vscode/draftFeatures';
import type { Drafts } from '../../src/draft/drafts';
import type { RepositoryListener } from '../../src/repository/workspace';
import { DrivenWindow } from '../support/drivenWindow';
import { keptDocument } from '../support/keptDrafts';
import { RecordedMessages } from '../support/recordedMessages';
import { replaced } from '../support/replaced';
import { setSetting } from '../support/setSetting';
import { StartBench } from '../support/startBench';
import { workspaceFile } from '../support/workspaceFolder';

const image = { name: 'a.png', url: `data:image/png;base64,${'A'.repeat(1200)}` };

describe('The code lenses above a message', () => {
  let bench: StartBench;

  before(async () => {
    bench = await StartBench.open();
    await vscode.extensions.getExtension('agent-conversations.agent-conversations')!.activate();
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(() => bench.dispose());

  const known: Parameters<typeof draftLenses>[2] = new Map();

  async function titles(file: string, ports: DocumentPorts = bench.ports): Promise<readonly (string | undefined)[]> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
    return (await draftLenses(document, ports, known)).map(({ command }) => command?.title);
  }

  it('start it, and name where the agent would work', async () => {
    await vscode.commands.executeCommand('agentConversations.editDraft');
    const { uri } = vscode.window.activeTextEditor!.document;
    assert.match(uri.path, /\/Agent message\.md$/);
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri);
    const starts = lenses.filter(({ command }) => command?.command === 'agentConversations.startDraft');
    assert.deepEqual(
      starts.map(({ command, range }) => [command?.title, range.start.line]),
      [['$(play)\u00A0Start in octocat/Hello-World on main...', 0]],
    );
    assert.equal(String(starts[0]?.command?.arguments), uri.toString());
    await vscode.commands.executeCommand('agentConversations.discardDraft', uri);
  });

  for (const [what, image_urls, expected] of [
    ['of files', undefined, '$(file-media)\u00A02 images · 2.4 kB'],
    ['given by URL', ['https://a.example/b.png'], '$(file-media)\u00A03 images · 2.4 kB · 1 by URL'],
    ['that are not sent', null, '$(eye)\u00A0Preview Request'],
  ] as const)
    it(`show which images are sent: ${what}`, async () => {
      const images = [image, { ...image, name: 'b.png' }];
      const { path } = await keptDocument(bench.drafts, { fields: { image_urls }, body: 'See', images });
      assert.equal((await titles(path)).at(-1), expected);
    });

  it('name another repository for a message that has its own', async () => {
    for (const [draft, place] of [
      [{ fields: { repository: 'a/$(b)' } }, 'in a/\\$(b)'],
      [{ fields: { repository: null } }, 'without a repository'],
      [{ fields: {} }, 'in octocat/Hello-World on main'],
      [{ fields: {}, chosen: { root: '/gone' } }, 'without a repository'],
    ] as const) {
      const { path } = await keptDocument(bench.drafts, { ...draft, body: 'x' });
      assert.equal((await titles(path))[0], `$(play)\u00A0Start ${place}...`);
    }
  });

  it('name the repository of the remote that was chosen', async () => {
    const repositories = await bench.ports.workspace.listRepositories();
    const [here = assert.fail('no repository is open')] = repositories;
    const [{ location } = assert.fail('it has no remote')] = here.remotes;
    const fork = { name: 'fork', location: location && { ...location, repository: 'me/fork' } };
    const listRepositories = () => Promise.resolve([{ ...here, remotes: [...here.remotes, fork] }]);
    using _ = replaced(bench.ports.workspace, { listRepositories });
    for (const [remote, place] of [
      ['origin', 'octocat/Hello-World on main'],
      ['fork', 'me/fork on main'],
    ] as const) {
      const chosen = { root: here.root, remote };
      const { path } = await keptDocument(bench.drafts, { fields: {}, body: 'x', chosen });
      assert.equal((await titles(path))[0], `$(play)\u00A0Start in ${place}...`);
    }
  });

  describe('once they are registered', () => {
    let provider: vscode.CodeLensProvider;
    let document: vscode.TextDocument;
    let asked: number;
    /** Tells of a change in a repository, as Git does. */
    let tell: (root: string, branch: string, isSelected?: boolean) => void;
    let store: DisposableStore;

    beforeEach(async () => {
      const { path } = await keptDocument(bench.drafts, { fields: {}, body: 'x' });
      document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
      asked = 0;
      store = new DisposableStore();
      store.add(
        replaced(vscode.languages, {
          registerCodeLensProvider: (_: unknown, given: vscode.CodeLensProvider) => {
            provider = given;
            return new vscode.Disposable(() => undefined);
          },
        }),
      );
      store.add(
        replaced(bench.ports.workspace, {
          selectRepository: () => {
            asked++;
            return Promise.resolve({ kind: 'several' });
          },
          followRepositories: (onDidChange: RepositoryListener) => {
            tell = (root, branch, isSelected = false) => onDidChange(root, { branch, isSelected });
            tell('/clone', 'main');
            return Promise.resolve({ dispose: () => undefined });
          },
        }),
      );
      store.add(registerDraftDocumentFeatures(bench.ports, { pattern: '**/none' }));
    });

    afterEach(async () => {
      store.dispose();
      await setSetting('templates', undefined);
    });

    const { token } = new vscode.CancellationTokenSource();
    const look = () => Promise.resolve(provider.provideCodeLenses(document, token));
    /** Waits until they are asked for again after a change. */
    async function askedAfter(change: () => unknown): Promise<void> {
      const changed = new Promise<void>((resolve) => provider.onDidChangeCodeLenses?.(() => resolve()));
      await change();
      await changed;
      await look();
    }

    it('are asked for again after a change of the editor, a setting, the branch or the selection, and Git only then', async () => {
      await look();
      await look();
      assert.equal(asked, 1);
      for (const change of [
        () => vscode.window.showTextDocument(document),
        () => setSetting('templates', { a: 'b' }),
        () => tell('/clone', 'next'),
        () => tell('/opened', 'main'),
        () => tell('/opened', 'main', true),
      ]) {
        const before: number = asked;
        await askedAfter(change);
        assert.equal(asked, before + 1);
      }
      tell('/clone', 'next');
      await look();
      assert.equal(asked, 6, 'the same branch after a file was saved');
    });

    it('are asked for again once the sheet or a command has changed more of the message than its text', async () => {
      await look();
      using window = new DrivenWindow();
      window.row = 'Add Image URL...';
      window.typed = () => 'https://a.example/b.png';
      await askedAfter(() => attachImages(bench.ports, document.uri));
      assert.equal((await look())?.at(-1)?.command?.title, '$(file-media)\u00A01 image · 1 by URL');
      assert.equal(asked, 1);
    });
  });

  it('send a follow-up, and name its conversation', async () => {
    await bench.receive({ initial_user_msg: 'Fix $(it)' });
    const [{ id } = assert.fail()] = bench.history.conversations;
    const { path } = await keptDocument(bench.drafts, { fields: {}, body: 'x', to: id });
    assert.equal((await titles(path))[0], '$(send)\u00A0Send to "Fix \\$(it)"...');
  });

  it("aren't shown above another file", async () => {
    assert.deepEqual(await titles(workspaceFile('README.md').fsPath), []);
    const documentAt = () => Promise.reject(new Error('It is unreadable.'));
    const drafts = () => Promise.resolve(Object.create(bench.drafts, { documentAt: { value: documentAt } }) as Drafts);
    const { path } = await keptDocument(bench.drafts, { fields: {}, body: 'x' });
    assert.deepEqual(await titles(path, { ...bench.ports, drafts }), [], 'the next action says why');
  });

  it("don't start a message that is being sent, or a file that isn't one", async () => {
    const { id, path } = await keptDocument(bench.drafts, { fields: {}, body: 'x' });
    const uri = vscode.Uri.file(path);
    const opened = await bench.drafts.open(id);
    await opened.beginSending(await opened.read(), 'start-1');
    await assert.rejects(activeDraft(uri, bench.ports), /is being sent/);
    await opened.finishSending('notStarted', 'start-1');
    assert.equal((await activeDraft(uri, bench.ports)).id, id);
    await assert.rejects(activeDraft(vscode.Uri.file('/x.md'), bench.ports), /doesn't contain a draft/);
  });

  it('discard one at once that has only a place, whichever editor is active', async () => {
    const other = await keptDocument(bench.drafts, { fields: {}, chosen: { root: '/elsewhere' } });
    const { path } = await keptDocument(bench.drafts, { fields: {}, chosen: { root: '/gone' } });
    await vscode.window.showTextDocument(vscode.Uri.file(other.path));
    let isSheetOpen = true;
    bench.openSheet.value = { dispose: () => (isSheetOpen = false) };
    await discardDraft(bench.ports, vscode.Uri.file(path));
    assert.deepEqual([existsSync(path), existsSync(other.path), isSheetOpen], [false, true, false]);
    await discardDraft(bench.ports);
    assert.equal(existsSync(other.path), false);
  });

  it('discard one without text, but with a replay, only after a confirmation', async () => {
    const { path } = await keptDocument(bench.drafts, { fields: { replay_json: '[]' }, images: [image] });
    for (const [answer, isLeft] of [
      [undefined, true],
      ['Discard Draft', false],
    ] as const) {
      const messages = new RecordedMessages(answer);
      await discardDraft(bench.ports, vscode.Uri.file(path)).finally(() => messages.dispose());
      assert.match(messages.said.join(), /^\["Discard this draft\?".*1 image · 1\.2 kB/);
      assert.equal(existsSync(path), isLeft);
    }
  });
});
