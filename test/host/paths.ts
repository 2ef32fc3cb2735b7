import path from 'node:path';

/** Folder for what is downloaded on demand and what test runs leave behind; git-ignored, safe to delete. */
export const toolsFolder = path.join(PROJECT_ROOT, '.vscode-test');

/** The compiled tests. */
export const compiledTests = path.join(PROJECT_ROOT, 'out', 'test');

/** Folder for screenshots of one VS Code version, saved to look at after the run. */
export function screenshotFolder(vscodeVersion: string): string {
  return path.join(toolsFolder, 'screenshots', vscodeVersion);
}
