import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import { withProgress } from '../../base/vscode/withProgress';
import { handOver, type HandOver, inRepository, withPieces } from './handOver';
import type { Draft } from '../../draft/common/draft';
import { fileAttachment } from '../common/attachments';
import { hasEnding, imageEndings } from '../../draft/common/imageFormats';
import { withImage } from '../../draft/common/images';
import { imageFromFile } from '../../draft/vscode/addImages';
import { imageRefusalMessage } from '../../draft/vscode/imageMessages';
import type { StartPorts } from '../../start/vscode/startPorts';
import { locate } from '../../repository/vscode/locate';
import { readFile } from './readFile';

/**
 * Attaches files: those selected in the Explorer, the one of an editor's tab, or the one in the active editor. Text is
 * added to the message, images are added as images. Files that can't be attached are reported; the others are attached
 * anyway.
 */
export const startFromFile: HandOver = (ports, file, files) =>
  handOver(ports, async (draft) => {
    const uris = chosenFiles(file, files);
    if (uris.length === 0) throw new ExplainedError(vscode.l10n.t('No file is open. Open one first.'));
    const refusals: string[] = [];
    const title = vscode.l10n.t('Reading files...');
    const filled = await withProgress(title, async (signal) => {
      let added = draft;
      for (const uri of uris) {
        if (signal.aborted) return undefined;
        added = await withFile(added, uri, ports).catch((error: unknown) => {
          if (!(error instanceof ExplainedError)) throw error;
          refusals.push(error.message);
          return added;
        });
      }
      return added;
    });
    if (refusals.length === 0) return filled;
    const refusal = new ExplainedError(refusals.join(' '));
    if (refusals.length === uris.length) throw refusal;
    if (filled) await ports.report(refusal);
    return filled;
  });

/** Menus pass the clicked file and all selected ones. */
function chosenFiles(file: unknown, files: unknown): readonly vscode.Uri[] {
  const several: readonly unknown[] = Array.isArray(files) ? files : [];
  const chosen = several.filter((uri) => uri instanceof vscode.Uri);
  if (chosen.length > 0) return chosen;
  const one = file instanceof vscode.Uri ? file : activeFile();
  return one ? [one] : [];
}

/** Images and other files with a custom editor aren't in a text editor. */
function activeFile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  const hasFile =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputCustom ||
    input instanceof vscode.TabInputNotebook;
  return hasFile ? input.uri : vscode.window.activeTextEditor?.document.uri;
}

/**
 * The draft with a file: text as an attachment, an image as an image.
 * @throws {ExplainedError} why the file can't be attached
 */
export async function withFile(
  draft: Draft,
  uri: vscode.Uri,
  { workspace }: Pick<StartPorts, 'workspace'>,
): Promise<Draft> {
  const { path, repository } = await locate(uri, workspace);
  if (!isOpen(uri) && uri.scheme === 'file' && (await leadsOutside(uri, repository?.root, workspace))) {
    throw new ExplainedError(
      vscode.l10n.t('{0} is a link that points outside the workspace. Open or select the file it points to.', path),
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

/** The user sees the content of an open file. Documents without a tab were opened by extensions. */
function isOpen(uri: vscode.Uri): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).map(({ input }) => input);
  return inputs.some((input) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}

/** A missing file is reported when it is read. */
function leadsOutside(uri: vscode.Uri, root: string | undefined, workspace: StartPorts['workspace']): Promise<boolean> {
  return workspace.leadsOutside(uri.fsPath, root).catch(() => false);
}
