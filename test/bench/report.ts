import os from 'node:os';
import process from 'node:process';
import type { Row } from './row';

/** The rows as Markdown, below what they were measured on and when. */
export function reportOf(rows: readonly Row[], load: string): string {
  const head = ['What', 'Target', 'Measured', 'Baseline', 'Ratio', 'Verdict'];
  const lines = rows.map((row) => [row.what, row.target, row.measured, row.baseline, row.ratio, row.verdict]);
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  const date = new Date().toISOString().slice(0, 10);
  return [`${date}, ${machine()}; load ${load}.`, '', ...table].join('\n');
}

function machine(): string {
  const cores = os.cpus();
  const memory = Math.round(os.totalmem() / 2 ** 30);
  const parts = [
    `${cores.length} cores${cores[0] ? ` (${cores[0].model.trim()})` : ''}`,
    `${memory} GiB`,
    `${os.type()} ${os.release()}, ${process.arch}`,
    `Node ${process.versions.node}`,
  ];
  return parts.join(', ');
}
