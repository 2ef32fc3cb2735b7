import assert from 'node:assert/strict';
import path from 'node:path';
import type { Draft } from '../../../src/draft/draft';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { RecordingLog } from '../../support/recordingLog';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });
describe('The draft of two windows', () => {
  let folder: string;
  /** What was moved to documents. */
  let kept: Draft[];

  beforeEach(() => {
    folder = new TemporaryFolder('draft').path;
    kept = [];
  });

  /** The draft as a window has it. */
  function open(): SavedDraft {
    const log = new RecordingLog();
    return new SavedDraft(path.join(folder, 'of it'), log, {
      moveToDocument: (draft) => {
        kept.push(draft);
        return Promise.resolve(new SavedDraft(path.join(folder, 'document'), log));
      },
    });
  }

  it('moves aside what the other one wrote and this one only looked at', async () => {
    const [one, other] = [open(), open()];
    await one.write(saying('of one'));
    await other.load();
    await other.write(saying('of other'));
    assert.deepEqual(await one.peek(), saying('of other'));
    await one.write(saying('of one, longer'));
    assert.deepEqual(kept, [saying('of other')]);
  });

  it('keeps what the other one made of it while it is being sent', async () => {
    const [one, other] = [open(), open()];
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
      const [one, other] = [open(), open()];
      await one.write(saying('sent'));
      const shown = await other.load();
      const sending = await one.beginSending(await one.load(), 'start-1');
      if (ends) await sending.end();
      const draft = edited ? { ...shown, ...saying('sent and edited') } : shown;
      if (edited) other.save(draft);
      await assert.rejects(other.beginSending(draft, 'start-2'), { name: 'DraftError', code: 'elsewhere' });
      assert.equal((await other.beginSending(draft, 'start-2')).draft.sentAs, 'start-2');
      assert.deepEqual(
        kept.map(({ sentAs }) => sentAs),
        ends ? [] : ['start-1'],
      );
    });

  it('sends what was begun on an empty sheet, whatever the other one sends', async () => {
    const [one, other] = [open(), open()];
    await other.load();
    await one.beginSending(saying('of one'), 'start-1');
    other.save(saying('of other'));
    assert.equal((await other.beginSending(saying('of other'), 'start-2')).draft.sentAs, 'start-2');
    assert.deepEqual(
      kept.map(({ sentAs }) => sentAs),
      ['start-1'],
    );
  });
});
