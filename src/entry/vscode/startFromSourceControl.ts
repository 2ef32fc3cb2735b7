import * as vscode from 'vscode';
import { withAttachment, withField, type Draft } from '../../draft/draft';
import { readChanges } from '../../draft/vscode/readChanges';
import { Targets } from '../../repository/targets';
import { handOver, type HandOver } from './handOver';
import { askForPlace, placeInSourceControl, placing, rootOf, requestIn, type Placed } from './sourceControlTarget';
import { conflictsTask, mergeRequestNumber } from '../conflictsTask';
import type { GitProvider } from '../../client/records';
import { ExplainedError } from '../../base/vscode/explanation';
import { chooseProvider } from '../../start/vscode/fields/placeFields';
import { plainNotification } from '../../base/text';

/** Attaches the changes that a clone has and its remote doesn't. */
export const startFromChanges: HandOver = (ports, argument) =>
  handOver(ports, async (draft) => {
    const targets = new Targets(ports);
    const placed = await placeInSourceControl(argument, draft, ports.workspace, targets);
    // The draft may be about another repository than the open one: then the prompt asks whose changes are attached.
    const isElsewhere = placed?.surroundings.target.root !== undefined && rootOf(placed) === undefined;
    const clone = placed && isElsewhere ? await askForPlace(placed, targets) : placed;
    if (!clone) return undefined;
    const source = rootOf(clone) === undefined ? undefined : clone.surroundings.target;
    const attachment = await readChanges(source, await ports.workspace.repositoryActions());
    if (!attachment) return undefined;
    const place = placing(clone, draft);
    return (now) => withAttachment(place(now), attachment);
  });

/** Puts the task of resolving conflicts on the sheet: those of the current local merge, else those on the remote. */
export const resolveMergeConflicts: HandOver = (ports, argument) =>
  handOver(ports, async (initial) => {
    const targets = new Targets(ports);
    const placed = await placeInSourceControl(argument, initial, ports.workspace, targets);
    const named = placed && (await withRepository(placed, targets));
    if (!named) return undefined;
    const root = rootOf(named);
    const actions = await ports.workspace.repositoryActions();
    const files = root === undefined ? undefined : await actions.conflictedFiles(root);
    const number = await askNumber(named.repository, files?.length);
    const answer = number === undefined ? undefined : await withProvider(named, targets);
    if (number === undefined || !answer) return undefined;
    const { repository } = named;
    const task = conflictsTask({ repository, gitProvider: answer.gitProvider, number, files: files ?? [] });
    const place = placing({ ...named, draft: answer.draft }, initial);
    return (now) => withField(place(now), 'suggested_task', task);
  });

/** A request belongs to a repository: without one, prompts for it. */
async function withRepository(
  placed: Placed,
  targets: Targets,
): Promise<(Placed & { readonly repository: string }) | undefined> {
  const { repository } = requestIn(placed);
  if (repository !== undefined) return { ...placed, repository };
  const asked = await askForPlace(placed, targets);
  if (!asked) return undefined;
  const answer = requestIn(asked).repository;
  if (answer !== undefined) return { ...asked, repository: answer };
  throw new ExplainedError(vscode.l10n.t('To resolve merge conflicts, select a repository first.'));
}

/** @param conflicts number of local files with conflicts; `undefined` when the repository is not open here */
async function askNumber(repository: string, conflicts: number | undefined): Promise<number | undefined> {
  const why = vscode.l10n.t('The service identifies this task by the number of its pull or merge request.');
  for (let isFirst = true; ; isFirst = false) {
    // An error would hide the prompt: an empty box is accepted until Enter is pressed in it.
    const isAccepted = (text: string) => mergeRequestNumber(text) !== undefined || (isFirst && text.trim() === '');
    const typed = await vscode.window.showInputBox({
      title: plainNotification(vscode.l10n.t('Resolve Merge Conflicts · {0}', repository)),
      prompt: plainNotification(`${conflictWords(conflicts)} ${why}`),
      placeHolder: vscode.l10n.t('Pull or merge request number'),
      ignoreFocusOut: true,
      validateInput: (text) =>
        isAccepted(text) ? undefined : vscode.l10n.t('Enter a whole number, such as 12 or #12.'),
    });
    const number = typed === undefined ? undefined : mergeRequestNumber(typed);
    if (typed === undefined || number !== undefined) return number;
  }
}

function conflictWords(conflicts: number | undefined): string {
  switch (conflicts) {
    case undefined:
      return vscode.l10n.t("The repository isn't open here: the task is about the conflicts on the remote.");
    case 0:
      return vscode.l10n.t('There are no conflicts here now: the task is about the ones on the remote.');
    case 1:
      return vscode.l10n.t('1 file has conflicts.');
    default:
      return vscode.l10n.t('{0} files have conflicts.', conflicts);
  }
}

/** The provider of the request, which the task contains, too; prompts for an unknown one. */
async function withProvider(
  placed: Placed,
  targets: Targets,
): Promise<{ readonly draft: Draft; readonly gitProvider: GitProvider } | undefined> {
  const { draft } = placed;
  const { git_provider: known } = requestIn(placed);
  if (known !== undefined) return { draft, gitProvider: known };
  const asked = await chooseProvider({ ...placed, settings: undefined }, targets);
  if (asked === undefined) return undefined;
  if (asked === null) {
    throw new ExplainedError(vscode.l10n.t('To resolve merge conflicts, select a Git provider.'));
  }
  return { draft: withField(draft, 'git_provider', asked), gitProvider: asked };
}
