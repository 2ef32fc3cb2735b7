import { once } from 'node:events';
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { OwnedProcess, cleanEnvironment } from './childProcess';
import { compiledTests } from './paths';
import { TemporaryFolder } from './temporaryFolder';
import { testVariables } from './testReport';
import type { HostVersion } from './versions';
import { installed, installedNode } from './registry';

export interface ServerOptions {
  readonly version: HostVersion;
  /** Asks whether a folder is trusted, as VS Code does for its users; if unset, every folder is trusted. */
  readonly workspaceTrust?: boolean;
  /** Accepts the payload that runs tests in the extension host; VS Code then refuses to show modal dialogs. */
  readonly testPayload?: boolean;
  /** Folders of unpacked extensions, copied in before VS Code starts. */
  readonly extensions?: readonly string[];
  /** Settings of this machine: the only place where a setting with scope `machine` takes effect. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** User settings. */
  readonly userSettings?: Readonly<Record<string, unknown>>;
  /** Environment variables for VS Code and its extension host. */
  readonly env?: Readonly<Record<string, string>>;
  /** Display language, such as `de`. VS Code's own text stays English, extensions show theirs in this language. */
  readonly language?: string;
  /** Port to listen on; if unset, a free one. */
  readonly port?: number;
  /** Folder for VS Code's data; if unset, a temporary folder that is removed with the server. */
  readonly dataFolder?: string;
}

/** A running VS Code server; a browser is its window. Made by {@link Server.start}. */
export class Server {
  readonly version: HostVersion;
  /** `http://127.0.0.1:port`. */
  readonly address: string;
  /** Settings, logs and state: `data/Machine/settings.json`, `data/User/settings.json`, `data/logs/`. */
  readonly dataFolder: string;
  readonly #process: OwnedProcess;
  readonly #temporary: TemporaryFolder;

  constructor(
    version: HostVersion,
    address: string,
    dataFolder: string,
    running: OwnedProcess,
    temporary: TemporaryFolder,
  ) {
    this.version = version;
    this.address = address;
    this.dataFolder = dataFolder;
    this.#process = running;
    this.#temporary = temporary;
  }

  /**
   * Starts VS Code and waits until it listens.
   * @throws {Error} If it ends before it listens, with its output.
   */
  static async start(options: ServerOptions): Promise<Server> {
    const { version } = options;
    const installed = await installCodeServer(version);
    const temporary = new TemporaryFolder('vscode');
    const dataFolder = options.dataFolder ?? path.join(temporary.path, 'server');
    let running: OwnedProcess | undefined;
    try {
      await prepare(dataFolder, options);
      const args = [
        '--require',
        path.join(compiledTests, 'host', 'persistentSecrets.js'),
        installed.main,
        '--host',
        '127.0.0.1',
        '--port',
        `${options.port ?? 0}`,
        '--without-connection-token',
        '--accept-server-license-terms',
        '--server-data-dir',
        dataFolder,
        '--telemetry-level',
        'off',
        // It has the environment of a shell already; on a busy machine, asking one takes seconds of each window.
        '--force-disable-user-env',
        ...(options.language === undefined ? [] : ['--locale', options.language]),
        ...(options.testPayload ? ['--enable-smoke-test-driver'] : []),
        ...(options.workspaceTrust ? [] : ['--disable-workspace-trust']),
        ...(await bundledIn(dataFolder, installed)),
      ];
      running = new OwnedProcess(installed.node, args, {
        env: cleanEnvironment({ ...temporaryIn(temporary.path), ...options.env }),
      });
      const port = await listeningPort(running, version);
      return new Server(version, `http://127.0.0.1:${port}`, dataFolder, running, temporary);
    } catch (error) {
      await running?.dispose();
      temporary.dispose();
      throw error;
    }
  }

  /** File with the settings of this machine. */
  get machineFile(): string {
    return path.join(this.dataFolder, 'data', 'Machine', 'settings.json');
  }

  /** Replaces the settings of this machine. */
  async setMachineSettings(settings: Readonly<Record<string, unknown>>): Promise<void> {
    await writeSettings(path.dirname(this.machineFile), settings);
  }

  /** Address of a window on a folder or a `.code-workspace` file; `null` for an empty window. */
  folderAddress(folder: string | null): string {
    if (folder === null) return `${this.address}/?ew=true`;
    const kind = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
    return `${this.address}/?${kind}=${encodeURIComponent(folder)}`;
  }

  /** Ends of VS Code's own logs: to read if it doesn't do what it should. */
  async lastLogLines(): Promise<readonly string[]> {
    const folder = path.join(this.dataFolder, 'data', 'logs');
    const names = await readdir(folder, { recursive: true });
    const logs = names.filter((name) => /(remoteagent|remoteexthost)\.log$/.test(name));
    const lines = logs.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return [`${name}:`, ...text.trimEnd().split('\n').slice(-15)];
    });
    return (await Promise.all(lines)).flat();
  }

  async dispose(): Promise<void> {
    await this.#process.dispose();
    this.#temporary.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}

async function prepare(dataFolder: string, options: ServerOptions): Promise<void> {
  await writeSettings(path.join(dataFolder, 'data', 'Machine'), options.machineSettings ?? {});
  await writeSettings(path.join(dataFolder, 'data', 'User'), options.userSettings ?? {});
  if (options.language !== undefined) await writeLanguagePack(path.join(dataFolder, 'data'), options.language);
  for (const extension of options.extensions ?? []) {
    const manifest = JSON.parse(await readFile(path.join(extension, 'package.json'), 'utf8')) as Manifest;
    const name = `${manifest.publisher}.${manifest.name}-${manifest.version}`;
    await cp(extension, path.join(dataFolder, 'extensions', name), { recursive: true });
  }
}

/**
 * The folder for sockets and temporary files, which are left by a server that is killed and by what it still does then.
 * Elsewhere than on Linux, VS Code's sockets would get names that are too long.
 */
function temporaryIn(folder: string): Readonly<Record<string, string>> {
  return process.platform === 'linux' ? { TMPDIR: folder, XDG_RUNTIME_DIR: folder } : {};
}

/** The extensions that come with VS Code and that tests have to do with. */
const neededOnes = [
  'configuration-editing',
  'git',
  'git-base',
  'ipynb',
  'json',
  'markdown-basics',
  'markdown-language-features',
  'theme-defaults',
  'theme-seti',
];

/** In tests, a window without the eighty others takes two thirds of the time to open. */
async function bundledIn(dataFolder: string, { bundled }: CodeServerInstall): Promise<readonly string[]> {
  if (process.env[testVariables.order] === undefined) return [];
  const folder = path.join(dataFolder, 'bundled');
  await mkdir(folder);
  for (const name of neededOnes) await symlink(path.join(bundled, name), path.join(folder, name), 'junction');
  return ['--builtin-extensions-dir', folder];
}

interface Manifest {
  readonly publisher: string;
  readonly name: string;
  readonly version: string;
}

async function writeSettings(folder: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify(settings, undefined, 2));
}

/**
 * VS Code accepts a display language only with a language pack. This is what VS Code writes for an installed one, here
 * without any translation of VS Code's own text.
 */
async function writeLanguagePack(folder: string, language: string): Promise<void> {
  const translations = path.join(folder, `${language}.i18n.json`);
  await writeFile(translations, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extension = { extensionIdentifier: { id: `test.language-pack-${language}` }, version: '1.0.0' };
  const pack = { hash: language, label: language, extensions: [extension], translations: { vscode: translations } };
  await writeFile(path.join(folder, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

async function listeningPort({ child }: OwnedProcess, { vscode }: HostVersion): Promise<number> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('VS Code was started without its output.');
  let said = '';
  const listening = new Promise<number>((resolve) => {
    const read = (text: string) => {
      said = (said + text).slice(-20_000);
      const port = /Extension host agent listening on (\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    };
    // Keep reading after that: a full pipe would stop the server.
    stdout.setEncoding('utf8').on('data', read);
    stderr.setEncoding('utf8').on('data', read);
  });
  const ended = once(child, 'close').then(() => {
    throw new Error(`VS Code ${vscode} ended before it listened. Its output:\n${said.slice(-2000)}`);
  });
  ended.catch(() => undefined);
  return Promise.race([listening, ended]);
}

/** An installed VS Code server. */
interface CodeServerInstall {
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
async function installCodeServer({ vscode, codeServer, node }: HostVersion): Promise<CodeServerInstall> {
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
