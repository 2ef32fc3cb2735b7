import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EditorHost } from '../host/editorRun';
import { compiledTests } from '../host/paths';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';

/** Names of the environment variables by which a window is told what to measure, and where to say what came out. */
export const benchVariables = {
  result: 'AGENT_CONVERSATIONS_BENCH_RESULT',
  task: 'AGENT_CONVERSATIONS_BENCH_TASK',
} as const;

export type WindowResult = { readonly value: unknown } | { readonly error: string };

/**
 * Opens a fresh VS Code window on a sample repository and lets it measure.
 * @param extensions Folders of extensions, the first of them as one under development.
 * @param task See window.ts.
 * @throws {Error} what the window could not do
 */
export async function openWindow(
  host: EditorHost,
  [extension, ...others]: readonly [string, ...string[]],
  task: string,
): Promise<unknown> {
  using folder = new TemporaryFolder('bench');
  const result = path.join(folder.path, 'result.json');
  const { path: workspace } = await makeSampleRepository(folder.path);
  const tests = path.join(compiledTests, 'bench', 'window');
  const env = { [benchVariables.result]: result, [benchVariables.task]: task };
  const opened = performance.now();
  // A window says nothing while it measures.
  await host({ extension, others, tests, workspace, env, lastWord: () => opened });
  const text = await readFile(result, 'utf8').catch(() => '{"error":"The window ended before it had measured."}');
  const answer = JSON.parse(text) as WindowResult;
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}
