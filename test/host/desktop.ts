import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { cleanEnvironment } from './childProcess';
import type { EditorHost } from './editorRun';
import { toolsFolder } from './paths';
import { TemporaryFolder } from './temporaryFolder';
import type { HostVersion } from './versions';

/** Time the download site may take to respond at all, in milliseconds. */
const patience = 3_000;

/** A desktop VS Code, started by its executable. */
export function desktopHost(vscodeExecutablePath: string): EditorHost {
  return async ({ extension, others, tests, workspace, env }) => {
    using profile = new TemporaryFolder('profile');
    const launchArgs = [
      workspace,
      '--user-data-dir',
      path.join(profile.path, 'user'),
      '--extensions-dir',
      path.join(profile.path, 'extensions'),
      '--disable-workspace-trust',
      '--disable-telemetry',
      '--skip-welcome',
      '--skip-release-notes',
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
      // Failed tests also end VS Code with an error; the report has the details.
      if (!existsSync(env['AGENT_CONVERSATIONS_TEST_REPORT'] ?? '')) throw error;
    });
  };
}

/**
 * Executable of a downloaded desktop VS Code, downloaded into `.vscode-test/` if it isn't there yet.
 * @returns `undefined` if none is available or can be shown: the download site can't be reached, or there is no
 * display.
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
