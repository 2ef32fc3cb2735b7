import path from 'node:path';

/** What is fetched on demand and what test runs leave behind; git-ignored, safe to delete. */
export const toolsFolder = path.join(PROJECT_ROOT, '.vscode-test');

/** The compiled tests. */
export const compiledTests = path.join(PROJECT_ROOT, 'out', 'test');

/** Pictures of one VS Code version, kept for a look after the run. */
export function screenshotFolder(vscodeVersion: string): string {
  return path.join(toolsFolder, 'screenshots', vscodeVersion);
}
