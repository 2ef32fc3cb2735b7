import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import type { TestAnswer, TestOrder } from '../support/mochaMain';
import type { MochaResult } from '../support/mochaRun';
import { OwnedProcess } from './childProcess';
import { compiledTests } from './paths';

/** A plain Node process that runs the test files of a layer, one order after the other. */
export class TestProcess {
  readonly #running: OwnedProcess;

  /** @param write Gets what the tests print. */
  constructor(layer: string, grep: string | undefined, env: NodeJS.ProcessEnv, write: (chunk: Buffer) => void) {
    const main = path.join(compiledTests, 'support', 'mochaMain.js');
    const args = ['--enable-source-maps', main, layer, ...(grep === undefined ? [] : [grep])];
    this.#running = new OwnedProcess(process.execPath, args, {
      cwd: PROJECT_ROOT,
      env: { ...process.env, ...env },
      // It disposes of the windows it opened when it is told to end.
      signal: 'SIGTERM',
      messages: true,
    });
    this.#running.child.stdout?.on('data', write);
    this.#running.child.stderr?.on('data', write);
  }

  /**
   * @param files As named by `testFiles`.
   * @throws {Error} If a file can't be loaded, or has ended the process.
   */
  async run(files: readonly string[]): Promise<MochaResult> {
    return this.#order({ files });
  }

  /** Ends what tests had in common, and then the process. */
  async end(): Promise<MochaResult> {
    const result = await this.#order({ files: 'none' });
    await this.#running.exitCode();
    return result;
  }

  async dispose(): Promise<void> {
    await this.#running.dispose();
  }

  async #order(order: TestOrder): Promise<MochaResult> {
    const { child } = this.#running;
    const ended = new AbortController();
    try {
      const { signal } = ended;
      const closed = once(child, 'close', { signal }).then(([code]) => {
        throw new Error(`The process ended with ${String(code)} before the tests could report.`);
      });
      const answered = once(child, 'message', { signal });
      child.send(order);
      const [answer] = (await Promise.race([answered, closed])) as [TestAnswer];
      if ('error' in answer) throw new Error(answer.error);
      return answer;
    } finally {
      ended.abort();
    }
  }
}
