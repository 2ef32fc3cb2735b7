import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { manifest, translated, type MenuItem } from '../support/manifest';

const { contributes } = manifest;

describe('the interface without a mouse and without seeing', () => {
  it('has every button of a row in its context menu, too', () => {
    const items = contributes.menus['view/item/context'] ?? [];
    const isInline = ({ group = '' }: MenuItem) => group.startsWith('inline');
    const inMenu = new Set(items.filter((item) => !isInline(item)).map(({ command }) => command));
    const buttons = items.filter(isInline).map(({ command }) => command);
    const wrong = buttons.filter((command) => !inMenu.has(command));
    assert.deepEqual(wrong, []);
    assert.ok(buttons.length > 0);
  });

  it('has every action of a view and of an editor in the palette, too', () => {
    const hidden = new Set(
      (contributes.menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map(({ command }) => command),
    );
    const actions = ['view/title', 'editor/title'].flatMap((menu) => contributes.menus[menu] ?? []);
    const wrong = actions.map(({ command }) => command).filter((command) => hidden.has(command));
    assert.deepEqual(wrong, []);
    assert.ok(actions.length > 0);
  });

  it('has a title for every button that is drawn as an icon', () => {
    const withIcon = contributes.commands.filter(({ icon }) => icon !== undefined);
    for (const { command, title } of withIcon) assert.match(translated(title), /^\p{Lu}[^$]+$/u, command);
    assert.ok(withIcon.length > 0);
  });

  it("has a picture's description in the picture, since VS Code doesn't pass it on from the walkthrough", () => {
    for (const { media } of contributes.walkthroughs.flatMap(({ steps }) => steps)) {
      const [, role, label] =
        /^<svg [^>]*?\brole="(\w+)" aria-label="([^"]+)"/.exec(readFileSync(path.resolve(media.svg), 'utf8')) ?? [];
      assert.deepEqual([role, label], ['img', translated(media.altText)], media.svg);
    }
  });
});
