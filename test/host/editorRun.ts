import path from 'node:path';
import process from 'node:process';
import { FollowedFile } from './followFile';
import { compiledTests } from './paths';
import { makeSampleRepository } from './sampleRepository';
import { secondExtension } from './secondExtension';
import { TemporaryFolder } from './temporaryFolder';
import { type TestReport, readReport, testVariables } from './testReport';

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
 * Runs the editor tests in a real VS Code, and passes their output to `write` as it comes.
 * @throws {Error} If VS Code ended without a report.
 */
export async function runEditorTests(
  host: EditorHost,
  extension: string,
  write: (chunk: Buffer) => void,
  { files, grep }: { readonly files: readonly string[]; readonly grep: string | undefined },
): Promise<TestReport> {
  using folder = new TemporaryFolder('editor');
  const report = path.join(folder.path, 'report.json');
  const output = path.join(folder.path, 'output.txt');
  const { path: workspace } = await makeSampleRepository(folder.path);
  const { [testVariables.shuffle]: shuffle, [testVariables.leaves]: leaves } = process.env;
  const env = {
    [testVariables.report]: report,
    [testVariables.output]: output,
    [testVariables.files]: files.join(),
    ...(grep !== undefined && { [testVariables.grep]: grep }),
    ...(shuffle !== undefined && { [testVariables.shuffle]: shuffle }),
    ...(leaves !== undefined && { [testVariables.leaves]: leaves }),
  };
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
  const result = await readReport(report);
  if (!result) throw new Error('VS Code ended before the tests could report.');
  return result;
}
