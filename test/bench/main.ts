// node out/test/bench/main.js [--only activation,firstByte,settings,history]: the numbers of the product as one table.
import os from 'node:os';
import { parseArgs } from 'node:util';
import { editorHosts } from '../host/editorHosts';
import type { EditorHost } from '../host/editorRun';
import { TemporaryFolder } from '../host/temporaryFolder';
import { packageExtension } from '../host/vsix';
import { activation, type ActivationExtensions } from './activation';
import { registeringExtension } from './registeringExtension';
import { reportOf } from './report';
import { row, type Row } from './row';
import { emptyExtension, timedExtension } from './timedExtension';
import { openWindow } from './window';

type Measure = (host: EditorHost, extensions: ActivationExtensions) => Promise<readonly Row[]>;

const inWindows: Readonly<Record<string, Measure>> = {
  activation,
  firstByte: (host, { first, shipped }) =>
    openWindow(host, { module: 'firstByteWindow', extensions: [first, shipped] }),
  settings: (host, { first }) => openWindow(host, { module: 'costWindow', extensions: [first], task: 'settings' }),
  history: (host, { first }) => openWindow(host, { module: 'costWindow', extensions: [first], task: 'history' }),
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' } } });
  const chosen = values.only?.split(',') ?? Object.keys(inWindows);
  const unknown = chosen.filter((name) => !(name in inWindows));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: it can be ${Object.keys(inWindows).join(', ')}.`);

  using folder = new TemporaryFolder('bench');
  const load = [os.loadavg()];
  const { folder: shippedFolder } = await packageExtension(folder.path);
  const extensions = {
    first: await emptyExtension('first', folder.path),
    registering: await registeringExtension(shippedFolder, folder.path),
    shipped: await timedExtension(shippedFolder, folder.path),
  };
  const rows: Row[] = [];
  for (const { name, host } of await editorHosts()) {
    rows.push(row(`**${name}**`, {}));
    for (const part of chosen) {
      console.error(`${name}: ${part} ...`);
      const found = (await inWindows[part]?.(host, extensions)) ?? [];
      for (const { what, measured, ratio } of found) console.error(`  ${what}: ${measured} ${ratio}`);
      rows.push(...found);
    }
  }
  load.push(os.loadavg());
  console.log(reportOf(rows, load.map(([minute = 0]) => minute.toFixed(1)).join(' → ')));
}

main().then(
  // Connections that were opened for a moment would keep the process for a while.
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
