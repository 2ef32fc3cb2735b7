import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs, { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import type { Draft } from '../../../src/draft/draft';
import type { Drafts } from '../../../src/draft/drafts';
import type { OpenDraft } from '../../../src/draft/openDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { draftsIn } from '../../support/draftsIn';
import { draftWithId, keptDocument, keptDraft, keptMessages, sendDraft } from '../../support/keptDrafts';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });
const window1 = { holder: 'here.1', hasEnded: () => false };
const window2 = { holder: 'here.2', hasEnded: () => false };

describe('Drafts of several windows', () => {
  let folder: string;

  beforeEach(() => (folder = path.join(new TemporaryFolder('drafts').path, 'drafts')));

  const open = (options: Parameters<typeof draftsIn>[1] = {}): Drafts => draftsIn(folder, options);

  it('are open in one at a time, and are offered again once they are closed, or their window is gone', async () => {
    const one = open(window1);
    const shown = one.begin(saying('mine'));
    await shown.flush();
    assert.deepEqual(await keptMessages(open(window2)), []);
    await assert.rejects(open(window2).open(shown.id), { name: 'DraftError', code: 'held' });
    assert.deepEqual(await keptMessages(open({ ...window2, hasEnded: () => true })), ['mine']);
    await one.close(shown);
    assert.deepEqual(await keptMessages(open(window2)), ['mine']);
  });

  it("are open in one, too, if the system doesn't let another read a lock for a moment, as Windows may", async () => {
    const shown = open(window1).begin(saying('mine'));
    await shown.flush();
    const { readFile: read } = fs;
    let refusals = 1;
    const reading = mock.method(fs, 'readFile', (file: string) =>
      file.includes('locks') && refusals-- > 0
        ? Promise.reject(Object.assign(new Error('EBUSY'), { code: 'EBUSY' }))
        : read(file, 'utf8'),
    );
    await assert.rejects(open(window2).open(shown.id), { code: 'held' }).finally(() => reading.mock.restore());
    assert.equal(refusals, -1);
  });

  it('are open in one at most if two open one at the same moment', async () => {
    const id = await keptDraft(open(window1), saying('mine'));
    const opened = await Promise.allSettled([window1, window2].map((each) => open(each).open(id)));
    assert.ok(opened.some(({ status }) => status === 'rejected'));
  });

  it('stay on the sheet, as they are changed there, although it turns out that they have started', async () => {
    let isKnown = false;
    const drafts = open({ ...window1, hasStarted: () => Promise.resolve(isKnown) });
    const shown = drafts.begin(saying('mine'));
    await sendDraft(shown, 'mayHaveStarted');
    isKnown = true;
    assert.deepEqual(await drafts.list(), []);
    shown.edit({ ...shown.draft, ...saying('mine, and another') });
    await drafts.close(shown);
    assert.deepEqual(await keptMessages(open(window2)), ['mine, and another']);
  });

  it('stay with their window for as long as it is open', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      let uptime = 0;
      const one = open({ ...window1, uptime: () => uptime, renews: true });
      const shown = one.begin(saying('mine'));
      await shown.flush();
      uptime = 3_600_000;
      const offered = () => keptMessages(open({ ...window2, uptime: () => uptime }));
      assert.deepEqual(await offered(), ['mine'], 'as if the machine had slept');
      mock.timers.tick(60_000);
      // Waits for the renewal.
      await shown.flush();
      assert.deepEqual(await offered(), []);
      one.dispose();
    } finally {
      mock.timers.reset();
    }
  });

  // prettier-ignore
  for (const [what, draft, isGone] of [
    ['nothing', {}, true],
    ['blanks', { body: ' \n' }, true],
    ['only the repository that was open', { chosen: { root: '/app' } }, true],
    ['a text', { body: 'Fix it' }, false],
    ['a field', { fields: { replay_json: '[]' } }, false],
    ['a field that was removed', { fields: { repository: null } }, false],
    ['an image that the text had', { images: [{ name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=', inText: true }] }, false],
    ['an attachment outside the text', { attachments: [{ kind: 'changes', text: '+1\r\n' }] }, false],
    ['a result branch', { resultBranch: { name: 'agent/x' } }, false],
    ['a conversation that it is for', { to: 'c1' }, false],
  ] as const satisfies readonly (readonly [string, Partial<Draft>, boolean])[])
    it(`${isGone ? 'end' : 'stay'} when their document is closed with ${what} in it`, async () => {
      const drafts = open(window1);
      const { id, path: file } = await keptDocument(drafts, { fields: {}, ...draft });
      await drafts.discardBlank(id);
      assert.deepEqual([(await drafts.list()).length, existsSync(file)], isGone ? [0, false] : [1, true]);
      await open(window2).open(id).catch(() => assert.ok(isGone, 'other windows can open it'));
    });

  it('stay when their document is closed with nothing in it as long as any window has them open', async () => {
    const [one, two] = [open(window1), open(window2)];
    const { id } = await keptDocument(one, { fields: {} });
    const shown = await one.open(id);
    await one.discardBlank(id);
    await assert.rejects(two.discardBlank(id), { name: 'DraftError', code: 'held' });
    shown.edit(saying('typed on the sheet'));
    await one.close(shown);
    assert.deepEqual(await keptMessages(two), ['typed on the sheet']);
  });

  it("are on the sheet if it opens one just before something that the user doesn't see", async () => {
    const drafts = open(window1);
    const id = await keptDraft(drafts, { ...saying('mine'), to: 'c1' });
    const [shown] = await Promise.all([drafts.open(id), drafts.openInBackground(id)]);
    assert.equal(await drafts.openNewest(), shown);
  });

  it('can be opened by another one after one has changed them', async () => {
    const one = open(window1);
    const shown = one.begin(saying('mine'));
    await one.close(shown);
    await one.change(shown.id, (draft) => ({ ...draft, ...saying('changed') }));
    assert.deepEqual(await keptMessages(open(window2)), ['changed']);
  });

  // prettier-ignore
  for (const [what, void_, isVoid] of [
    ['another machine that renews it', { holder: 'there.2' }, false],
    ['another machine that is gone', { holder: 'there.2', now: () => Date.now() + 3_600_000 }, true],
    ['another machine whose clock was far ahead when it was gone', { holder: 'there.2', now: () => Date.now() - 3_600_000 }, true],
    ['a process that had the same id', { holder: window1.holder }, true],
    ['a process from before the machine was started', { uptime: () => -1 }, true],
    ['a process that has not renewed it for long', { uptime: () => 3_600_000 }, true],
    ['a process whose clock was set', { now: () => 0 }, false],
  ] as const)
    it(`${isVoid ? 'are offered' : "aren't offered"} if they are held by ${what}`, async () => {
      await open(window1).begin(saying('mine')).flush();
      assert.deepEqual(await keptMessages(open({ ...window2, ...void_ })), isVoid ? ['mine'] : []);
    });

  it("aren't offered if they are held by a newer version", async () => {
    const id = await keptDraft(open(window1), saying('mine'));
    await writeFile(path.join(folder, 'locks', `${id}.${randomUUID()}.json`), '{"version":2}');
    assert.deepEqual(await keptMessages(open(window2)), []);
  });

  it('that write within the same milliseconds have a draft each', async () => {
    const windows = [open(window1), open(window2)];
    const begun = await Promise.all(windows.map((window) => window.openNewest()));
    for (const [at, opened] of begun.entries()) opened.edit(saying(`of ${at}`));
    await Promise.all(begun.map((opened) => opened.flush()));
    await Promise.all(begun.map((opened, at) => windows[at]!.close(opened)));
    assert.deepEqual([...(await keptMessages(open()))].sort(), ['of 0', 'of 1']);
  });

  it('are sent by one of those that show their document', async () => {
    const { id, path: file } = await keptDocument(open(window1), saying('written'));
    const [one, two] = [open(window1), open(window2)];
    for (const window of [one, two]) assert.equal((await window.documentAt(file))?.draft.body, 'written');
    const sent = await one.open(id);
    await sent.beginSending(await sent.read(), 'start-1');
    await assert.rejects(two.open(id), { name: 'DraftError', code: 'held' });
    await sent.finishSending('notStarted', 'start-1');
    await one.close(sent);
    const again = await two.open(id);
    await again.beginSending(await again.read(), 'start-2');
    assert.equal(again.isBeingSent, true);
  });

  describe('of which one believes that the other is gone', () => {
    let one: Drafts;
    let two: Drafts;
    /** As the first window has it. */
    let shown: OpenDraft;

    beforeEach(async () => {
      [one, two] = [open(window1), open({ ...window2, hasEnded: () => true })];
      shown = one.begin(saying('message'));
      await shown.flush();
    });

    async function sendFromTwo(): Promise<void> {
      const taken = await two.open(shown.id);
      await sendDraft(taken, 'started', 'start-2');
      await two.close(taken);
    }

    it('lose nothing when one has sent what the other one shows, and both go on', async () => {
      await sendFromTwo();
      shown.edit(saying('typed since'));
      await shown.flush();
      const next = two.begin(saying('written there'));
      await next.flush();
      shown.edit(saying('typed since, too'));
      await one.close(shown);
      await two.close(next);
      assert.deepEqual([...(await keptMessages(open()))].sort(), ['typed since, too', 'written there']);
    });

    it('lose nothing when one has changed what the other one goes on with after it has renewed its locks', async () => {
      await two.change(shown.id, () => saying('changed there'));
      await one.renew();
      shown.edit(saying('written on here'));
      await shown.flush();
      assert.deepEqual(await keptMessages(open(window2)), ['changed there'], 'it is free there');
      await one.close(shown);
      assert.deepEqual([...(await keptMessages(open()))].sort(), ['changed there', 'written on here']);
    });

    it("aren't overwritten when a newer version has changed them, however often that is tried", async () => {
      await two.change(shown.id, () => saying('changed there'));
      const file = path.join(folder, `${shown.id}.json`);
      await writeFile(file, '{"version":2}');
      shown.edit(saying('written on here'));
      await shown.flush();
      await shown.flush();
      assert.equal(await readFile(file, 'utf8'), '{"version":2}');
    });

    it("are told once before they send what was sent already, and it's another draft then", async () => {
      const { id } = shown;
      await sendFromTwo();
      await assert.rejects(shown.beginSending(shown.draft, 'start-1'), { name: 'DraftError', code: 'elsewhere' });
      await shown.beginSending(shown.draft, 'start-1');
      assert.deepEqual([shown.isBeingSent, shown.id === id], [true, false]);
    });

    for (const end of ['discarded', 'started'] as const)
      it(`keep what one has written on in a draft that the other one ${end}`, async () => {
        if (end === 'started') await shown.beginSending(shown.draft, 'start-1');
        await two.change(shown.id, (draft) => ({ ...draft, ...saying('message, written on') }));
        await (end === 'started' ? shown.finishSending('started', 'start-1') : shown.discard());
        await one.close(shown);
        assert.deepEqual(await keptMessages(open()), ['message, written on']);
      });
  });
});

describe('Drafts with a document', () => {
  let folder: string;

  beforeEach(() => (folder = path.join(new TemporaryFolder('drafts').path, 'drafts')));

  const open = () => draftsIn(folder);

  it('keep what is typed while they move to an editor', async () => {
    const opened = open().begin(saying('half'));
    const { rename } = fs;
    const moving = mock.method(fs, 'rename', (from: string, to: string) => {
      if (to.endsWith('.md') && opened.draft.fields.initial_user_msg === 'half') opened.edit(saying('half and more'));
      return rename(from, to);
    });
    await opened.moveToEditor('message.md');
    moving.mock.restore();
    assert.equal((await opened.read()).body, 'half and more');
    assert.deepEqual(opened.draft.fields, {});
  });

  it('are sent without their document after it was deleted by hand', async () => {
    const { id, path: file } = await keptDocument(open(), { ...saying('go'), resultBranch: { name: 'agent/fix' } });
    const drafts = open();
    const opened = await drafts.open(id);
    await rm(file);
    await opened.beginSending(await opened.read(), 'start-1');
    assert.deepEqual([opened.isBeingSent, opened.path], [true, undefined]);
    await opened.finishSending('notStarted', 'start-1');
    await drafts.close(opened);
    assert.deepEqual(await draftWithId(open(), id), { fields: {}, resultBranch: { name: 'agent/fix' } });
  });
});
