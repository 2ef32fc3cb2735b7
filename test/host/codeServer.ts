import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compiledTests } from './paths';
import { installed, installedNode } from './registry';
import type { HostVersion } from './versions';

/** An installed VS Code server. */
export interface CodeServerInstall {
  /** Node executable that runs it. */
  readonly node: string;
  /** Its entry script. */
  readonly main: string;
  /** Folder of the extensions that VS Code comes with. */
  readonly bundled: string;
}

/**
 * Installs the VS Code server of a version from the npm registry into `.vscode-test/`, if it isn't there yet.
 * @throws {Error} If npm fails, with npm's output.
 */
export async function installCodeServer({ vscode, codeServer, node }: HostVersion): Promise<CodeServerInstall> {
  const inner = path.join('node_modules', 'code-server', 'lib', 'vscode');
  const folder = await installed({
    name: `code-server-${codeServer}`,
    title: `VS Code ${vscode}`,
    packages: [`code-server@${codeServer}`],
    inner,
  });
  const root = path.join(folder, inner);
  await standInForLogModule(root);
  const main = path.join(root, 'out', 'server-main.js');
  return { node: await installedNode(node), main, bundled: path.join(root, 'extensions') };
}

async function standInForLogModule(vscode: string): Promise<void> {
  const module = path.join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js');
  const standIn = await readFile(path.join(compiledTests, 'host', 'fileLog.js'), 'utf8');
  if ((await readFile(module, 'utf8')) !== standIn) await writeFile(module, standIn);
}
