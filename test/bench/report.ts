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
