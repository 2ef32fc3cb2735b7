import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface MenuItem {
  readonly command: string;
  readonly group?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly icon?: string }[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
  };
}

interface WalkthroughStep {
  readonly media: { readonly svg: string; readonly altText: string };
}

const read = (file: string) => readFileSync(path.resolve(file), 'utf8');
const { contributes } = JSON.parse(read('package.json')) as Manifest;
const strings = JSON.parse(read('package.nls.json')) as Record<string, string>;
const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
const inWords = (placeholder: string) => strings[placeholder.slice(1, -1)] ?? '';

describe('the interface without a mouse and without seeing', () => {
  it('has every button of a row in its context menu, too', () => {
    const items = contributes.menus['view/item/context'] ?? [];
    const isInline = ({ group = '' }: MenuItem) => group.startsWith('inline');
    const inMenu = new Set(items.filter((item) => !isInline(item)).map(({ command }) => command));
    const buttons = items.filter(isInline).map(({ command }) => command);
    assert.deepEqual(
      buttons.filter((command) => !inMenu.has(command)),
      [],
    );
    assert.ok(buttons.length > 0);
  });

  it('has every action of a view and of an editor in the palette, too', () => {
    const hidden = new Set(
      (contributes.menus['commandPalette'] ?? [])
        .filter((item) => 'when' in item && item.when === 'false')
        .map(({ command }) => command),
    );
    const actions = ['view/title', 'editor/title'].flatMap((menu) => contributes.menus[menu] ?? []);
    assert.deepEqual(
      actions.map(({ command }) => command).filter((command) => hidden.has(command)),
      [],
    );
    assert.ok(actions.length > 0);
  });

  it('has a title for every button that is drawn as an icon', () => {
    const withIcon = contributes.commands.filter(({ icon }) => icon !== undefined);
    for (const { command, title } of withIcon) assert.match(inWords(title), /^\p{Lu}[^$]+$/u, command);
    assert.ok(withIcon.length > 0);
  });

  it("has a picture's description in the picture, since VS Code doesn't pass it on from the walkthrough", () => {
    for (const { media } of steps) {
      const [, role, label] = /^<svg [^>]*?\brole="(\w+)" aria-label="([^"]+)"/.exec(read(media.svg)) ?? [];
      assert.deepEqual([role, label], ['img', inWords(media.altText)], media.svg);
    }
  });
});
