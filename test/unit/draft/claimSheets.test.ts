import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyDraft, type Draft } from '../../../src/draft/draft';
import { claimSheets } from '../../../src/draft/claimSheets';
import { SavedDraft } from '../../../src/draft/savedDraft';
import { RecordingLog } from '../../support/recordingLog';
import { removeFolder } from '../../support/removeFolder';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

describe('the sheets of windows that share a folder', function () {
  // Processes take time to start.
  this.timeout(20_000);
  let parent: string;
  let place: string;
  const ended: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'sheets-'));
    place = path.join(parent, 'sheets');
  });

  afterEach(async () => {
    for (const end of ended.splice(0)) await end();
    await removeFolder(parent);
  });

  /** A window's process that does nothing but run. */
  async function window(): Promise<{ readonly id: number; end(): Promise<unknown> }> {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
    await once(child, 'spawn');
    const exited = once(child, 'exit');
    const end = () => (child.stdin.end(), exited);
    ended.push(end);
    return { id: child.pid!, end };
  }

  const open = (folder: string) => new SavedDraft(folder, new RecordingLog());

  async function write(folder: string, message: string): Promise<void> {
    await open(folder).write(saying(message));
  }

  it('are separate for two processes: neither sees nor overwrites what the other writes or sends', async () => {
    const [one, other] = [await window(), await window()];
    const [mine] = await claimSheets(place, one.id);
    await write(mine, 'mine');
    const [theirs, ...more] = await claimSheets(place, other.id);
    assert.deepEqual(more, []);
    assert.deepEqual(await open(theirs).load(), emptyDraft);
    await write(theirs, 'theirs');
    assert.deepEqual(await open(mine).load(), saying('mine'));
  });

  it('are taken over from ended processes, newest first', async () => {
    const [one, other, next] = [await window(), await window(), await window()];
    const folders = [(await claimSheets(place, one.id))[0], (await claimSheets(place, other.id))[0]];
    await Promise.all(folders.map((folder, index) => write(folder, `${index}`)));
    await utimes(folders[0]!, 1, 1);
    await one.end();
    const claimed = await claimSheets(place, next.id);
    assert.deepEqual(await Promise.all(claimed.map((folder) => open(folder).load())), [saying('0')]);
    await other.end();
    await next.end();
    await utimes(claimed[0], 1, 1);
    const all = await claimSheets(place);
    assert.deepEqual(await Promise.all(all.map((folder) => open(folder).load())), [saying('1'), saying('0')]);
  });

  it('are taken over from an earlier process with the same id', async () => {
    const [before] = await claimSheets(place);
    await write(before, 'before');
    const [after] = await claimSheets(place);
    assert.deepEqual(await open(after).load(), saying('before'));
  });

  it('go to one window each if several claim at once', async () => {
    const left = await window();
    const names = ['a', 'b', 'c'];
    for (const name of names) await write(path.join(place, `${left.id}-${name}`), name);
    const windows = await Promise.all(Array.from({ length: 4 }, () => window()));
    await left.end();
    const claimed = await Promise.all(windows.map(({ id }) => claimSheets(place, id)));
    const messages = await Promise.all(claimed.flat().map(async (folder) => (await open(folder).load()).fields));
    // A window without any gets a new name.
    const more = claimed.flatMap(([, ...others]) => others).map(async (folder) => readdir(folder));
    assert.ok((await Promise.all(more)).every((files) => files.length > 0));
    assert.deepEqual(messages.flatMap(({ initial_user_msg: message }) => message ?? []).sort(), names);
  });

  it('are deleted when empty, and other files stay', async () => {
    const left = await window();
    await mkdir(path.join(place, `${left.id}-x`), { recursive: true });
    await writeFile(path.join(place, 'note.txt'), '');
    await left.end();
    const [mine, ...more] = await claimSheets(place);
    assert.equal(path.dirname(mine), place);
    assert.deepEqual([more, await readdir(place)], [[], ['note.txt']]);
  });
});
