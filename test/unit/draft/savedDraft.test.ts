import fc from 'fast-check';
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { emptyDraft, markSent, type Draft } from '../../../src/draft/draft';
import type { DraftError } from '../../../src/draft/draftStore';
import { draftFrom } from '../../../src/draft/draftFormat';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { RecordingLog } from '../../support/recordingLog';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });
const image = { name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=' };
const whole: Draft = { fields: { initial_user_msg: 'dear', replay_json: '[{"source":"user"}]' }, images: [image] };

describe('A saved draft', () => {
  let parent: string;
  let folder: string;
  let troubles: string[];
  let kept: Draft[];
  let log: RecordingLog;

  beforeEach(() => {
    parent = new TemporaryFolder('draft').path;
    folder = path.join(parent, 'of it');
    troubles = [];
    kept = [];
    log = new RecordingLog();
  });

  const onTrouble = ({ action, code }: DraftError) => troubles.push(`${action}: ${code}`);

  const writes = () => troubles.filter((each) => each === 'write: ENOTDIR').length;

  /** A draft as in another window, or after a reload. */
  function open(): SavedDraft {
    return new SavedDraft(folder, log, {
      onTrouble,
      moveToDocument: (draft) => {
        kept.push(draft);
        return Promise.resolve(new SavedDraft(path.join(parent, 'document'), log));
      },
    });
  }

  /** A draft as a document has it, with nowhere to move anything aside. */
  const openAlone = () => new SavedDraft(folder, new RecordingLog(), { onTrouble });

  async function write(draft: Draft): Promise<void> {
    await open().write(draft);
    kept = [];
  }

  it('gives back the whole draft after a reload, without the secrets of MCP servers', async () => {
    const file = open();
    const draft: Draft = {
      fields: { initial_user_msg: 'Fix \u{1f41e}', repository: null, image_urls: ['data:image/png;base64,AA=='] },
      attachments: [{ kind: 'changes', text: '```diff\n+1\n```' }],
      chosen: { root: '/home/me/app', remote: 'upstream' },
    };
    file.save({ ...draft, fields: { ...draft.fields, mcp_config: { stdio_servers: [] } } });
    await file.load();
    assert.deepEqual(await open().load(), draft);
    assert.doesNotMatch(await readFile(path.join(folder, 'draft.json'), 'utf8'), /mcp_config/);
  });

  it('is always complete while it is written', async () => {
    const file = open();
    file.save(saying('0'));
    await file.load();
    let last: Promise<unknown> = Promise.resolve();
    for (let version = 1; version <= 50; version++) {
      file.save(saying(`${version}`.repeat(50_000)));
      last = file.load();
      const { fields } = draftFrom(JSON.parse(await readFile(path.join(folder, 'draft.json'), 'utf8')))!;
      assert.match(fields.initial_user_msg ?? '', /^(\d+)\1*$/);
    }
    await last;
    assert.deepEqual(await readdir(folder), ['draft.json']);
  });

  describe('that was prefilled', () => {
    const filled: Draft = { fields: {}, filledBy: 'link' };

    it('saves the prefilled parts with the draft', async () => {
      const draft = { ...filled, fields: { initial_user_msg: 'theirs' } };
      await open().write(draft);
      assert.deepEqual(await open().load(), draft);
    });

    it('saves the prefilled parts beside a separate text, even if there is nothing else to save', async () => {
      const beside = () => new SavedDraft(folder, new RecordingLog(), { onTrouble, hasTextElsewhere: true });
      await beside().write(filled);
      assert.deepEqual(await beside().load(), filled);
      await beside().write(emptyDraft);
      assert.deepEqual(await beside().load(), emptyDraft);
    });

    it('counts as prefilled beside a separate text as soon as that is all there is', async () => {
      const beside = new SavedDraft(folder, new RecordingLog(), { onTrouble, hasTextElsewhere: true });
      assert.deepEqual(await beside.load(), { ...emptyDraft, filledBy: 'command' });
    });

    it('saves nothing for a draft in which none of them are left', async () => {
      await open().write(filled);
      assert.deepEqual(await open().load(), emptyDraft);
    });
  });

  it('has the mark of a start even if there is nothing else, also beside a text in an editor', async () => {
    const sent: Draft = { fields: {}, sentAs: 'start-1' };
    await write(sent);
    assert.deepEqual(await open().load(), sent);
    await write(emptyDraft);
    assert.deepEqual(await readdir(folder), []);
  });

  describe('that two windows have open', () => {
    it("saves what the other one wrote before it's overwritten", async () => {
      const [one, other] = [open(), open()];
      for (const file of [one, other]) await file.load();
      await one.write({ ...whole, fields: { ...whole.fields, initial_user_msg: 'of one' } });
      await other.write(saying('of other'));
      assert.deepEqual(kept, [{ ...whole, fields: { ...whole.fields, initial_user_msg: 'of one' } }]);
      await one.write(saying(''));
      assert.deepEqual(kept.slice(1), [saying('of other')]);
      assert.deepEqual(await open().load(), emptyDraft);
    });

    it('returns the images of the other one, not its own earlier ones', async () => {
      const other: Draft = {
        fields: { initial_user_msg: 'of other', replay_json: '[]' },
        images: [{ ...image, url: 'data:image/png;base64,AAECAw==' }],
      };
      const one = open();
      await one.write(whole);
      await open().load();
      const second = open();
      await second.load();
      await second.write(other);
      assert.deepEqual(await one.load(), other);
    });

    it('moves aside what the other one wrote and this one only looked at', async () => {
      const [one, other] = [open(), open()];
      await one.write(saying('of one'));
      await other.load();
      await other.write(saying('of other'));
      assert.deepEqual(await one.peek(), saying('of other'));
      await one.write(saying('of one, longer'));
      assert.deepEqual(kept, [saying('of other')]);
    });

    it('moves aside nothing of its own, key by key, or of what the other one only read', async () => {
      const [one, other] = [open(), open()];
      await one.load();
      for (const text of ['a', 'ab', 'abc']) await one.write(saying(text));
      assert.deepEqual(await other.load(), saying('abc'));
      await one.write(saying('abcd'));
      await other.write(saying('abcd'));
      assert.deepEqual(kept, []);
    });
  });

  describe('that is being typed', () => {
    beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
    afterEach(() => mock.timers.reset());

    /** The content on disk after about the time that a write takes. */
    async function onDisk(): Promise<Draft> {
      await new SavedDraft(path.join(parent, 'another'), new RecordingLog()).write(saying('meanwhile'));
      return openAlone().load();
    }

    /** Resolves once this is on disk. */
    async function written(draft: Draft): Promise<void> {
      while (!isDeepStrictEqual(await onDisk(), draft));
    }

    it('is written a quarter of a second after the first of many keystrokes, with its content at that time', async () => {
      const file = open();
      for (const text of ['a', 'ab', 'abc']) {
        file.save(saying(text));
        assert.deepEqual(await onDisk(), emptyDraft);
        mock.timers.tick(80);
      }
      mock.timers.tick(10);
      await written(saying('abc'));
      file.save(saying('abcd'));
      mock.timers.tick(249);
      assert.deepEqual(await onDisk(), saying('abc'));
      mock.timers.tick(1);
      await written(saying('abcd'));
      assert.deepEqual(troubles, []);
    });

    it('is written at once before it is sent, and when the window closes', async () => {
      const file = open();
      file.save(saying('a'));
      await file.beginSending(saying('a'), 'start-1');
      assert.deepEqual(await openAlone().load(), markSent(saying('a'), 'start-1'));
      file.save(saying('ab'));
      await file.flush();
      assert.deepEqual(await openAlone().load(), saying('ab'));
      assert.deepEqual(kept, [markSent(saying('a'), 'start-1')]);
    });

    it("is moved elsewhere before another draft is sent, which isn't offered any more", async () => {
      const file = open();
      file.save(saying('next'));
      await file.beginSending(saying('a'), 'start-1');
      assert.deepEqual([kept, await file.load()], [[saying('next')], emptyDraft]);
      assert.deepEqual(await openAlone().load(), markSent(saying('a'), 'start-1'));
    });

    it('is what is cleared, held or moved aside right afterwards', async () => {
      const file = open();
      file.save(saying('a'));
      await file.clear(saying('a'));
      assert.deepEqual(await file.load(), emptyDraft);
      file.save(saying('next'));
      await file.restore(saying('failed'));
      assert.deepEqual([await file.load(), kept], [saying('failed'), [saying('next')]]);
      mock.timers.tick(250);
      assert.deepEqual(await onDisk(), saying('failed'));
    });
  });

  describe("that can't be read temporarily", () => {
    /** Circular links: the only temporary error that can be produced by any user. */
    const passing = async (name: string) => {
      const file = path.join(folder, name);
      await rename(file, `${file}.safe`);
      await symlink(file, file);
      return async () => {
        await rm(file);
        await rename(`${file}.safe`, file);
      };
    };

    for (const name of ['draft.json', 'a.png']) {
      it(`stays unchanged, is reported, and isn't overwritten: ${name}`, async () => {
        await write(whole);
        const mend = await passing(name);
        const file = open();
        assert.deepEqual(await file.load(), emptyDraft);
        assert.deepEqual(troubles, ['read: ELOOP']);
        file.save(saying('typed meanwhile'));
        await file.load();
        assert.deepEqual(troubles.slice(1), ['write: ELOOP', 'read: ELOOP']);
        await assert.rejects(file.restore(saying('typed meanwhile')), { name: 'DraftError', code: 'ELOOP' });
        await mend();
        assert.deepEqual(await open().load(), whole);
        file.save(saying('typed since'));
        assert.deepEqual(await file.load(), saying('typed since'));
        assert.deepEqual(kept, [whole]);
      });
    }

    it('stays unchanged and is reported if a newer version wrote it: what is typed is not saved, and not sent', async () => {
      await mkdir(folder);
      const text = '{"version":2,"fields":{"initial_user_msg":"of a later time"}}';
      await writeFile(path.join(folder, 'draft.json'), text);
      const file = open();
      assert.deepEqual(await file.load(), emptyDraft);
      file.save(saying('now'));
      await file.flush();
      assert.deepEqual([...new Set(troubles)], ['read: newer', 'write: newer']);
      await assert.rejects(file.beginSending(saying('now'), 'start-1'), { name: 'DraftError', code: 'newer' });
      assert.deepEqual(kept, []);
      assert.equal(await readFile(path.join(folder, 'draft.json'), 'utf8'), text);
    });

    it('is moved aside if it was read and is damaged', async () => {
      await mkdir(folder);
      await writeFile(path.join(folder, 'draft.json'), 'nonsense');
      const file = open();
      assert.deepEqual(await file.load(), emptyDraft);
      assert.deepEqual(troubles, ['read: setAside']);
      assert.equal(await readFile(path.join(folder, 'draft.json.damaged'), 'utf8'), 'nonsense');
      assert.ok(log.lines.length === 1 && !log.lines.join().includes('nonsense'), log.lines.join());
    });

    it('is moved aside wherever it was cut off, and reported once', async () => {
      await write(whole);
      const file = path.join(folder, 'draft.json');
      const text = await readFile(file, 'utf8');
      const property = fc.asyncProperty(
        fc.nat(text.length - 1),
        fc.constantFrom('', '\0'.repeat(9), '}', '\xff'),
        async (cut, tail) => {
          const damaged = text.slice(0, cut) + tail;
          if (damaged === text) return;
          await writeFile(file, damaged);
          const told: string[] = [];
          const draft = new SavedDraft(folder, log, { onTrouble: ({ file }) => told.push(file) });
          for (let time = 0; time < 2; time++) assert.deepEqual(await draft.load(), emptyDraft);
          const [moved = assert.fail('not told'), ...more] = told;
          assert.deepEqual(more, []);
          assert.equal(await readFile(moved, 'utf8'), damaged);
          await rm(moved);
        },
      );
      await fc.assert(property, { seed: 5, numRuns: 60 });
    }).timeout(30_000);
  });

  it("isn't brought back once another try has sent it, whatever was begun since", async () => {
    const file = open();
    const rejected = await file.beginSending(saying('go'), 'start-1');
    await rejected.release();
    assert.deepEqual(await file.restore(rejected.draft), rejected.draft);
    await (await file.beginSending(rejected.draft, 'start-2')).end();
    assert.deepEqual(await file.restore(rejected.draft), emptyDraft);
    assert.deepEqual(await file.restore(saying('go')), emptyDraft, 'of a follow-up, without its mark');
    const elsewhere = { ...saying('go'), to: 'other' };
    assert.deepEqual(await file.restore(elsewhere), elsewhere);
    file.save(saying('next'));
    assert.deepEqual(await file.restore(rejected.draft), saying('next'));
    assert.deepEqual(kept, []);
    await (await file.beginSending(rejected.draft, 'start-3')).release();
    assert.deepEqual(await file.restore(rejected.draft), rejected.draft, 'tried again since');
  });

  describe("that can't be written", () => {
    beforeEach(() => writeFile(folder, 'in the way'));

    it('is reported once, stays in this window until it can be, and blocks nothing', async () => {
      const file = open();
      for (const words of ['one', 'on', 'one']) {
        file.save(saying(words));
        assert.deepEqual([await file.load(), await file.peek()], [saying(words), saying(words)]);
      }
      assert.equal(writes(), 1);
      await rm(folder);
      await file.flush();
      assert.deepEqual(await open().load(), saying('one'));
      file.save(saying('two'));
      assert.deepEqual(await file.load(), saying('two'));
      await rm(folder, { recursive: true });
      await writeFile(folder, 'in the way again');
      file.save(saying('three'));
      await file.flush();
      assert.equal(writes(), 2);
    });

    it("can't be sent", async () => {
      await assert.rejects(open().beginSending(saying('x'), 'start-1'), { name: 'DraftError', code: 'ENOTDIR' });
      assert.equal(await readFile(folder, 'utf8'), 'in the way');
      assert.deepEqual(await readdir(parent), ['of it']);
    });
  });
});
