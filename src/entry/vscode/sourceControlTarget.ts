import * as vscode from 'vscode';
import { isDeepStrictEqual } from 'node:util';
import { emptyDraft, placeFields, withoutPlace, type Draft, type DraftEdit } from '../../draft/draft';
import { isRecord } from '../../base/json';
import type { EnclosingRepository, Workspace } from '../../repository/workspace';
import type { ConversationStartRequest } from '../../client/records';
import type { Surroundings, Targets } from '../../repository/targets';
import { editRepository } from '../../start/vscode/fields/placeFields';
import { sheetRequest } from '../../start/vscode/sheet/sheetState';

/** A draft and its surroundings. */
export interface Placed {
  readonly draft: Draft;
  readonly surroundings: Surroundings;
}

/**
 * The draft in the repository that a Source Control menu was opened on; otherwise in its own, with a prompt when
 * several are open and none is preferred. `undefined` when the prompt was closed.
 * @param argument passed by the menu: a source control or one of its groups
 */
export async function placeInSourceControl(
  argument: unknown,
  draft: Draft,
  workspace: Workspace,
  targets: Targets,
): Promise<Placed | undefined> {
  const clicked = fileIn(argument);
  const repository = clicked && (await workspace.repositoryOf(clicked.fsPath));
  if (repository) return placeIn(repository, draft, targets);
  const surroundings = await targets.find(draft.chosen);
  const isUnclear = surroundings.target.notes.some(({ kind }) => kind === 'several' || kind === 'chosenGone');
  return isUnclear && draft.fields.repository === undefined
    ? askForPlace({ draft, surroundings }, targets)
    : { draft, surroundings };
}

/** The request that the draft would send from here. */
export function requestIn(placed: Placed): ConversationStartRequest {
  return sheetRequest({ ...placed, settings: undefined });
}

/** The clone of the draft's repository; `undefined` when that isn't open here, even if others are. */
export function rootOf(placed: Placed): string | undefined {
  const { target } = placed.surroundings;
  return target.repository === requestIn(placed).repository ? target.root : undefined;
}

/** Prompts for the repository like the sheet does. */
export async function askForPlace(placed: Placed, targets: Targets): Promise<Placed | undefined> {
  const edited = await editRepository({ ...placed, settings: undefined }, { targets });
  return (
    edited.edit && {
      ...placed,
      draft: edited.edit(placed.draft),
      ...(edited.surroundings && { surroundings: edited.surroundings }),
    }
  );
}

/** Gives a draft the repository that was placed, unless another one than that of `from` was chosen for it since. */
export function placing({ draft: placed }: Placed, from: Draft): DraftEdit {
  const fields = Object.fromEntries(Object.entries(placed.fields).filter(([name]) => placeFields.includes(name)));
  return (draft) => {
    const isFree = [from, emptyDraft].some((other) => isDeepStrictEqual(placeOf(other), placeOf(draft)));
    const { chosen } = placed;
    return isFree
      ? { ...draft, fields: { ...withoutPlace(draft).fields, ...fields }, ...(chosen && { chosen }) }
      : draft;
  };
}

function placeOf({ chosen, fields }: Draft): readonly unknown[] {
  return [chosen, fields.repository, fields.git_provider, fields.selected_branch];
}

async function placeIn({ root, isSelected }: EnclosingRepository, draft: Draft, targets: Targets): Promise<Placed> {
  const isDrafts = (draft.chosen ? draft.chosen.root === root : isSelected) && draft.fields.repository === undefined;
  const chosen = isDrafts && draft.chosen ? draft.chosen : { root };
  const kept = isDrafts ? draft : withoutPlace(draft);
  return { draft: { ...kept, chosen }, surroundings: await targets.find(chosen) };
}

function fileIn(argument: unknown): vscode.Uri | undefined {
  if (!isRecord(argument)) return undefined;
  const { rootUri, resourceStates } = argument;
  const states: readonly unknown[] = Array.isArray(resourceStates) ? resourceStates : [];
  const [first] = states;
  const file = rootUri ?? (isRecord(first) ? first['resourceUri'] : undefined);
  return file instanceof vscode.Uri ? file : undefined;
}
