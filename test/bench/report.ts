import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { machine } from './machine';
import type { Row } from './row';

/** The rows as Markdown, below what they were measured on and when. */
export function reportOf(rows: readonly Row[], load: string): string {
  const head = ['What', 'Target', 'Measured', 'Baseline', 'Ratio', 'Verdict'];
  const lines = rows.map((row) => [row.what, row.target, row.measured, row.baseline, row.ratio, row.verdict]);
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const date = new Date().toISOString().slice(0, 10);
  return [`${date}, ${machine()}; load ${load}.`, '', ...table].join('\n');
}

const begin = '<!-- results: written by npm run bench -- --write -->';
const end = '<!-- end of results -->';

/** Puts a report into README.md in place of the one before. */
export async function writeReport(report: string): Promise<void> {
  const file = path.join(PROJECT_ROOT, 'test', 'bench', 'README.md');
  const text = await readFile(file, 'utf8');
  const [start, stop] = [text.indexOf(begin), text.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`${file} has no place for results.`);
  const { format, resolveConfig } = await import('prettier');
  const whole = `${text.slice(0, start)}${begin}\n\n${report}\n\n${text.slice(stop)}`;
  await writeFile(file, await format(whole, { ...(await resolveConfig(file)), filepath: file }));
}
