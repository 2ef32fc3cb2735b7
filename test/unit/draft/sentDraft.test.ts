import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { emptyDraft, markSent, type Draft } from '../../../src/draft/draft';
import type { Sending } from '../../../src/draft/draftStore';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { RecordingLog } from '../../support/recordingLog';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

describe('A saved draft that is sent', () => {
  let folder: string;
  let file: SavedDraft;

  beforeEach(() => {
    folder = new TemporaryFolder('draft').path;
    file = open();
  });

  /** Opens it as after a reload of the window. */
  const open = () => new SavedDraft(folder, new RecordingLog());

  const elsewhere = () => new SavedDraft(path.join(folder, 'elsewhere'), new RecordingLog());

  it('is cleared once the message has started', async () => {
    const draft: Draft = { ...saying('x'), chosen: { root: '/r' }, attachments: [] };
    file.save(draft);
    await file.clear({ chosen: { root: '/r' }, attachments: [], fields: { initial_user_msg: 'x', mcp_config: {} } });
    assert.deepEqual(await file.load(), emptyDraft);
    assert.deepEqual(await readdir(folder), []);
  });

  it('keeps what was typed after the message that has started', async () => {
    file.save(saying('first'));
    await file.load();
    file.save(saying('second'));
    await file.clear(saying('first'));
    assert.deepEqual(await file.load(), saying('second'));
    await file.clear(saying('second'));
    file.save(saying('third'));
    assert.deepEqual(await file.load(), saying('third'));
    assert.deepEqual(await open().load(), saying('third'));
  });

  it("isn't offered while it is sent, and offered again if that fails", async () => {
    file.save(saying('in flight'));
    const held = await file.beginSending(saying('in flight'), 'start-1');
    assert.deepEqual(await file.load(), emptyDraft);
    assert.deepEqual(await open().load(), held.draft, 'a reload in the middle loses nothing');
    await held.release();
    assert.deepEqual(await file.load(), markSent(saying('in flight'), 'start-1'));
  });

  it('offers what is written while another message is sent', async () => {
    file.save(saying('in flight'));
    const held = await file.beginSending(saying('in flight'), 'start-1');
    file.save(saying('next'));
    assert.deepEqual(await file.load(), saying('next'));
    await held.release();
    assert.deepEqual(await file.load(), saying('next'));
  });

  describe('makes room for the next message', () => {
    let document: SavedDraft;
    let held: Sending;

    beforeEach(async () => {
      document = elsewhere();
      const moveToDocument = async (draft: Draft) => {
        await document.write(draft);
        return document;
      };
      file = new SavedDraft(folder, new RecordingLog(), { moveToDocument });
      file.save(saying('in flight'));
      held = await file.beginSending(saying('in flight'), 'start-1');
      file.save(saying('next'));
      await file.flush();
    });

    it('and both are on disk if the window is killed then', async () => {
      assert.deepEqual([await open().load(), await elsewhere().load()], [saying('next'), held.draft]);
      assert.deepEqual(await document.load(), emptyDraft, 'it is still being sent');
    });

    it('and is removed once it has started', async () => {
      await held.end();
      assert.deepEqual([await open().load(), await elsewhere().load()], [saying('next'), emptyDraft]);
    });

    it('and is offered where it is after a failure', async () => {
      assert.equal(await held.release(), document);
      assert.deepEqual([await file.load(), await document.load()], [saying('next'), held.draft]);
    });

    it('and comes back after a failure if nothing of that one is left', async () => {
      file.save(emptyDraft);
      assert.equal(await held.release(), file);
      assert.deepEqual([await open().load(), await elsewhere().load()], [held.draft, emptyDraft]);
    });
  });

  it('stays on disk while nothing else is begun', async () => {
    file.save(saying('in flight'));
    const held = await file.beginSending(saying('in flight'), 'start-1');
    file.save(emptyDraft);
    await file.flush();
    assert.deepEqual(await open().load(), held.draft);
  });

  it('brings the message back after a failure if nothing of the next one is left', async () => {
    file.save(saying('in flight'));
    const held = await file.beginSending(saying('in flight'), 'start-1');
    file.save(saying('n'));
    file.save(saying(''));
    await file.load();
    assert.equal(await held.release(), file, 'where it is kept');
    assert.deepEqual(await file.load(), held.draft);
  });

  for (const [order, end] of Object.entries({
    'ended, then released': ['end', 'release'],
    'released, then ended': ['release', 'end'],
  } as const)) {
    it(`stays away after a start: ${order}`, async () => {
      file.save(saying('in flight'));
      const held = await file.beginSending(saying('in flight'), 'start-1');
      for (const step of end) await held[step]();
      assert.deepEqual(await file.load(), emptyDraft);
      assert.deepEqual(await open().load(), emptyDraft);
    });
  }

  describe('in one of two windows', () => {
    /** What was moved to documents. */
    let kept: Draft[];

    beforeEach(() => (kept = []));

    const inWindow = () =>
      new SavedDraft(folder, new RecordingLog(), {
        moveToDocument: (draft) => {
          kept.push(draft);
          return Promise.resolve(elsewhere());
        },
      });

    it('keeps what the other one made of it while it is being sent', async () => {
      const [one, other] = [inWindow(), inWindow()];
      const sending = await one.beginSending(saying('sent'), 'start-1');
      await other.write({ ...(await other.load()), ...saying('sent, and edited') });
      const edited = await one.peek();
      assert.equal(edited.fields.initial_user_msg, 'sent, and edited');
      one.save(saying('next'));
      await sending.end();
      assert.deepEqual([kept, await open().load()], [[edited], saying('next')]);
    });

    for (const [what, ends, edited] of [
      ['is sending', false, false],
      ['has sent', true, false],
      ['is sending, and edits it', false, true],
      ['has sent, and edits it', true, true],
    ] as const)
      it(`isn't sent by one that shows what the other ${what}, until the user knows`, async () => {
        const [one, other] = [inWindow(), inWindow()];
        await one.write(saying('sent'));
        const shown = await other.load();
        const sending = await one.beginSending(await one.load(), 'start-1');
        if (ends) await sending.end();
        const draft = edited ? { ...shown, ...saying('sent and edited') } : shown;
        if (edited) other.save(draft);
        await assert.rejects(other.beginSending(draft, 'start-2'), { name: 'DraftError', code: 'elsewhere' });
        assert.equal((await other.beginSending(draft, 'start-2')).draft.sentAs, 'start-2');
        const starts = kept.map(({ sentAs }) => sentAs);
        assert.deepEqual(starts, ends ? [] : ['start-1']);
      });

    it('sends what was begun on an empty sheet, whatever the other one sends', async () => {
      const [one, other] = [inWindow(), inWindow()];
      await other.load();
      await one.beginSending(saying('of one'), 'start-1');
      other.save(saying('of other'));
      assert.equal((await other.beginSending(saying('of other'), 'start-2')).draft.sentAs, 'start-2');
      const starts = kept.map(({ sentAs }) => sentAs);
      assert.deepEqual(starts, ['start-1']);
    });
  });
});
