import * as vscode from 'vscode';
import { onAccept, showQuickPick, untilClosed } from '../../base/vscode/quickInputs';
import { views } from '../../names';
import { filterNames, type ConversationFilter, type FilterName } from '../conversationList';
import type { History } from '../history';
import { conversationRow, type ConversationRow } from './pickConversation';

interface SearchPorts {
  readonly history: Pick<History, 'load' | 'loadOlder' | 'completeSince'>;
  readonly filter: Pick<ConversationFilter, 'chosen' | 'choose'>;
}

const words: Readonly<Record<FilterName, () => string>> = {
  thisWorkspace: () => vscode.l10n.t('This workspace'),
  needsUser: () => vscode.l10n.t('Needs you'),
  running: () => vscode.l10n.t('Running'),
};

/** A text for the chosen conditions; empty if the list shows everything. */
export function filterWords(chosen: readonly FilterName[]): string {
  return chosen.map((name) => words[name]()).join(' · ');
}

export async function filterConversations({ filter }: SearchPorts): Promise<void> {
  await vscode.commands.executeCommand(`${views.conversations}.focus`);
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly name: FilterName }>();
  pick.title = vscode.l10n.t('Filter Conversations');
  pick.placeholder = vscode.l10n.t('Select what the list shows, or nothing to show everything');
  pick.canSelectMany = true;
  pick.items = filterNames.map((name) => ({ label: words[name](), name }));
  pick.selectedItems = pick.items.filter(({ name }) => filter.chosen.includes(name));
  const chosen = await untilClosed<readonly FilterName[]>(pick, (settle, guard) =>
    onAccept(pick, guard, () => settle(pick.selectedItems.map(({ name }) => name))),
  );
  if (chosen) filter.choose(filterNames.filter((name) => chosen.includes(name)));
}

/**
 * The command `findConversation`: finds a conversation by its message, repository, branch or state. The search that VS Code
 * has in views only finds the labels of rows, which are the beginnings of titles.
 */
export async function findConversation({ history }: SearchPorts): Promise<void> {
  const older: FoundRow = {
    iconPath: new vscode.ThemeIcon('history'),
    label: vscode.l10n.t('Show Older'),
    // Also if nothing that was read so far contains the typed text.
    alwaysShow: true,
  };
  for (;;) {
    const now = Date.now();
    const found = (await history.load()).map((one): FoundRow => conversationRow(one, now));
    const picked = await showQuickPick(history.completeSince > 0 ? [...found, older] : found, {
      title: vscode.l10n.t('Find Conversation'),
      placeHolder: vscode.l10n.t('Message, repository, branch, or status'),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (picked !== older) {
      if (picked) await vscode.commands.executeCommand('agentConversations.showConversation', picked.conversation);
      return;
    }
    await history.loadOlder();
  }
}

type FoundRow = vscode.QuickPickItem & Partial<ConversationRow>;
