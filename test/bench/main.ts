// node out/test/bench/main.js [--write] [--only activation,bundle,...]: the numbers of the product as one table.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { editorHosts } from '../host/editorHosts';
import type { EditorHost } from '../host/editorRun';
import { TemporaryFolder } from '../host/temporaryFolder';
import { activation, type ActivationExtensions } from './activation';
import { bundle } from './bundle';
import { registeringExtension } from './registeringExtension';
import { reportOf, writeReport } from './report';
import { row, type Row } from './row';
import { emptyExtension, timedExtension } from './timedExtension';
import { openWindow } from './window';

type Measure = (host: EditorHost, extensions: ActivationExtensions) => Promise<readonly Row[]>;

/** What is measured in windows, on every VS Code. */
const inWindows: Readonly<Record<string, Measure>> = {
  activation,
  firstByte: (host, { first, shipped }) =>
    openWindow(host, { module: 'firstByteWindow', extensions: [first, shipped] }),
  cost: (host, { first }) => openWindow(host, { module: 'costWindow', extensions: [first] }),
  memory: (host, { first, shipped }) => openWindow(host, { module: 'memoryWindow', extensions: [first, shipped] }),
};

/** Counted and timed elsewhere. */
const elsewhere = [
  row('Hostile answers tried', {
    target: '≥ 20,000, nothing breaks, no secret out',
    measured: 'printed by `npm run test:unit -- fuzz`',
  }),
  row('Whole `npm test`, tools cached', { target: '≤ 6 minutes on 2 cores', measured: 'printed by `npm test`' }),
];

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false }, only: { type: 'string' } } });
  const chosen = values.only?.split(',') ?? Object.keys(inWindows);
  const unknown = chosen.filter((name) => !(name in inWindows));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: it can be ${Object.keys(inWindows).join(', ')}.`);
  if (values.write && values.only !== undefined) throw new Error('A part of the table would take the place of it all.');

  using folder = new TemporaryFolder('bench');
  const load = [os.loadavg()];
  const { rows: sizes, folder: shippedFolder } = await bundle(folder.path);
  const extensions = {
    first: await emptyExtension('first', folder.path),
    registering: await registeringExtension(shippedFolder, folder.path),
    shipped: await timedExtension(shippedFolder, folder.path),
  };
  const rows: Row[] = [...sizes];
  for (const { name, host } of await editorHosts()) {
    rows.push(row(`**${name}**`, {}));
    for (const part of chosen) {
      console.error(`${name}: ${part} ...`);
      rows.push(...((await inWindows[part]?.(host, extensions)) ?? []));
    }
  }
  load.push(os.loadavg());
  const report = reportOf([...rows, ...elsewhere], load.map(([minute = 0]) => minute.toFixed(1)).join(' → '));
  console.log(report);
  if (values.write) await writeReport(report);
}

main().then(
  // What was opened for a moment, like undici's connections, would keep the process for a while.
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
