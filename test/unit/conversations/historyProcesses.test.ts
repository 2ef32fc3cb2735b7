import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Emitter } from '../../../src/base/common/event';
import { eventually } from '../../support/eventually';
import { filesWith, historyIn, longMessage, openHistory } from '../../support/histories';
import { removeFolder } from '../../support/removeFolder';

/** Actions that one process has completed so far. */
class Window {
  readonly done: string[] = [];
  readonly #child: ChildProcess;

  constructor(folder: string, name: string, role: string, told: Emitter<void>) {
    const script = path.resolve('out', 'test', 'support', 'historyWindow.js');
    this.#child = spawn(process.execPath, [script, folder, name, role], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      this.done.push(line);
      told.fire();
    });
  }

  /** Lets it finish its current action. */
  async end(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.stdin!.end();
    assert.deepEqual(await exited, [0, null]);
  }

  async kill(): Promise<void> {
    const exited = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await exited;
  }
}

describe('a history that processes write to while others make it smaller', function () {
  this.timeout(120_000);
  let folder: string;
  const told = new Emitter<void>();
  const running = new Set<Window>();

  beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'processes-'))));
  afterEach(async () => {
    for (const window of running) await window.kill();
    running.clear();
    await removeFolder(folder);
  });

  function open(name: string, role: string): Window {
    const window = new Window(folder, name, role, told);
    running.add(window);
    return window;
  }

  async function close(window: Window, how: 'end' | 'kill'): Promise<void> {
    running.delete(window);
    await window[how]();
  }

  const until = (what: string, windows: readonly Window[], count: number) =>
    eventually(what, () => windows.every(({ done }) => done.length >= count), told.event, 100_000);

  /** Checks that what a process reported as done is there as it was done. */
  async function assertKept(windows: readonly Window[]): Promise<void> {
    const found = await historyIn(folder);
    for (const id of windows.flatMap(({ done }) => done)) {
      const index = Number(id.split('-')[1]);
      if (index % 5 === 4) {
        assert.ok(!(id in found), `${id} was removed`);
        continue;
      }
      const { request, outcome, conversationId } = found[id] ?? assert.fail(`${id} is missing`);
      const message = index % 2 === 0 ? longMessage(id) : `Short ${id}`;
      assert.deepEqual([request.initial_user_msg === message, outcome, conversationId], [true, 'started', 'c'], id);
    }
  }

  it('has everything that each process reported as done, and no trace of what was removed', async () => {
    const starting = ['a', 'b', 'c'].map((name) => open(name, 'starts'));
    const older = open('o', 'earlierVersion');
    const compacting = [open('x', 'compacts'), open('y', 'compacts')];
    await until('starts', starting, 40);
    await until('compactions', compacting, 10);
    for (const window of [...starting, older, ...compacting]) await close(window, 'end');
    await assertKept([...starting, older]);
    const count = [...starting, older].flatMap(({ done }) => done).length;
    console.log(`      ${count} starts, ${compacting.flatMap(({ done }) => done).length} compactions`);
    const journal = openHistory(folder);
    await journal.load();
    await journal.tidy();
    journal.dispose();
    for (const { done } of starting)
      for (const id of done.filter((_, index) => index % 10 === 4))
        // The text in the JSON of a file.
        assert.deepEqual(await filesWith(folder, JSON.stringify(`text of ${id}\n`).slice(1, -1)), [], id);
  });

  it('has everything that each process reported as done even if processes are killed', async () => {
    const starting = ['a', 'b'].map((name) => open(name, 'starts'));
    for (let round = 0; round < 6; round++) {
      const compacting = open(`x${round}`, 'compacts');
      await until('a compaction', [compacting], 1);
      await until('starts', starting, 5 * (round + 1));
      await close(compacting, 'kill');
    }
    for (const window of starting) await close(window, 'kill');
    await assertKept(starting);
  });
});
