import * as vscode from 'vscode';
import type { PressGuard } from '../../base/pressGuard';
import { plainLabel, plainNotification } from '../../base/text';
import { confirm } from '../../base/vscode/notify';
import { formatAge } from '../../base/vscode/units';
import { onAccept, untilClosed } from '../../base/vscode/quickInputs';
import type { Report } from '../../base/vscode/explanation';
import { isInDoubt, type Draft } from '../draft';
import type { Drafts } from '../drafts';
import type { ListedDraft } from '../listedDraft';
import { fillerTexts, joined, messageLength, messageLine } from './draftLabels';
import { imagesLine } from './imageMessages';

interface DraftItem extends vscode.QuickPickItem {
  readonly listed?: ListedDraft;
}

interface DraftList {
  readonly title: string;
  readonly drafts: Drafts;
  /** Ids of drafts that aren't offered. */
  readonly except?: readonly string[];
  /** Offered first: a new one. */
  readonly fresh?: string;
  readonly report: Report;
}

/** Prompts for one of the unsent drafts, each with its first line and age. `undefined` when the prompt was closed. */
export async function pickDraft(list: DraftList): Promise<ListedDraft | 'new' | undefined> {
  const pick = vscode.window.createQuickPick<DraftItem>();
  pick.title = plainNotification(list.title);
  pick.placeholder = vscode.l10n.t('Select a draft to continue');
  pick.ignoreFocusOut = true;
  const fill = async () => {
    pick.items = await itemsOf(list);
  };
  await fill();
  const item = await untilClosed<DraftItem | undefined>(pick, (settle, guard) => {
    onAccept(pick, guard, () => settle(pick.activeItems[0]));
    pick.onDidTriggerItemButton(({ item: { listed } }) => {
      // If another window has sent or discarded it, that fails, and it isn't listed any more.
      if (listed) void discardListed(listed, list.drafts, guard).finally(fill).catch(list.report);
    });
  });
  return item && (item.listed ?? 'new');
}

export async function otherDrafts({
  drafts,
  except = [],
}: Pick<DraftList, 'drafts' | 'except'>): Promise<readonly ListedDraft[]> {
  return (await drafts.list()).filter(({ id }) => !except.includes(id));
}

async function itemsOf(list: DraftList): Promise<readonly DraftItem[]> {
  const drafts = await Promise.all((await otherDrafts(list)).map((one) => draftItem(one, list.drafts)));
  return [
    ...(list.fresh === undefined ? [] : [{ iconPath: new vscode.ThemeIcon('add'), label: plainLabel(list.fresh) }]),
    ...drafts,
  ];
}

/** A draft that can't be read has a row, too, so that it doesn't hide the others. */
async function draftItem(listed: ListedDraft, drafts: Drafts): Promise<DraftItem> {
  const { path } = listed;
  const document = path === undefined ? undefined : await drafts.documentAt(path).catch(() => undefined);
  const draft = document?.draft ?? listed.draft;
  const line = plainLabel(messageLine(draft));
  const detail = joined(
    formatAge(listed.at, Date.now()),
    messageLength(draft),
    path === undefined ? undefined : vscode.l10n.t('in editor'),
    draft.to === undefined ? undefined : vscode.l10n.t('follow-up'),
    draft.filledBy && fillerTexts[draft.filledBy].words(),
    isInDoubt(draft) ? vscode.l10n.t('may have been sent') : undefined,
  );
  return {
    iconPath: new vscode.ThemeIcon(path === undefined ? 'comment' : 'edit'),
    label: line,
    // A long message would cut off a description.
    detail: plainLabel(detail),
    buttons: [{ iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Discard Draft') }],
    listed,
  };
}

async function discardListed({ id }: ListedDraft, drafts: Drafts, guard: PressGuard): Promise<void> {
  const opened = await drafts.open(id);
  try {
    const mayBeDiscarded = await mayDiscard(await opened.read());
    // The Enter that answered may still be held down, and would select the first row.
    guard.restart();
    if (mayBeDiscarded) await opened.discard();
  } finally {
    await drafts.close(opened);
  }
}

export async function mayDiscard(draft: Draft): Promise<boolean> {
  const detail = [joined(messageLine(draft), messageLength(draft)), imagesLine(draft)].filter(Boolean).join('\n');
  const answers = { no: vscode.l10n.t('Keep Draft'), yes: vscode.l10n.t('Discard Draft') };
  return confirm(vscode.l10n.t('Discard this draft?'), detail, answers);
}
