import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import * as vscode from 'vscode';
import { MutableDisposable } from '../../src/base/lifecycle';
import type { Drafts } from '../../src/draft/drafts';
import { editorTexts } from '../../src/draft/vscode/draftTexts';
import type { Remedy } from '../../src/base/vscode/explanation';
import { answerChat } from '../../src/entry/vscode/integrations/answerChat';
import { openLink } from '../../src/entry/vscode/integrations/openLink';
import { startAgain, runStartCommand, startDraft } from '../../src/start/vscode/startCommands';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { answers, drops } from '../service/faults';
import { draftsIn } from '../support/draftsIn';
import { DrivenWindow } from '../support/drivenWindow';
import { until } from '../support/openSheets';
import { StartBench } from '../support/startBench';
import { removeFolder } from '../support/removeFolder';

/** A word that no user types; long enough to tell any rest of a link or a chat from a coincidence. */
const word = (number: number) => `L1NK${number}word`;
const words = /L1NK\d+word/gi;
/** Text without line breaks, which don't change what was read. */
const squashed = (text: string) => text.replace(/\(\d+ blank characters\)|[\s↳]+/g, '');

/** Ways in which a user changes a text. */
const edits = {
  append: (text: string) => `${text} and mine`,
  prepend: (text: string) => `Mine, then ${text}`,
  halve: (text: string) => text.slice(text.length / 2),
  replace: () => 'My own words',
  empty: () => '',
} satisfies Record<string, (text: string) => string>;
type Edit = keyof typeof edits;

const taskWarning = 'warning taskWithoutRepository';

/** A user at a window, and what they saw. */
class Desk {
  readonly #bench: StartBench;
  readonly #folder: string;
  readonly window = new DrivenWindow();
  readonly #openSheet = new MutableDisposable();
  #drafts: Drafts;
  #flow: Promise<unknown> = Promise.resolve();
  #back: Remedy | undefined;
  #started: string[] = [];
  /** Everything shown since the sheet was last in front, and whether the last answer to it was a yes. */
  #seen: string[] = [];
  #agreed = false;
  /** True once a link or a chat has filled in anything: any later draft may have some of it. */
  #isFilled = false;
  sent = 0;
  asked = 0;

  private constructor(bench: StartBench, folder: string) {
    this.#bench = bench;
    this.#folder = folder;
    this.#drafts = this.#openDrafts();
  }

  #openDrafts(): Drafts {
    const { history, log } = this.#bench;
    const hasStarted = async (id: string) => (await history.read(id))?.outcome === 'started';
    return draftsIn(this.#folder, { editors: editorTexts, hasStarted, log });
  }

  static async open(bench: StartBench): Promise<Desk> {
    return new Desk(bench, await mkdtemp(path.join(tmpdir(), 'desk-')));
  }

  get #ports(): StartPorts {
    const { ports } = this.#bench;
    const workspace: StartPorts['workspace'] = {
      isTrusted: true,
      id: undefined,
      selectRepository: () => Promise.resolve({ kind: 'none', reason: 'noFolder' }),
      listRepositories: () => Promise.resolve([]),
      repositoryOf: () => Promise.resolve(undefined),
      repositoryActions: () => Promise.resolve(this.#bench.actions),
      settingsFor: () => ({
        ...ports.workspace.settingsFor(),
        conversationInstructions: '',
        resultBranchTemplate: 'agent/${branch}/${message}',
      }),
    };
    const show = (_: string, text: string) => {
      this.#seen.push(text);
      return Promise.resolve({ closed: Promise.resolve(true) });
    };
    return {
      ...ports,
      workspace,
      openSheet: this.#openSheet,
      drafts: () => Promise.resolve(this.#drafts),
      previews: () => Promise.resolve({ show }),
      newId: () => {
        const id = ports.newId();
        this.#started.push(id);
        return id;
      },
      report: (_, ...remedies) => {
        [this.#back] = remedies.slice(-1);
        return Promise.resolve();
      },
    };
  }

  /** Works until the user is asked for something, or nothing is left to do. */
  async #does(work: (ports: StartPorts) => unknown): Promise<void> {
    const shown = this.window.next();
    const done = Promise.resolve(work(this.#ports)).catch((error: unknown) => assert.ifError(error));
    this.#flow = Promise.all([this.#flow, done]);
    await Promise.race([shown, done]);
  }

  /** Same for an action on a sheet, whose flow continues. */
  async #onSheet(act: () => void): Promise<void> {
    const shown = this.window.next();
    act();
    await Promise.race([shown, this.#flow]);
  }

  get #sheet(): DrivenWindow['pick'] {
    return this.#isOpen ? this.window.pick : undefined;
  }

  get #isOpen(): boolean {
    return this.window.pick?.isShown ?? false;
  }

  link(query: string): Promise<void> {
    this.#isFilled = true;
    return this.#does((ports) => openLink(ports, { path: '/start', query }));
  }

  chat(prompt: string): Promise<void> {
    this.#isFilled = true;
    const { token } = new vscode.CancellationTokenSource();
    const stream = { progress: () => undefined, markdown: () => undefined, button: () => undefined };
    return this.#does((ports) => answerChat(ports, { prompt, references: [] }, stream, token));
  }

  openSheet(): Promise<void> {
    return this.#does((ports) => runStartCommand(undefined, ports));
  }

  async escape(): Promise<void> {
    this.#sheet?.escape();
    await this.#flow;
  }

  type(edit: Edit): void {
    this.#sheet?.type(edits[edit](this.#sheet.value));
  }

  async instruct(edit: Edit | 'none' | 'settings'): Promise<void> {
    if (!this.#sheet) return;
    this.window.row =
      { none: 'None', settings: 'Use Instructions from Settings' }[edit as string] ?? 'Write Instructions...';
    this.window.typed = (before) => (edit === 'none' || edit === 'settings' ? undefined : edits[edit](before) || 'x');
    const row = 'field conversation_instructions';
    if (this.#sheet.has(row)) return this.#onSheet(() => this.#sheet?.choose(row));
    await this.#onSheet(() => this.#sheet?.choose('more'));
    await this.#onSheet(() => this.#sheet?.choose('Instructions'));
  }

  /** Takes the suggested name of a result branch, as far as it can be one, and its sentence. */
  async nameBranch(ending: string): Promise<void> {
    if (!this.#sheet) return;
    const named = (before: string) => [...before.split('/').filter((part) => part !== ''), 'x'].join('/');
    this.window.typed = (before) => (before.includes(' ') ? before + ending : named(before));
    if (this.#sheet.has('resultBranch')) return this.#onSheet(() => this.#sheet?.choose('resultBranch'));
    await this.#onSheet(() => this.#sheet?.choose('more'));
    await this.#onSheet(() => this.#sheet?.choose('Result branch'));
  }

  /** Fix that the sheet offers for a task in another repository than the one that is sent. */
  async mendTask(how: "Send Task's Repository" | 'Remove Suggested Task'): Promise<void> {
    if (!this.#sheet?.has(taskWarning)) return;
    this.window.row = how;
    await this.#onSheet(() => this.#sheet?.choose(taskWarning));
  }

  async startFresh(): Promise<void> {
    if (this.#sheet?.has('fresh')) await this.#onSheet(() => this.#sheet?.choose('fresh'));
  }

  async moveToDocument(): Promise<void> {
    await this.#onSheet(() => this.#sheet?.press('Write in Editor'));
  }

  async #document(number: number): Promise<string | undefined> {
    // The one whose conversation has just started is still being removed.
    await this.#drafts.flush();
    const documents = (await this.#drafts.list()).flatMap(({ path: file }) => file ?? []);
    return documents[number % documents.length];
  }

  async write(number: number, edit: Edit): Promise<void> {
    const document = await this.#document(number);
    if (!document) return;
    const text = await vscode.workspace.openTextDocument(document);
    const change = new vscode.WorkspaceEdit();
    change.replace(text.uri, new vscode.Range(0, 0, text.lineCount, 0), edits[edit](text.getText()));
    await vscode.workspace.applyEdit(change);
  }

  async startDocument(number: number): Promise<void> {
    const document = await this.#document(number);
    if (document !== undefined) await this.#does((ports) => startDraft(ports, vscode.Uri.file(document)));
  }

  async reload(): Promise<void> {
    this.#openSheet.clear();
    await this.#flow;
    await vscode.workspace.saveAll();
    await this.#drafts.flush();
    this.#back = undefined;
    this.#drafts = this.#openDrafts();
  }

  async back(): Promise<void> {
    const { run } = this.#back ?? {};
    this.#back = undefined;
    if (run) await this.#does(run);
  }

  async again(): Promise<void> {
    // Not each start that was begun was sent. Without one, the user would choose from those of other desks.
    const id = this.#started.findLast((one) => this.#bench.history.get(one) !== undefined);
    if (id !== undefined) await this.#does((ports) => startAgain(ports, { id }));
  }

  /** Presses Enter on the first row. @param says the answer to the question that follows */
  async start(says: 'yes' | 'no', answer: 'well' | 'refused' | 'lost'): Promise<void> {
    if (!this.#sheet) return;
    const { service } = this.#bench;
    service.behave();
    if (answer === 'refused') service.misbehave('startConversation', answers(400, { message: 'No' }));
    if (answer === 'lost') service.misbehave('startConversation', drops('afterPerforming'));
    this.#seen = [];
    this.#agreed = false;
    let questions = 0;
    this.window.button = (detail, buttons, title) => {
      this.#seen.push(title, detail);
      if (title.startsWith('Start without')) return buttons[0];
      questions++;
      this.#agreed = says === 'yes' && buttons.includes('Start');
      if (says === 'no') return undefined;
      return this.#agreed ? 'Start' : buttons.find((button) => !button.startsWith('Back'));
    };
    const since = service.requests.length;
    // An earlier Enter doesn't send what it brings warnings of.
    await until(() => !this.#sheet?.busy);
    await this.#onSheet(() => this.#sheet?.choose('start'));
    this.asked += questions;
    for (const { method, body } of service.requests.slice(since)) if (method === 'POST') this.#check(body, questions);
  }

  /** Asserts that fields with a word of a link or a chat were shown in full, and that nothing was asked without one. */
  #check(body: unknown, questions: number): void {
    this.sent++;
    const seen = squashed(this.#seen.join('\n'));
    if (!this.#isFilled) assert.equal(questions, 0, `asked about what is nobody else's: ${JSON.stringify(body)}`);
    for (const [field, value] of Object.entries(body as Record<string, unknown>)) {
      if (!JSON.stringify(value).match(words)) continue;
      assert.ok(this.#agreed, `${field} left without a yes`);
      const parts: readonly unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [value];
      for (const part of parts) assert.ok(seen.includes(squashed(String(part))), `${field} was not shown as a whole`);
    }
  }

  async dispose(): Promise<void> {
    this.#openSheet.clear();
    await this.#flow;
    await this.#drafts.flush();
    await vscode.workspace.saveAll();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    this.window.dispose();
    await removeFolder(this.#folder);
  }
}

type Command = fc.AsyncCommand<object, Desk>;
const command = (name: string, run: (desk: Desk) => unknown): Command => ({
  check: () => true,
  run: async (_, desk) => {
    await run(desk);
  },
  toString: () => name,
});

const edit = fc.constantFrom(...(Object.keys(edits) as Edit[]));
/** Short, of several lines, too long for a question, and with what matters far below. */
const text = fc
  .tuple(fc.nat(9), fc.constantFrom(1, 3, 400), fc.constantFrom('\n', ' '), fc.boolean())
  .map(([first, count, between, isHidden]) => {
    const all = Array.from({ length: count }, (_, index) => word(first + index)).join(between);
    return isHidden ? `Please look.${'\n'.repeat(300)}${all}` : all;
  });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const task = {
  git_provider: 'github',
  task_type: 'OPEN_ISSUE',
  repo: `${word(7)}/${word(8)}`,
  issue_number: 9,
  title: word(9),
};
const link = fc
  .record({
    initial_user_msg: optional(text),
    conversation_instructions: optional(text),
    repository: optional(fc.constant(`${word(1)}/${word(2)}`)),
    selected_branch: optional(fc.constant(word(3))),
    image_urls: optional(fc.constant(JSON.stringify([`https://example.com/${word(4)}.png`]))),
    suggested_task: optional(fc.constant(JSON.stringify(task))),
    create_microagent: optional(fc.constant(JSON.stringify({ repo: `a/${word(5)}`, title: word(6).repeat(30) }))),
  })
  .map((fields) =>
    Object.entries(fields)
      .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
      .join('&'),
  );
const number = fc.nat(3);

const starting = fc
  .tuple(fc.constantFrom('yes', 'yes', 'no'), fc.constantFrom('well', 'refused', 'lost'))
  .map(([says, answer]) => command(`start: ${says}, ${answer}`, (desk) => desk.start(says, answer)));

const commands = fc.commands(
  [
    // Some occur more often: without a link and a start, there is nothing to see.
    starting,
    starting,
    starting,
    link.map((query) => command(`link ${decodeURIComponent(query).slice(0, 80)}`, (desk) => desk.link(query))),
    link.map((query) => command(`link ${decodeURIComponent(query).slice(0, 80)}`, (desk) => desk.link(query))),
    text.map((prompt) => command(`chat ${prompt.slice(0, 80)}`, (desk) => desk.chat(prompt))),
    fc.constant(command('open the sheet', (desk) => desk.openSheet())),
    fc.constant(command('Escape', (desk) => desk.escape())),
    edit.map((how) => command(`type: ${how}`, (desk) => desk.type(how))),
    fc
      .oneof(edit, fc.constantFrom('none' as const, 'settings' as const))
      .map((how) => command(`instructions: ${how}`, (desk) => desk.instruct(how))),
    fc
      .constantFrom('', ' At once.')
      .map((ending) => command(`result branch${ending}`, (desk) => desk.nameBranch(ending))),
    fc
      .constantFrom("Send Task's Repository" as const, 'Remove Suggested Task' as const)
      .map((how) => command(`task: ${how}`, (desk) => desk.mendTask(how))),
    fc.constant(command('start fresh', (desk) => desk.startFresh())),
    fc.constant(command('move to a document', (desk) => desk.moveToDocument())),
    fc.tuple(number, edit).map(([at, how]) => command(`write in ${at}: ${how}`, (desk) => desk.write(at, how))),
    number.map((at) => command(`start document ${at}`, (desk) => desk.startDocument(at))),
    fc.constant(command('reload', (desk) => desk.reload())),
    fc.constant(command('back to the message', (desk) => desk.back())),
    fc.constant(command('start again', (desk) => desk.again())),
  ] as fc.Arbitrary<Command>[],
  { maxCommands: 24, size: 'max' },
);

/** Hardly ever drawn: a chat that comes while another draft is on the sheet, and is continued without that one. */
const chatOverDraft = [
  command('open the sheet', (desk) => desk.openSheet()),
  command('type: replace', (desk) => desk.type('replace')),
  command('Escape', (desk) => desk.escape()),
  command('chat', (desk) => desk.chat(word(1))),
  command('start fresh', (desk) => desk.startFresh()),
  command('start: no, well', (desk) => desk.start('no', 'well')),
];

describe('What a link or a chat filled in', () => {
  let bench: StartBench;

  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());

  it('is sent only after a yes to all of it, whatever was done with it before', async function () {
    this.timeout(240_000);
    const counts = { sent: 0, asked: 0 };
    const property = fc.asyncProperty(commands, async (steps) => {
      const desk = await Desk.open(bench);
      try {
        await fc.asyncModelRun(() => ({ model: {}, real: desk }), steps);
      } finally {
        counts.sent += desk.sent;
        counts.asked += desk.asked;
        await desk.dispose();
      }
    });
    await fc.assert(property, { numRuns: 40, endOnFailure: false, examples: [[chatOverDraft]] });
    // Otherwise, the test would have shown nothing.
    assert.ok(counts.sent > 5 && counts.asked > 5, JSON.stringify(counts));
  });
});
