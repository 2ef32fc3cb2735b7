import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Emitter } from '../../../src/base/event';
import { eventually } from '../../support/eventually';
import { filesWith, longMessage, openHistory } from '../../support/histories';
import { removeFolder } from '../../support/removeFolder';
import { slow } from '../../support/tags';

const told = new Emitter<void>();

/** A window's process that works on the history until it is ended. */
class Window {
  /** Ids of the starts that it is done with. */
  readonly done: string[] = [];
  readonly #child: ChildProcess;

  constructor(folder: string, name: string) {
    const script = path.resolve('out', 'test', 'support', 'historyWindow.js');
    this.#child = spawn(process.execPath, [script, folder, name], { stdio: ['pipe', 'pipe', 'inherit'] });
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

slow('Processes of Node, for as long as it takes: historyKilled.test.ts has every order of steps.').describe(
  'a history that processes write to at once',
  function () {
    this.timeout(60_000);
    let folder: string;
    let windows: readonly Window[];

    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'processes-'));
      windows = ['a', 'b', 'c'].map((name) => new Window(folder, name));
    });
    afterEach(() => removeFolder(folder));

    for (const end of ['end', 'kill'] as const) {
      it(`has everything that each process was done with, and no trace of what was removed: ${end}`, async () => {
        await eventually('starts', () => windows.every(({ done }) => done.length >= 20), told.event, 50_000);
        for (const window of windows) await window[end]();
        const history = openHistory(folder, undefined, { pageSize: 10_000 });
        await history.load();
        for (const id of windows.flatMap(({ done }) => done)) {
          const found = await history.read(id);
          if (Number(id.split('-')[1]) % 5 < 4)
            assert.deepEqual([found?.request.initial_user_msg, found?.outcome], [longMessage(id), 'started'], id);
          else assert.deepEqual([found, await filesWith(folder, `Task ${id}\\n`)], [undefined, []], id);
        }
        assert.deepEqual(history.troubles, []);
        history.dispose();
      });
    }
  },
);
