import * as vscode from 'vscode';
import { withField, type Draft } from '../../domain/draft';
import { conflictsTask, requestNumber } from '../../domain/handover/conflictsTask';
import type { GitProvider } from '../../domain/records';
import type { Targets } from '../../domain/targets';
import { ExplainedError } from '../explanation';
import { askProvider } from '../sheet/fields/providerField';
import { sheetRequest } from '../sheet/sheetState';
import { targetsOf } from '../startPorts';
import { handOver, type HandOver } from './handOver';
import { askForPlace, placeInSourceControl, type Placed } from './sourceControlTarget';

/** Puts the task of resolving conflicts on the sheet: those of a merge under way here, else those on the remote. */
export const resolveMergeConflicts: HandOver = (ports, argument) =>
  handOver(ports, async (initial) => {
    const targets = targetsOf(ports);
    const placed = await placeInSourceControl(argument, initial, ports.workspace, targets);
    const named = placed && (await withRepository(placed, targets));
    if (!named) return undefined;
    const { root } = named.surroundings.target;
    const actions = await ports.workspace.repositoryActions();
    const files = root === undefined ? [] : await actions.conflictedFiles(root);
    const number = await askNumber(named.repository, files.length);
    const answer = number === undefined ? undefined : await withProvider(named, targets);
    if (number === undefined || !answer) return undefined;
    const { repository } = named;
    const task = conflictsTask({ repository, gitProvider: answer.gitProvider, number, files });
    return withField(answer.draft, 'suggested_task', task);
  });

/** A request belongs to a repository: without one, it is asked for. */
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
  throw new ExplainedError(
    vscode.l10n.t('Conflicts belong to a pull or merge request of a repository, and none is chosen.'),
  );
}

async function askNumber(repository: string, conflicts: number): Promise<number | undefined> {
  const here =
    conflicts === 0
      ? vscode.l10n.t('There are no conflicts here now: the task is about those that the remote has.')
      : conflicts === 1
        ? vscode.l10n.t('One file has conflicts.')
        : vscode.l10n.t('{0} files have conflicts.', conflicts);
  const why = vscode.l10n.t('The service takes this task by the number of its pull or merge request.');
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Resolve Merge Conflicts · {0}', repository),
    prompt: `${here} ${why}`,
    placeHolder: vscode.l10n.t('Number of the pull or merge request'),
    ignoreFocusOut: true,
    validateInput: (text) =>
      text.trim() === '' || requestNumber(text) !== undefined
        ? undefined
        : vscode.l10n.t('A whole number, like 12 or #12.'),
  });
  return typed === undefined ? undefined : requestNumber(typed);
}

/** The provider of the request, which the task names, too; asked for where nobody knows it. */
async function withProvider(
  placed: Placed & { readonly repository: string },
  targets: Targets,
): Promise<{ readonly draft: Draft; readonly gitProvider: GitProvider } | undefined> {
  const { draft, repository, surroundings } = placed;
  const { git_provider: known } = requestIn(placed);
  if (known !== undefined) return { draft, gitProvider: known };
  const { target } = surroundings;
  const host = target.repository === repository ? target.host : undefined;
  const asked = await askProvider(host);
  if (asked === undefined) return undefined;
  if (asked === null) {
    throw new ExplainedError(vscode.l10n.t('The task of resolving conflicts needs its Git provider.'));
  }
  if (host !== undefined) await targets.rememberProvider(host, asked);
  return { draft: withField(draft, 'git_provider', asked), gitProvider: asked };
}

function requestIn({ draft, surroundings }: Placed) {
  return sheetRequest({ draft, surroundings, settings: undefined });
}
