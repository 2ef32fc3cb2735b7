import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyDraft, type Draft } from '../../../src/draft/draft';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { RecordingLog } from '../../support/recordingLog';

const typed: Draft = { fields: { initial_user_msg: 'x' } };
const image = { name: 'a.png', url: 'data:image/png;base64,iVBORw0KGgo=' };

describe('The images of a saved draft', () => {
  let parent: string;
  let folder: string;
  let log: RecordingLog;

  beforeEach(() => {
    parent = new TemporaryFolder('draft-images').path;
    folder = path.join(parent, 'of it');
    log = new RecordingLog();
  });

  /** A draft as after a reload. */
  const open = () => new SavedDraft(folder, log);

  const images = [
    { name: 'a.png', url: 'data:image/png;base64,Zmlyc3Q=', inText: true as const },
    { name: 'b.jpg', url: 'data:image/jpeg;base64,/9j/' },
  ];
  const inFolder = (name: string) => path.join(folder, name);

  it('are there after a reload, with their bytes in files that only the owner can read', async () => {
    await open().write({ fields: {}, images });
    assert.doesNotMatch(await readFile(path.join(folder, 'draft.json'), 'utf8'), /base64/);
    assert.equal(await readFile(inFolder('a.png'), 'utf8'), 'first');
    assert.equal((await stat(inFolder('a.png'))).mode & 0o777, 0o600);
    assert.deepEqual(await open().load(), { fields: {}, images });
  });

  it('are written once, and again if another one comes with the same name', async () => {
    const file = open();
    await file.write({ fields: {}, images });
    const written = await stat(inFolder('b.jpg'));
    await file.write({ fields: { selected_branch: 'x' }, images: [{ ...images[0]!, url: image.url }, images[1]!] });
    assert.equal((await stat(inFolder('b.jpg'))).ino, written.ino);
    assert.equal((await readFile(inFolder('a.png'))).toString('base64'), 'iVBORw0KGgo=');
  });

  it('in its text stay until it ends, others as long as it has them', async () => {
    const file = open();
    await file.write({ ...typed, images });
    await file.write(typed);
    assert.deepEqual(await open().load(), { ...typed, images: images.slice(0, 1) });
    assert.deepEqual(await readdir(folder), ['a.png', 'draft.json']);
  });

  it('are omitted if their bytes are gone, and the log says so', async () => {
    await open().write({ ...typed, images });
    await rm(inFolder('a.png'));
    assert.deepEqual(await open().load(), { ...typed, images: images.slice(1) });
    assert.deepEqual(log.lines, ['warn: An image of the draft is missing. {}']);
  });

  it('keep the draft from being written over if there is a folder in place of one', async () => {
    await open().write({ ...typed, images });
    const text = await readFile(inFolder('draft.json'), 'utf8');
    await rm(inFolder('a.png'));
    await mkdir(inFolder('a.png'));
    const told: string[] = [];
    const file = new SavedDraft(folder, log, { onTrouble: (trouble) => told.push(trouble.file) });
    assert.deepEqual(await file.load(), emptyDraft);
    assert.deepEqual(told, [inFolder('a.png')]);
    file.save({ fields: { initial_user_msg: 'another' } });
    await file.flush();
    assert.equal(await readFile(inFolder('draft.json'), 'utf8'), text);
  });

  it('are read from files of their folder only', async () => {
    await open().write({ fields: {}, images: [image] });
    await writeFile(path.join(parent, 'secret.png'), 'secret');
    await writeFile(path.join(folder, 'secret.png'), 'secret');
    const names = [
      '../secret.png',
      '..\\secret.png',
      '../../secret.png',
      '../draft.json',
      'draft.json',
      '..',
      '',
      'c:a.png',
      7,
    ];
    const stored = { version: 1, fields: {}, images: [...names.map((name) => ({ name })), null, 'a.png', image] };
    await writeFile(path.join(folder, 'draft.json'), JSON.stringify(stored));
    assert.deepEqual(await open().load(), { fields: {}, images: [image] });
    assert.deepEqual(log.lines, []);
  });
});
