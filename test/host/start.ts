// node out/test/host/start.js [--port N] [--browser] [--api v0|v1|both]
// Starts the reference service with sample settings, and VS Code with the extension on a sample repository. Ctrl+C
// stops both.
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { sampleSettings } from '../service/sampleSettings';
import { apiNamed, startService } from '../service/service';
import { OwnedProcess, cleanEnvironment } from './childProcess';
import { toolsFolder } from './paths';
import { makeSampleRepository } from './sampleRepository';
import { Server } from './server';
import { TemporaryFolder } from './temporaryFolder';
import { newestVersion } from './versions';
import { packageExtension } from './vsix';
import { removeFolder } from '../support/removeFolder';

const home = path.join(toolsFolder, 'start');

/** Easy to type, and not a secret: the service listens only on this machine and has nothing worth protecting. */
const sessionKey = 'sample-session-key';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      browser: { type: 'boolean', default: false },
      api: { type: 'string', default: 'v0' },
    },
  });
  const port = portOf(values.port);
  const api = apiNamed(values.api);
  await mkdir(home, { recursive: true });
  const service = await startService({
    sessionKey,
    settings: sampleSettings,
    file: path.join(home, 'service.json'),
    advanceAfterMs: 20_000,
    api,
  });
  const folder = await sampleFolder();
  const machineSettings = { 'agentConversations.serviceUrl': service.url };
  const desktop = values.browser || values.port !== undefined ? undefined : desktopCommand();

  console.log(`Reference service: ${service.url}`);
  console.log(`Session key to type: ${sessionKey}`);
  if (desktop) await openDesktop(desktop, folder, machineSettings);
  else await serveBrowser(folder, machineSettings, port);
  console.log('Press Ctrl+C to stop.');
}

async function serveBrowser(folder: string, machineSettings: Settings, port: number | undefined): Promise<void> {
  using packaged = new TemporaryFolder('vsix');
  const { folder: extension } = await packageExtension(packaged.path);
  const dataFolder = path.join(home, 'server');
  // An extension from an earlier start would take precedence over this one if its version were higher.
  await removeFolder(path.join(dataFolder, 'extensions'));
  const server = await Server.start({
    version: newestVersion,
    extensions: [extension],
    machineSettings,
    userSettings: { 'workbench.startupEditor': 'none', 'workbench.secondarySideBar.defaultVisibility': 'hidden' },
    dataFolder,
    ...(port !== undefined && { port }),
  });
  console.log(`VS Code ${newestVersion.vscode} in the browser.`);
  console.log(`Ready: ${server.folderAddress(folder)}`);
}

async function openDesktop(command: string, folder: string, settings: Settings): Promise<void> {
  const userData = path.join(home, 'desktop');
  const settingsFile = path.join(userData, 'User', 'settings.json');
  await mkdir(path.dirname(settingsFile), { recursive: true });
  const before = existsSync(settingsFile) ? (JSON.parse(await readFile(settingsFile, 'utf8')) as Settings) : {};
  await writeFile(settingsFile, JSON.stringify({ ...before, ...settings }, undefined, 2));
  const window = new OwnedProcess(
    command,
    [
      ...[`--extensionDevelopmentPath=${PROJECT_ROOT}`, '--user-data-dir', userData],
      ...[
        '--extensions-dir',
        path.join(home, 'desktop-extensions'),
        '--disable-workspace-trust',
        '--new-window',
        '--wait',
      ],
      // Electron's sandbox refuses to run as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      folder,
    ],
    { env: cleanEnvironment() },
    'inherit',
  );
  console.log(`Ready: ${folder} in desktop VS Code (${command}); close its window to stop.`);
  process.exit(await window.exitCode());
}

type Settings = Readonly<Record<string, unknown>>;

/** The repository of an earlier start stays as it was left. */
async function sampleFolder(): Promise<string> {
  const folder = path.join(home, 'Hello-World');
  if (existsSync(path.join(folder, '.git', 'refs', 'remotes', 'origin', 'main'))) return folder;
  await removeFolder(folder);
  await rm(`${folder}.git`, { recursive: true, force: true });
  return (await makeSampleRepository(home)).path;
}

/** The first `code` on PATH. On Windows, it is a script, which takes a shell to run: there, the browser is used. */
function desktopCommand(): string | undefined {
  if (process.platform === 'win32') return undefined;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, 'code')).find((file) => existsSync(file));
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error(`--port must be a number up to 65535, not ${text}.`);
  return port;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
