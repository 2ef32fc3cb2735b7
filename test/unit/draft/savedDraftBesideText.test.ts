import assert from 'node:assert/strict';
import fs, { readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { emptyDraft, type Draft } from '../../../src/draft/draft';
import type { DraftError } from '../../../src/draft/draftStore';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { RecordingLog } from '../../support/recordingLog';

describe('A saved draft beside a text that may be prefilled', () => {
  let folder: string;
  let troubles: string[];
  const onTrouble = ({ action, code }: DraftError) => troubles.push(`${action}: ${code}`);
  const beside = () => new SavedDraft(folder, new RecordingLog(), { onTrouble, hasTextElsewhere: true });
  const file = () => path.join(folder, 'draft.json');
  const unknown: Draft = { fields: {}, filledBy: 'command' };
  const filled: Draft = { fields: { repository: 'a/b' }, filledBy: 'link' };

  beforeEach(() => {
    folder = new TemporaryFolder('draft').path;
    troubles = [];
    return beside().write(filled);
  });

  it("isn't loaded while the system can't read it, and isn't overwritten", async () => {
    await rename(file(), `${file()}.safe`);
    await symlink(file(), file());
    const draft = beside();
    const error = { name: 'DraftError', action: 'read', code: 'ELOOP', file: file() };
    await assert.rejects(draft.load(), error);
    assert.deepEqual(troubles, [], 'told by whoever wanted it');
    draft.save(emptyDraft);
    await assert.rejects(draft.load(), error);
    assert.deepEqual(troubles, ['write: ELOOP']);
    await rm(file());
    await rename(`${file()}.safe`, file());
    assert.deepEqual(await draft.load(), filled);
  });

  it('counts as prefilled as soon as it is damaged, also for the next window', async () => {
    const text = '{"version":1,"fields":{';
    await writeFile(file(), text);
    const draft = beside();
    assert.deepEqual(await draft.load(), unknown);
    assert.deepEqual(troubles, ['read: setAside']);
    assert.deepEqual(await draft.load(), unknown);
    assert.deepEqual(await beside().load(), unknown);
    draft.save({ ...unknown, fields: { selected_branch: 'x' } });
    await draft.flush();
    assert.deepEqual(await beside().load(), { ...unknown, fields: { selected_branch: 'x' } });
    assert.equal(await readFile(`${file()}.damaged`, 'utf8'), text);
  });

  it('is left alone if a newer version wrote it, and is not loaded, nor sent', async () => {
    const text = '{"version":2,"fields":{},"filledBy":"theirs"}';
    await writeFile(file(), text);
    const draft = beside();
    const newer = { name: 'DraftError', code: 'newer', file: file() };
    await assert.rejects(draft.load(), newer);
    draft.save(emptyDraft);
    await draft.flush();
    await assert.rejects(beside().beginSending(emptyDraft, 'start-1'), newer);
    assert.equal(await readFile(file(), 'utf8'), text);
    assert.deepEqual(await readdir(folder), ['draft.json']);
  });

  it("isn't overwritten if what is damaged can't be moved", async () => {
    await writeFile(file(), 'nonsense');
    const draft = beside();
    const { rename: move } = fs;
    const moving = mock.method(fs, 'rename', async (from: string, to: string) => {
      if (to.endsWith('.damaged')) throw new Error('no');
      await move(from, to);
    });
    await assert.rejects(draft.load(), { name: 'DraftError', action: 'read' });
    draft.save(emptyDraft);
    await draft.flush();
    moving.mock.restore();
    assert.equal(await readFile(file(), 'utf8'), 'nonsense');
  });
});
