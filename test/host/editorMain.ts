// node out/test/host/editorMain.js NAME: runs the editor tests of an order in the VS Code of that name. A process of its
// own, so that what a window costs can be counted.
import process from 'node:process';
import { editorHosts } from './editorHosts';
import { runInEditor } from './editorRun';
import { orderOf, writeReport } from './testReport';
import { shippedExtension } from './vsix';

async function main(): Promise<void> {
  const [, , name] = process.argv;
  const named = (await editorHosts()).find((each) => each.name === name);
  if (!named) throw new Error(`There is no VS Code ${name}.`);
  const { folder } = await shippedExtension();
  const result = await runInEditor(named.host, folder, orderOf(process.env), (chunk) => process.stdout.write(chunk));
  console.log(`Ran in the extension host of VS Code ${result.vscodeVersion ?? ''}.`);
  await writeReport(result);
}

main().then(
  () => process.stdout.write('', () => process.exit(0)),
  (error: unknown) => {
    console.log(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
