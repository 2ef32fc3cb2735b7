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
  await standInForLogModule(path.join(folder, inner));
  return { node: await installedNode(node), main: path.join(folder, inner, 'out', 'server-main.js') };
}

async function standInForLogModule(vscode: string): Promise<void> {
  const module = path.join(vscode, 'node_modules', '@vscode', 'spdlog', 'index.js');
  const standIn = await readFile(path.join(compiledTests, 'host', 'fileLog.js'), 'utf8');
  if ((await readFile(module, 'utf8')) !== standIn) await writeFile(module, standIn);
}
