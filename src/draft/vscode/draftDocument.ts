import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { isSameMessage, markSent, type Draft } from '../draft';
import { DraftError, type DraftStore, type Sending } from '../draftStore';
import { type Log, errorName } from '../../base/log';
import { ifMissing } from '../../base/files';
import { imageTypeOf } from '../imageFormats';
import { SavedDraft } from '../savedDraft';
import { tabsOf } from '../../base/vscode/tabs';

/** What is beside the text, apart from images. */
const ownFiles = /\.(?:json|tmp|damaged)$|^\.DS_Store$/;

/**
 * A draft whose text is a Markdown file in its own folder, so that it is edited, restored and saved like any other
 * file. The rest of the draft is beside it.
 */
export class MarkdownDraft implements DraftStore {
  /** Absolute path of its Markdown file. */
  readonly path: string;
  readonly #folder: string;
  readonly #file: SavedDraft;
  readonly #log: Log;
  /** Starts that send it. */
  readonly #sending = new Set<string>();
  /** Written again, its file is another draft. */
  isGone = false;
  /** The user knows that another window has sent it. */
  #isTold = false;
  #ending = Promise.resolve();

  /** @param onTrouble called when the data beside the text can't be read or saved */
  constructor(file: string, log: Log, onTrouble?: (error: DraftError) => unknown) {
    this.path = file;
    this.#folder = path.dirname(file);
    this.#log = log;
    this.#file = new SavedDraft(this.#folder, log, { hasTextElsewhere: true, onTrouble });
  }

  /** True until the outcome is known; it can't be sent again meanwhile. */
  get isBeingSent(): boolean {
    return this.#sending.size > 0;
  }

  /** @throws {DraftError} when the data saved beside its text can't be read: it is unknown then who wrote the text */
  async load(): Promise<Draft> {
    await this.#ending;
    return this.#withText(await this.#file.load());
  }

  async peek(): Promise<Draft> {
    await this.#ending;
    return this.#peek();
  }

  /** The text belongs to the editor: saving a draft stores everything but its `body`. */
  save(draft: Draft): void {
    if (!this.isGone) this.#file.save(withoutBody(draft));
  }

  async flush(): Promise<void> {
    await this.#ending;
    await this.#file.flush();
  }

  /**
   * Changes the text with an undoable edit. Text written since `from` was read stays; in that case only what `to` adds
   * at its end is appended.
   * @throws when the editor rejects the edit
   */
  async replaceText(from: string, to: string): Promise<void> {
    const text = await this.#read();
    const isOlder = text !== from;
    if (this.isGone || to === from || (isOlder && !to.startsWith(from))) return;
    const asWritten = { encoding: 'utf8' };
    const document =
      this.#document() ?? (await vscode.workspace.openTextDocument(vscode.Uri.file(this.path), asWritten));
    const edit = new vscode.WorkspaceEdit();
    const end = document.lineAt(document.lineCount - 1).range.end;
    const range = new vscode.Range(new vscode.Position(0, 0), end);
    edit.replace(document.uri, range, isOlder ? text + to.slice(from.length) : to);
    if (!(await vscode.workspace.applyEdit(edit))) throw new Error('The editor rejected the edit.');
    await document.save();
  }

  /** Saves everything but the text, for callers that have to know that it is on disk. */
  async write(draft: Draft): Promise<void> {
    await this.#file.write(withoutBody(draft));
  }

  /** The user may have continued writing: then it stays as it is. */
  async clear(started: Draft): Promise<void> {
    this.#ending = this.#ending
      .then(() => this.#end(started))
      .catch((error: unknown) => this.#log.warn("The draft couldn't be deleted.", { error: errorName(error) }));
    await this.#ending;
  }

  async #end(started: Draft): Promise<void> {
    if (!isSameMessage(await this.#peek(), started) || !(await this.#isSaved())) return;
    // Another window may have written what this one's editor hasn't noticed.
    const body = await this.#onDisk();
    if (body !== undefined && !isSameMessage({ ...started, body }, started)) return;
    if (!(await this.#close())) return;
    this.isGone = true;
    await this.#file.flush();
    await rm(this.path, { force: true });
    // A copy that the user saved here is a text of its own.
    const left = await readdir(this.#folder);
    if (left.every((name) => ownFiles.test(name) || imageTypeOf(name)))
      await rm(this.#folder, { recursive: true, force: true });
  }

  async beginSending(unsent: Draft, id: string): Promise<Sending> {
    const { sentAs } = await this.restore();
    const isTaken = !existsSync(this.path) || (sentAs !== undefined && sentAs !== unsent.sentAs);
    if (isTaken && !this.#isTold) {
      this.#isTold = true;
      throw new DraftError('write', 'elsewhere', this.path);
    }
    const draft = markSent(unsent, id);
    await this.write(draft);
    this.#sending.add(id);
    const release = () => {
      this.#sending.delete(id);
      return Promise.resolve(this);
    };
    return {
      draft,
      end: async () => {
        await this.clear(draft);
        await release();
      },
      release,
    };
  }

  /** The text belongs to the editor, and may have changed. */
  async restore(): Promise<Draft> {
    if (!(await this.#isSaved())) throw new DraftError('write', 'unsaved', this.path);
    return this.load();
  }

  onDidChangeText(listener: () => unknown): vscode.Disposable {
    return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && this.#isAt(document.uri)) listener();
    });
  }

  async #peek(): Promise<Draft> {
    return this.#withText(await this.#file.peek());
  }

  async #withText(draft: Draft): Promise<Draft> {
    return { ...draft, body: await this.#read() };
  }

  /** The text in the editor, saved or not; else in the file. */
  async #read(): Promise<string> {
    const text = this.#document()?.getText();
    return text === undefined ? ((await this.#onDisk()) ?? '') : text.replace(/\r\n?/g, '\n');
  }

  /** `undefined` if its file is gone. */
  async #onDisk(): Promise<string | undefined> {
    const text = await readFile(this.path, 'utf8').catch(ifMissing);
    // Normalized like the editor's own text, and without the byte order mark that it doesn't show.
    return text?.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  }

  #document(): vscode.TextDocument | undefined {
    return vscode.workspace.textDocuments.find(({ uri, isClosed }) => !isClosed && this.#isAt(uri));
  }

  async #isSaved(): Promise<boolean> {
    const document = this.#document();
    return !document || isSaved(document);
  }

  /** False if it wasn't closed. To be saved before, so that VS Code doesn't prompt. */
  async #close(): Promise<boolean> {
    const tabs = tabsOf((uri) => this.#isAt(uri));
    return tabs.length === 0 || (await vscode.window.tabGroups.close(tabs, true));
  }

  #isAt(uri: vscode.Uri): boolean {
    return uri.scheme === 'file' && path.relative(uri.fsPath, this.path) === '';
  }
}

/** VS Code also answers that it can't if it saves the document by itself at that moment. */
export async function isSaved(document: Pick<vscode.TextDocument, 'isDirty' | 'save'>): Promise<boolean> {
  const isClean = () => !document.isDirty;
  return isClean() || (await document.save()) || isClean() || document.save();
}

function withoutBody(draft: Draft): Draft {
  const { body, ...rest } = draft;
  return body === undefined ? draft : rest;
}
