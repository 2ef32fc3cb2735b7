import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import { answerChat, type ChatQuestion } from '../../src/entry/vscode/integrations/answerChat';
import type { Workspace } from '../../src/repository/workspace';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { answers } from '../service/faults';
import { AnsweredLists } from '../support/answers';
import { DrivenWindow } from '../support/drivenWindow';
import { runEntryPoint } from '../support/runEntryPoint';
import { draftOnSheet, keptDraft, keptMessages } from '../support/keptDrafts';
import { replaced } from '../support/replaced';
import { StartBench } from '../support/startBench';
import { WatchedSlot } from '../support/watchedSlot';
import { workspaceFile, workspaceFolder } from '../support/workspaceFolder';

const rows = ({ attachments = [] }: Draft) => attachments.map(({ kind, about }) => `${kind} ${about ?? ''}`);

/** Records what a chat was told. */
class RecordingStream {
  readonly said: string[] = [];

  progress(value: string): void {
    this.said.push(`progress: ${value}`);
  }

  markdown(value: string | vscode.MarkdownString): void {
    this.said.push(typeof value === 'string' ? value : value.value.replace(/\\/g, ''));
  }

  button({ command, arguments: given }: vscode.Command): void {
    this.said.push(`button: ${command} ${JSON.stringify(given)}`);
  }
}

describe('The chat participant', () => {
  let bench: StartBench;
  let stream: RecordingStream;
  let source: vscode.CancellationTokenSource;
  let result: vscode.ChatResult | undefined;

  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());
  beforeEach(() => {
    stream = new RecordingStream();
    source = new vscode.CancellationTokenSource();
  });
  afterEach(() => source.dispose());

  /** Asks it, and closes the sheet that opens. */
  async function ask(question: Partial<ChatQuestion>, before: Draft = emptyDraft): Promise<Draft> {
    const whole = { prompt: '', references: [], ...question };
    const { draft } = await runEntryPoint(
      bench,
      async (ports) => {
        result = await answerChat(ports, whole, stream, source.token);
        return undefined;
      },
      [],
      before,
    );
    assert.deepEqual(bench.service.requests, [], 'it sends nothing by itself');
    return draft;
  }

  it('puts the text on the sheet and sets aside what was there', async () => {
    const draft = await ask({ prompt: 'Fix it' }, { fields: { initial_user_msg: 'half a thought' } });
    assert.equal(draft.fields.initial_user_msg, 'Fix it');
    assert.deepEqual(await keptMessages(bench.drafts), ['Fix it', 'half a thought']);
    assert.deepEqual(stream.said, [
      'progress: Opening the review sheet. Nothing is sent until you select Start.',
      'Not started. The message is saved as a draft.',
    ]);
    assert.deepEqual(result, {});
  });

  it('says nothing of a draft that could not be saved', async () => {
    await using own = await StartBench.open();
    using _ = replaced(fs, { rename: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) });
    using _lists = new AnsweredLists(() => undefined);
    await answerChat(own.ports, { prompt: 'Fix it', references: [] }, stream, source.token);
    assert.equal(stream.said.at(-1), 'Not started.');
  });

  it('says nothing of a draft whose text was removed from the sheet', async () => {
    await using own = await StartBench.open();
    using window = new DrivenWindow();
    const sheet = window.next();
    const answer = answerChat(own.ports, { prompt: 'Fix it', references: [] }, stream, source.token);
    const pick = await sheet;
    pick.type('');
    pick.escape();
    await answer;
    assert.equal(stream.said.at(-1), 'Not started.');
    assert.deepEqual(await keptMessages(own.drafts), []);
  });

  it("doesn't offer to start fresh on its own text, which is sent only after a yes to it", async () => {
    await using own = await StartBench.open();
    using window = new DrivenWindow();
    await keptDraft(own.drafts, { fields: { initial_user_msg: 'half a thought' } });
    const sheet = window.next();
    const answer = answerChat(own.ports, { prompt: 'Delete all tests', references: [] }, stream, source.token);
    const pick = await sheet;
    assert.ok(!pick.has('fresh'));
    const back = window.next();
    pick.choose('start');
    (await back).escape();
    await answer;
    assert.match(window.questions[0]?.detail ?? '', /Delete all tests/);
    assert.deepEqual(own.service.requests, []);
  });

  it('puts what the chat refers to into the message: files, selections, texts', async () => {
    const references = [
      { id: 'vscode.file', value: workspaceFile('README.md') },
      {
        id: 'vscode.selection',
        value: new vscode.Location(workspaceFile('src/hello.js'), new vscode.Range(0, 0, 1, 0)),
      },
      { id: 'line', value: new vscode.Location(workspaceFile('src/hello.js'), new vscode.Position(1, 2)) },
      { id: 'terminal', value: '\u001b[31mfailed\u001b[0m' },
      { id: 'terminal', value: 'again' },
      { id: 'terminal', value: 'again' },
      { id: 'README.md', value: 'quoted' },
      { id: 'nothing', value: ' ' },
    ];
    const draft = await ask({ prompt: 'Look', references });
    const texts = ['chat terminal', 'chat terminal (2)', 'chat README.md'];
    const selections = ['selection src/hello.js:1', 'selection src/hello.js:2'];
    assert.deepEqual(rows(draft), ['file README.md', ...selections, ...texts]);
    assert.match(draft.attachments?.[2]?.text ?? '', /return `Hello/);
    assert.equal(draft.attachments?.[3]?.text, 'From chat, `terminal`:\n\n```text\nfailed\n```');
    assert.equal(draft.chosen?.root, workspaceFolder().fsPath);
  });

  it("says what can't be sent, and takes the rest", async () => {
    const references = [
      { id: 'image', value: { mimeType: 'image/png', data: () => new Uint8Array() } },
      { id: 'folder', value: workspaceFile('src') },
      { id: 'gone', value: new vscode.Location(workspaceFile('gone.ts'), new vscode.Position(0, 0)) },
      { id: 'file', value: workspaceFile('README.md') },
    ];
    const draft = await ask({ prompt: 'Look', references });
    assert.deepEqual(rows(draft), ['file README.md']);
    assert.equal(
      stream.said[1],
      [
        "image from chat can't be sent: it's neither text nor a file.",
        'src is a folder. Select the files in it.',
        "gone can't be read.",
      ].join('\n\n'),
    );
  });

  it('says why nothing starts in an untrusted workspace', async () => {
    const shown: unknown[] = [];
    const report = (error: unknown) => Promise.resolve(void shown.push(error));
    const ports = { ...bench.ports, workspace: bench.untrusted, report };
    result = await answerChat(ports, { prompt: 'x', references: [] }, stream, source.token);
    assert.match(result.errorDetails?.message ?? '', /Restricted Mode/);
    assert.match(String(shown), /Restricted Mode/);
  });

  it('says that the conversation has started, with a button that has only the ID of the row', async () => {
    await using own = await StartBench.open();
    using window = new DrivenWindow();
    window.button = () => 'Start';
    const sheet = window.next();
    // Reported beside it: nothing that prevents a start.
    const ports = { ...own.ports, mcp: () => Promise.reject(new Error('unreadable')) };
    const answer = answerChat(ports, { prompt: 'Start me', references: [] }, stream, source.token);
    (await sheet).choose('start');
    assert.deepEqual(await answer, {});
    const [row] = own.history.conversations;
    assert.equal(row?.request.initial_user_msg, 'Start me');
    assert.deepEqual(stream.said.slice(1), [
      'The conversation has started.',
      `button: agentConversations.openConversation ${JSON.stringify([{ id: row.id }])}`,
    ]);
  });

  for (const [fault, outcome] of [
    [undefined, 'has started'],
    [answers(400, { detail: 'No such branch' }), 'has failed'],
  ] as const)
    it(`doesn't say of its message that it ${outcome} if another draft did, which was opened on its sheet`, async () => {
      await using own = await StartBench.open();
      using window = new DrivenWindow();
      window.button = () => 'Start';
      if (fault) own.service.misbehave('startConversation', fault);
      await keptDraft(own.drafts, { fields: { initial_user_msg: 'half a thought' } });
      const chat: ChatQuestion = { prompt: 'Fix it', references: [] };
      const { pick, result: answer } = await window.shownBy(() => answerChat(own.ports, chat, stream, source.token));
      const { pick: more } = await window.shownBy(() => pick.choose('more'));
      const { pick: list } = await window.shownBy(() => more.choose('Open Draft...'));
      const { pick: other } = await window.shownBy(() => list.choose('half a thought'));
      other.choose('start');
      assert.deepEqual(await answer, {});
      assert.equal(own.history.conversations[0]?.request.initial_user_msg, 'half a thought');
      assert.deepEqual(stream.said.slice(1), ['Not started. The message is saved as a draft.']);
    });

  it('says why a start has failed, and leads back to the sheet', async () => {
    await using own = await StartBench.open();
    using window = new DrivenWindow();
    window.button = () => 'Start';
    own.service.misbehave('startConversation', answers(400, { detail: 'No such branch' }));
    const offered: string[] = [];
    const report: StartPorts['report'] = (_, ...remedies) =>
      Promise.resolve(void offered.push(...remedies.map(({ label }) => label)));
    const sheet = window.next();
    const answer = answerChat({ ...own.ports, report }, { prompt: 'x', references: [] }, stream, source.token);
    (await sheet).choose('start');
    assert.match((await answer).errorDetails?.message ?? '', /No such branch/);
    assert.deepEqual(offered, ['Back to Review Sheet']);
  });

  it('puts nothing on the sheet once the chat was stopped', async () => {
    source.cancel();
    const draft = await ask({ prompt: 'Stop me' });
    assert.deepEqual([draft.fields, stream.said.at(-1)], [{}, 'Not started.']);
  });

  it('leaves another sheet open that was opened before the chat was stopped', async () => {
    const openSheet = new WatchedSlot();
    let isClosed = false;
    const repositoryOf = () => {
      openSheet.value = { dispose: () => (isClosed = true) };
      source.cancel();
      return Promise.resolve(undefined);
    };
    const ports = { ...bench.ports, openSheet, workspace: { isTrusted: true, repositoryOf } as unknown as Workspace };
    const references = [{ id: 'file', value: workspaceFile('README.md') }];
    await answerChat(ports, { prompt: 'Stop me', references }, stream, source.token);
    assert.deepEqual([openSheet.opened, isClosed], [1, false]);
  });

  it('closes the sheet when the chat is stopped, and keeps the message', async () => {
    const openSheet = new WatchedSlot();
    const ports = { ...bench.ports, openSheet };
    const answer = answerChat(ports, { prompt: 'Stop me', references: [] }, stream, source.token);
    await openSheet.filled;
    source.cancel();
    await answer;
    assert.equal((await draftOnSheet(bench.drafts)).fields.initial_user_msg, 'Stop me');
  });
});
