import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EditorHost } from '../host/editorRun';
import { compiledTests } from '../host/paths';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import { benchVariables, type WindowResult } from './windowResult';

export interface WindowPlan {
  /** The module of this folder that runs in the extension host, without `.js`. */
  readonly module: string;
  /** Folders of extensions, the first of them as one under development. */
  readonly extensions: readonly [string, ...string[]];
  readonly task?: string;
}

/**
 * Opens a fresh VS Code window on a sample repository and lets it measure.
 * @returns what `measureInWindow` was given
 * @throws {Error} what the window could not do
 */
export async function openWindow<T>(host: EditorHost, { module, extensions, task = '' }: WindowPlan): Promise<T> {
  using folder = new TemporaryFolder('bench');
  const result = path.join(folder.path, 'result.json');
  const { path: workspace } = await makeSampleRepository(folder.path);
  const [extension, ...others] = extensions;
  const tests = path.join(compiledTests, 'bench', module);
  const env = { [benchVariables.result]: result, [benchVariables.task]: task };
  const opened = performance.now();
  // A window says nothing while it measures.
  await host({ extension, others, tests, workspace, env, lastWord: () => opened });
  const text = await readFile(result, 'utf8').catch(() => '{"error":"The window ended before it had measured."}');
  const answer = JSON.parse(text) as WindowResult<T>;
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}
