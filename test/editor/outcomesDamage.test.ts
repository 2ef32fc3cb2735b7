import fc from 'fast-check';
import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import { SavedDraft } from '../../src/draft/savedDraft';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';

/** Bytes that a power failure may leave behind the last bytes that reached the disk. */
const tails = {
  nothing: '',
  zeros: '\0'.repeat(40),
  garbage: '\xff\xfe{"a":\x00}',
  'garbage and a line end': '\xc3(\n',
};

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
  const without = (field: 'replay_json' | 'images'): Draft =>
    field === 'images' ? { ...whole, images: images.slice(1) } : { ...whole, fields: { initial_user_msg: 'dear' } };

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

  const parts: readonly (readonly [string, string, Draft])[] = [
    ['replay.json', 'replay.json', without('replay_json')],
    ['an image', 'a.png', without('images')],
  ];
  for (const [title, name, rest] of parts) {
    it(`with a folder in place of ${title} loses nothing else`, async () => {
      await rm(path.join(folder, name));
      await mkdir(path.join(folder, name));
      const draft = open();
      assert.deepEqual(await draft.load(), rest);
      assert.deepEqual(aside, [path.join(folder, `${name}.damaged`)]);
    });
  }

  for (const [tail, bytes] of Object.entries({ ...tails, 'half of it': 'half' })) {
    it(`with a replay that ends in ${tail} loses nothing else`, async () => {
      const replay = path.join(folder, 'replay.json');
      if (bytes === 'half') await writeFile(replay, '[{"sou');
      else await appendFile(replay, bytes, 'latin1');
      const draft = open();
      assert.deepEqual(await draft.load(), bytes === '' ? whole : without('replay_json'));
      assert.equal(aside.length, bytes === '' ? 0 : 1);
    });
  }

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
