// node out/test/sample/start.js [--port N] [--browser] [--api v0|v1|both|agent]
// Starts the reference service with sample settings and an agent, a Git host, and VS Code with the extension on a clone
// of the repository there. They listen on port N (VS Code, 8300 by default) and the next two. Ctrl+C stops them.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { OwnedProcess, cleanEnvironment } from '../host/childProcess';
import { toolsFolder } from '../host/paths';
import { makeSampleRepository } from '../host/sampleRepository';
import { Server } from '../host/server';
import { TemporaryFolder } from '../host/temporaryFolder';
import { newestVersion } from '../host/versions';
import { packageExtension } from '../host/vsix';
import { sampleSettings } from '../service/sampleSettings';
import { apiNamed, startService, type Service } from '../service/service';
import { removeFolder } from '../support/removeFolder';
import { GitServer } from './gitServer';
import { type Ports, portsFrom, requireFree } from './ports';
import { SampleAgent } from './sampleAgent';
import { spawn } from 'node:child_process';

/** Easy to type, and not a secret: the service listens only on this machine and has nothing worth protecting. */
const sessionKey = 'sample-session-key';

const repository = 'octocat/Hello-World';

type Settings = Readonly<Record<string, unknown>>;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      browser: { type: 'boolean', default: false },
      api: { type: 'string', default: 'v0' },
    },
  });
  const ports = portsFrom(values.port);
  const api = apiNamed(values.api);
  // Another one with other ports has a service, a repository and a VS Code of its own.
  const home = path.join(toolsFolder, 'start', String(ports.vscode));
  await requireFree(ports, values.api);
  await mkdir(home, { recursive: true });

  const file = path.join(home, `service-${api}.json`);
  const service = await startService({ sessionKey, settings: sampleSettings, port: ports.service, file, api });
  const gitServer = await GitServer.start(path.join(home, 'remote'), ports.git);
  const folder = await cloneIn(home, gitServer);
  new SampleAgent(service, { repository, folder: gitServer.folderOf(repository) });

  const settings = {
    'agentConversations.serviceUrl': service.url,
    'agentConversations.gitProviderHosts': { [gitServer.host]: 'github' },
  };
  const desktop = values.browser ? undefined : desktopCommand();
  const sample = { home, folder, settings, ports, service, gitServer, api };
  if (desktop) await openDesktop(desktop, sample);
  else await serveBrowser(sample);
}

interface Sample {
  readonly home: string;
  readonly folder: string;
  readonly settings: Settings;
  readonly ports: Ports;
  readonly service: Service;
  readonly gitServer: GitServer;
  readonly api: string;
}

async function serveBrowser({ home, folder, settings, ports, service, gitServer, api }: Sample): Promise<void> {
  using packaged = new TemporaryFolder('vsix');
  const { folder: extension } = await packageExtension(packaged.path);
  const dataFolder = path.join(home, 'server');
  // An extension from an earlier start would take precedence over this one if its version were higher.
  await removeFolder(path.join(dataFolder, 'extensions'));
  const server = await Server.start({
    version: newestVersion,
    extensions: [extension],
    machineSettings: settings,
    userSettings: { 'workbench.startupEditor': 'none', 'workbench.secondarySideBar.defaultVisibility': 'hidden' },
    dataFolder,
    port: ports.vscode,
    env: { VSCODE_PROXY_URI: gitServer.proxyTemplate },
  });
  const address = server.folderAddress(folder);
  sayWhatIsNext(service, api, `VS Code ${newestVersion.vscode} in the browser: ${address}`);
  openPage(address);
}

async function openDesktop(command: string, { home, folder, settings, service, api }: Sample): Promise<void> {
  const userData = path.join(home, 'desktop');
  const settingsFile = path.join(userData, 'User', 'settings.json');
  await mkdir(path.dirname(settingsFile), { recursive: true });
  const before = existsSync(settingsFile) ? (JSON.parse(await readFile(settingsFile, 'utf8')) as Settings) : {};
  await writeFile(settingsFile, JSON.stringify({ ...before, ...settings }, undefined, 2));
  const args = [
    `--extensionDevelopmentPath=${PROJECT_ROOT}`,
    '--user-data-dir',
    userData,
    '--extensions-dir',
    path.join(home, 'desktop-extensions'),
    '--disable-workspace-trust',
    '--new-window',
    '--wait',
    // Electron's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    folder,
  ];
  const window = new OwnedProcess(command, args, { env: cleanEnvironment() }, 'inherit');
  sayWhatIsNext(
    service,
    api,
    `VS Code on the desktop (${command}) opens ${folder}. Closing its window stops everything.`,
  );
  process.exit(await window.exitCode());
}

const askedWords =
  'A message with the word "ask" makes the sample agent ask you first; with "delete", it waits for your confirmation.';

function sayWhatIsNext({ url }: Service, api: string, where: string): void {
  console.log(`
${where}
Sample service: ${url}
Session key:    ${sessionKey}

1. In VS Code, press F1, run "Agent: Set Session Key...", and enter the key.
2. Run "Agent: Start Conversation...", type "Greet in the language of the user", and press Enter.
3. When it has ended, select "Review What Was Pushed..." in the status bar's menu.

${api === 'v0' ? 'To be asked by the agent, start it with --api v1 or --api agent.' : askedWords}

Press Ctrl+C to stop.`);
}

/** A clone of the sample repository on its host. That of an earlier start stays as it was left. */
async function cloneIn(home: string, gitServer: GitServer): Promise<string> {
  const folder = path.join(home, 'Hello-World');
  const remote = gitServer.folderOf(repository);
  if (existsSync(path.join(folder, '.git', 'refs', 'remotes', 'origin', 'main')) && existsSync(remote)) return folder;
  await removeFolder(folder);
  await removeFolder(remote);
  await makeSampleRepository(home);
  await gitServer.serveRemoteOf(folder, repository);
  return folder;
}

/** The first `code` on PATH. On Windows, it is a script, which takes a shell to run: there, the browser is used. */
function desktopCommand(): string | undefined {
  if (process.platform === 'win32') return undefined;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, 'code')).find((file) => existsSync(file));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

/** Opens a page in the user's browser, on systems that have a command for it and a screen. */
function openPage(address: string): void {
  const [command, ...args] = commandFor(address);
  if (command === undefined) return;
  const opening = spawn(command, args, { detached: true, stdio: 'ignore' });
  // The address was printed: without a browser, nothing is lost.
  opening.on('error', () => undefined);
  opening.unref();
}

function commandFor(address: string): readonly string[] {
  if (process.platform === 'darwin') return ['open', address];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  const hasScreen = Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
  return hasScreen ? ['xdg-open', address] : [];
}
