import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { withAttachment, withField, type Attachment, type Draft } from '../../src/draft/draft';
import { ExplainedError } from '../../src/base/vscode/explanation';
import { addAndReview } from '../../src/entry/vscode/addAndReview';
import { startFromChanges } from '../../src/entry/vscode/startFromSourceControl';
import { editDraft } from '../../src/draft/vscode/draftCommands';
import { runStartCommand } from '../../src/start/vscode/commands';
import { draftsIn } from '../support/draftsIn';
import { DrivenBench } from '../support/drivenBench';
import { draftOnSheet, keptDocument, keptDraft, keptMessages } from '../support/keptDrafts';
import { replaced } from '../support/replaced';
import { workspaceFolder } from '../support/workspaceFolder';

const piece = (about: string): Attachment => ({ kind: 'file', about, text: about });
const abouts = ({ attachments = [] }: Draft) => attachments.map(({ about }) => about);

/** Something slow, which ends when the test says so. */
function gate() {
  const reached: PromiseWithResolvers<void> = Promise.withResolvers();
  const opened: PromiseWithResolvers<void> = Promise.withResolvers();
  const pass = () => {
    reached.resolve();
    return opened.promise;
  };
  return { reached: reached.promise, pass, open: opened.resolve };
}

describe('While something slow is added to the draft,', () => {
  const its = DrivenBench.use();

  /** An entry point that is still reading; what it adds goes to the draft as it is by then. */
  async function reading(add: (draft: Draft) => Draft): Promise<{ readonly finish: () => Promise<void> }> {
    const { reached, pass, open } = gate();
    const done = addAndReview(its.bench.ports, async () => {
      await pass();
      return add;
    });
    await reached;
    return {
      finish: async () => {
        (await its.shownAfter(open)).escape();
        await done;
      },
    };
  }

  async function type(text: string): Promise<void> {
    const sheet = await its.shownBy((ports) => runStartCommand(undefined, ports));
    sheet.type(text);
  }

  const saved = () => draftOnSheet(its.bench.drafts);
  const texts = () => keptMessages(its.bench.drafts);

  it('what the user types stays on the sheet, which gets the addition', async () => {
    const changes = await reading((draft) => withAttachment(draft, piece('slow')));
    await type('Mine');
    await changes.finish();
    assert.equal((await saved()).fields.initial_user_msg, 'Mine');
    assert.deepEqual(abouts(await saved()), ['slow']);
    assert.equal(its.window.pick?.value, 'Mine');
    assert.deepEqual(await texts(), ['Mine\n\nslow']);
  });

  it('what another one adds stays, too', async () => {
    const first = await reading((draft) => withAttachment(draft, piece('first')));
    const second = await reading((draft) => withAttachment(draft, piece('second')));
    await second.finish();
    assert.ok(!its.window.pick?.has('fresh'), 'there was nothing else');
    await first.finish();
    assert.deepEqual(abouts(await saved()), ['second', 'first']);
  });

  it('the repository that the user selects stays, even if what is added belongs to another one', async () => {
    const { reached, pass, open } = gate();
    const localChanges = () => Promise.resolve({ base: 'a', diff: '+Changed', binaryFiles: [] });
    const repositoryActions = () => pass().then(() => ({ localChanges }));
    using _ = replaced(its.bench.ports.workspace, { repositoryActions });
    const done = startFromChanges(its.bench.ports, { rootUri: workspaceFolder() });
    await reached;
    const [{ id } = assert.fail()] = await its.bench.drafts.list();
    await its.bench.drafts.change(id, (draft) => withField(draft, 'repository', 'a/b'));
    (await its.shownAfter(open)).escape();
    await done;
    const { fields, chosen, attachments } = await saved();
    assert.deepEqual([fields, chosen, attachments?.length], [{ repository: 'a/b' }, undefined, 1]);
  });

  it('what was just typed is saved when the window closes', async () => {
    const other = await its.bench.openWindow();
    other.drafts.begin({ fields: { initial_user_msg: 'Just typed' } });
    await other.close();
    assert.deepEqual(await texts(), ['Just typed']);
  });

  const noRoom = (): Draft => {
    throw new ExplainedError('The images are too large together.');
  };
  for (const [what, read] of [
    ["can't be read", () => Promise.reject(new ExplainedError("It can't be read."))],
    ['has no room by then', () => Promise.resolve(noRoom)],
  ] as const)
    it(`what ${what} leaves the draft to other windows`, async () => {
      await type('Mine');
      await addAndReview(its.bench.ports, read);
      // The sheet that had the draft was closed before something was added to it.
      await its.running;
      const [listed, ...others] = await its.bench.drafts.list();
      assert.deepEqual([listed?.draft.fields.initial_user_msg, others], ['Mine', []]);
      const elsewhere = draftsIn(its.bench.draftFolder);
      await elsewhere.close(await elsewhere.open(listed!.id));
    });

  it('the sheet still opens on the draft that was there, if the addition gets one of its own', async () => {
    await keptDraft(its.bench.drafts, { fields: { initial_user_msg: 'Mine' } });
    const { reached, pass, open } = gate();
    const done = addAndReview(its.bench.ports, () => pass().then(() => undefined), true);
    await reached;
    const sheet = await its.shownBy((ports) => runStartCommand(undefined, ports));
    assert.equal(sheet.value, 'Mine');
    open();
    await done;
  });

  it('Start Fresh has the addition alone', async () => {
    await keptDraft(its.bench.drafts, { fields: { initial_user_msg: 'Old' } });
    const done = addAndReview(its.bench.ports, () => Promise.resolve((draft) => withAttachment(draft, piece('new'))));
    (await its.window.next()).choose('fresh');
    (await its.window.next()).escape();
    await done;
    assert.deepEqual(await saved(), { fields: {}, attachments: [piece('new')] });
    assert.deepEqual(await texts(), ['new', 'Old\n\nnew']);
  });

  it('Write Message in Editor offers the drafts that are there, and goes on with the chosen one', async () => {
    const { bench } = its;
    const { path: document } = await keptDocument(bench.drafts, { body: 'Written', fields: {} });
    const windowWithoutFolder = draftsIn(bench.draftFolder);
    await keptDraft(windowWithoutFolder, { fields: { initial_user_msg: 'From elsewhere' } });
    const shownText = () => vscode.window.activeTextEditor?.document;
    const choose = async (row: string, rows: readonly string[]) => {
      const pick = await its.shownBy(editDraft);
      assert.deepEqual(pick.labels, rows);
      pick.choose(row);
      await its.running;
    };
    await choose('Written', ['New Message', 'From elsewhere', 'Written']);
    assert.equal(shownText()?.uri.fsPath, document);
    await choose('From elsewhere', ['New Message', 'From elsewhere', 'Written']);
    assert.equal(shownText()?.getText(), 'From elsewhere');
    const elsewhere = draftsIn(bench.draftFolder);
    for (const { id } of await bench.drafts.list()) await elsewhere.close(await elsewhere.open(id));
    await choose('New Message', ['New Message', 'From elsewhere', 'Written']);
    assert.equal(path.basename(shownText()?.uri.fsPath ?? ''), 'Agent message 3.md');
    assert.equal(shownText()?.getText(), '');
    const made = await bench.drafts.documentAt(shownText()?.uri.fsPath ?? '');
    assert.equal(made?.draft.chosen?.root, workspaceFolder().fsPath);
  });

  it('a message that moves to an editor takes along what is typed until then', async () => {
    const { workspace } = its.bench.ports;
    const { reached, pass, open } = gate();
    const select = workspace.selectRepository.bind(workspace);
    Object.assign(workspace, { selectRepository: () => pass().then(select) });
    await keptDraft(its.bench.drafts, { fields: { initial_user_msg: 'half' } });
    const done = editDraft(its.bench.ports);
    await reached;
    await type('half and more');
    open();
    await done;
    assert.deepEqual(await texts(), ['half and more']);
    assert.deepEqual(await saved(), { fields: {} });
    assert.equal(its.window.pick?.isShown, false);
  });
});
