import { appendFileSync } from 'node:fs';
import process from 'node:process';
import { testVariables } from '../host/testReport';

/**
 * Prints one line for the reader of the report: what a test counted or measured. In the extension host, `console.log`
 * is VS Code's and ends up in its own log.
 */
export function say(line: string): void {
  const { [testVariables.output]: output } = process.env;
  if (output) appendFileSync(output, `${line}\n`);
  else console.log(line);
}
