import fc from 'fast-check';
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import { SavedDraft } from '../../src/draft/savedDraft';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';

describe('A damaged draft', () => {
  let folder: string;
  let log: RecordingLog;
  const file = () => path.join(folder, 'draft.json');
  /** Paths of the files that were set aside. */
  const aside: string[] = [];
  const open = () => new SavedDraft(folder, log, { onTrouble: ({ file }) => aside.push(file) });
  const images = [
    { name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=' },
    { name: 'b.png', url: 'data:image/png;base64,AAECAw==' },
  ];
  const whole: Draft = { fields: { initial_user_msg: 'dear', replay_json: '[{"source":"user"}]' }, images };

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'damaged-draft-'));
    log = new RecordingLog();
    aside.splice(0);
    const draft = open();
    draft.save(whole);
    assert.deepEqual(await draft.load(), whole);
  });
  afterEach(() => removeFolder(folder));

  it('is set aside wherever it was cut off, and reported once', async () => {
    const text = await readFile(file(), 'utf8');
    const property = fc.asyncProperty(
      fc.nat(text.length - 1),
      fc.constantFrom('', '\0'.repeat(9), '}', '\xff'),
      async (cut, tail) => {
        const damaged = text.slice(0, cut) + tail;
        if (damaged === text) return;
        await writeFile(file(), damaged);
        const draft = open();
        assert.deepEqual(await draft.load(), emptyDraft);
        assert.deepEqual(await draft.load(), emptyDraft);
        const [moved = assert.fail('not told'), ...more] = aside.splice(0);
        assert.deepEqual(more, []);
        assert.equal(await readFile(moved, 'utf8'), damaged);
        await rm(moved);
      },
    );
    await fc.assert(property, { seed: 5, numRuns: 60 });
  }).timeout(30_000);

  it('with an image that is gone loses nothing else', async () => {
    await rm(path.join(folder, 'a.png'));
    assert.deepEqual(await open().load(), { ...whole, images: images.slice(1) });
  });

  it("with a folder in place of an image isn't written over", async () => {
    const text = await readFile(file(), 'utf8');
    await rm(path.join(folder, 'a.png'));
    await mkdir(path.join(folder, 'a.png'));
    const draft = open();
    assert.deepEqual(await draft.load(), emptyDraft);
    assert.deepEqual(aside, [path.join(folder, 'a.png')]);
    draft.save({ fields: { initial_user_msg: 'another' } });
    await draft.flush();
    assert.equal(await readFile(file(), 'utf8'), text);
  });

  it("is on disk before it's sent, next to what was begun there", async () => {
    const kept: Draft[] = [];
    const draft: SavedDraft = new SavedDraft(folder, log, {
      moveToDocument: (other) => {
        kept.push(other);
        return Promise.resolve(draft);
      },
    });
    await draft.beginSending({ fields: { initial_user_msg: 'sent now' } }, 'start-1');
    assert.deepEqual(kept, [whole]);
    assert.match(await readFile(file(), 'utf8'), /sent now/);
  });
});
