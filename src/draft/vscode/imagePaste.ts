import * as vscode from 'vscode';
import { type Disposable, DisposableStore, oneAtATime } from '../../base/lifecycle';
import type { Report } from '../../base/vscode/explanation';
import type { DraftPorts } from './draftPorts';
import type { DraftImage } from '../draft';
import { hasEnding, imageEndings, imageFrom, imageReference, type ImageRefusal } from '../images';
import { imageFromFile } from './imageMessages';
import { addToDocument } from './askImages';

const mimeTypes = ['image/*', 'files', 'text/uri-list'];

export function registerImagePaste(
  { drafts, report }: Pick<DraftPorts, 'drafts'> & { readonly report: Report },
  documents: vscode.DocumentFilter,
): Disposable {
  // VS Code's own image paste for Markdown yields to this kind; it would only copy images to the draft's folder.
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('markdown', 'link', 'image', 'attachment');
  const title = () => vscode.l10n.t('Send Image with Message');
  // Each insertion has to see the previous images.
  const inTurn = oneAtATime();
  const references = (transfer: vscode.DataTransfer, options: Omit<PasteOptions, 'drafts'>) =>
    inTurn(() => pastedImages(transfer, { ...options, drafts })).catch(async (error: unknown) => {
      await report(error);
      // Without an edit, VS Code would insert a link to a copy of the image, which isn't sent.
      return '';
    });
  const onPaste: vscode.DocumentPasteEditProvider = {
    async provideDocumentPasteEdits(document, _ranges, transfer, { triggerKind }, token) {
      const isAsked = triggerKind === vscode.DocumentPasteTriggerKind.PasteAs;
      const text = await references(transfer, { document, token, isAsked });
      return text === undefined ? undefined : [new vscode.DocumentPasteEdit(text, title(), kind)];
    },
  };
  const onDrop: vscode.DocumentDropEditProvider = {
    async provideDocumentDropEdits(document, _position, transfer, token) {
      const text = await references(transfer, { document, token, isAsked: true });
      return text === undefined ? undefined : new vscode.DocumentDropEdit(text, title(), kind);
    },
  };
  const kinds = [kind];
  const paste = { providedPasteEditKinds: kinds, pasteMimeTypes: mimeTypes };
  const drop = { providedDropEditKinds: kinds, dropMimeTypes: mimeTypes };
  const store = new DisposableStore();
  store.add(vscode.languages.registerDocumentPasteEditProvider(documents, onPaste, paste));
  store.add(vscode.languages.registerDocumentDropEditProvider(documents, onDrop, drop));
  return store;
}

interface PasteOptions {
  readonly document: vscode.TextDocument;
  readonly drafts: DraftPorts['drafts'];
  readonly token: vscode.CancellationToken;
  /** True if the user wants the image even if there is text with it. */
  readonly isAsked: boolean;
}

/**
 * Adds the images of a paste or a drop to the draft of the document.
 * @returns the references to them, empty when all were rejected; `undefined` if no images are involved
 */
export async function pastedImages(transfer: vscode.DataTransfer, options: PasteOptions): Promise<string | undefined> {
  const files = await localFilesIn(transfer);
  // If one is meant as an image, the others are errors to report, not links to files on this machine.
  if (!files.some(isMeantAsImage)) return undefined;
  if (!options.isAsked && (await hasTextOfItsOwn(transfer, files))) return undefined;
  const drafts = await options.drafts();
  const draft = await drafts.documentAt(options.document.uri.fsPath);
  if (!draft) return undefined;
  const results = await Promise.all(files.map(({ image }) => image()));
  if (options.token.isCancellationRequested) return undefined;
  const images = await addToDocument(draft.id, drafts, results);
  return images.map(({ name }) => imageReference(name)).join('\n');
}

/** True if its name or the clipboard's type is that of an image. Only its bytes tell whether it is one that can be sent. */
function isMeantAsImage({ name, mimeType }: TransferredFile): boolean {
  return /^(?:image|video)\//.test(mimeType) || hasEnding(name, [...imageEndings, ...refusedEndings]);
}

/** Extensions of images that can't be sent, and that the user has to be told about. */
const refusedEndings = ['svg', 'bmp', 'tif', 'tiff', 'heic', 'heif', 'avif', 'ico'];

/** Office programs add a picture to copied text: the text is meant. File managers add file names. */
async function hasTextOfItsOwn(transfer: vscode.DataTransfer, files: readonly TransferredFile[]): Promise<boolean> {
  const text = (await transfer.get('text/plain')?.asString()) ?? '';
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.some((line) => !files.some(({ name }) => name === line.split(/[\\/]/).at(-1)));
}

interface TransferredFile {
  readonly name: string;
  /** Type from the clipboard; empty if there is none. */
  readonly mimeType: string;
  readonly image: () => Promise<DraftImage | ImageRefusal>;
}

/** The files in a paste or a drop, without those on the web. */
async function localFilesIn(transfer: vscode.DataTransfer): Promise<readonly TransferredFile[]> {
  const files = [...transfer].flatMap(([mimeType, item]): TransferredFile[] => {
    const file = item.asFile();
    return file ? [{ name: file.name, mimeType, image: () => imageIn(file, mimeType) }] : [];
  });
  if (files.length > 0) return files;
  // Both may list the same files; those with their bytes can be read wherever the extension runs.
  const list = (await transfer.get('text/uri-list')?.asString()) ?? '';
  return list
    .split(/[\r\n]+/)
    .filter((line) => /^(?!https?:)[a-z][a-z0-9+.-]*:\S/i.test(line))
    .map((line) => vscode.Uri.parse(line))
    .map((uri) => ({ name: uri.path.split('/').at(-1) ?? '', mimeType: '', image: () => imageFromFile(uri) }));
}

async function imageIn(file: vscode.DataTransferFile, mimeType: string): Promise<DraftImage | ImageRefusal> {
  // Its bytes may not fit into memory, and the size isn't known without them.
  if (mimeType.startsWith('video/')) return { kind: 'notAnImage', name: file.name };
  try {
    return imageFrom(file.name, await file.data());
  } catch {
    return { kind: 'unreadable', name: file.name };
  }
}
