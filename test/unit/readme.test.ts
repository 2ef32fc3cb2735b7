import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { views } from '../../src/names';
import { fieldTypes } from '../../src/client/fieldTypes';
import { intervals } from '../../src/conversations/follower';
import { maxPreparationTime } from '../../src/conversations/preparation';
import { startsWithin } from '../../src/conversations/reportedStatus';
import { imageEndings, maxAllImagesBytes, maxImageBytes } from '../../src/draft/images';
import { maxFileBytes } from '../../src/entry/attachments';
import { readStartLink } from '../../src/entry/startLink';
import { workspaceFiles } from '../../src/mcp/mcpFile';
import { keyVariable } from '../../src/start/curl';
import { manifest, translated } from '../support/manifest';
import { readText, wordsIn } from '../support/words';
import ts from 'typescript';
import { localisationsIn } from '../support/localisations';
import { sourceFiles } from '../support/sourceFiles';

const { contributes, engines, scripts, dependencies, devDependencies } = manifest;
const readme = readText('README.md');
const contributing = readText('CONTRIBUTING.md');
/** Text for people, without text for machines. */
const prose = readme.replace(/```[^]*?```/g, '');

/** Texts between two markers, each on one line. */
function between(pattern: RegExp, text: string): readonly string[] {
  return [...text.matchAll(pattern)].map(([, found = '']) => found.replace(/\s+/g, ' '));
}

/** Name of a heading in links to it, as GitHub and VS Code generate it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');
}

/** Section below a heading, with its subsections. */
function sectionOf(heading: string): string {
  const [, section = ''] = new RegExp(`^## ${heading}$([^]*?)(?=^## |(?![^]))`, 'm').exec(readme) ?? [];
  return section;
}

/** Text below a heading, up to the next one. */
function below(heading: string, text: string): string {
  const [, section = ''] = new RegExp(`^#+ ${heading}$([^]*?)(?=^#|(?![^]))`, 'm').exec(text) ?? [];
  return section;
}

/** Rows of the tables below a heading, as the texts of their cells. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const lines = below(heading, readme)
    .split('\n')
    .filter((line) => /^\| (?!---)/.test(line));
  return lines.slice(1).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** List items below a heading of CONTRIBUTING.md that have a colon, as the text before it. */
function itemsBelow(heading: string): readonly string[] {
  return [...below(heading, contributing).matchAll(/^- ([^:]+): \S+/gm)].map(([, named = '']) => named);
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

  it('has every palette command by its title, and no other', () => {
    const hidden = (contributes.menus['commandPalette'] ?? [])
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command);
    const titles = contributes.commands
      .filter(({ command }) => !hidden.includes(command))
      .map(({ title }) => translated(title));
    // Its row stands for the commands in a table of their own.
    const several = 'Delegate ... to Agent';
    const expected = titles.filter((title) => !/^Delegate .+ to Agent$/.test(title));
    assert.ok(titles.length - expected.length > 1);
    assert.deepEqual(
      rowsBelow('Commands')
        // A row has one title, or several related ones.
        .flatMap(([titles = '']) => titles.split(', '))
        .sort(),
      [...expected, several].sort(),
    );
  });

  it('names the version of the agent server whose answers were recorded', () => {
    const [, recorded = 'none'] = /"version":"(\d+\.\d+)\./.exec(readText('test/service/agent/exchanges.json')) ?? [];
    assert.match(readme, new RegExp(`\\| agent server \\| The servers' own code, ${recorded} `));
  });

  it('names every file in which MCP servers are found', () => {
    const named = [...sectionOf('MCP servers').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const files = [...workspaceFiles, 'mcp-config.json'];
    const wrong = files.filter((file) => !named.includes(file));
    assert.deepEqual(wrong, []);
    const names = files.map((file) => path.basename(file));
    assert.ok(
      shownTexts().some((text) => text.startsWith('No ') && names.every((name) => text.includes(name))),
      'the sentence that none is found names them',
    );
  });

  it('names the fields of a link, the types of images, and the seconds between two questions', () => {
    const taken = Object.keys(fieldTypes).filter((field) => readStartLink(`${field}=`).ok);
    const [, fields = ''] = /A link's fields: ([^.]+)\./.exec(prose) ?? [];
    assert.deepEqual([...between(/`(\w+)`/g, fields)].sort(), taken.sort());
    const types = imageEndings.filter((ending) => ending !== 'jpg').map((ending) => new RegExp(`\\b${ending}\\b`, 'i'));
    const refusal = shownTexts().find((text) => text.includes("wasn't added: it isn't a")) ?? '';
    for (const text of [/^\*\*Images\*\* \((.+)\)/m.exec(prose)?.[1] ?? '', refusal])
      assert.deepEqual([types.every((type) => type.test(text)), text.split(',').length], [true, types.length], text);
    const [often, seldom] = [intervals.starting / 1000, intervals.later / 1000];
    assert.match(prose, new RegExp(`every ${often} seconds during starts, .*otherwise every ${seldom} seconds`));
  });

  it("names the review sheet's shortcuts", () => {
    const { keybindings } = contributes;
    const own = keybindings.filter(({ when }) => when.includes('agentConversations.reviewSheet'));
    const [, shortcuts = ''] = /shortcuts after Ctrl\+K \(macOS: Cmd\+K\): ([^]+?)\.\n/.exec(prose) ?? [];
    assert.deepEqual(
      [...shortcuts.matchAll(/\*\*(\w)\*\* to (\w+)/g)].map(([, letter = '', verb]) => [letter.toLowerCase(), verb]),
      own.map(({ key, args }) => [key.at(-1), /^[a-z]+/.exec(args)?.[0]]),
    );
    assert.ok(shortcuts.includes(`\`${keyVariable}\``));
  });

  it('has the limits and times that count', () => {
    assert.equal(maxPreparationTime / 60_000, 10);
    assert.equal(/prepared \([^)]+, for up to ten minutes\)/.test(prose), true);
    assert.match(prose, new RegExp(`seconds during starts, for up to ${startsWithin / 60_000} minutes`));
    const images = /files up to about ([\d.]+) MB, and (\d+) MB of base64/.exec(prose) ?? [];
    const bytes = [(maxImageBytes / 4) * 3, maxAllImagesBytes].map((size) => Math.floor(size / 100_000) / 10);
    assert.deepEqual(images.slice(1).map(Number), bytes);
    assert.match(prose, new RegExp(`Path and text, up to ${maxFileBytes / 1_000_000} MB`));
    const { vscode, node } = engines;
    assert.ok(prose.includes(`VS Code ${vscode.replace(/^\^|\.0$/g, '')} or newer`));
    assert.ok(prose.includes(`Node ${node.replace('>=', '')} or newer`));
  });

  it('names the commands that set everything up, and that every change has to pass', () => {
    const [, named = ''] = /^exec (npm .+)$/m.exec(readText('.ci/run')) ?? [];
    assert.ok(named);
    const [, block = ''] = /```sh\n([^]*?)```/.exec(readme) ?? [];
    const shown = between(/^(npm [\w: -]*\w)/gm, block);
    assert.deepEqual(shown, ['npm start', named]);
    for (const command of shown) {
      const script = command.replace(/^npm (?:run )?/, '');
      assert.ok(script in scripts, command);
    }
  });

  it('explains every package', () => {
    const named = itemsBelow('Packages').flatMap((names) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name));
    assert.deepEqual(named.sort(), Object.keys({ ...dependencies, ...devDependencies }).sort());
  });

  it('describes every feature', () => {
    const features = readdirSync(path.join(PROJECT_ROOT, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    assert.deepEqual([...itemsBelow('Where things are')].sort(), features.map(({ name }) => `\`${name}\``).sort());
  });

  it('has links that lead somewhere', () => {
    const targets = between(/\]\(([^)]+)\)/g, prose);
    const anchors = between(/^#+ (.+)$/gm, prose).map((heading) => `#${anchorOf(heading)}`);
    assert.equal(new Set(anchors).size, anchors.length, 'two headings have one name');
    const dead = targets.filter((target) => {
      if (/^https:\/\//.test(target)) return false;
      return !(target.startsWith('#') ? anchors.includes(target) : existsSync(path.join(PROJECT_ROOT, target)));
    });
    assert.ok(targets.some((target) => target.startsWith('#')));
    assert.deepEqual(dead, []);
  });

  it('quotes error messages exactly', () => {
    const quotes = between(/"([^"]+)"/g, sectionOf('Five frequent problems') + sectionOf('Troubleshooting'));
    const said = shownTexts().map((text) => text.replace(/\{\w+\}/g, '…'));
    assert.ok(quotes.length >= 18);
    const wrong = quotes.filter((quote) => !said.some((text) => text.includes(quote)));
    assert.deepEqual(wrong, []);
  });

  it('uses the names of the interface', () => {
    const named = between(/(?<!\w)_([^_]+)_(?!\w)/g, prose.replace(/`[^`]*`/g, ''));
    const shown = shownTexts().map((text) => text.replace(/^\$\([^)]+\) /, '').toLowerCase());
    assert.ok(named.length > 10);
    const wrong = named.filter((name) => !shown.includes(name.toLowerCase()));
    assert.deepEqual(wrong, []);
  });

  it("names no command or setting that doesn't exist", () => {
    const titles = contributes.commands.map(({ title }) => `Agent: ${translated(title)}`);
    const wrong = between(/\*\*(Agent: [^*]+)\*\*/g, prose).filter((title) => !titles.includes(title));
    assert.deepEqual(wrong, []);
    const ids = [
      ...Object.keys(contributes.configuration.properties),
      ...contributes.commands.map(({ command }) => command),
      ...Object.values<string>(views),
    ];
    const unknown = between(/(agentConversations\.\w+)/g, readme).filter((id) => !ids.includes(id));
    assert.deepEqual(unknown, []);
  });
});

describe('README.md and CONTRIBUTING.md', () => {
  it('can be read in minutes', () => {
    const words = readme.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    assert.ok(readme.split('\n').length <= 320, `${readme.split('\n').length} lines`);
    assert.ok(words.length <= 3000, `${words.length} words`);
  });
});

/** Every text that the extension shows: those of the manifest, and the English of each `l10n.t(...)` in `src`. */
function shownTexts(): readonly string[] {
  const calls = sourceFiles('src').flatMap(localisationsIn);
  return [...Object.values(wordsIn('package.nls.json')), ...calls.flatMap((call) => textIn(call.arguments[0]))];
}

/** The text itself, or the message of an object that also has a comment for translators. */
function textIn(argument: ts.Expression | undefined): readonly string[] {
  if (!argument) return [];
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  if (!ts.isObjectLiteralExpression(argument)) return [];
  const message = argument.properties.find(
    (property) =>
      ts.isPropertyAssignment(property) && ts.isIdentifier(property.name) && property.name.text === 'message',
  );
  return message && ts.isPropertyAssignment(message) ? textIn(message.initializer) : [];
}
