import assert from 'node:assert/strict';
import { ThemeIcon, type QuickPick, type QuickPickItem } from 'vscode';
import { rowsContaining, typedFirst } from '../../src/base/vscode/typedFirst';

/** List as an extension sees it: the window reports what is active later than what was typed. */
class FakePick implements Pick<QuickPick<QuickPickItem>, 'items' | 'activeItems' | 'value'> {
  value = '';
  items: readonly QuickPickItem[] = [];
  activeItems: readonly QuickPickItem[] = [];
  #listener: (value: string) => void = () => undefined;

  onDidChangeValue(listener: (value: string) => void): { dispose(): void } {
    this.#listener = listener;
    return { dispose: () => undefined };
  }

  type(value: string): void {
    this.value = value;
    this.#listener(value);
  }

  /** Simulates that the window reports which row is active. */
  moveTo(index: number): void {
    this.activeItems = this.items.slice(index, index + 1);
  }
}

describe('A list in which typed text comes first', () => {
  const iconPath = new ThemeIcon('git-branch');
  const known = ['main', 'fix-old'].map((label) => ({ iconPath, label, description: 'today' }));
  const rowsFor = (typed: string): readonly QuickPickItem[] =>
    typed === '' ? known : [{ label: `Use ${typed}` }, ...rowsContaining(known, typed)];

  function open() {
    const pick = new FakePick();
    const chosen = typedFirst(pick as unknown as QuickPick<QuickPickItem>, rowsFor);
    return { pick, chosen: () => chosen()?.description };
  }

  it('has no labels, by which VS Code would sort it', () => {
    const { pick } = open();
    pick.type('fix');
    assert.deepEqual(
      pick.items.map(({ label, iconPath, description }) => [label, iconPath, description]),
      [
        ['', new ThemeIcon('blank'), 'Use fix'],
        ['', new ThemeIcon('git-branch'), 'fix-old · today'],
      ],
    );
    assert.ok(pick.items.every(({ alwaysShow }) => alwaysShow));
  });

  it('returns what was typed, even if Enter comes before the row for it', () => {
    const { pick, chosen } = open();
    pick.moveTo(1);
    pick.type('fix');
    assert.equal(chosen(), 'Use fix', 'before the window has moved');
    pick.moveTo(0);
    assert.equal(chosen(), 'Use fix');
  });

  it('returns another row if the user moved there', () => {
    const { pick, chosen } = open();
    pick.type('fix');
    pick.moveTo(1);
    assert.equal(chosen(), 'fix-old · today');
  });

  it('returns nothing for Enter before there is a row', () => assert.equal(open().chosen(), undefined));
});
