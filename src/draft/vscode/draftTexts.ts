import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { pauseFor, systemClock } from '../../base/clock';
import { ifMissing, whenFree } from '../../base/files';
import { tabsOf } from '../../base/vscode/tabs';
import { type DraftEditors, DraftError } from '../draftFiles';

/** VS Code gives an extension 1.75 seconds before it saves, and a formatter less. */
const refusalMilliseconds = 2000;

/** The texts of drafts that are written in editors: as the editor shows them, saved or not. */
export const editorTexts: DraftEditors = {
  read: async (file) => {
    const document = documentAt(file);
    return document ? textOf(document) : onDisk(file);
  },
  save: async (file) => {
    const document = documentAt(file);
    if (document && !(await isSaved(document))) return undefined;
    // Another window may have written what this one's editor hasn't noticed.
    const [text, stored] = [await editorTexts.read(file), await onDisk(file)];
    return text === stored ? text : undefined;
  },
  close: async (file) => {
    const tabs = tabsOf((uri) => isAt(uri, file));
    return tabs.length === 0 || (await vscode.window.tabGroups.close(tabs, true));
  },
};

/**
 * Replaces the text. Text written since `from` was read stays; in that case only what `to` adds at its end is appended.
 * @throws as {@link editText}
 */
export async function replaceText(file: string, from: string, to: string): Promise<void> {
  await editText(file, (text) => {
    if (text === from) return to;
    return to.startsWith(from) ? text + to.slice(from.length) : text;
  });
}

/**
 * Changes the text, as it is by then, with an undoable edit.
 * @throws when the editor rejects the edit
 */
export async function editText(file: string, change: (text: string) => string): Promise<void> {
  const text = await editorTexts.read(file);
  if (text === undefined || change(text) === text) return;
  const document = await openText(file);
  await untilAccepted(() => {
    const edit = new vscode.WorkspaceEdit();
    const { end } = document.lineAt(document.lineCount - 1).range;
    edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), change(textOf(document)));
    return vscode.workspace.applyEdit(edit);
  });
  await document.save();
}

/**
 * Edits, and edits again if that was rejected, as VS Code does if the user typed at that moment.
 * @throws when the editor rejects that, too
 */
export async function untilAccepted(edit: () => Thenable<boolean>): Promise<void> {
  if (!(await edit()) && !(await edit())) throw new Error('The editor rejected the edit.');
}

export function onDidChangeText(file: string, listener: () => unknown): vscode.Disposable {
  return vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0 && isAt(document.uri, file)) listener();
  });
}

/** Calls back after the last tab of a file was closed. The tab may have shown a preview of it. */
export function onDidCloseFile(listener: (file: string) => unknown): vscode.Disposable {
  const { tabGroups } = vscode.window;
  return tabGroups.onDidChangeTabs(({ closed }) => {
    const open = tabGroups.all.flatMap(({ tabs }) => tabs.map(fileIn));
    // If a tab is moved, it opens in its new place before it closes in the old one.
    for (const file of closed.map(fileIn)) if (file !== undefined && !open.includes(file)) listener(file);
  });
}

function fileIn({ input }: vscode.Tab): string | undefined {
  const hasFile = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom;
  return hasFile && input.uri.scheme === 'file' ? input.uri.fsPath : undefined;
}

/** True if no text is in the file, whatever its editor shows: what was deleted there may not be saved. */
export async function isBlankOnDisk(file: string): Promise<boolean> {
  return (await onDisk(file))?.trim() === '';
}

/**
 * Shows a draft for writing: with the cursor at its end, unless it is open and the cursor is elsewhere.
 * @throws {DraftError} if it was sent or discarded in the meantime
 */
export async function showText(file: string): Promise<void> {
  const isOpen = documentAt(file) !== undefined;
  const document = await openText(file);
  const { end } = document.lineAt(document.lineCount - 1).range;
  await vscode.window.showTextDocument(document, {
    preview: false,
    ...(!isOpen && { selection: new vscode.Range(end, end) }),
  });
}

/**
 * VS Code refuses to save a document while it saves it by itself, which may take as long as formatting it. A refusal is
 * therefore final only if no such save has ended a while later.
 */
async function isSaved(document: vscode.TextDocument): Promise<boolean> {
  const ended = new AbortController();
  const saves = vscode.workspace.onDidSaveTextDocument((saved) => saved === document && ended.abort());
  try {
    if (!document.isDirty || (await document.save())) return true;
    await pauseFor(refusalMilliseconds, systemClock, ended.signal);
    return await document.save();
  } finally {
    saves.dispose();
  }
}

/**
 * Drafts are written in UTF-8, whatever the settings prefer.
 * @throws {DraftError} if the file is gone
 */
async function openText(file: string): Promise<vscode.TextDocument> {
  const open = documentAt(file);
  if (open) return open;
  if ((await onDisk(file)) === undefined) throw new DraftError('read', 'gone', file);
  return vscode.workspace.openTextDocument(vscode.Uri.file(file), { encoding: 'utf8' });
}

/** The text with line feeds. */
function textOf(document: vscode.TextDocument): string {
  return document.getText().replace(/\r\n?/g, '\n');
}

/**
 * The text in the form that editors have: with line feeds, without a byte order mark. `undefined` if the file is gone.
 */
async function onDisk(file: string): Promise<string | undefined> {
  const text = await whenFree(() => readFile(file, 'utf8')).catch(ifMissing);
  return text?.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
}

function documentAt(file: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri, isClosed }) => !isClosed && isAt(uri, file));
}

function isAt(uri: vscode.Uri, file: string): boolean {
  return uri.scheme === 'file' && path.relative(uri.fsPath, file) === '';
}
