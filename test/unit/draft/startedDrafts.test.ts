import assert from 'node:assert/strict';
import { emptyDraft, isAsSent, markSent, messageOf, withoutField, type Draft } from '../../../src/draft/draft';
import { storable } from '../../../src/draft/draftFormat';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { endStarted } from '../../../src/draft/draftStore';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { RecordingLog } from '../../support/recordingLog';

const image = { name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=' };
const written: Draft = { fields: { repository: 'a/b', initial_user_msg: 'Fix it' }, body: 'Long', images: [image] };

describe('a draft that was sent', () => {
  let folder: string;

  beforeEach(() => (folder = new TemporaryFolder('started').path));

  /** A store as in another window, or after a reload. */
  const open = (): SavedDraft => new SavedDraft(folder, new RecordingLog());

  /** Sends a draft whose outcome isn't known when waiting for it ends. */
  async function send(): Promise<void> {
    const sending = await open().beginSending(written, 's1');
    await sending.release();
  }

  async function offered(started: readonly string[]): Promise<Draft> {
    const sheet = open();
    await endStarted([sheet], (id) => Promise.resolve(started.includes(id)));
    return sheet.load();
  }

  it('is gone once its conversation has started, here or in another window', async () => {
    await send();
    assert.deepEqual(await offered(['s1']), emptyDraft);
    assert.deepEqual(await open().load(), emptyDraft);
  });

  const moves: Readonly<Record<string, (draft: Draft) => Draft>> = {
    'when it moves to a document': (draft) => {
      const { attachments, ...rest } = withoutField(draft, 'initial_user_msg');
      return { ...rest, body: messageOf(draft) };
    },
    'without the MCP servers, which no file has': (draft) => storable(draft),
    'with a field that is no longer set': (draft) => ({
      ...draft,
      fields: { ...draft.fields, replay_json: undefined },
    }),
  };
  for (const [how, move] of Object.entries(moves))
    it(`is the same ${how}`, () => {
      const attachments = [{ kind: 'file', text: 'A file' }] as const;
      const sent = markSent({ ...written, attachments, fields: { ...written.fields, mcp_config: {} } }, 's1');
      assert.ok(isAsSent(move(sent)));
      assert.ok(!isAsSent(move({ ...sent, body: 'Longer' })));
    });

  it('is gone although another one that was sent cannot be read', async () => {
    await send();
    const damaged = { peek: () => Promise.reject(new Error('unreadable')), clear: () => Promise.resolve() };
    await endStarted([damaged, open()], () => Promise.resolve(true));
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
});
