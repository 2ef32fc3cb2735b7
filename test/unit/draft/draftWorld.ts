import assert from 'node:assert/strict';
import path from 'node:path';
import { emptyDraft, messageOf, type Draft } from '../../../src/draft/draft';
import type { Drafts } from '../../../src/draft/drafts';
import { DraftError } from '../../../src/draft/draftFiles';
import type { ListedDraft } from '../../../src/draft/listedDraft';
import type { OpenDraft } from '../../../src/draft/openDraft';
import { draftsIn } from '../../support/draftsIn';
import type { Step } from '../../support/steppedDisk';
import { DraftUser } from './draftUser';
import { DraftWindow, type Message } from './draftWindow';

export type Outcome = 'started' | 'notStarted' | 'mayHaveStarted';

/** The steps that fail, and the system's code for it. */
const diskFaults = {
  none: [[], ''],
  full: [['writes'], 'ENOSPC'],
  readOnly: [['writes', 'changes'], 'EROFS'],
  unreadable: [['looks'], 'EMFILE'],
} as const satisfies Readonly<Record<string, readonly [readonly Step[], string]>>;
export type DiskFault = keyof typeof diskFaults;

/** Windows that share drafts, a disk that fails and a clock that jumps; and what must be true of it all. */
export class DraftWorld {
  readonly #folder: string;
  readonly user: DraftUser;
  readonly #messages: Message[] = [];
  readonly #windows: (DraftWindow | undefined)[] = [];
  readonly #alive = new Set<number>();
  /** Starts that have become conversations. */
  readonly #started = new Set<string>();
  /** Texts that were sent with them. */
  readonly #startedTexts = new Set<string>();
  readonly #doubts: { readonly start: string; readonly text: string }[] = [];
  /** Texts of which a window was told that another one has them. */
  readonly #knownElsewhere = new Set<string>();
  /** All windows slept for so long that another one may have taken over what they hold. */
  #hasSlept = false;
  #uptime = 0;
  #clock = 1_800_000_000_000;
  #ids = 0;
  /** Steps that a window takes before it is killed. */
  #stepsToLive = Infinity;
  /** How the disk fails. */
  #fault: DiskFault = 'none';
  #wasUnwritable = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.user = new DraftUser(folder);
  }

  #openDrafts(id: number): Drafts {
    return draftsIn(path.join(this.#folder, 'drafts'), {
      holder: `here.${id}`,
      hasEnded: (process) => this.hasEnded(Number(process.split('.')[1])),
      now: () => this.#clock++,
      uptime: () => this.#uptime,
      folders: () => ['file:///w'],
      hasStarted: (start) => Promise.resolve(this.#started.has(start)),
    });
  }

  hasEnded(process: number): boolean {
    return !this.#alive.has(process);
  }

  #onStep(window: DraftWindow, kind: Step): void {
    if (this.#stepsToLive-- <= 0) {
      this.#end(window);
      return;
    }
    const [steps, code]: readonly [readonly Step[], string] = diskFaults[this.#fault];
    if (steps.includes(kind)) throw Object.assign(new Error('no'), { code });
  }

  /** The window is killed after so many more steps on the disk, or not at all if it takes fewer in what it does next. */
  killAfter(steps: number): void {
    this.#stepsToLive = steps;
  }

  /** A window that can't write that it holds a draft can't write that draft, either. */
  failWith(fault: DiskFault): void {
    this.#fault = fault;
    this.#wasUnwritable ||= fault === 'full' || fault === 'readOnly';
  }

  turnClock(milliseconds: number): void {
    this.#clock += milliseconds;
  }

  sleep(): void {
    this.#uptime += 3_600_000;
    this.#hasSlept = true;
  }

  async open(at: number): Promise<void> {
    await this.#in(at, async (window) => {
      await this.#leave(window);
      this.#show(window, await window.drafts.openNewest());
    });
  }

  /** Opens one of all that are listed. */
  async openListed(at: number, which: number): Promise<void> {
    await this.#in(at, async (window) => {
      const listed = await window.drafts.list();
      const one = listed[which % Math.max(listed.length, 1)];
      const draft = one && (await window.drafts.open(one.id).catch(() => undefined));
      if (!draft) return;
      await this.#leave(window);
      this.#show(window, draft);
    });
  }

  /** Something else fills in a new draft. */
  async begin(at: number, more: Omit<Draft, 'fields'>): Promise<void> {
    await this.#in(at, async (window) => {
      await this.#leave(window);
      const message = this.#newMessage();
      message.hasFiller = more.filledBy !== undefined;
      const text = `${message.name} 0`;
      this.#show(window, window.drafts.begin({ ...more, fields: { initial_user_msg: text } }));
    });
  }

  async type(at: number): Promise<void> {
    await this.#in(at, async (window) => {
      const { sheet } = window;
      if (!sheet || sheet.isFinished) return;
      const message = this.#messageIn(await this.#textOf(sheet)) ?? this.#newMessage();
      const text = `${message.name} ${++message.latest}`;
      if (sheet.path === undefined) {
        sheet.edit({ ...sheet.draft, fields: { initial_user_msg: text } });
      } else {
        await this.user.write(sheet.path, text);
        message.durable = message.latest;
      }
    });
  }

  async attach(at: number): Promise<void> {
    await this.#in(at, async ({ sheet }) => {
      const image = { name: `${this.#ids++}.png`, url: 'data:image/png;base64,iVBORw0KGgo=' };
      const isPossible = sheet && !sheet.isFinished && messageOf(sheet.draft) !== '';
      if (isPossible) sheet.edit({ ...sheet.draft, images: [...(sheet.draft.images ?? []), image] });
      return Promise.resolve();
    });
  }

  /** Time passes. */
  async wait(at: number): Promise<void> {
    await this.#in(at, async (window) => {
      await window.drafts.renew();
      await this.#flush(window.sheet);
    });
  }

  async writeInEditor(at: number): Promise<void> {
    await this.#in(at, async ({ sheet }) => {
      if (!sheet || sheet.isFinished || sheet.path !== undefined || messageOf(sheet.draft) === '') return;
      const text = messageOf(sheet.draft);
      await sheet.moveToEditor('message.md').then(
        () => this.#isOnDisk(text),
        () => undefined,
      );
    });
  }

  async escape(at: number): Promise<void> {
    await this.#in(at, (window) => this.#leave(window));
  }

  async send(at: number): Promise<void> {
    await this.#in(at, async (window) => {
      const { sheet } = window;
      if (!sheet) return;
      const sent = await sheet.read().catch(() => emptyDraft);
      const text = messageOf(sent);
      if (text === '') return;
      const start = `start-${this.#ids++}`;
      try {
        await sheet.beginSending(sent, start);
      } catch (error) {
        if (error instanceof DraftError && ['elsewhere', 'taken'].includes(error.code)) this.#knownElsewhere.add(text);
        return;
      }
      this.#isOnDisk(text);
      window.sheet = undefined;
      window.sendings.push({ draft: sheet, start, text });
      if (this.#knownElsewhere.has(text) || this.#hasSlept) return;
      assert.ok(!this.#startedTexts.has(text), `sent again: ${text}`);
      const others = this.#windows.flatMap((one) => one?.sendings ?? []);
      assert.ok(!others.some((one) => one.text === text && one.start !== start), `sent twice at once: ${text}`);
    });
  }

  async answer(at: number, which: number, outcome: Outcome): Promise<void> {
    await this.#in(at, async (window) => {
      const [sending] = window.sendings.splice(which % Math.max(window.sendings.length, 1), 1);
      if (!sending) return;
      const { draft, start, text } = sending;
      // The history is told first.
      if (outcome === 'started') this.#hasStarted(start, text);
      if (outcome === 'mayHaveStarted') this.#doubts.push({ start, text });
      await draft.finishSending(outcome, start);
      await window.drafts.close(draft);
    });
  }

  /** Another window has waited for a start in doubt. */
  learn(which: number): void {
    const [doubt] = this.#doubts.splice(which % Math.max(this.#doubts.length, 1), 1);
    if (doubt) this.#hasStarted(doubt.start, doubt.text);
  }

  async discard(at: number): Promise<void> {
    await this.#in(at, async (window) => {
      const { sheet } = window;
      const message = sheet && this.#messageIn(await this.#textOf(sheet));
      if (!message) return;
      message.mayBeGone = true;
      await sheet.discard().catch(() => undefined);
      await this.#leave(window);
    });
  }

  async deleteByHand(which: number): Promise<void> {
    const text = (await this.user.delete(which)) ?? '';
    for (const message of this.#messages) if (text.includes(message.name)) message.mayBeGone = true;
  }

  async saveAs(which: number, isBeside: boolean): Promise<void> {
    const text = await this.user.saveAs(which, isBeside);
    if (isBeside && text !== undefined) this.#knownElsewhere.add(text);
  }

  async reload(at: number): Promise<void> {
    await this.closeWindow(at);
    await this.open(at);
  }

  /** The window closes, with or without its last words. */
  async closeWindow(at: number): Promise<void> {
    await this.#in(at, async (window) => {
      await window.drafts.flush();
      if (window.sheet && !window.sheet.isUnwritable) this.#isOnDisk(await this.#textOf(window.sheet));
      this.#end(window);
    });
  }

  /** All windows are killed, the disk works again, and another window looks for everything. */
  async check(): Promise<void> {
    this.failWith('none');
    for (const window of this.#windows) if (window) this.#end(window);
    const window = this.#windowAt(0);
    await window.drafts.sweep();
    const left = await window.drafts.list();
    const texts = await Promise.all(left.map((one) => this.#textListed(window, one)));
    const expected = this.#messages.filter((message) => this.#mustBeThere(message));
    for (const message of expected) {
      const found = texts.filter((text) => this.#messageIn(text) === message);
      const newest = Math.max(-1, ...found.map(numberIn));
      assert.ok(newest >= message.durable, `lost: ${message.name} ${message.durable}, found ${found.join()}`);
    }
    const isFree = (text: string) => !this.#startedTexts.has(text) || this.#knownElsewhere.has(text);
    for (const text of texts) assert.ok(isFree(text), `offered after it has started: ${text}`);
    for (const { draft, path: file } of left) {
      const message = this.#messageIn(file === undefined ? messageOf(draft) : '');
      if (message?.hasFiller) assert.ok(draft.filledBy, 'provenance is lost');
    }
    await this.user.check(left.map(({ id }) => id));
    this.#end(window);
  }

  dispose(): void {
    for (const window of this.#windows) if (window) this.#end(window);
  }

  /** Nothing to be lost: it was sent as it was last known to be on disk, or later. */
  #mustBeThere({ name, latest, durable, mayBeGone }: Message): boolean {
    if (durable < 0 || mayBeGone) return false;
    for (let number = durable; number <= latest; number++)
      if (this.#startedTexts.has(`${name} ${number}`)) return false;
    return true;
  }

  #hasStarted(start: string, text: string): void {
    this.#started.add(start);
    this.#startedTexts.add(text);
  }

  #show(window: DraftWindow, draft: OpenDraft): void {
    window.sheet = draft;
    const text = messageOf(draft.draft);
    assert.ok(draft.path !== undefined || !this.#startedTexts.has(text), `shown after it has started: ${text}`);
    for (const other of this.#hasSlept || this.#wasUnwritable ? [] : this.#windows) {
      if (!other || other === window) continue;
      const theirs = [other.sheet, ...other.sendings.map((one) => one.draft)];
      assert.ok(!theirs.some((one) => one && one.id === draft.id), 'two windows have it');
    }
  }

  async #leave(window: DraftWindow): Promise<void> {
    const { sheet } = window;
    window.sheet = undefined;
    if (!sheet) return;
    const text = await this.#textOf(sheet);
    await window.drafts.close(sheet);
    if (!sheet.isUnwritable && !sheet.isFinished) this.#isOnDisk(text);
  }

  async #flush(sheet: OpenDraft | undefined): Promise<void> {
    await sheet?.flush();
    if (sheet && !sheet.isUnwritable && !sheet.isFinished) this.#isOnDisk(await this.#textOf(sheet));
  }

  #isOnDisk(text: string): void {
    const message = this.#messageIn(text);
    if (message) message.durable = Math.max(message.durable, numberIn(text));
  }

  async #textOf({ draft, path: file }: OpenDraft): Promise<string> {
    return file === undefined ? messageOf(draft) : this.user.textAt(file);
  }

  async #textListed({ drafts }: DraftWindow, { draft, path: file }: ListedDraft): Promise<string> {
    return messageOf(file === undefined ? draft : ((await drafts.documentAt(file))?.draft ?? draft));
  }

  #messageIn(text: string): Message | undefined {
    const [name] = text.split(' ');
    return this.#messages.find((message) => message.name === name);
  }

  #newMessage(): Message {
    const name = `m${this.#messages.length}.`;
    const message = { name, latest: 0, durable: -1, mayBeGone: false, hasFiller: false };
    this.#messages.push(message);
    return message;
  }

  /** Does something in a window, which is opened if there is none. */
  async #in(at: number, work: (window: DraftWindow) => Promise<unknown>): Promise<void> {
    const window = this.#windowAt(at);
    await window.process.run(() => work(window));
    this.#stepsToLive = Infinity;
  }

  #windowAt(at: number): DraftWindow {
    const present = this.#windows[at];
    if (present) return present;
    const id = 1000 + this.#ids++;
    this.#alive.add(id);
    const window = new DraftWindow(id, this.#openDrafts(id), (kind) => this.#onStep(window, kind));
    this.#windows[at] = window;
    return window;
  }

  #end(window: DraftWindow): void {
    window.process.kill();
    this.#alive.delete(window.process.id);
    this.#windows[this.#windows.indexOf(window)] = undefined;
  }
}

function numberIn(text: string): number {
  return Number(text.split(' ')[1]);
}
