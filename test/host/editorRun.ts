import path from 'node:path';
import process from 'node:process';
import { FollowedFile } from './followFile';
import { compiledTests } from './paths';
import { makeSampleRepository } from './sampleRepository';
import { TemporaryFolder } from './temporaryFolder';
import { type TestReport, readReport, testVariables } from './testReport';

/** What a VS Code, whichever way it runs, needs to run the editor tests. */
export interface EditorRun {
  /** Folder of the extension under test. */
  readonly extension: string;
  /** Module that exports `run(): Promise<void>`, without `.js`. */
  readonly tests: string;
  /** Folder to open: a fresh sample repository. */
  readonly workspace: string;
  /** Environment variables the extension host must have. */
  readonly env: Readonly<Record<string, string>>;
}

/** Starts a VS Code on a run and waits for its end; rejects when there is no point in looking for a report. */
export type EditorHost = (run: EditorRun) => Promise<void>;

/**
 * Runs the editor tests in a real VS Code, passing on their output as it comes.
 * @throws {Error} When VS Code ended without a report.
 */
export async function runEditorTests(host: EditorHost, extension: string, grep?: string): Promise<TestReport> {
  using folder = new TemporaryFolder('editor');
  const report = path.join(folder.path, 'report.json');
  const output = path.join(folder.path, 'output.txt');
  const { path: workspace } = await makeSampleRepository(folder.path);
  const env = {
    [testVariables.report]: report,
    [testVariables.output]: output,
    ...(grep !== undefined && { [testVariables.grep]: grep }),
  };
  const followed = new FollowedFile(output, (chunk) => process.stdout.write(chunk));
  try {
    await host({ extension, tests: path.join(compiledTests, 'editor', 'index'), workspace, env });
  } finally {
    followed.dispose();
  }
  const result = await readReport(report);
  if (!result) throw new Error('VS Code ended before the tests could report.');
  return result;
}
