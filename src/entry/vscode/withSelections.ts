import type * as vscode from 'vscode';
import type { Draft } from '../../draft/common/draft';
import { selectionAttachment } from '../common/selectionAttachment';
import type { Workspace } from '../../repository/common/workspace';
import { withPieces } from './handOver';
import { locate } from '../../repository/vscode/locate';

/** The draft with parts of a document, each a piece of the message. */
export async function withSelections(
  draft: Draft,
  document: vscode.TextDocument,
  ranges: readonly vscode.Range[],
  workspace: Pick<Workspace, 'repositoryOf'>,
): Promise<Draft> {
  const { path, repository } = await locate(document.uri, workspace);
  const pieces = ranges.map((range) =>
    selectionAttachment({
      path,
      languageId: document.languageId,
      text: document.getText(range),
      start: range.start,
      end: range.end,
      firstLine: document.lineAt(range.start.line).text,
    }),
  );
  return withPieces(draft, pieces, repository);
}
