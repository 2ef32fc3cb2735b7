import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { atExit } from './atExit';

/** A new folder that is removed when disposed, at the latest when this process ends. */
export class TemporaryFolder {
  /** Absolute, without symbolic links: VS Code and git compare paths by text. */
  readonly path: string;
  readonly #remove: () => void;

  constructor(name: string) {
    this.path = mkdtempSync(path.join(realpathSync(os.tmpdir()), `agent-conversations-${name}-`));
    // Windows keeps the files of a process locked for a moment after it has ended.
    this.#remove = atExit(() => rmSync(this.path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }));
  }

  dispose(): void {
    this.#remove();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}
