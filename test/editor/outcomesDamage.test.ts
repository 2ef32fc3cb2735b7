import fc from 'fast-check';
import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Conversation } from '../../src/conversations/common/conversation';
import { emptyDraft, type Draft } from '../../src/draft/common/draft';
import { formatJournalRecord, type JournalRecord } from '../../src/conversations/common/journal';
import { ConversationJournal } from '../../src/conversations/node/conversationJournal';
import { DraftFile } from '../../src/draft/node/draftFile';
import { historyMessage } from '../../src/conversations/vscode/historyMessages';
import { FakeNews } from '../support/fakeNews';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';

/** Bytes that a power failure may leave behind the last bytes that reached the disk. */
const tails = {
  nothing: '',
  zeros: '\0'.repeat(40),
  garbage: '\xff\xfe{"a":\x00}',
  'garbage and a line end': '\xc3(\n',
};

const conversation = (id: string): Conversation => ({
  id,
  baseUrl: 'http://a',
  request: { initial_user_msg: `Message of ${id} é😀` },
  outcome: 'sending',
  sentAt: 1,
  deadline: 2,
  // No process has this ID.
  sender: 2 ** 30,
});
const sent = (id: string): JournalRecord => ({ type: 'sent', conversation: conversation(id) });

describe('A damaged history', () => {
  let folder: string;
  let log: RecordingLog;
  const opened: ConversationJournal[] = [];
  const file = () => path.join(folder, 'conversations.jsonl');
  const damagedFile = () => path.join(folder, 'conversations.damaged.jsonl');

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'damaged-'));
    log = new RecordingLog();
  });
  afterEach(async () => {
    for (const journal of opened.splice(0)) journal.dispose();
    await removeFolder(folder);
  });

  function open(): ConversationJournal {
    const journal = new ConversationJournal(folder, log, new FakeNews());
    opened.push(journal);
    return journal;
  }

  const idsIn = (journal: ConversationJournal) => journal.conversations.map(({ id }) => id).sort();
  const kindsOf = (journal: ConversationJournal) => journal.troubles.map(({ kind }) => kind);

  it('has its damaged lines set aside byte for byte, says so once, and loses nothing else', async () => {
    const damage = Buffer.from('{"version":1,"type":"sent","id":\xff\xc3(', 'latin1');
    await appendFile(file(), formatJournalRecord(sent('a')));
    await appendFile(file(), Buffer.concat([damage, Buffer.from('\n')]));
    await appendFile(file(), formatJournalRecord(sent('b')));
    const journal = open();
    await journal.load();
    assert.deepEqual(idsIn(journal), ['a', 'b']);
    assert.deepEqual(journal.troubles, [{ kind: 'quarantined', file: damagedFile(), lines: 1 }]);
    assert.match(historyMessage(journal.troubles), /^Damaged lines in the history: 1\. They were moved to /);
    assert.deepEqual(await readFile(damagedFile()), Buffer.concat([Buffer.from('\n'), damage, Buffer.from('\n')]));
    assert.equal((await stat(damagedFile())).mode & 0o777, 0o600);

    const again = open();
    await again.load();
    assert.deepEqual([idsIn(again), again.troubles], [['a', 'b'], []]);
    assert.equal((await readFile(damagedFile())).length, damage.length + 2);
    await again.sent(conversation('c'));
    assert.deepEqual(idsIn(again), ['a', 'b', 'c']);
  });

  it("keeps its damaged lines if they can't be moved", async () => {
    await mkdir(damagedFile());
    await appendFile(file(), `nonsense\n${formatJournalRecord(sent('a'))}`);
    const journal = open();
    await journal.load();
    assert.deepEqual([idsIn(journal), kindsOf(journal)], [['a'], ['damaged']]);
    assert.match(await readFile(file(), 'utf8'), /^nonsense\n/);
  });

  for (const line of ['{"version":2,"type":"sent"}', '{"version":1,"type":"moved","id":"a"}']) {
    it(`leaves what a newer version wrote: ${line}`, async () => {
      await appendFile(file(), `${line}\n${formatJournalRecord(sent('a'))}`);
      const journal = open();
      await journal.load();
      assert.deepEqual([idsIn(journal), kindsOf(journal)], [['a'], ['newer']]);
      assert.ok((await readFile(file(), 'utf8')).startsWith(line));
      assert.deepEqual(await readdir(folder), ['conversations.jsonl']);
    });
  }

  it('lists everything that is wrong with it', async () => {
    await appendFile(file(), `nonsense\n{"version":2,"type":"sent"}\n${formatJournalRecord(sent('a'))}`);
    const journal = open();
    await journal.load();
    await appendFile(file(), 'more nonsense\n');
    await journal.sent(conversation('b'));
    assert.deepEqual(kindsOf(journal), ['quarantined', 'damaged', 'newer']);
    assert.match(
      historyMessage(journal.troubles),
      /Damaged lines in the history: 1\..* Damaged lines in the history: 1\..* newer version /,
    );
  });

  it("is reported if it's a folder, and read as soon as possible", async () => {
    await mkdir(file());
    const journal = open();
    let changes = 0;
    journal.onDidChange(() => changes++);
    for (let time = 0; time < 3; time++) await assert.rejects(journal.load(), { name: 'HistoryError', code: 'EISDIR' });
    assert.deepEqual(journal.troubles, [{ kind: 'unreadable', file: file(), code: 'EISDIR' }]);
    assert.match(historyMessage(journal.troubles), /can't be read \(EISDIR\)/);
    assert.equal(changes, 1, 'a view that looks again at every change comes to an end');
    await rm(file(), { recursive: true });
    assert.deepEqual(await journal.load(), []);
    assert.deepEqual(journal.troubles, []);
  });

  it('has everything that was complete after a power failure at any point, and says "may have started"', async () => {
    const ids = ['a', 'b', 'c'];
    const records: JournalRecord[] = ids.flatMap((id) => [
      sent(id),
      { type: 'changed', id, change: id === 'b' ? { status: 'X' } : { outcome: 'started', conversationId: id } },
    ]);
    // Lines as `append` writes them.
    const lines = records.map((record) => Buffer.from(`\n${formatJournalRecord(record)}`));
    const whole = Buffer.concat(lines);
    let runs = 0;
    const property = fc.asyncProperty(
      fc.nat(whole.length),
      fc.constantFrom(...Object.values(tails)),
      async (cut, tail) => {
        runs++;
        await removeFolder(folder);
        await mkdir(folder);
        await writeFile(file(), Buffer.concat([whole.subarray(0, cut), Buffer.from(tail, 'latin1')]));
        const journal = open();
        await journal.load();
        let end = 0;
        const survived = records.filter((_, index) => (end += lines[index]!.length) <= cut);
        const expected = new Map<string, string>();
        for (const record of survived) {
          if (record.type === 'sent') expected.set(record.conversation.id, 'mayHaveStarted');
          if (record.type === 'changed' && record.change.outcome) expected.set(record.id, record.change.outcome);
        }
        // The last line may be complete except for its end, which the tail may add.
        const found = new Map(journal.conversations.map(({ id, outcome }) => [id, outcome]));
        for (const [id, outcome] of expected) assert.ok([outcome, 'started'].includes(found.get(id)!), id);
        assert.ok([...found.values()].every((outcome) => outcome !== 'sending'));
        journal.dispose();
        const again = open();
        await again.load();
        assert.deepEqual(again.conversations, journal.conversations);
        again.dispose();
      },
    );
    await fc.assert(property, { seed: 5, numRuns: 80 });
    console.log(`      ${runs} power cuts`);
  }).timeout(60_000);
});

describe('A damaged draft', () => {
  let folder: string;
  let log: RecordingLog;
  const file = () => path.join(folder, 'draft.json');
  const open = () => new DraftFile(folder, log);
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
        const [aside = assert.fail('not told'), ...more] = draft.takeQuarantined();
        assert.deepEqual([more, draft.takeQuarantined()], [[], []]);
        assert.equal(await readFile(aside, 'utf8'), damaged);
        await rm(aside);
      },
    );
    await fc.assert(property, { seed: 5, numRuns: 60 });
  }).timeout(30_000);

  it('from a newer version is set aside, next to another one, and a new one can be written', async () => {
    await writeFile(`${file()}.damaged`, 'earlier');
    await writeFile(file(), '{"version":2,"fields":{}}');
    const draft = open();
    assert.deepEqual(await draft.load(), emptyDraft);
    assert.deepEqual(draft.takeQuarantined(), [`${file()}.2.damaged`]);
    assert.equal(await readFile(`${file()}.damaged`, 'utf8'), 'earlier');
    draft.save({ fields: { initial_user_msg: 'next' } });
    assert.deepEqual(await draft.load(), { fields: { initial_user_msg: 'next' } });
    assert.equal(await readFile(`${file()}.2.damaged`, 'utf8'), '{"version":2,"fields":{}}');
  });

  const parts: readonly (readonly [string, string, Draft])[] = [
    ['draft.json', 'draft.json', emptyDraft],
    ['replay.json', 'replay.json', without('replay_json')],
    ['an image', path.join('draft-images', 'a.png'), without('images')],
  ];
  for (const [title, name, rest] of parts) {
    it(`with a folder in place of ${title} loses nothing else`, async () => {
      await rm(path.join(folder, name));
      await mkdir(path.join(folder, name));
      const draft = open();
      assert.deepEqual(await draft.load(), rest);
      assert.deepEqual(draft.takeQuarantined(), [path.join(folder, `${name}.damaged`)]);
    });
  }

  for (const [tail, bytes] of Object.entries({ ...tails, 'half of it': 'half' })) {
    it(`with a replay that ends in ${tail} loses nothing else`, async () => {
      const replay = path.join(folder, 'replay.json');
      if (bytes === 'half') await writeFile(replay, '[{"sou');
      else await appendFile(replay, bytes, 'latin1');
      const draft = open();
      assert.deepEqual(await draft.load(), bytes === '' ? whole : without('replay_json'));
      assert.equal(draft.takeQuarantined().length, bytes === '' ? 0 : 1);
    });
  }

  it("is on disk before it's sent, next to what was begun there", async () => {
    const kept: Draft[] = [];
    const draft: DraftFile = new DraftFile(folder, log, {
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
