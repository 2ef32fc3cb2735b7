import { type ChildProcess, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { atExit } from './atExit';

export interface ProcessOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Signal that ends it, SIGKILL by default. SIGTERM gives a process time to end what it started itself. */
  readonly signal?: 'SIGTERM' | 'SIGKILL';
  /** Output that it must not print: a program that runs to its end has failed if it does. */
  readonly refused?: RegExp;
  readonly onStart?: (pid: number | undefined) => void;
}

/** A child process with everything it starts; killed when disposed, at the latest when this process ends. */
export class OwnedProcess {
  readonly child: ChildProcess;
  readonly #exited: Promise<unknown>;
  readonly #kill: () => void;

  /** @param output Where standard output and error go: to the caller as streams, or to this process's own. */
  constructor(
    command: string,
    args: readonly string[],
    options: ProcessOptions = {},
    output: 'pipe' | 'inherit' = 'pipe',
  ) {
    // A process group of its own, so that its children can be killed with it.
    const detached = process.platform !== 'win32';
    const { cwd, env, signal = 'SIGKILL' } = options;
    const stdio: StdioOptions = ['ignore', output, output];
    const child = spawn(command, args, { cwd, env, detached, windowsHide: true, stdio });
    this.child = child;
    this.#exited = once(child, 'close').catch(() => undefined);
    this.#kill = atExit(() => killTree(child, signal));
  }

  /**
   * Waits for the end.
   * @returns The exit code, or 1 if a signal ended it.
   * @throws {Error} If it couldn't be started.
   */
  async exitCode(): Promise<number> {
    const { child } = this;
    if (child.exitCode !== null) return child.exitCode;
    const [code] = (await once(child, 'close')) as [number | null];
    return code ?? 1;
  }

  async dispose(): Promise<void> {
    this.#kill();
    await this.#exited;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }
}

/**
 * Runs a program to its end, without a shell.
 * @returns What it wrote to standard output.
 * @throws {Error} If it can't be started, exits with anything but 0, or prints what `refused` matches; with the end of
 * its output.
 */
export async function run(command: string, args: readonly string[], options: ProcessOptions = {}): Promise<string> {
  await using running = new OwnedProcess(command, args, options);
  options.onStart?.(running.child.pid);
  let output = '';
  let everything = '';
  running.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    everything += text;
  });
  running.child.stderr?.setEncoding('utf8').on('data', (text: string) => (everything += text));
  const code = await running.exitCode();
  if (code === 0 && !options.refused?.test(everything)) return output;
  throw new Error(`${[command, ...args].join(' ')} ended with exit code ${code}:\n${everything.trim().slice(-20_000)}`);
}

/**
 * This process's environment without what would make two machines behave differently: proxies, and what npm and an
 * enclosing VS Code or git leave for their children.
 */
export function cleanEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const noise = /^(npm_|vscode_|electron_|git_|node_options$)|_proxy$/i;
  return { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !noise.test(name))), ...extra };
}

function killTree({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    if (exitCode === null && signalCode === null)
      spawnSync('taskkill', ['/pid', `${pid}`, '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The whole group has ended already.
  }
}
