/**
 * The machine that this extension host runs on. VS Code has one secret storage for all of a user's windows, local and
 * remote; what is secret on one machine alone carries its nonce in its name.
 */
export class Machine {
  readonly #folder: string;
  #nonce: Promise<string> | undefined;

  /** @param folder the extension's global storage, which most machines have for themselves */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Not to be guessed, and the same in all windows of this machine from its first use on, until that is renamed. Read when it is first asked for.
   * @throws {MachineUnknownError} when it cannot be read or made; the next call tries again
   */
  nonce(): Promise<string> {
    return (this.#nonce ??= this.#read());
  }

  async #read(): Promise<string> {
    try {
      return await (await import('../node/machineNonce')).machineNonce(this.#folder);
    } catch (error) {
      this.#nonce = undefined;
      throw error;
    }
  }
}
