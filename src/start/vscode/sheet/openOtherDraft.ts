import * as vscode from 'vscode';
import { pickDraft } from '../../../draft/vscode/draftList';
import { showText } from '../../../draft/vscode/draftTexts';
import type { RowAction } from './sheetState';

/** Prompts for another draft. The sheet continues with it, or closes if that draft is written in an editor. */
export const openOtherDraft: RowAction = async (_, { drafts, opened, report }) => {
  const all = await drafts();
  const picked = await pickDraft({ title: vscode.l10n.t('Open Draft'), drafts: all, except: [opened.id], report });
  if (!picked || picked === 'new') return {};
  if (picked.path === undefined) return { instead: await all.open(picked.id) };
  await showText(picked.path);
  return { leaves: true };
};
