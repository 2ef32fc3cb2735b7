import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { ifMissing, renameWhenFree, syncFolder, writeWhole } from '../base/files';
import { urlOf } from '../base/url';
import { differsByMachine } from '../client/serviceUrl';
import { MachineUnknownError } from './keyErrors';

/**
 * The machine that this extension host runs on. VS Code has one secret storage for all of a user's windows, local and
 * remote; a secret for one machine only has its nonce in its name. Names of hosts don't tell machines apart: containers that
 * are made alike, and copies of virtual machines, share theirs, and the key for `localhost` of one would be sent to whatever
 * listens on that of the other.
 */
export class Machine {
  readonly #folder: string;
  readonly #traits: typeof hostTraits;
  #nonce: Promise<string> | undefined;

  /**
   * @param folder the extension's global storage, which most machines have for themselves
   * @param traits that distinguish machines that share that folder or have copies of it
   */
  constructor(folder: string, traits = hostTraits) {
    this.#folder = folder;
    this.#traits = traits;
  }

  /**
   * Can't be guessed, and the same in all windows of this machine from its first use on, until the machine is renamed: a
   * hash over its traits and a random number, which is created in a file if it's missing. Read on first use.
   * @throws {MachineUnknownError} if it can't be read or created; the next call tries again
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

/**
 * A service's URL or origin as a name in storage that all machines share: after the nonce of this machine, if it's
 * another service on each.
 * @throws {MachineUnknownError} as {@link Machine.nonce}
 */
export async function nameOnMachine(url: string, machine: Pick<Machine, 'nonce'>): Promise<string> {
  return differsByMachine(urlOf(url)?.hostname ?? '') ? `${await machine.nonce()} ${url}` : url;
}

/** Profiles roam, home folders are on the network, and images of machines are copied. */
async function hostTraits(): Promise<readonly string[]> {
  const id = process.platform === 'linux' ? await readFile('/etc/machine-id', 'utf8').catch(() => '') : '';
  // Some machines get another domain from each network.
  const [name = ''] = hostname().toLowerCase().split('.');
  return [name, id.trim()];
}

async function read(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(ifMissing);
  if (text !== undefined && !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)) throw new Error('It is damaged.');
  return text;
}

/**
 * Several windows may do this at once, and the first one determines the result for all: unlike a file, a folder never
 * replaces one that isn't empty, on any system.
 */
async function make(folder: string, file: string): Promise<string> {
  const own = path.join(folder, `machine-${randomUUID()}`);
  let failure: unknown;
  try {
    await writeWhole(path.join(own, 'nonce'), randomUUID());
    // The file alone may have been deleted. On Windows, a folder doesn't replace an empty one, either.
    await rmdir(path.dirname(file)).catch(() => undefined);
    failure = await renameWhenFree(own, path.dirname(file)).catch((error: unknown) => error);
    await syncFolder(folder);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  const nonce = await read(file);
  if (nonce === undefined) throw failure;
  return nonce;
}
