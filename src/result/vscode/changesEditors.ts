import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifecycle';
import { setContext } from '../../base/vscode/contextKeys';
import { plainNotification } from '../../base/text';
import { changesEditorContext } from '../../names';
import type { BranchEditors, ReviewedBranch } from './openClone';

/** Length of a commit's ID in the title of an editor, as Git abbreviates it. */
const shortCommitLength = 7;

/**
 * The editors in which this window shows the changes of pushed branches. VS Code doesn't tell extensions what a multi-diff
 * editor shows, so it's recognized by its title, which contains the commit. A context key enables the actions in the title
 * of the active one.
 */
export class ChangesEditors implements BranchEditors, vscode.Disposable {
  readonly #branches = new Map<string, ReviewedBranch>();
  readonly #subscription: Disposable;
  #shownKind: string | undefined;

  constructor() {
    const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
    const update = () => this.#updateContext();
    this.#subscription = vscode.Disposable.from(onDidChangeTabs(update), onDidChangeTabGroups(update));
  }

  get active(): ReviewedBranch | undefined {
    // VS Code appends the number of files.
    const label = vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? '';
    const titles = [...this.#branches.keys()].filter((title) => label.startsWith(title));
    const [longest] = titles.sort((one, other) => other.length - one.length);
    return longest === undefined ? undefined : this.#branches.get(longest);
  }

  titleFor(branch: ReviewedBranch): string {
    const { clone, name, commit } = branch;
    const place = `${clone.remote}/${name} · ${commit.slice(0, shortCommitLength)}`;
    const title = plainNotification(vscode.l10n.t('Pushed to {0}', place));
    const other = this.#branches.get(title);
    // Another clone may have the same commit.
    const uniqueTitle = other && other.clone.root !== clone.root ? `${title} · ${path.basename(clone.root)}` : title;
    this.#branches.set(uniqueTitle, branch);
    return uniqueTitle;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#branches.clear();
    this.#updateContext();
  }

  #updateContext(): void {
    const { active } = this;
    const kind = active && (active.name === active.target ? 'target' : 'branch');
    if (kind === this.#shownKind) return;
    this.#shownKind = kind;
    setContext(changesEditorContext, kind);
  }
}
