import { ThemeIcon, type QuickPick, type QuickPickItem } from 'vscode';

/**
 * Fills a list in which any text is an answer: Enter takes what was typed, unless somebody moved to another row.
 * @param rowsFor the rows for what is typed, blanks around it left out; the first of them is the one that Enter takes
 * @returns the row that Enter takes, also where it comes before the list does
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
    // What is active is a row for fewer letters than were typed.
    return pick.value.trim() === '' ? undefined : pick.items[0];
  };
}

/** The rows of which the words contain what was typed. */
export function containing<Row extends QuickPickItem>(rows: readonly Row[], typed: string): readonly Row[] {
  const wanted = typed.toLowerCase();
  return rows.filter(({ label }) => label.toLowerCase().includes(wanted));
}

/**
 * VS Code moves rows whose label matches the typed text to the top, in front of the row for that text itself, and
 * extensions cannot turn that off (microsoft/vscode#73904). The description is not matched: the words stand there. The
 * icon stands apart, since a screen reader would say its id.
 */
function unsorted<Row extends QuickPickItem>(row: Row): Row {
  const [, icon = 'blank', words = ''] = /^(?:\$\(([\w~-]+)\))?([^]*)$/.exec(row.label) ?? [];
  const description = [words.trimStart(), row.description].filter(Boolean).join(' · ');
  return { ...row, label: '', iconPath: new ThemeIcon(icon), description, alwaysShow: true };
}
