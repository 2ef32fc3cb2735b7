import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { ifMissing, renameWhenFree, syncFolder, whenFree, writeWhole } from '../base/files';
import { urlOf } from '../base/url';
import { differsByMachine } from '../client/serviceUrl';

/**
 * The machine that this extension host runs on. All windows of a user, local and remote, share VS Code's secret storage. So
 * a secret for one machine has that machine's nonce in its name. Host names wouldn't do: containers of the same image and
 * copies of virtual machines have the same name, and the key for `localhost` on one machine would be sent to whatever
 * listens on `localhost` of another.
 */
export class Machine {
  readonly #folder: string;
  readonly #traits: typeof hostTraits;
  #nonce: Promise<string> | undefined;

  /**
   * @param folder the extension's global storage, which machines usually don't share
   * @param traits returns what distinguishes machines that do share that folder, or have copies of it
   */
  constructor(folder: string, traits = hostTraits) {
    this.#folder = folder;
    this.#traits = traits;
  }

  /**
   * A text that can't be guessed and is the same in all windows of this machine, until a machine other than a Mac is renamed.
   * It is a hash of the machine's traits and a random number, which is stored in a file.
   * @throws {MachineUnknownError} if that file can't be read or created; the next call tries again
   */
  nonce(): Promise<string> {
    const file = path.join(this.#folder, 'machine', 'nonce');
    return (this.#nonce ??= this.#read(file).catch((error: unknown) => {
      this.#nonce = undefined;
      throw new MachineUnknownError(file, error);
    }));
  }

  async #read(file: string): Promise<string> {
    const random = (await read(file)) ?? (await make(this.#folder, file));
    const traits = [random, ...(await this.#traits())];
    return createHash('sha256').update(JSON.stringify(traits)).digest('hex');
  }
}

/** The file that identifies this machine can't be read or created. The message is for logs. */
export class MachineUnknownError extends Error {
  override readonly name = 'MachineUnknownError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super('This machine cannot be told from others.', { cause });
    this.file = file;
  }
}

/**
 * The name of a service in storage that all machines share: its URL or origin. For a URL like `localhost`, which means a
 * different service on each machine, the machine's nonce comes first.
 * @throws {MachineUnknownError} see {@link Machine.nonce}
 */
export async function nameOnMachine(url: string, machine: Pick<Machine, 'nonce'>): Promise<string> {
  return differsByMachine(urlOf(url)?.hostname ?? '') ? `${await machine.nonce()} ${url}` : url;
}

/** Distinguishes machines that share the file with the random number: with a roaming profile, or as copies of an image. */
async function hostTraits(): Promise<readonly string[]> {
  // A Mac has no fixed name: networks give it one of theirs.
  if (process.platform === 'darwin') return [await macHardwareId()];
  const id = process.platform === 'linux' ? await readFile('/etc/machine-id', 'utf8').catch(() => '') : '';
  // The domain is left out, because it may change with the network.
  const [name = ''] = hostname().toLowerCase().split('.');
  return [name, id.trim()];
}

/** @returns an empty text if it can't be read */
function macHardwareId(): Promise<string> {
  return new Promise((resolve) => {
    execFile('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], { timeout: 5000 }, (_, text) =>
      resolve(/"IOPlatformUUID" = "([\da-f-]+)"/i.exec(text)?.[1] ?? ''),
    );
  });
}

async function read(file: string): Promise<string | undefined> {
  const text = await whenFree(() => readFile(file, 'utf8')).catch(ifMissing);
  if (text !== undefined && !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) throw new Error('It is damaged.');
  return text;
}

/**
 * Creates the file. Several windows may do this at the same time, and the first one wins: renaming a folder never replaces
 * another one that isn't empty, on any system. Renaming a file would.
 */
async function make(folder: string, file: string): Promise<string> {
  const own = path.join(folder, `machine-${randomUUID()}`);
  let failure: unknown;
  try {
    await writeWhole(path.join(own, 'nonce'), randomUUID());
    // Only the file may have been deleted. On Windows, renaming doesn't replace an empty folder either.
    await rmdir(path.dirname(file)).catch(() => undefined);
    failure = await renameWhenFree(own, path.dirname(file)).catch((error: unknown) => error);
    await syncFolder(folder);
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
  const nonce = await read(file);
  if (nonce === undefined) throw failure;
  return nonce;
}
