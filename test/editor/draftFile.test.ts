import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { mkdtemp, readdir, readFile, writeFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyDraft, type Draft } from '../../src/draft/common/draft';
import { DraftFile } from '../../src/draft/node/draftFile';
import { draftFrom } from '../../src/draft/node/storedDraft';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

describe('The draft file', () => {
  let folder: string;
  let log: RecordingLog;
  let drafts: DraftFile;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'draft-'));
    log = new RecordingLog();
    drafts = open();
  });

  afterEach(async () => {
    await drafts.load();
    await removeFolder(folder);
  });

  /** Opens it as after a reload of the window. */
  const open = () => new DraftFile(folder, log);
  const file = () => path.join(folder, 'draft.json');

  it('is empty at first', async () => {
    assert.deepEqual(await drafts.load(), emptyDraft);
    assert.deepEqual(log.lines, []);
  });

  it('gives back the whole draft after a reload, without the secrets of MCP servers', async () => {
    const draft: Draft = {
      fields: { initial_user_msg: 'Fix \u{1f41e}', repository: null, image_urls: ['data:image/png;base64,AA=='] },
      attachments: [{ kind: 'changes', text: '```diff\n+1\n```' }],
      chosen: { root: '/home/me/app', remote: 'upstream' },
    };
    drafts.save({ ...draft, fields: { ...draft.fields, mcp_config: { stdio_servers: [] } } });
    await drafts.load();
    assert.deepEqual(await open().load(), draft);
    assert.doesNotMatch(await readFile(file(), 'utf8'), /mcp_config/);
  });

  it('writes the latest of many changes, not each of them', async () => {
    drafts.save(saying('x'));
    await drafts.load();
    let writes = 0;
    const watcher = watch(folder, (event, name) =>
      event === 'rename' && name === 'draft.json' ? writes++ : undefined,
    );
    try {
      for (let length = 1; length <= 200; length++) drafts.save(saying('x'.repeat(length)));
      assert.equal((await drafts.load()).fields.initial_user_msg?.length, 200);
      await new Promise((resolve) => setImmediate(resolve));
      assert.ok(writes <= 2, `${writes} writes`);
    } finally {
      watcher.close();
    }
  });

  it('is always complete while it is written', async () => {
    drafts.save(saying('0'));
    await drafts.load();
    let last: Promise<unknown> = Promise.resolve();
    for (let version = 1; version <= 50; version++) {
      drafts.save(saying(`${version}`.repeat(50_000)));
      last = drafts.load();
      const { fields } = draftFrom(JSON.parse(await readFile(file(), 'utf8')))!;
      assert.match(fields.initial_user_msg ?? '', /^(\d+)\1*$/);
    }
    await last;
    assert.deepEqual(await readdir(folder), ['draft.json']);
  });

  it('is empty if the file is damaged, and says so without quoting it', async () => {
    await writeFile(file(), '{"version":1,"fields":{"initial_user_msg":"hunter2');
    assert.deepEqual(await drafts.load(), emptyDraft);
    await writeFile(file(), 'hunter2');
    assert.deepEqual(await drafts.load(), emptyDraft);
    const line = `warn: The draft couldn't be read. {"error":"SyntaxError"}`;
    assert.deepEqual(log.lines, [line, line]);
  });

  it('gives the code of the error that prevents reading, and overwrites nothing', async () => {
    await writeFile(path.join(folder, 'a file'), '');
    const hopeless = new DraftFile(path.join(folder, 'a file', 'folder'), log);
    hopeless.save(saying('x'));
    await hopeless.load();
    assert.ok(log.lines.includes(`warn: The draft couldn't be read. {"error":"ENOTDIR"}`), log.lines.join('\n'));
  });

  it('is cleared once the message has started', async () => {
    const draft: Draft = { ...saying('x'), chosen: { root: '/r' }, attachments: [] };
    drafts.save(draft);
    drafts.clear({ chosen: { root: '/r' }, attachments: [], fields: { initial_user_msg: 'x', mcp_config: {} } });
    assert.deepEqual(await drafts.load(), emptyDraft);
    assert.deepEqual(await readdir(folder), []);
  });

  it('keeps what was typed after the message that has started', async () => {
    drafts.save(saying('first'));
    await drafts.load();
    drafts.save(saying('second'));
    drafts.clear(saying('first'));
    assert.deepEqual(await drafts.load(), saying('second'));
    drafts.clear(saying('second'));
    drafts.save(saying('third'));
    assert.deepEqual(await drafts.load(), saying('third'));
    assert.deepEqual(await open().load(), saying('third'));
  });

  it("isn't offered while it is sent, and offered again if that fails", async () => {
    drafts.save(saying('in flight'));
    const held = await drafts.beginSending(saying('in flight'), 'start-1');
    assert.deepEqual(await drafts.load(), emptyDraft);
    assert.deepEqual(await open().load(), held.draft, 'a reload in the middle loses nothing');
    await held.release();
    assert.deepEqual(await drafts.load(), { ...saying('in flight'), sentAs: 'start-1' });
  });

  it('offers what is written while another message is sent', async () => {
    drafts.save(saying('in flight'));
    const held = await drafts.beginSending(saying('in flight'), 'start-1');
    drafts.save(saying('next'));
    assert.deepEqual(await drafts.load(), saying('next'));
    await held.release();
    assert.deepEqual(await drafts.load(), saying('next'));
  });

  it('brings the message back after a failure if nothing of the next one is left', async () => {
    drafts.save(saying('in flight'));
    const held = await drafts.beginSending(saying('in flight'), 'start-1');
    drafts.save(saying('n'));
    drafts.save(saying(''));
    await drafts.load();
    assert.equal(await held.release(), drafts, 'where it is kept');
    assert.deepEqual(await drafts.load(), held.draft);
  });

  for (const [order, end] of Object.entries({
    'ended, then released': ['end', 'release'],
    'released, then ended': ['release', 'end'],
  } as const)) {
    it(`stays away after a start: ${order}`, async () => {
      drafts.save(saying('in flight'));
      const held = await drafts.beginSending(saying('in flight'), 'start-1');
      for (const step of end) await held[step]();
      assert.deepEqual(await drafts.load(), emptyDraft);
      assert.deepEqual(await open().load(), emptyDraft);
    });
  }

  it("keeps a replay in a file of its own, which isn't written on every keystroke", async () => {
    const replay = '[\n {"source":"user"}\n]';
    const draft: Draft = { fields: { initial_user_msg: 'x', replay_json: replay } };
    drafts.save(draft);
    assert.deepEqual(await drafts.load(), draft);
    const written = await stat(path.join(folder, 'replay.json'));
    assert.equal(await readFile(path.join(folder, 'replay.json'), 'utf8'), replay);
    assert.ok(!(await readFile(path.join(folder, 'draft.json'), 'utf8')).includes('source'));
    drafts.save({ fields: { initial_user_msg: 'xy', replay_json: replay } });
    await drafts.load();
    assert.equal((await stat(path.join(folder, 'replay.json'))).ino, written.ino);
    assert.deepEqual(await open().load(), { fields: { initial_user_msg: 'xy', replay_json: replay } });
    drafts.save(saying('xy'));
    assert.deepEqual(await drafts.load(), saying('xy'));
    assert.deepEqual(await readdir(folder), ['draft.json']);
  });
});
