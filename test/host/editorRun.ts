import path from 'node:path';
import process from 'node:process';
import type { TestOrder } from '../support/mochaRun';
import type { TestResult } from '../support/progress';
import { OwnedProcess } from './childProcess';
import { compiledTests } from './paths';
import { makeSampleRepository } from './sampleRepository';
import { TemporaryFolder } from './temporaryFolder';
import { orderedIn, readReport, testVariables } from './testReport';
import { type FSWatcher, closeSync, openSync, readSync, watch, writeFileSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';

/** Everything that a VS Code needs to run the editor tests, however it runs. */
export interface EditorRun {
  /** Folder of the extension under test. */
  readonly extension: string;
  /** Folders of the other extensions to load. */
  readonly others: readonly string[];
  /** Module that exports `run(): Promise<void>`, without `.js`. */
  readonly tests: string;
  /** Folder to open: a fresh sample repository. */
  readonly workspace: string;
  /** Environment variables the extension host must have. */
  readonly env: Readonly<Record<string, string>>;
  /** When the tests last printed something, in the time of `performance.now()`; initially when they were started. */
  readonly lastWord: () => number;
}

/** Starts a VS Code for a run and waits for its end; rejects if there is no point in looking for a report. */
export type EditorHost = (run: EditorRun) => Promise<void>;

/**
 * Runs the tests of an order in a real VS Code.
 * @param write gets their output as it comes
 * @throws {Error} If VS Code ended without a report.
 */
export async function runInEditor(
  host: EditorHost,
  extension: string,
  order: TestOrder,
  write: (chunk: Buffer) => void,
): Promise<TestResult> {
  using folder = new TemporaryFolder('editor');
  const report = path.join(folder.path, 'report.json');
  const output = path.join(folder.path, 'output.txt');
  const { path: workspace } = await makeSampleRepository(folder.path);
  const env = { ...orderedIn(order, report), [testVariables.output]: output };
  let lastWord = performance.now();
  const followed = new FollowedFile(output, (chunk) => {
    lastWord = performance.now();
    write(chunk);
  });
  try {
    const others = [await secondExtension(folder.path)];
    const tests = path.join(compiledTests, 'editor', 'index');
    await host({ extension, others, tests, workspace, env, lastWord: () => lastWord });
  } finally {
    followed.dispose();
  }
  return await readReport(report);
}

/** A process that runs the tests of an order. */
export interface TestProcess {
  readonly node: string;
  /** Compiled program, relative to `out/test/`, and its arguments. */
  readonly program: readonly [file: string, ...args: string[]];
  readonly order: TestOrder;
  readonly env?: Readonly<Record<string, string>>;
  readonly onStart: (pid: number | undefined) => void;
}

/** Runs the tests of an order in a process of its own, so that one that crashes its process affects no other layer. */
export async function runInNode(
  { node, program: [file, ...args], order, env, onStart }: TestProcess,
  write: (chunk: Buffer) => void,
): Promise<TestResult> {
  using folder = new TemporaryFolder('tests');
  const report = path.join(folder.path, 'report.json');
  await using running = new OwnedProcess(node, ['--enable-source-maps', path.join(compiledTests, file), ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, ...env, ...orderedIn(order, report) },
    // It disposes of what its tests opened when it is told to end.
    signal: 'SIGTERM',
  });
  onStart(running.child.pid);
  running.child.stdout?.on('data', write);
  running.child.stderr?.on('data', write);
  await running.exitCode();
  return await readReport(report);
}

/** Passes on what another process appends to a file, as it is written. */
class FollowedFile {
  readonly #write: (chunk: Buffer) => void;
  readonly #file: number;
  readonly #watcher: FSWatcher;
  readonly #buffer = Buffer.alloc(64 * 1024);
  #position = 0;

  /** @param file Emptied first. */
  constructor(file: string, write: (chunk: Buffer) => void) {
    this.#write = write;
    writeFileSync(file, '');
    this.#file = openSync(file, 'r');
    this.#watcher = watch(file, () => this.#read());
  }

  /** Passes on the rest and stops. */
  dispose(): void {
    this.#watcher.close();
    this.#read();
    closeSync(this.#file);
  }

  #read(): void {
    for (;;) {
      const length = readSync(this.#file, this.#buffer, 0, this.#buffer.length, this.#position);
      if (length === 0) return;
      this.#position += length;
      this.#write(Buffer.from(this.#buffer.subarray(0, length)));
    }
  }
}

/** Puts the extension that stands for all that use ours into a folder of its own under `parent`; returns the folder. */
async function secondExtension(parent: string): Promise<string> {
  const folder = path.join(parent, 'second-extension');
  await mkdir(folder, { recursive: true });
  await copyFile(path.join(PROJECT_ROOT, 'test', 'secondExtension', 'package.json'), path.join(folder, 'package.json'));
  await copyFile(path.join(compiledTests, 'secondExtension', 'extension.js'), path.join(folder, 'extension.js'));
  return folder;
}
