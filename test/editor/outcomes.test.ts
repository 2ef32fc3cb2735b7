import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, open, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { outcomeAt, type Conversation } from '../../src/conversations/common/conversation';
import { formatJournalRecord } from '../../src/conversations/common/journal';
import { ConversationJournal } from '../../src/conversations/node/conversationJournal';
import { historyMessage } from '../../src/conversations/vscode/historyMessages';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { drops, loginPage, neverAnswers, redirects, refusesBody, type Fault } from '../service/faults';
import { eventually } from '../support/eventually';
import { FakeNews } from '../support/fakeNews';
import { RecordingLog } from '../support/recordingLog';
import { StartBench } from '../support/startBench';
import { answering, answerOf, StageServer } from '../unit/outcomes/stageServer';
import { removeFolder } from '../support/removeFolder';

const started = answerOf(200, JSON.stringify({ status: 'ok', conversation_id: 'c1', conversation_status: 'STARTING' }));

function set(name: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration('agentConversations').update(name, value, vscode.ConfigurationTarget.Global);
}

describe('Nothing lost: a start', () => {
  let bench: StartBench;
  let folder: string;
  let journal: ConversationJournal;
  const file = () => path.join(folder, 'conversations.jsonl');
  const start = () => runStartCommand({ initial_user_msg: 'Fix it' }, { ...bench.ports, history: journal });

  beforeEach(async () => {
    bench = await StartBench.open();
    folder = await mkdtemp(path.join(tmpdir(), 'outcomes-'));
    journal = new ConversationJournal(folder, bench.log);
  });

  afterEach(async () => {
    journal.dispose();
    await bench.dispose();
    await removeFolder(folder);
  });

  it('is on disk as "sending" when the connection for it is made', async () => {
    const onDisk: string[] = [];
    const server = await StageServer.start((socket, reached) => {
      onDisk.push(readFileSync(file(), 'utf8'));
      answering(started)(socket, reached);
    });
    try {
      await set('serviceUrl', `http://${server.host}`);
      await bench.keys.set(`http://${server.host}`, 'a-key');
      assert.equal((await start())?.conversation_id, 'c1');
    } finally {
      await server.close();
    }
    assert.equal(onDisk.length, 1);
    assert.match(onDisk[0]!, /"initial_user_msg":"Fix it".*"outcome":"sending"/);
  });

  it("isn't sent when the disk is full", async function () {
    if (process.platform !== 'linux') this.skip();
    await symlink('/dev/full', file());
    await assert.rejects(start(), /^ExplainedError: Nothing was sent because the history couldn't be saved \(ENOSPC\)/);
    assert.deepEqual(bench.service.requests, []);
  });

  it("isn't sent when the history can't be read, and sent when it can be read again", async () => {
    await mkdir(file());
    await assert.rejects(start(), /^ExplainedError: The conversation history can't be read \(EISDIR\)/);
    assert.deepEqual(bench.service.requests, []);
    await rm(file(), { recursive: true });
    assert.ok(await start());
  });

  const ends: readonly (readonly [Fault, Conversation['outcome'], RegExp])[] = [
    [refusesBody(), 'notStarted', /too large/],
    [redirects('https://elsewhere.example/', 307), 'notStarted', /redirects to/],
    [drops('beforeBody'), 'mayHaveStarted', /may have started/],
    [drops('afterBody', { reset: true }), 'mayHaveStarted', /may have started/],
    [drops('midHeaders'), 'mayHaveStarted', /may have started/],
    [drops('midBody'), 'mayHaveStarted', /may have started/],
    [loginPage(), 'mayHaveStarted', /may have started/],
    [neverAnswers({ performs: true }), 'mayHaveStarted', /may have started/],
  ];
  for (const [fault, outcome, sentence] of ends) {
    it(`ends as ${outcome} when the service ${fault.name}, and the history says why`, async () => {
      if (fault.name === 'never answers') await set('requestTimeoutSeconds', 1);
      try {
        bench.service.misbehave('startConversation', fault);
        await assert.rejects(start(), sentence);
      } finally {
        await set('requestTimeoutSeconds', undefined);
      }
      const [row] = await journal.load();
      assert.equal(row?.outcome, outcome);
      assert.match(row.problem ?? '', sentence);
      assert.equal(bench.service.requests.length, 1, 'it is not sent again');
    });
  }
});

describe("Nothing lost: an outcome that can't be written", () => {
  let folder: string;
  let log: RecordingLog;
  let journal: ConversationJournal;
  const file = () => path.join(folder, 'conversations.jsonl');
  const started = { outcome: 'started', conversationId: 'c1' } as const;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'unwritten-'));
    log = new RecordingLog();
    journal = new ConversationJournal(folder, log, new FakeNews());
    await journal.sent(conversation('a'));
    // No user can write to it, not even root.
    await rename(file(), `${file()}.away`);
    await mkdir(file());
  });
  afterEach(async () => {
    journal.dispose();
    await removeFolder(folder);
  });

  it('is known here, reported once, and on disk with the next line', async () => {
    await journal.changed('a', started);
    await journal.changed('a', { status: 'STARTING' });
    assert.deepEqual([journal.get('a')?.conversationId, journal.get('a')?.status], ['c1', 'STARTING']);
    assert.deepEqual(journal.troubles, [{ kind: 'unwritten', file: file(), code: 'EISDIR' }]);
    assert.match(historyMessage(journal.troubles), /Only this window knows it/);
    assert.equal(log.lines.filter((line) => line.startsWith('warn: ')).length, 1);

    await rm(file(), { recursive: true });
    await rename(`${file()}.away`, file());
    await journal.sent(conversation('b'));
    assert.deepEqual(journal.troubles, []);
    const other = new ConversationJournal(folder, log, new FakeNews());
    await other.load();
    other.dispose();
    assert.deepEqual([other.get('a')?.conversationId, other.get('a')?.status], ['c1', 'STARTING']);
    assert.equal((await readFile(file(), 'utf8')).match(/"c1"/g)?.length, 1, 'it is written once');
  });

  it('stays known if the file is another one', async () => {
    await journal.changed('a', started);
    await rm(file(), { recursive: true });
    await writeFile(
      file(),
      formatJournalRecord({ type: 'sent', conversation: conversation('a', { sentAt: 0 }) }).replace('Message', 'M'),
    );
    await assert.doesNotReject(journal.changed('a', { status: 'X' }));
    assert.deepEqual([journal.get('a')?.conversationId, journal.get('a')?.status], ['c1', 'X']);
  });
});

describe('Nothing lost although the process that waited for the response is gone:', () => {
  let folder: string;
  const opened: ConversationJournal[] = [];

  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'interrupted-'))));
  afterEach(async () => {
    for (const journal of opened.splice(0)) journal.dispose();
    await removeFolder(folder);
  });

  function open(lookEvery?: number): ConversationJournal {
    const journal = new ConversationJournal(
      folder,
      new RecordingLog(),
      new FakeNews(),
      lookEvery === undefined ? {} : { lookEvery },
    );
    opened.push(journal);
    return journal;
  }

  const lines = async () =>
    (await readFile(path.join(folder, 'conversations.jsonl'), 'utf8')).split('\n').filter(Boolean).length;

  it('another process has its ID now, and the deadline is over', async () => {
    await open().sent(conversation('a', { sender: process.pid, deadline: Date.now() - 1 }));
    const [row = assert.fail('no row')] = await open().load();
    assert.equal(outcomeAt(row, Date.now()), 'mayHaveStarted');
    assert.equal(await lines(), 1, 'nothing is written of what everybody sees');
  });

  it('it ends while another window looks', async () => {
    const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    try {
      const journal = open(50);
      await journal.sent(conversation('a', { sender: child.pid! }));
      assert.equal((await open().load())[0]?.outcome, 'sending');
      child.kill('SIGKILL');
      await once(child, 'exit');
      await eventually('the end', () => journal.get('a')?.outcome === 'mayHaveStarted', journal.onDidChange);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('the deadline passes while windows look, and none of them writes', async () => {
    const windows = [open(50), open(50)];
    await windows[0]!.sent(conversation('a', { sender: process.pid, deadline: Date.now() + 200 }));
    await windows[1]!.load();
    const isOver = (journal: ConversationJournal) => outcomeAt(journal.get('a')!, Date.now()) === 'mayHaveStarted';
    assert.deepEqual(windows.map(isOver), [false, false]);
    await Promise.all(
      windows.map((journal) => eventually('somebody to look again', () => isOver(journal), journal.onDidChange)),
    );
    assert.equal(await lines(), 1);
  });

  it('the response came anyway', async () => {
    const [sender, other] = [open(), open()];
    await sender.sent(conversation('a', { sender: 2 ** 30 }));
    assert.equal((await other.load())[0]?.outcome, 'mayHaveStarted');
    await sender.changed('a', { outcome: 'started', conversationId: 'c' });
    assert.equal(sender.get('a')?.outcome, 'started');
  });
});

describe('Ten thousand conversations', () => {
  it("don't make a start read what is known, or write more than its own lines", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'many-'));
    const file = path.join(folder, 'conversations.jsonl');
    const log = new RecordingLog();
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      formatJournalRecord({ type: 'sent', conversation: conversation(`${index}`, { outcome: 'started' }) }),
    );
    await appendFile(file, lines.join(''));
    const journal = new ConversationJournal(folder, log, new FakeNews());
    try {
      await journal.load();
      const { size } = await stat(file);
      // A process that reads the lines again finds them damaged.
      const handle = await open(file, 'r+');
      await handle.write('x'.repeat(size - 1), 0);
      await handle.close();
      await journal.sent(conversation('new', { sentAt: 2 }));
      await journal.changed('new', { outcome: 'started', conversationId: 'c' });
      assert.equal(journal.conversations.length, 10_001);
      assert.equal(journal.conversations[0]?.conversationId, 'c');
      assert.deepEqual([log.lines, journal.troubles], [[], []]);
      const added = (await readFile(file, 'utf8')).slice(size);
      assert.equal(added.split('\n').filter(Boolean).length, 2);
      assert.ok(added.length < 1000, `${added.length} bytes`);
    } finally {
      journal.dispose();
      await removeFolder(folder);
    }
  });
});

function conversation(id: string, more: Partial<Conversation> = {}): Conversation {
  return {
    id,
    baseUrl: 'http://localhost:3000',
    request: { initial_user_msg: `Message of ${id}` },
    outcome: 'sending',
    sentAt: 1,
    deadline: Date.now() + 60_000,
    sender: process.pid,
    ...more,
  };
}
