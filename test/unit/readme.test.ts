import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, { readonly default: unknown }>> };
    readonly menus: { readonly commandPalette: readonly { readonly command: string; readonly when?: string }[] };
  };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const read = (name: string) => readFileSync(path.join(PROJECT_ROOT, name), 'utf8');
const { contributes, dependencies, devDependencies } = JSON.parse(read('package.json')) as Manifest;
const words = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;

/** The rows of the tables below a heading, as the texts of their cells. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = new RegExp(`^#+ ${heading}$([^]*?)(?=^#|(?![^]))`, 'm').exec(read('README.md')) ?? [];
  const lines = section.split('\n').filter((line) => /^\| (?!---)/.test(line));
  return lines.slice(1).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('README.md', () => {
  it('has every setting with its default', () => {
    const shown = (value: unknown) =>
      value === '' ? '' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
    const expected = Object.entries(contributes.configuration.properties).map(([name, { default: byDefault }]) => [
      `\`${name}\``,
      shown(byDefault),
    ]);
    assert.deepEqual(
      rowsBelow('Settings')
        .map(([name, byDefault]) => [name, byDefault])
        .sort(),
      expected.sort(),
    );
  });

  it('has every command of the palette by its title, and no other', () => {
    const hidden = contributes.menus.commandPalette
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command);
    const titles = contributes.commands
      .filter(({ command }) => !hidden.includes(command))
      .map(({ title }) => words[title.slice(1, -1)] ?? title);
    // Its row stands for those that are told of in a table of their own.
    const several = 'Start Conversation with ...';
    const expected = titles.filter((title) => !/^Start Conversation with (?!This)/.test(title));
    assert.deepEqual(
      rowsBelow('Commands')
        .map(([title]) => title)
        .sort(),
      [...expected, several].sort(),
    );
  });

  it('says of every package why it is there', () => {
    const named = rowsBelow('Working on it').flatMap(([names = '']) =>
      [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    );
    assert.deepEqual(named.sort(), Object.keys({ ...dependencies, ...devDependencies }).sort());
  });
});
