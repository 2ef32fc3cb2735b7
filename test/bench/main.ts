// node out/test/bench/main.js [--only activation,firstByte,settings,history]: the numbers of the product as one table.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { editorHosts } from '../host/editorHosts';
import type { EditorHost } from '../host/editorRun';
import { TemporaryFolder } from '../host/temporaryFolder';
import { packageExtension } from '../host/vsix';
import { openWindow } from './openWindow';
import { registeringExtension } from './registeringExtension';
import { compared, type Row } from './row';
import { median } from './samples';
import { emptyExtension, timedExtension } from './timedExtension';

const parts = ['activation', 'firstByte', 'settings', 'history'];

/** Extensions start once in a window, so that each sample of activation takes a window. */
const activations = 7;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const chosen = values.only?.split(',') ?? parts;
  const unknown = chosen.filter((name) => !parts.includes(name));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: it can be ${parts.join(', ')}.`);

  using folder = new TemporaryFolder('bench');
  const { folder: shipped } = await packageExtension(folder.path);
  const extensions = [
    await emptyExtension('first', folder.path),
    await timedExtension(shipped, folder.path),
    await registeringExtension(shipped, folder.path),
  ] as const;
  const head = ['What', 'Target', 'Measured', 'Baseline', 'Ratio', 'Verdict'];
  const lines = [head, head.map(() => '---')];
  for (const { name, host } of await editorHosts()) {
    lines.push([`**${name}**`, '', '', '', '', '']);
    for (const part of chosen) {
      console.error(`${name}: ${part} ...`);
      for (const { what, target = '', measured, baseline = '', ratio = '', isMet } of await rowsOf(
        part,
        host,
        extensions,
      ))
        lines.push([what, target, measured, baseline, ratio, isMet === undefined ? '' : isMet ? 'met' : 'missed']);
    }
  }
  const [minute = 0] = os.loadavg();
  console.log(`${os.cpus().length} cores (${os.cpus()[0]?.model.trim()}), ${os.type()}; load ${minute.toFixed(1)}.\n`);
  for (const cells of lines) console.log(`| ${cells.join(' | ')} |`);
}

async function rowsOf(
  part: string,
  host: EditorHost,
  extensions: readonly [string, string, string],
): Promise<readonly Row[]> {
  if (part !== 'activation') return (await openWindow(host, extensions, part)) as readonly Row[];
  const shipped: number[] = [];
  const registering: number[] = [];
  for (let window = 0; window < activations; window++) {
    const order = window % 2 === 0 ? 'registering shipped' : 'shipped registering';
    const times = (await openWindow(host, extensions, `activation ${order}`)) as Readonly<Record<string, number>>;
    shipped.push(times['shipped']!);
    registering.push(times['registering']!);
  }
  const what = `Activation, own time (code loaded and \`activate\`), median of ${activations} windows`;
  const to = 'the same registrations alone';
  return [compared(what, { measured: median(shipped), baseline: median(registering), to, most: 1.5 })];
}

main().then(
  // Connections that were opened for a moment would keep the process for a while.
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
