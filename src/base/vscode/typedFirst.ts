import { ThemeIcon, type QuickPick, type QuickPickItem } from 'vscode';

/**
 * Fills a list in which any text is a valid answer. Enter accepts the typed text unless the user moved to another row.
 * @param rowsFor returns the rows for the typed text without surrounding blanks. Enter accepts the first one
 * @returns a function that returns the row that Enter accepts, even if the list isn't up to date yet
 */
export function typedFirst<Row extends QuickPickItem>(
  pick: QuickPick<Row>,
  rowsFor: (typed: string) => readonly Row[],
): () => Row | undefined {
  const fill = () => (pick.items = rowsFor(pick.value.trim()).map(withTextAsDescription));
  pick.onDidChangeValue(fill);
  fill();
  return () => {
    const [active] = pick.activeItems;
    if (active && pick.items.includes(active)) return active;
    // The active row is from before the last letters were typed.
    return pick.value.trim() === '' ? undefined : pick.items[0];
  };
}

export function rowsContaining<Row extends QuickPickItem>(rows: readonly Row[], typed: string): readonly Row[] {
  const wanted = typed.toLowerCase();
  return rows.filter(({ label }) => label.toLowerCase().includes(wanted));
}

/**
 * Moves a row's label to its description. VS Code sorts rows whose label matches the typed text to the top, above the row
 * for the typed text itself, and extensions can't turn that off (microsoft/vscode#73904). It doesn't sort by descriptions.
 */
function withTextAsDescription<Row extends QuickPickItem>(row: Row): Row {
  const { iconPath = new ThemeIcon('blank'), label, description: more } = row;
  const description = [label, more].filter(Boolean).join(' · ');
  return { ...row, label: '', iconPath, description, alwaysShow: true };
}
