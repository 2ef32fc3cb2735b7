import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'node:util';

export interface MochaRunOptions {
  /** Folder of compiled tests; every `*.test.js` in it and below runs, in the order of their names. */
  readonly folder: string;
  /** The file to run before all others: for what the others would disturb. */
  readonly first?: string;
  /** Runs only tests whose full title contains this or matches it as a regular expression. */
  readonly grep?: string | undefined;
  /** Deadline of one test in milliseconds, 10 s unless given. */
  readonly timeout?: number;
  /** Takes one line of the report at a time; standard output unless given. */
  readonly write?: (line: string) => void;
}

export interface MochaResult {
  readonly passed: number;
  /** Failed tests and hooks; never 0 when no test ran at all. */
  readonly failed: number;
  readonly pending: number;
  /** Full titles of what failed. */
  readonly failures: readonly string[];
}

/**
 * Runs compiled tests with mocha in this process. A run in which no test ran counts as one failure: a folder that is
 * not found and a misspelt title would look like success.
 * @throws {Error} When a test file cannot be loaded.
 */
export async function mochaRun(options: MochaRunOptions): Promise<MochaResult> {
  const { folder, first, grep, timeout = 10_000, write = (line) => console.log(line) } = options;
  // Loaded here and not on top: VS Code 1.100 cannot `require` an ES module.
  const { default: Mocha } = await import('mocha');
  Mocha.reporters.Base.consoleLog = (...data: unknown[]) => write(format(...data));
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', timeout, forbidOnly: process.env['CI'] !== undefined });
  if (grep !== undefined) mocha.grep(new RegExp(grep, 'i'));
  for (const file of await testFiles(folder, first)) mocha.addFile(file);

  const failures: string[] = [];
  const { stats } = await new Promise<Mocha.Runner>((resolve) => {
    const runner = mocha.run(() => resolve(runner));
    runner.on('fail', (test) => failures.push(test.fullTitle()));
  });
  const { passes: passed = 0, pending = 0 } = stats ?? {};
  if (passed + pending + failures.length === 0) {
    const missing = grep === undefined ? `No test was found in ${folder}` : `No test in ${folder} is called ${grep}`;
    write(missing);
    failures.push(missing);
  }
  return { passed, failed: failures.length, pending, failures };
}

async function testFiles(folder: string, first: string | undefined): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const files = await readdir(folder, { recursive: true });
  return files
    .filter((file) => file.endsWith('.test.js'))
    .sort((a, b) => Number(b === first) - Number(a === first) || (a < b ? -1 : 1))
    .map((file) => path.join(folder, file));
}
