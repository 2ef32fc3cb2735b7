import { differsByMachine } from '../../client/serviceUrl';
import { urlOf } from '../../base/url';

/**
 * The machine that this extension host runs on. VS Code has one secret storage for all of a user's windows, local and
 * remote; a secret for one machine only has its nonce in its name.
 */
export class Machine {
  readonly #folder: string;
  #nonce: Promise<string> | undefined;

  /** @param folder the extension's global storage, which most machines have for themselves */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Can't be guessed, and the same in all windows of this machine from its first use on, until the machine is renamed.
   * Read on first use.
   * @throws {MachineUnknownError} if it can't be read or created; the next call tries again
   */
  nonce(): Promise<string> {
    return (this.#nonce ??= this.#read());
  }

  async #read(): Promise<string> {
    try {
      return await (await import('../machineNonce')).machineNonce(this.#folder);
    } catch (error) {
      this.#nonce = undefined;
      throw error;
    }
  }
}

/**
 * The nonce of this machine for an origin that is another service on each machine; `undefined` for any other origin.
 * @throws {MachineUnknownError} as {@link Machine.nonce}
 */
export async function nonceFor(origin: string, machine: Pick<Machine, 'nonce'>): Promise<string | undefined> {
  return differsByMachine(urlOf(origin)?.hostname ?? '') ? machine.nonce() : undefined;
}
