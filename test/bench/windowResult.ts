import { writeFile } from 'node:fs/promises';
import process from 'node:process';

/** Names of the environment variables by which a window is told what to measure, and where to say what came out. */
export const benchVariables = {
  result: 'AGENT_CONVERSATIONS_BENCH_RESULT',
  task: 'AGENT_CONVERSATIONS_BENCH_TASK',
} as const;

export type WindowResult<T> = { readonly value: T } | { readonly error: string };

/** In the extension host: measures, and hands the result to whoever opened the window. */
export async function measureInWindow<T>(measure: (task: string) => Promise<T>): Promise<void> {
  const { [benchVariables.result]: file = '', [benchVariables.task]: task = '' } = process.env;
  const write = (result: WindowResult<T>) => writeFile(file, JSON.stringify(result));
  try {
    await write({ value: await measure(task) });
  } catch (error) {
    await write({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
