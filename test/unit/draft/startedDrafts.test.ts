import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyDraft, type Draft } from '../../../src/draft/draft';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { endStarted } from '../../../src/draft/draftStore';
import { RecordingLog } from '../../support/recordingLog';
import { removeFolder } from '../../support/removeFolder';

const image = { name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=' };
const written: Draft = { fields: { repository: 'a/b', initial_user_msg: 'Fix it' }, body: 'Long', images: [image] };

type Documents = Awaited<ReturnType<Parameters<typeof endStarted>[0]['documents']>>;

describe('a draft that was sent', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'started-'));
  });

  afterEach(() => removeFolder(folder));

  /** A store as in another window, or after a reload. */
  const open = (): SavedDraft => new SavedDraft(folder, new RecordingLog());

  /** Sends a draft whose outcome isn't known when waiting for it ends. */
  async function send(): Promise<void> {
    const sending = await open().beginSending(written, 's1');
    await sending.release();
  }

  async function offered(started: readonly string[], documents: Documents = []): Promise<Draft> {
    const sheet = open();
    const drafts = { sheet, documents: () => Promise.resolve(documents) };
    await endStarted(drafts, (id) => Promise.resolve(started.includes(id)));
    return sheet.load();
  }

  it('is gone once its conversation has started, here or in another window', async () => {
    await send();
    assert.deepEqual(await offered(['s1']), emptyDraft);
    assert.deepEqual(await open().load(), emptyDraft);
  });

  it("stays while that isn't known", async () => {
    await send();
    assert.equal((await offered(['s2'])).body, 'Long');
  });

  const edits: Readonly<Record<string, (draft: Draft) => Draft>> = {
    'a field': (draft) => ({ ...draft, fields: { ...draft.fields, initial_user_msg: 'Fix it, please' } }),
    'a new field': (draft) => ({ ...draft, fields: { ...draft.fields, selected_branch: 'main' } }),
    'the text': (draft) => ({ ...draft, body: 'Longer' }),
    'an attachment': (draft) => ({ ...draft, attachments: [{ kind: 'file', text: 'x' }] }),
    'an image': (draft) => ({ ...draft, images: [] }),
    'the result branch': (draft) => ({ ...draft, resultBranch: { name: 'agent/x' } }),
  };
  for (const [what, edit] of Object.entries(edits))
    it(`stays if ${what} was edited since`, async () => {
      await send();
      const store = open();
      const edited = edit(await store.load());
      await store.write(edited);
      assert.equal((await offered(['s1'])).sentAs, 's1');
    });

  it('is gone from its document, too, unless that is being sent', async () => {
    await send();
    const document = Object.assign(open(), { isBeingSent: false });
    await offered([], [Object.assign(document, { isBeingSent: true })]);
    assert.equal((await open().load()).sentAs, 's1');
    const elsewhere = { sheet: new SavedDraft(path.join(folder, 'other'), new RecordingLog()) };
    const all = { ...elsewhere, documents: () => Promise.resolve([Object.assign(document, { isBeingSent: false })]) };
    await endStarted(all, () => Promise.resolve(true));
    assert.deepEqual(await open().load(), emptyDraft);
  });
});
