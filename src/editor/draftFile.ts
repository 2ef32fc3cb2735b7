import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { draftFieldsFrom, emptyDraft, withoutField, type Draft } from '../domain/draft';
import { isRecord } from '../domain/isRecord';
import type { DraftStore, Log } from '../domain/ports';

/**
 * This workspace's draft, in a file: VS Code's own state is written some time later, and a reload in between would lose
 * what was typed.
 */
export class DraftFile implements DraftStore {
  readonly #file: string;
  readonly #log: Log;
  /** What is to be on disk; `undefined` when it is, or when it is being written. */
  #unsaved: Draft | undefined;
  #writing: Promise<void> | undefined;

  constructor(folder: string, log: Log) {
    this.#file = path.join(folder, 'draft.json');
    this.#log = log;
  }

  async load(): Promise<Draft> {
    await this.#writing;
    try {
      const stored: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      const fields = isRecord(stored) && stored['version'] === 1 ? draftFieldsFrom(stored['fields']) : undefined;
      return fields ? { fields } : emptyDraft;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#log.warn('The draft cannot be read.', { error: String(error) });
      return emptyDraft;
    }
  }

  save(draft: Draft): void {
    // MCP servers hold secrets, which are not for files.
    this.#unsaved = withoutField(draft, 'mcp_config');
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined));
  }

  clear(): void {
    this.save(emptyDraft);
  }

  /** Key by key, only the latest state is worth writing. */
  async #writeAll(): Promise<void> {
    while (this.#unsaved) {
      const draft = this.#unsaved;
      this.#unsaved = undefined;
      await this.#write(draft).catch((error: unknown) => {
        this.#log.warn('The draft cannot be kept.', { error: String(error) });
      });
    }
  }

  /** Written beside and moved into place: a crash leaves the old draft or the new one, never half of one. */
  async #write(draft: Draft): Promise<void> {
    if (Object.keys(draft.fields).length === 0) {
      await rm(this.#file, { force: true });
      return;
    }
    await mkdir(path.dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.${process.pid}`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify({ version: 1, fields: draft.fields }));
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.#file);
  }
}
