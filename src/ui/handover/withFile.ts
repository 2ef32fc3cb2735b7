import type * as vscode from 'vscode';
import type { Draft } from '../../domain/draft';
import { fileAttachment } from '../../domain/handover/fileAttachment';
import { hasEnding, imageEndings } from '../../domain/imageName';
import { withImage } from '../../domain/images';
import { ExplainedError } from '../explanation';
import { imageFromFile } from '../imageFiles';
import { imageRefusalWords } from '../imageWords';
import type { StartPorts } from '../startPorts';
import { inRepository, withPieces } from './handOver';
import { locate } from './locate';
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
  if (!hasEnding(uri.path, imageEndings)) {
    return withPieces(draft, [fileAttachment({ path, ...(await readFile(uri, path)) })], repository);
  }
  const read = await imageFromFile(uri);
  const added = read.ok ? withImage(inRepository(draft, repository), read.image) : read;
  if (!added.ok) throw new ExplainedError(imageRefusalWords(added.refusal));
  return added.draft;
}
