import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../host/childProcess';

/** Runs a program in a folder as a process of its own, and returns what it printed last, as JSON. */
export async function printedBy(program: string, folder: string): Promise<unknown> {
  const file = path.join(folder, 'program.cjs');
  writeFileSync(file, program);
  const options = { env: cleanEnvironment(), timeout: 10_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [file], options);
  return JSON.parse(stdout);
}
