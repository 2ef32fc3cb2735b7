import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { cleanEnvironment } from './childProcess';
import type { EditorHost } from './editorRun';
import { toolsFolder } from './paths';
import { TemporaryFolder } from './temporaryFolder';
import type { HostVersion } from './versions';

/** How long the download site may take to answer at all, in milliseconds. */
const patience = 3_000;

/** A desktop VS Code, started by its executable. */
export function desktopHost(vscodeExecutablePath: string): EditorHost {
  return async ({ extension, others, tests, workspace, env }) => {
    using profile = new TemporaryFolder('profile');
    const launchArgs = [
      workspace,
      ...['--user-data-dir', path.join(profile.path, 'user')],
      ...['--extensions-dir', path.join(profile.path, 'extensions')],
      ...['--disable-workspace-trust', '--disable-telemetry', '--skip-welcome', '--skip-release-notes'],
    ];
    // Electron's sandbox refuses to run as root.
    if (process.getuid?.() === 0) launchArgs.push('--no-sandbox');
    const clean = cleanEnvironment();
    const hidden = Object.fromEntries(Object.keys(process.env).map((name) => [name, clean[name]]));
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: [extension, ...others],
      extensionTestsPath: tests,
      launchArgs,
      extensionTestsEnv: { ...hidden, ...env },
    }).catch((error: unknown) => {
      // Failed tests end VS Code with an error too; whoever reads the report knows better.
      if (!existsSync(env['AGENT_CONVERSATIONS_TEST_REPORT'] ?? '')) throw error;
    });
  };
}

/**
 * The executable of a downloaded desktop VS Code, fetched into `.vscode-test/` when it is not there yet.
 * @returns `undefined` where none can be had or shown: no way to the download site, or no display.
 */
export async function desktopExecutable({ vscode }: HostVersion): Promise<string | undefined> {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY']) return undefined;
  try {
    await fetch('https://update.code.visualstudio.com/api/releases/stable', { signal: AbortSignal.timeout(patience) });
    return await downloadAndUnzipVSCode({ version: vscode, cachePath: toolsFolder });
  } catch {
    return undefined;
  }
}
