import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { emptyDraft, neverSent, type Draft } from '../../../src/draft/draft';
import type { Sending } from '../../../src/draft/draftStore';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { RecordingLog } from '../../support/recordingLog';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

describe("A draft that can't be written while another one is being sent", () => {
  let folder: string;
  let kept: Draft[];
  let file: SavedDraft;
  let sending: Sending;
  let failing: { readonly mock: { restore(): void } };

  const log = new RecordingLog();

  /** As in another window, or after a reload. */
  function open(): SavedDraft {
    const moveToDocument = async (draft: Draft) => {
      const document = new SavedDraft(path.join(folder, 'document'), log);
      await document.write(draft);
      kept.push(draft);
      return document;
    };
    return new SavedDraft(folder, log, { moveToDocument });
  }

  beforeEach(async () => {
    folder = new TemporaryFolder('draft').path;
    kept = [];
    file = open();
    sending = await file.beginSending(saying('sent'), 'start-1');
    failing = mock.method(fs, 'rename', () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })));
    file.save(saying('next'));
    await file.flush();
    kept = [];
  });

  afterEach(() => failing.mock.restore());

  it('stays when that one has started', async () => {
    await sending.end();
    assert.deepEqual(await file.load(), saying('next'));
    failing.mock.restore();
    await file.flush();
    assert.deepEqual(await open().load(), saying('next'));
  });

  it('takes the place of that one, which is moved away, when it was rejected', async () => {
    await sending.release();
    failing.mock.restore();
    await file.flush();
    assert.deepEqual([await open().load(), kept], [saying('next'), [sending.draft]]);
  });

  it('is moved away when the user goes back to that one, which was rejected', async () => {
    await sending.release();
    failing.mock.restore();
    await file.restore(sending.draft);
    assert.deepEqual([await file.load(), kept], [sending.draft, [saying('next')]]);
  });

  it('is gone once it was moved elsewhere', async () => {
    await sending.end();
    await file.clear(saying('next'));
    assert.deepEqual(await file.load(), emptyDraft);
  });

  it('is sent without what was saved of it before, once it can be', async () => {
    await sending.end();
    failing.mock.restore();
    await file.flush();
    const full = mock.method(fs, 'rename', () => Promise.reject(new Error('full')));
    file.save(saying('next one'));
    await file.flush();
    full.mock.restore();
    kept = [];
    await (await file.beginSending(saying('next one'), 'start-2')).release();
    assert.deepEqual([kept, (await file.load()).fields], [[], saying('next one').fields]);
  });
});

describe('A draft that was rejected', () => {
  let kept: Draft[];
  let document: SavedDraft;
  let file: SavedDraft;
  let sending: Sending;

  /** Rejected while a sheet that doesn't have it is open. */
  beforeEach(async () => {
    const { path: folder } = new TemporaryFolder('draft');
    kept = [];
    document = new SavedDraft(path.join(folder, 'document'), new RecordingLog());
    const moveToDocument = async (draft: Draft) => {
      kept.push(draft);
      await document.write(draft);
      return document;
    };
    file = new SavedDraft(folder, new RecordingLog(), { moveToDocument });
    sending = await file.beginSending(saying('sent'), 'start-1');
    assert.deepEqual(await file.load(), emptyDraft);
    await sending.release();
  });

  it('gives way to nothing on a sheet that was opened meanwhile, and is moved away', async () => {
    file.save(saying('next'));
    assert.deepEqual([await file.load(), kept], [saying('next'), [sending.draft]]);
  });

  it('does so, too, once its mark was taken', async () => {
    file.save(neverSent(await file.peek()));
    await file.flush();
    file.save(saying('next'));
    assert.deepEqual([await file.load(), kept], [saying('next'), [saying('sent')]]);
  });

  it('is in one place after it was brought back', async () => {
    file.save(saying('next'));
    assert.deepEqual(await file.restore(sending.draft), sending.draft);
    assert.deepEqual([await file.load(), kept], [sending.draft, [sending.draft, saying('next')]]);
  });

  it("isn't brought back while its document is being sent, or after", async () => {
    file.save(saying('next'));
    await file.flush();
    const again = await document.beginSending(await document.load(), 'start-2');
    await again.release();
    assert.deepEqual(await file.restore(sending.draft), saying('next'));
    assert.deepEqual(await document.load(), again.draft);
    await document.clear(again.draft);
    assert.deepEqual(await file.restore(sending.draft), saying('next'));
  });
});
