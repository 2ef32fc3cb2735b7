import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { attachmentKinds, emptyDraft, isBlank, withoutField, type Attachment, type Draft } from '../domain/draft';
import { draftFieldsFrom, misfitIn } from '../domain/draftFields';
import { isRecord } from '../domain/isRecord';
import type { DraftStore, Log } from '../domain/ports';

/**
 * This workspace's draft, in a file: VS Code's own state is written some time later, and a reload in between would lose
 * what was typed.
 */
export class DraftFile implements DraftStore {
  readonly #file: string;
  readonly #log: Log;
  /** Being sent. Not offered again, but kept until the outcome is known. */
  readonly #held = new Set<Draft>();
  /** What is to be on disk; `undefined` when it is, or when it is being written. */
  #unsaved: Draft | undefined;
  #queue = Promise.resolve();

  constructor(folder: string, log: Log) {
    this.#file = path.join(folder, 'draft.json');
    this.#log = log;
  }

  async load(): Promise<Draft> {
    await this.#queue;
    const stored = await this.#read();
    return [...this.#held].some((held) => areEqual(held, stored)) ? emptyDraft : stored;
  }

  save(draft: Draft): void {
    this.#unsaved = storable(draft);
    this.#inTurn(() => this.#writeUnsaved());
  }

  /** Somebody may be writing the next message already: that one stays. */
  clear(sent: Draft): void {
    for (const held of this.#held) if (areEqual(held, sent)) this.#held.delete(held);
    this.#inTurn(async () => {
      if (areEqual(await this.#read(), sent)) await this.#write(emptyDraft);
    });
  }

  /** To be released unless the draft was cleared in the meantime; then it is offered again, if nothing came after it. */
  hold(draft: Draft): { release(): void } {
    const held = { ...draft };
    this.#held.add(held);
    return {
      release: () => {
        if (!this.#held.delete(held)) return;
        this.#inTurn(async () => {
          if (isBlank(await this.#read())) await this.#write(storable(draft));
        });
      },
    };
  }

  #inTurn(work: () => Promise<void>): void {
    this.#queue = this.#queue
      .then(work)
      .catch((error: unknown) => this.#log.warn('The draft cannot be kept.', { error: nameOf(error) }));
  }

  async #read(): Promise<Draft> {
    try {
      const stored: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      return (isRecord(stored) && stored['version'] === 1 ? draftFrom(stored) : undefined) ?? emptyDraft;
    } catch (error) {
      const name = nameOf(error);
      if (name !== 'ENOENT') this.#log.warn('The draft cannot be read.', { error: name });
      return emptyDraft;
    }
  }

  /** Key by key, only the latest state is worth writing. */
  async #writeUnsaved(): Promise<void> {
    const draft = this.#unsaved;
    this.#unsaved = undefined;
    if (draft) await this.#write(draft);
  }

  /** Written beside and moved into place: a crash leaves the old draft or the new one, never half of one. */
  async #write(draft: Draft): Promise<void> {
    if (isBlank(draft)) {
      await rm(this.#file, { force: true });
      return;
    }
    await mkdir(path.dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.${process.pid}`;
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify({ version: 1, ...draft }));
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(temporary, this.#file);
  }
}

/** The parts of a stored draft that can be relied on: what one field has wrong does not cost the others. */
export function draftFrom(value: unknown): Draft | undefined {
  if (!isRecord(value) || !isRecord(value['fields'])) return undefined;
  const { fields, body, attachments, chosen } = value;
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([name, given]) => isField({ [name]: given }))),
    ...(typeof body === 'string' && { body }),
    ...(Array.isArray(attachments) && { attachments: attachments.filter(isAttachment) }),
    ...(isChosen(chosen) && { chosen }),
  };
}

function isField(field: Readonly<Record<string, unknown>>): boolean {
  const known = draftFieldsFrom(field);
  return known !== undefined && misfitIn(known) === undefined;
}

function isAttachment(value: unknown): value is Attachment {
  if (!isRecord(value) || typeof value['text'] !== 'string') return false;
  return attachmentKinds.some((kind) => kind === value['kind']) && isTextOrAbsent(value['about']);
}

function isChosen(value: unknown): value is NonNullable<Draft['chosen']> {
  return isRecord(value) && typeof value['root'] === 'string' && isTextOrAbsent(value['remote']);
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** As the file gives it back. MCP servers hold secrets, which are not for files. */
function storable(draft: Draft): Draft {
  return JSON.parse(JSON.stringify(withoutField(draft, 'mcp_config'))) as Draft;
}

function areEqual(a: Draft, b: Draft): boolean {
  return isDeepStrictEqual(storable(a), storable(b));
}

/** V8 quotes its input in the message of a SyntaxError, and a draft is not for the log. */
function nameOf(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
}
