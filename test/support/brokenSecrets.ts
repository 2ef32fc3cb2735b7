import { MemorySecrets } from './memorySecrets';

/** A keyring in one of the states in which keyrings are known to be. */
export class BrokenSecrets extends MemorySecrets {
  /** Error that a locked one rejects with. */
  static readonly locked = new Error('The keyring is locked.');
  broken: 'locked' | 'forgetful' | undefined;

  override get(key: string): Promise<string | undefined> {
    return this.broken === 'locked' ? Promise.reject(BrokenSecrets.locked) : super.get(key);
  }

  override store(key: string, value: string): Promise<void> {
    if (this.broken === 'locked') return Promise.reject(BrokenSecrets.locked);
    return this.broken === 'forgetful' ? Promise.resolve() : super.store(key, value);
  }

  override delete(key: string): Promise<void> {
    return this.broken === 'locked' ? Promise.reject(BrokenSecrets.locked) : super.delete(key);
  }
}
