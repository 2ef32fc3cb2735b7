import * as vscode from 'vscode';
import type { Attachment } from '../domain/draft';
import { changesAttachment } from '../domain/localChanges';
import type { RepositoryActions } from '../domain/ports';
import type { Target } from '../domain/target';
import { ExplainedError, showLog } from './explanation';
import { withProgress } from './withProgress';

/**
 * What the remote lacks, as a piece of the message; `undefined` when it lacks nothing.
 * @throws {ExplainedError} when the changes cannot be read
 */
export async function readChanges(
  { root, upstream }: Target,
  actions: RepositoryActions,
): Promise<Attachment | undefined> {
  if (root === undefined) return undefined;
  const title = vscode.l10n.t('Reading the changes...');
  const changes = await withProgress(title, () => actions.localChanges(root, upstream)).catch((error: unknown) => {
    throw new ExplainedError(
      vscode.l10n.t('The changes cannot be put into the message: Git could not read them, or they are too large.'),
      showLog(),
      error,
    );
  });
  return changesAttachment(changes);
}
