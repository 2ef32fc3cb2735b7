import { ThemeIcon, type QuickPick, type QuickPickItem } from 'vscode';

/**
 * Fills a list in which any text is a valid answer: Enter accepts the typed text unless the user moved to another row.
 * @param rowsFor the rows for the typed text without surrounding blanks; Enter accepts the first of them
 * @returns the row that Enter accepts, even if it's pressed before the list is updated
 */
export function typedFirst<Row extends QuickPickItem>(
  pick: QuickPick<Row>,
  rowsFor: (typed: string) => readonly Row[],
): () => Row | undefined {
  const fill = () => (pick.items = rowsFor(pick.value.trim()).map(unsorted));
  pick.onDidChangeValue(fill);
  fill();
  return () => {
    const [active] = pick.activeItems;
    if (active && pick.items.includes(active)) return active;
    // The active row is for fewer letters than were typed.
    return pick.value.trim() === '' ? undefined : pick.items[0];
  };
}

export function containing<Row extends QuickPickItem>(rows: readonly Row[], typed: string): readonly Row[] {
  const wanted = typed.toLowerCase();
  return rows.filter(({ label }) => label.toLowerCase().includes(wanted));
}

/**
 * VS Code moves rows whose label matches the typed text to the top, above the row for that text itself, and extensions
 * can't turn that off (microsoft/vscode#73904). The description isn't matched, so the text goes there.
 */
function unsorted<Row extends QuickPickItem>(row: Row): Row {
  const { iconPath = new ThemeIcon('blank'), label, description: more } = row;
  const description = [label, more].filter(Boolean).join(' · ');
  return { ...row, label: '', iconPath, description, alwaysShow: true };
}
