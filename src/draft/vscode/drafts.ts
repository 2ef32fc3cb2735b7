import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { isBlank, messageOf, withoutField, type Draft } from '../common/draft';
import type { DraftError } from '../common/draftError';
import type { Drafts, DraftStore } from '../common/drafts';
import { type Log, errorName } from '../../base/common/log';
import { MarkdownDraft } from './draftDocument';
import { DraftFile } from '../node/draftFile';
import { writeWhole } from '../../base/node/files';

export interface DraftFolderOptions {
  /** Where the sheet's draft is, if not in the folder itself. */
  readonly sheetFolder?: string;
  /** Is told of a draft that cannot be read, or kept. */
  readonly onTrouble?: (error: DraftError) => unknown;
}

/** The drafts in a folder: the sheet's in `draft.json`, each document in a folder of its own below `drafts`. */
export class DraftFolder implements Drafts {
  readonly sheet: DraftFile;
  readonly #folder: string;
  readonly #log: Log;
  readonly #onTrouble: DraftFolderOptions['onTrouble'];
  /** One for each file, because it knows whether it is being sent. */
  readonly #documents = new Map<string, MarkdownDraft>();
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: Log, { sheetFolder = folder, onTrouble }: DraftFolderOptions = {}) {
    const setAside = (draft: Draft) => this.#inTurn(() => this.#write(draft));
    this.sheet = new DraftFile(sheetFolder, log, { setAside, ...(onTrouble && { onTrouble }) });
    this.#folder = path.join(folder, 'drafts');
    this.#log = log;
    this.#onTrouble = onTrouble;
  }

  async documents(): Promise<readonly MarkdownDraft[]> {
    const files = await this.#files();
    const found = await Promise.all(
      files.map(async (file) => ({ file, at: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 })),
    );
    return found.sort((a, b) => b.at - a.at).map(({ file }) => this.#documentIn(file));
  }

  async documentAt(file: string): Promise<MarkdownDraft | undefined> {
    const found = (await this.#files()).find((ours) => path.relative(ours, file) === '');
    return found === undefined ? undefined : this.#documentIn(found);
  }

  async moveToDocument(draft: Draft, from: DraftStore): Promise<MarkdownDraft> {
    const document = await this.#inTurn(() => this.#write(draft));
    // Only then is the old place emptied.
    from.clear(draft);
    await from.load();
    return document;
  }

  async setAside(): Promise<void> {
    const draft = await this.sheet.load();
    if (!isBlank(draft)) await this.moveToDocument(draft, this.sheet);
  }

  /** Waits until all that was saved is on disk. */
  async flush(): Promise<void> {
    await Promise.all([this.sheet, ...this.#documents.values()].map((draft) => draft.flush()));
  }

  /** One after the other: names are unlike those that are there. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** The text comes last, since it is what makes a folder a draft. */
  async #write(draft: Draft): Promise<MarkdownDraft> {
    const folder = path.join(this.#folder, randomUUID());
    const document = this.#documentIn(path.join(folder, await this.#newName()));
    const { attachments, ...rest } = withoutField(draft, 'initial_user_msg');
    try {
      await document.write(rest);
      await writeWhole(document.path, messageOf(draft));
    } catch (error) {
      this.#documents.delete(document.path);
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      throw error;
    }
    this.#log.info('The message moved into the editor.', { attachments: attachments?.length ?? 0 });
    return document;
  }

  #documentIn(file: string): MarkdownDraft {
    const known = this.#documents.get(file) ?? new MarkdownDraft(file, this.#log, this.#onTrouble);
    this.#documents.set(file, known);
    return known;
  }

  /** Unlike the other drafts', so that their tabs can be told apart. */
  async #newName(): Promise<string> {
    const taken = new Set((await this.#files()).map((file) => path.basename(file)));
    const title = vscode.l10n.t('Agent message').replace(/[<>:"/\\|?*.]/g, ' ');
    let name = `${title}.md`;
    for (let number = 2; taken.has(name); number++) name = `${title} ${number}.md`;
    return name;
  }

  async #files(): Promise<readonly string[]> {
    try {
      const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .filter((file) => path.dirname(path.dirname(file)) === this.#folder);
    } catch (error) {
      const name = errorName(error);
      if (name !== 'ENOENT') this.#log.warn('The drafts cannot be listed.', { error: name });
      return [];
    }
  }
}
