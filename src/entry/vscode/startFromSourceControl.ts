import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { isRecord } from '../../base/json';
import { plainNotification } from '../../base/text';
import { ExplainedError } from '../../base/vscode/explanation';
import { showInputBox } from '../../base/vscode/quickInputs';
import type { ConversationStartRequest } from '../../client/records';
import { emptyDraft, placeFields, withAttachment, withField, withoutPlace, type Draft } from '../../draft/draft';
import { readChanges } from '../../draft/vscode/readChanges';
import { Targets, type TargetContext } from '../../repository/targets';
import { gitOutput } from '../../repository/vscode/gitApi';
import { waitForGit } from '../../repository/vscode/waitForGit';
import type { EnclosingRepository, Workspace } from '../../repository/workspace';
import { chooseProvider, editRepository } from '../../start/vscode/fields/placeFields';
import { sheetRequest } from '../../start/vscode/sheet/sheetState';
import { conflictsTask, mergeRequestNumber } from '../conflictsTask';
import { entryPoint, requireField } from './addAndReview';

/** Attaches the changes that a clone has and its remote doesn't. */
export const startFromChanges = entryPoint(clickedFile, async (clicked, ports, draft) => {
  const targets = new Targets(ports);
  const located = await locateDraft(clicked, draft, ports.workspace, targets);
  // If the draft is about a repository that isn't open, asks whose changes are attached.
  const isElsewhere = located?.targetContext.target.root !== undefined && rootOf(located) === undefined;
  const source = located && isElsewhere ? await askForRepository(located, targets) : located;
  if (!source) return undefined;
  const clone = rootOf(source) === undefined ? undefined : source.targetContext.target;
  const attachment = await readChanges(clone, await ports.workspace.repositoryActions());
  if (!attachment) return undefined;
  const setRepository = repositoryEdit(source, draft);
  return (now) => withAttachment(setRepository(now), attachment);
});

/** Puts the task of resolving conflicts on the sheet: those of a local merge, if there is one, or those on the remote. */
export const resolveMergeConflicts = entryPoint(clickedFile, async (clicked, ports, initial) => {
  await requireField('suggested_task', ports);
  const targets = new Targets(ports);
  const located = await locateDraft(clicked, initial, ports.workspace, targets);
  const withPath = located && (await withRepository(located, targets));
  if (!withPath) return undefined;
  const { repository } = withPath;
  const readConflicts = () => waitForGit(() => conflictsOf(rootOf(withPath), ports.workspace));
  const shown = await readConflicts();
  if (!shown) return undefined;
  const number = await askNumber(repository, shown.files?.length);
  if (number === undefined) return undefined;
  const complete = await withProvider(withPath, targets);
  // While the number was asked, the user may have resolved some, or begun a merge.
  const now = complete && (await readConflicts());
  if (!now) return undefined;
  const task = conflictsTask({ repository, gitProvider: complete.gitProvider, number, files: now.files ?? [] });
  const setRepository = repositoryEdit(complete, initial);
  return (draft) => withField(setRepository(draft), 'suggested_task', task);
});

/** The files with conflicts in a clone, as a record, since `undefined` alone would mean that the user canceled. */
async function conflictsOf(root: string | undefined, workspace: Workspace) {
  if (root === undefined) return { files: undefined };
  const files = await (await workspace.repositoryActions()).conflictedFiles(root);
  if (files) return { files };
  throw new ExplainedError(vscode.l10n.t("Git couldn't list the files with conflicts in {0}.", root), gitOutput());
}

/** Asks for the repository if there is none, since a pull request belongs to one. */
async function withRepository(located: LocatedDraft, targets: Targets) {
  const asked = requestIn(located).repository === undefined ? await askForRepository(located, targets) : located;
  if (!asked) return undefined;
  const { repository } = requestIn(asked);
  if (repository !== undefined) return { ...asked, repository };
  throw new ExplainedError(vscode.l10n.t('To resolve merge conflicts, select a repository first.'));
}

/** @param conflicts number of local files with conflicts; `undefined` when the repository is not open here */
async function askNumber(repository: string, conflicts: number | undefined): Promise<number | undefined> {
  const why = vscode.l10n.t('The service identifies this task by the number of its pull or merge request.');
  const typed = await showInputBox({
    title: plainNotification(vscode.l10n.t('Resolve Merge Conflicts · {0}', repository)),
    prompt: plainNotification(`${conflictWords(conflicts)} ${why}`),
    placeHolder: vscode.l10n.t('Pull or merge request number'),
    validateInput: (text) =>
      mergeRequestNumber(text) === undefined ? vscode.l10n.t('Enter a whole number, such as 12 or #12.') : undefined,
  });
  return typed === undefined ? undefined : mergeRequestNumber(typed);
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

/** Asks for the Git provider if it's unknown, since the task contains it. */
async function withProvider(located: LocatedDraft, targets: Targets) {
  const { git_provider: known } = requestIn(located);
  if (known !== undefined) return { ...located, gitProvider: known };
  const asked = await chooseProvider({ ...located, settings: undefined }, targets);
  if (asked === undefined) return undefined;
  if (asked === null) {
    throw new ExplainedError(vscode.l10n.t('To resolve merge conflicts, select a Git provider.'));
  }
  return { ...located, draft: withField(located.draft, 'git_provider', asked), gitProvider: asked };
}

/** A draft, with the repository and branch that a start would use. */
interface LocatedDraft {
  readonly draft: Draft;
  readonly targetContext: TargetContext;
}

/**
 * The draft in the repository that a Source Control menu was opened on; otherwise in its own, with a prompt when
 * several are open and none is preferred. `undefined` when the prompt was closed, or Git took too long for the user.
 */
async function locateDraft(
  clicked: vscode.Uri | undefined,
  draft: Draft,
  workspace: Workspace,
  targets: Targets,
): Promise<LocatedDraft | undefined> {
  const located = await waitForGit(async () => {
    const repository = clicked && (await workspace.repositoryOf(clicked.fsPath));
    return repository
      ? locateIn(repository, draft, targets)
      : { draft, targetContext: await targets.find(draft.chosen, draft.fields) };
  });
  if (!located) return undefined;
  const { notes } = located.targetContext.target;
  const isUnclear = notes.some(({ kind }) => kind === 'several' || kind === 'chosenGone');
  return isUnclear && located.draft.fields.repository === undefined ? askForRepository(located, targets) : located;
}

function requestIn(located: LocatedDraft): ConversationStartRequest {
  return sheetRequest({ ...located, settings: undefined });
}

/** The clone of the draft's repository; `undefined` when that isn't open here, even if others are. */
function rootOf(located: LocatedDraft): string | undefined {
  const { target } = located.targetContext;
  return target.repository === requestIn(located).repository ? target.root : undefined;
}

async function askForRepository(located: LocatedDraft, targets: Targets): Promise<LocatedDraft | undefined> {
  const { edit, targetContext } = await editRepository({ ...located, settings: undefined }, { targets });
  return edit && { draft: edit(located.draft), targetContext: targetContext ?? located.targetContext };
}

/**
 * An edit that gives a draft the repository of the located one. The draft may have been edited since it was read as
 * `initial`: a repository that the user has chosen meanwhile stays.
 */
function repositoryEdit({ draft: located }: LocatedDraft, initial: Draft) {
  const fields = Object.fromEntries(Object.entries(located.fields).filter(([name]) => placeFields.includes(name)));
  return (draft: Draft): Draft => {
    const isAsBefore = [initial, emptyDraft].some((other) => isDeepStrictEqual(placeIn(other), placeIn(draft)));
    const { chosen } = located;
    return isAsBefore
      ? { ...draft, fields: { ...withoutPlace(draft).fields, ...fields }, ...(chosen && { chosen }) }
      : draft;
  };
}

function placeIn({ chosen, fields }: Draft): readonly unknown[] {
  return [chosen, fields.repository, fields.git_provider, fields.selected_branch];
}

/** The draft in a repository. If that was its own already, its provider, its branch and its remote stay. */
async function locateIn(
  { root, isSelected }: EnclosingRepository,
  draft: Draft,
  targets: Targets,
): Promise<LocatedDraft> {
  const isOwn = (draft.chosen ? draft.chosen.root === root : isSelected) && draft.fields.repository === undefined;
  const chosen = isOwn && draft.chosen ? draft.chosen : { root };
  const kept = isOwn ? draft : withoutPlace(draft);
  return { draft: { ...kept, chosen }, targetContext: await targets.find(chosen) };
}

/** @param argument passed by the menu: a source control or one of its groups */
function clickedFile(argument: unknown): vscode.Uri | undefined {
  if (!isRecord(argument)) return undefined;
  const { rootUri, resourceStates } = argument;
  const first: unknown = Array.isArray(resourceStates) ? resourceStates[0] : undefined;
  const file = rootUri ?? (isRecord(first) ? first['resourceUri'] : undefined);
  return file instanceof vscode.Uri ? file : undefined;
}
