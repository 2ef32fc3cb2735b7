import path from 'node:path';
import process from 'node:process';
import { OwnedProcess } from '../host/childProcess';
import { compiledTests } from '../host/paths';

/** The reference service in a process of its own: what it stores of a request costs the requesting process nothing. */
export class ServiceProcess {
  /** The `{base_url}` of the interface. */
  readonly url: string;
  readonly #process: OwnedProcess;

  private constructor(url: string, running: OwnedProcess) {
    this.url = url;
    this.#process = running;
  }

  /** @throws {Error} If it ends before it listens, with its output. */
  static async start(sessionKey: string): Promise<ServiceProcess> {
    const main = path.join(compiledTests, 'service', 'main.js');
    // VS Code's own Node, which desktop VS Code hides behind a variable.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
    const running = new OwnedProcess(process.execPath, [main, '--port', '0', '--key', sessionKey], { env });
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      const read = (text: string) => {
        // It prints every request: once it listens, its output is read and not kept.
        said = (said + text).slice(-2000);
        const address = /^Service address: (\S+)$/m.exec(said)?.[1];
        if (address !== undefined) resolve(address);
      };
      running.child.stdout?.setEncoding('utf8').on('data', read);
      running.child.stderr?.setEncoding('utf8').on('data', read);
      running.child.once('close', () =>
        reject(new Error(`The service ended before it listened. Its output:\n${said}`)),
      );
    });
    return new ServiceProcess(url, running);
  }

  async dispose(): Promise<void> {
    await this.#process.dispose();
  }
}
