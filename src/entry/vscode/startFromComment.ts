import * as vscode from 'vscode';
import { commentAttachment } from '../common/commentAttachment';
import { handOver, withPieces, type HandOver } from './handOver';
import { locate } from '../../repository/vscode/locate';
import { shownFile } from './shownFile';

/** Hands over the comment at a line of a document, as a code action passes them. */
export const startFromComment: HandOver = (ports, uri, line) =>
  handOver(ports, async (draft) => {
    if (!(uri instanceof vscode.Uri) || typeof line !== 'number') return undefined;
    const document = await vscode.workspace.openTextDocument(uri);
    const { path, repository } = await locate(uri, ports.workspace);
    return withPieces(draft, [commentAttachment(path, line, shownFile(document))], repository);
  });
