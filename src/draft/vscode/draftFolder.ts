import path from 'node:path';
import { messageOf, withoutField, type Draft } from '../draft';
import type { Disposable, Slot } from '../../base/lifecycle';
import { oneAtATime } from '../../base/oneAtATime';
import type { DraftError, DraftStore } from '../draftStore';
import { type Log, errorName } from '../../base/log';
import { SavedDraft } from '../savedDraft';
import { nameOfId } from '../../base/recordFiles';
import { sweepDraftTemporaries } from '../../base/temporaries';
import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import { MarkdownDraft } from './draftDocument';
import { writeWhole } from '../../base/files';

export interface DraftPorts {
  /** The drafts of this workspace. Read on first use. */
  readonly drafts: () => Promise<DraftFolder>;
  readonly openSheet: Slot<Disposable>;
}

export interface DraftsOptions {
  /** Path of the extension's global storage. */
  readonly storage: string;
  /** Id of this window's workspace, if it has one. */
  readonly workspace: string | undefined;
  readonly log: Log;
  /** Shows an error; once for each kind is enough. */
  readonly report: (error: DraftError) => unknown;
}

/**
 * Where all windows of a workspace, or without one, save their drafts. VS Code's own storage of a workspace is another
 * one for as long as a window that has crashed or lost its connection still holds it.
 */
export function draftFolderOf({ storage, workspace = '' }: Pick<DraftsOptions, 'storage' | 'workspace'>): string {
  return path.join(storage, 'drafts', nameOfId(workspace));
}

export async function openDrafts({ log, report, ...place }: DraftsOptions): Promise<DraftFolder> {
  const told = new Set<string>();
  const folder = draftFolderOf(place);
  // A message that was being written when a window crashed is in the draft, or was never saved.
  await sweepDraftTemporaries(folder);
  return new DraftFolder(folder, log, (error) => {
    // Each file that was set aside is another one. What can't be saved is told when that begins.
    const kind = error.code === 'setAside' ? error.file : error.code === 'newer' ? error.code : error.action;
    if (kind === 'write' || !told.has(kind)) report(error);
    told.add(kind);
  });
}

/** The drafts in a folder: the sheet's in `draft.json`, each document in its own folder below `drafts`. */
export class DraftFolder {
  /** The draft that the review sheet opens with. */
  readonly sheet: SavedDraft;
  readonly #folder: string;
  readonly #log: Log;
  readonly #onTrouble: ((error: DraftError) => unknown) | undefined;
  /** One instance per file, because it tracks whether it is being sent. */
  readonly #documents = new Map<string, MarkdownDraft>();
  /** New names must differ from existing ones. */
  readonly #inTurn = oneAtATime();

  /** @param onTrouble called with a draft that can't be read or saved */
  constructor(folder: string, log: Log, onTrouble?: (error: DraftError) => unknown) {
    const moveToDocument = (draft: Draft) => this.#inTurn(() => this.#write(draft));
    this.sheet = new SavedDraft(folder, log, { moveToDocument, onTrouble });
    this.#folder = path.join(folder, 'drafts');
    this.#log = log;
    this.#onTrouble = onTrouble;
  }

  /** Drafts that are written in an editor, newest first. */
  async documents(): Promise<readonly MarkdownDraft[]> {
    // One that is being deleted isn't offered any more.
    await Promise.all([...this.#documents.values()].map((draft) => draft.flush()));
    const files = await this.#files();
    const found = await Promise.all(
      files.map(async (file) => ({ file, at: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 })),
    );
    return found.sort((a, b) => b.at - a.at).map(({ file }) => this.#documentIn(file));
  }

  /** The draft with this file; `undefined` if the file isn't a draft's. */
  async documentAt(file: string): Promise<MarkdownDraft | undefined> {
    const found = (await this.#files()).find((ours) => path.relative(ours, file) === '');
    return found === undefined ? undefined : this.#documentIn(found);
  }

  /** The drafts that aren't being sent: the sheet's, and those in editors. */
  async idle(): Promise<readonly DraftStore[]> {
    return [this.sheet, ...(await this.documents()).filter(({ isBeingSent }) => !isBeingSent)];
  }

  /** Moves a draft from the sheet to a new document. Its attachments become part of the text. */
  async moveToDocument(draft: Draft): Promise<MarkdownDraft> {
    const document = await this.#inTurn(() => this.#write(draft));
    // Only then is the old location cleared.
    await this.sheet.clear(draft);
    return document;
  }

  async flush(): Promise<void> {
    await Promise.all([this.sheet, ...this.#documents.values()].map((draft) => draft.flush()));
  }

  /** The text is written last, since it makes the folder a draft. */
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
    this.#log.info('The message was moved to the editor.', { attachments: attachments?.length ?? 0 });
    return document;
  }

  #documentIn(file: string): MarkdownDraft {
    const known = this.#documents.get(file);
    const document = known && !known.isGone ? known : new MarkdownDraft(file, this.#log, this.#onTrouble);
    this.#documents.set(file, document);
    return document;
  }

  /** Different from the other drafts' names, so that their tabs can be told apart. */
  async #newName(): Promise<string> {
    const taken = new Set((await this.#files()).map((file) => path.basename(file)));
    const title = vscode.l10n.t('Agent message').replace(/[<>:"/\\|?*.]/g, ' ');
    let name = `${title}.md`;
    for (let number = 2; taken.has(name); number++) name = `${title} ${number}.md`;
    return name;
  }

  async #files(): Promise<readonly string[]> {
    const folders = (await this.#entriesOf(this.#folder)).filter((entry) => entry.isDirectory());
    const files = folders.map(async ({ name }) => {
      const folder = path.join(this.#folder, name);
      const entries = await this.#entriesOf(folder);
      return entries
        .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
        .map((entry) => path.join(folder, entry.name));
    });
    return (await Promise.all(files)).flat();
  }

  /** None if the folder is missing: a draft may be deleted while the others are listed. */
  async #entriesOf(folder: string): Promise<readonly Dirent[]> {
    try {
      return await readdir(folder, { withFileTypes: true });
    } catch (error) {
      const name = errorName(error);
      if (name !== 'ENOENT') this.#log.warn("The drafts couldn't be listed.", { error: name });
      return [];
    }
  }
}
