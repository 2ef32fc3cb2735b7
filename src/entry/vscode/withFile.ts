import * as vscode from 'vscode';
import type { Draft } from '../../draft/common/draft';
import { fileAttachment } from '../common/fileAttachment';
import { hasEnding, imageEndings } from '../../draft/common/imageFormats';
import { withImage } from '../../draft/common/images';
import { ExplainedError } from '../../base/vscode/explanation';
import { imageFromFile } from '../../draft/vscode/addImages';
import { imageRefusalMessage } from '../../draft/vscode/imageMessages';
import type { StartPorts } from '../../start/vscode/startPorts';
import { inRepository, withPieces } from './handOver';
import { locate } from '../../repository/vscode/locate';
import { readFile } from './readFile';

/**
 * The draft with a file: text as a piece of the message, a picture as an image.
 * @throws {ExplainedError} why the file cannot go along
 */
export async function withFile(
  draft: Draft,
  uri: vscode.Uri,
  { workspace }: Pick<StartPorts, 'workspace'>,
): Promise<Draft> {
  const { path, repository } = await locate(uri, workspace);
  if (!isOpen(uri) && uri.scheme === 'file' && (await leadsOutside(uri, repository?.root, workspace))) {
    throw new ExplainedError(
      vscode.l10n.t('{0} is a link that leads out of the workspace. Open or choose the file that it leads to.', path),
    );
  }
  if (!hasEnding(uri.path, imageEndings)) {
    return withPieces(draft, [fileAttachment({ path, ...(await readFile(uri, path)) })], repository);
  }
  const read = await imageFromFile(uri);
  const added = read.ok ? withImage(inRepository(draft, repository), read.image) : read;
  if (!added.ok) throw new ExplainedError(imageRefusalMessage(added.refusal));
  return added.draft;
}

/** Whoever has it open sees what it is. Documents without a tab are opened by extensions. */
function isOpen(uri: vscode.Uri): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ input }) => input);
  return inputs.some((input) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

/** What is not there is said where it is read. */
function leadsOutside(uri: vscode.Uri, root: string | undefined, workspace: StartPorts['workspace']): Promise<boolean> {
  return workspace.leadsOutside(uri.fsPath, root).catch(() => false);
}
