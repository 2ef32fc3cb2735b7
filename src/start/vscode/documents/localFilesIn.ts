import * as vscode from 'vscode';

/** A file that was pasted or dropped. */
export interface TransferredFile {
  readonly name: string;
  /** As the clipboard says; empty when it says nothing. */
  readonly mimeType: string;
  readonly source: vscode.DataTransferFile | vscode.Uri;
}

/** The files in a paste or a drop, without what is somewhere in the web. */
export async function localFilesIn(transfer: vscode.DataTransfer): Promise<readonly TransferredFile[]> {
  const files: TransferredFile[] = [];
  for (const [mimeType, item] of transfer) {
    const file = item.asFile();
    if (file) files.push({ name: file.name, mimeType, source: file });
  }
  // Both may name the same files; those that come with their bytes can be read wherever this runs.
  return files.length > 0 ? files : listedFiles((await transfer.get('text/uri-list')?.asString()) ?? '');
}

function listedFiles(list: string): readonly TransferredFile[] {
  return list
    .split(/[\r\n]+/)
    .filter((line) => /^(?!https?:)[a-z][a-z0-9+.-]*:\S/i.test(line))
    .map((line) => vscode.Uri.parse(line))
    .map((source) => ({ name: source.path.split('/').at(-1) ?? '', mimeType: '', source }));
}
