import assert from 'node:assert/strict';
import fs, { mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { emptyDraft, type Draft } from '../../../src/draft/draft';
import type { DraftError } from '../../../src/draft/draftFiles';
import type { Drafts, DraftsOptions } from '../../../src/draft/drafts';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { draftsIn } from '../../support/draftsIn';
import { draftOnSheet, draftWithId, keptDocument, keptDraft, keptMessages, sendDraft } from '../../support/keptDrafts';
import { RecordingLog } from '../../support/recordingLog';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });
const image = { name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=' };

describe('Drafts', () => {
  let folder: string;
  let troubles: string[];
  let log: RecordingLog;

  beforeEach(() => {
    folder = path.join(new TemporaryFolder('drafts').path, 'drafts');
    troubles = [];
    log = new RecordingLog();
  });

  const onTrouble = ({ action, code, file }: DraftError) => troubles.push(`${action}: ${code} ${path.basename(file)}`);

  /** As in another window, or after a reload. */
  const open = (options: Partial<DraftsOptions> = {}): Drafts => draftsIn(folder, { onTrouble, log, ...options });
  const recordOf = (id: string) => path.join(folder, `${id}.json`);

  /** Makes a function of the disk fail until the result is called. */
  function refuse(name: 'rename' | 'rm', code: string): () => void {
    const failing = mock.method(fs, name, () => Promise.reject(Object.assign(new Error('no'), { code })));
    return () => failing.mock.restore();
  }
  const fill = () => refuse('rename', 'ENOSPC');

  it('gives back the whole draft after a reload, without the secrets of MCP servers', async () => {
    const draft: Draft = {
      fields: { initial_user_msg: 'Fix \u{1f41e}', repository: null, replay_json: '[]' },
      attachments: [{ kind: 'changes', text: '```diff\n+1\n```' }],
      images: [image, { ...image, name: 'b.png', inText: true }],
      chosen: { root: '/home/me/app', remote: 'upstream' },
      resultBranch: { name: 'agent/fix', sentence: 'Push to agent/fix.' },
      filledBy: 'link',
      to: 'c1',
      starts: [{ id: 's', digest: 'd' }],
    };
    const servers = { stdio_servers: [{ name: 'docs', command: 'npx', env: { KEY: 'secret' } }] };
    const id = await keptDraft(open(), { ...draft, fields: { ...draft.fields, mcp_config: servers } });
    const { notKept, ...restored } = await draftWithId(open(), id);
    assert.deepEqual(restored, { ...draft, fields: { ...draft.fields, mcp_config: null } });
    assert.deepEqual(notKept, ['mcp_config']);
    const stored = await readFile(recordOf(id), 'utf8');
    assert.doesNotMatch(stored, /servers|docs|npx|KEY|secret|base64/);
    assert.equal((await stat(path.join(folder, id, 'a.png'))).mode & 0o777, 0o600);
  });

  it('are listed by the time of their document if that was written later', async () => {
    await keptDocument(open({ now: () => 1 }), saying('in an editor'));
    await keptDraft(open({ now: () => 2 }), saying('on the sheet'));
    assert.deepEqual(await keptMessages(open()), ['in an editor', 'on the sheet']);
  });

  it('are written a quarter of a second after a key, and at once before anything else', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const drafts = open();
      const opened = drafts.begin();
      for (const text of ['a', 'ab', 'abc']) {
        opened.edit(saying(text));
        mock.timers.tick(80);
      }
      assert.deepEqual(await keptMessages(open()), []);
      mock.timers.tick(10);
      await opened.flush();
      assert.deepEqual(await keptMessages(open()), ['abc']);
      opened.edit(saying('abcd'));
      await drafts.close(opened);
      assert.deepEqual(await keptMessages(open()), ['abcd']);
    } finally {
      mock.timers.reset();
    }
  });

  it('leave nothing once they are empty, discarded, or have started', async () => {
    const drafts = open();
    for (const end of [
      () => Promise.resolve(),
      async (id: string) => {
        const opened = await drafts.open(id);
        await opened.discard();
        opened.edit(saying('brings nothing back'));
        await drafts.close(opened);
      },
      async (id: string) => {
        const opened = await drafts.open(id);
        await sendDraft(opened, 'started');
        await assert.rejects(opened.moveToEditor('a.md'), { code: 'gone' });
        await drafts.close(opened);
      },
    ])
      await end(await keptDraft(drafts, end.length === 0 ? emptyDraft : { ...saying('x'), images: [image] }));
    const left = await readdir(folder, { recursive: true });
    assert.deepEqual(left, ['locks']);
  });

  it("leave the user's own files beside them", async () => {
    const drafts = open();
    for (const isStarted of [false, true]) {
      const { id, path: file } = await keptDocument(drafts, { ...saying('x'), images: [image] });
      const own = [...(isStarted ? ['copy.md'] : []), 'mine.json', 'mine.png', 'mine.tmp'];
      for (const name of own) await writeFile(path.join(path.dirname(file), name), 'mine');
      const opened = await drafts.open(id);
      await (isStarted ? sendDraft(opened, 'started') : opened.discard());
      await open().sweep();
      assert.deepEqual((await readdir(path.dirname(file))).sort(), own);
    }
    assert.deepEqual(await keptMessages(open()), ['mine'], 'a Markdown file that is left is a draft');
  });

  describe("that can't be read for a moment", () => {
    for (const name of ['the record', 'an image'])
      it(`are told of once, stay as they are, and are there again: ${name}`, async () => {
        const id = await keptDraft(open(), { ...saying('dear'), images: [image] });
        const file = name === 'the record' ? recordOf(id) : path.join(folder, id, image.name);
        // Circular links: the only temporary error that can be produced by any user.
        await rename(file, `${file}.safe`);
        await symlink(file, file);
        const drafts = open();
        const opened = await drafts.openNewest();
        assert.deepEqual(opened.draft, emptyDraft);
        opened.edit(saying('typed meanwhile'));
        await opened.flush();
        await drafts.list();
        assert.deepEqual(troubles, [`read: ELOOP ${path.basename(file)}`]);
        await rm(file);
        await rename(`${file}.safe`, file);
        opened.edit(saying('typed meanwhile!'));
        await drafts.close(opened);
        assert.deepEqual([...(await keptMessages(open()))].sort(), ['dear', 'typed meanwhile!']);
      });
  });

  it('to a conversation are continued as long as they are open, but not by something else after that', async () => {
    const drafts = open();
    const message = { ...saying('Go on'), to: 'a' };
    const id = await keptDraft(drafts, message);
    const other = await drafts.openNewest();
    assert.deepEqual(other.draft, emptyDraft);
    await drafts.close(other);
    const opened = await drafts.open(id);
    const same = await drafts.openNewest();
    assert.deepEqual(same.draft, message);
    for (const one of [opened, same]) await drafts.close(one);
  });

  it('by a newer version are left alone and told of once; what is written now is another one', async () => {
    await mkdir(folder, { recursive: true });
    const text = '{"version":2,"draft":{"fields":{"initial_user_msg":"of a later time"}}}';
    await writeFile(recordOf('later'), text);
    const drafts = open();
    const opened = await drafts.openNewest();
    opened.edit(saying('now'));
    await opened.beginSending(opened.draft, 'start-1');
    await drafts.list();
    assert.deepEqual(troubles, ['read: newer later.json']);
    assert.equal(await readFile(recordOf('later'), 'utf8'), text);
  });

  it('that are damaged are moved aside and told of; the text of a document is still a draft, of an unknown source', async () => {
    const { id } = await keptDocument(open(), saying('dear'));
    await writeFile(recordOf(id), '{"version":1,');
    const expected = { fields: {}, filledBy: 'command', document: 'Agent message.md', body: 'dear' };
    const drafts = open();
    assert.deepEqual(await keptMessages(drafts), ['dear']);
    assert.deepEqual(troubles, [`read: setAside ${id}.json.damaged`]);
    assert.deepEqual(await draftWithId(drafts, id), expected);
    assert.equal(await readFile(`${recordOf(id)}.damaged`, 'utf8'), '{"version":1,');
    assert.ok(!log.lines.join().includes('dear'));
  });

  describe('on a full disk', () => {
    it("are told of once, stay in their window, can't be sent, and are written once that is possible", async () => {
      const drafts = open();
      const opened = drafts.begin();
      const empty = fill();
      for (const text of ['o', 'on', 'one']) {
        opened.edit(saying(text));
        await opened.flush();
      }
      assert.deepEqual(troubles, [`write: ENOSPC ${opened.id}.json`]);
      await assert.rejects(opened.beginSending(opened.draft, 'start-1'), { name: 'DraftError', code: 'ENOSPC' });
      await drafts.close(opened);
      assert.deepEqual(await draftOnSheet(drafts), saying('one'), 'the sheet has it when it opens again');
      empty();
      await drafts.flush();
      assert.deepEqual(await keptMessages(open()), ['one']);
    });

    it('and that were saved before are not being sent, and can be sent when there is room again', async () => {
      const drafts = open();
      const opened = drafts.begin(saying('x'));
      await opened.flush();
      const empty = fill();
      await assert.rejects(opened.beginSending(opened.draft, 'start-1'), { name: 'DraftError', code: 'ENOSPC' });
      assert.equal(opened.isBeingSent, false);
      empty();
      await opened.beginSending(opened.draft, 'start-2');
      const ids = opened.draft.starts?.map(({ id }) => id);
      assert.deepEqual(ids, ['start-2']);
    });

    it('are all there when the first one is rejected, and the user goes back to it', async () => {
      const drafts = open();
      const first = drafts.begin(saying('first'));
      await first.beginSending(first.draft, 'start-1');
      const empty = fill();
      const second = drafts.begin(saying('second'));
      await drafts.close(second);
      await first.finishSending('notStarted', 'start-1');
      await drafts.close(first);
      const again = await drafts.open(first.id);
      again.edit(saying('first, better'));
      empty();
      await drafts.close(again);
      await drafts.flush();
      assert.deepEqual([...(await keptMessages(open()))].sort(), ['first, better', 'second']);
    });
  });

  describe('that were sent', () => {
    it('are offered with all starts in doubt, whatever became of a later one', async () => {
      const drafts = open();
      const opened = drafts.begin(saying('x'));
      await sendDraft(opened, 'mayHaveStarted', 'start-1');
      await sendDraft(opened, 'notStarted', 'start-2');
      await drafts.close(opened);
      const { starts = [] } = await draftOnSheet(open());
      assert.partialDeepStrictEqual(starts, [{ id: 'start-1' }]);
      assert.equal(starts.length, 1);
    });

    for (const isChanged of [false, true])
      it(`${isChanged ? 'and changed are still' : "aren't"} offered once another window knows that they have started`, async () => {
        const drafts = open();
        const opened = drafts.begin(saying('x'));
        await sendDraft(opened, 'mayHaveStarted');
        if (isChanged) opened.edit({ ...opened.draft, ...saying('y') });
        await drafts.close(opened);
        const { fields, starts } = await draftOnSheet(open({ hasStarted: () => Promise.resolve(true) }));
        assert.deepEqual([fields, starts?.length], isChanged ? [saying('y').fields, 1] : [{}, undefined]);
      });

    for (const to of [undefined, 'conversation-1'])
      it(`and can't be deleted aren't offered again, as ${to ? 'a follow-up' : 'a start'}`, async () => {
        const ids: string[] = [];
        const hasStarted = (start: string, given: string | undefined) =>
          Promise.resolve(given === to && ids.some((id) => start === `start of ${id}`));
        const typed: Draft = { ...saying('typed'), ...(to !== undefined && { to }) };
        const drafts = open({ hasStarted });
        const written = await keptDocument(drafts, { ...typed, ...saying('written') });
        ids.push(await keptDraft(drafts, typed), written.id);
        const opened = await Promise.all(ids.map((id) => drafts.open(id)));
        for (const one of opened) await one.beginSending(await one.read(), `start of ${one.id}`);
        const allow = refuse('rm', 'EROFS');
        try {
          for (const one of opened)
            await one.finishSending('started', `start of ${one.id}`).then(() => drafts.close(one));
          for (const window of [drafts, open({ hasStarted })]) {
            assert.deepEqual([await window.list(), await draftOnSheet(window)], [[], emptyDraft]);
            assert.equal(await window.documentAt(written.path), undefined);
            for (const id of ids) await assert.rejects(window.open(id), { code: 'gone' });
          }
        } finally {
          allow();
        }
        assert.deepEqual(await open({ hasStarted }).list(), []);
        assert.deepEqual(await readdir(folder), ['locks']);
      });

    it('and were edited meanwhile stay, with what was written', async () => {
      const drafts = open();
      const opened = drafts.begin(saying('x'));
      await opened.beginSending(opened.draft, 'start-1');
      opened.edit({ ...opened.draft, ...saying('x and more') });
      await opened.finishSending('started', 'start-1');
      await drafts.close(opened);
      assert.deepEqual(await keptMessages(open()), ['x and more']);
    });

    it("aren't offered while they are being sent, and the next one is another draft", async () => {
      const drafts = open();
      const opened = drafts.begin(saying('x'));
      await opened.beginSending(opened.draft, 'start-1');
      assert.deepEqual(await draftOnSheet(drafts), emptyDraft);
      await assert.rejects(drafts.open(opened.id), { code: 'held' });
      await assert.rejects(opened.beginSending(opened.draft, 'start-2'), { code: 'held' });
    });
  });

  it("that can't be discarded say so, and stay", async () => {
    const drafts = open();
    const opened = drafts.begin(saying('x'));
    await opened.flush();
    const allow = refuse('rm', 'EROFS');
    await assert.rejects(opened.discard(), { name: 'DraftError', action: 'delete', code: 'EROFS' }).finally(allow);
    await drafts.close(opened);
    assert.deepEqual(await keptMessages(drafts), ['x']);
  });

  it('are saved before they are discarded, so that VS Code closes their editors without a question', async () => {
    const { id } = await keptDocument(open(), saying('x'));
    const calls: string[] = [];
    const call = <T>(name: string, result: T) => {
      calls.push(name);
      return Promise.resolve(result);
    };
    const editors = { read: () => call('read', 'x'), save: () => call('save', 'x'), close: () => call('close', false) };
    const drafts = open({ editors });
    const opened = await drafts.open(id);
    calls.length = 0;
    await assert.rejects(opened.discard(), { name: 'DraftError', code: 'unsaved' });
    assert.deepEqual([calls, opened.isFinished], [['save', 'close'], false]);
  });

  it('with images of equal names have their own', async () => {
    const other = { ...image, url: 'data:image/png;base64,AAECAw==' };
    const [one, two] = [
      await keptDraft(open(), { ...saying('1'), images: [image] }),
      await keptDraft(open(), { ...saying('2'), images: [other] }),
    ];
    assert.deepEqual((await draftWithId(open(), one)).images, [image]);
    assert.deepEqual((await draftWithId(open(), two)).images, [other]);
  });

  it('have the images that they have now, and no files of others', async () => {
    const other = { ...image, url: 'data:image/png;base64,AAECAw==' };
    const drafts = open();
    const opened = drafts.begin({ ...saying('x'), images: [image, { ...image, name: 'b.png' }] });
    await opened.flush();
    opened.edit({ ...saying('x'), images: [other] });
    await drafts.close(opened);
    assert.deepEqual((await draftWithId(open(), opened.id)).images, [other]);
    assert.deepEqual(await readdir(path.join(folder, opened.id)), ['a.png']);
  });

  it('have no image whose file is gone', async () => {
    const id = await keptDraft(open(), { ...saying('x'), images: [image, { ...image, name: 'b.png' }] });
    await rm(path.join(folder, id, 'a.png'));
    const { images } = await draftWithId(open(), id);
    assert.deepEqual(
      images?.map(({ name }) => name),
      ['b.png'],
    );
  });

  it('in an editor keep the images that their text no longer has, since Undo may bring them back', async () => {
    const [inText, beside] = [
      { ...image, inText: true },
      { ...image, name: 'b.png' },
    ] as const;
    const drafts = open();
    const { id } = await keptDocument(drafts, { ...saying('x'), images: [inText, beside] });
    await drafts.change(id, ({ images, ...draft }) => draft);
    const { document, images } = await draftWithId(open(), id);
    assert.deepEqual([document, images], ['Agent message.md', [inText]]);
  });

  describe('of folders', () => {
    /** A draft that says which folders were open when it was begun. */
    const begin = (...folders: readonly string[]) =>
      keptDraft(open({ folders: () => folders }), saying(`of ${folders.join()}`));
    const offered = async (...folders: readonly string[]) => {
      const drafts = open({ folders: () => folders });
      return [(await draftOnSheet(drafts)).fields.initial_user_msg, [...(await keptMessages(drafts))].sort()];
    };

    it('are on the sheet where any of those is open, and listed everywhere if there was none', async () => {
      await begin();
      await begin('b', 'c');
      await begin('a');
      assert.deepEqual(await offered('a'), ['of a', ['of ', 'of a']]);
      assert.deepEqual(await offered('a', 'added since'), ['of a', ['of ', 'of a']]);
      assert.deepEqual(await offered('c', 'd'), ['of b,c', ['of ', 'of b,c']]);
      assert.deepEqual(await offered('d'), [undefined, ['of ']]);
      assert.deepEqual(await offered(), ['of ', ['of ']]);
    });
  });
});
