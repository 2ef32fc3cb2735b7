import * as vscode from 'vscode';
import type { Attachment } from '../draft';
import { changesAttachment } from '../../repository/localChanges';
import type { RepositoryActions } from '../../repository/workspace';
import type { Target } from '../../repository/target';
import { ExplainedError, showLog } from '../../base/vscode/explanation';
import { waitForGit } from '../../repository/vscode/waitForGit';

/**
 * Changes that the remote lacks, as an attachment; `undefined` if the user cancelled.
 * @param clone `undefined` when none is chosen
 * @throws {ExplainedError} when there are no changes, or they can't be read
 */
export async function readChanges(
  clone: Target | undefined,
  actions: Pick<RepositoryActions, 'localChanges'>,
): Promise<Attachment | undefined> {
  const { root, repository, trackingRef } = clone ?? {};
  if (root === undefined) {
    throw new ExplainedError(vscode.l10n.t('To add changes, select an open Git repository first.'));
  }
  const title = vscode.l10n.t('Reading changes...');
  const readAt = Date.now();
  const changes = await waitForGit(() => actions.localChanges(root, trackingRef), title).catch((error: unknown) => {
    throw new ExplainedError(
      vscode.l10n.t("The changes can't be added to the message: Git couldn't read them, or they're too large."),
      showLog(),
      error,
    );
  });
  if (!changes) return undefined;
  const attachment = changesAttachment(changes);
  if (!attachment) throw new ExplainedError(vscode.l10n.t('There are no changes to add to the message.'));
  const from = { root, ...(repository !== undefined && { repositories: [repository] }) };
  return { ...attachment, from, readAt, ...countsIn(clone?.notes ?? []) };
}

/** Without the number of files if they weren't counted. */
function countsIn(notes: Target['notes']): Pick<Attachment, 'changedFiles' | 'unpushedCommits'> {
  let unpushedCommits = 0;
  let changedFiles: number | undefined = 0;
  for (const note of notes) {
    if (note.kind === 'ahead' || note.kind === 'aheadOfOther') unpushedCommits = note.commits;
    if (note.kind === 'changes') changedFiles = note.files.total;
    if (note.kind === 'changesNotCounted') changedFiles = undefined;
  }
  return { unpushedCommits, ...(changedFiles !== undefined && { changedFiles }) };
}
