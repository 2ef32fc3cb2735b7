import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

const source = path.join(PROJECT_ROOT, 'src');
const maxLines = 300;

interface Import {
  /** `domain/draft` for a project file, otherwise the package name, or `node` for all of Node's own. */
  readonly to: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

interface SourceFile {
  /** Path below src, without the extension. */
  readonly name: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

/** The features, from the lowest up: each uses only those before it. Features in one row don't know each other. */
const features = [
  ...[
    ['base'],
    ['client'],
    ['service'],
    ['settings'],
    ['repository'],
    ['conversations'],
    ['result'],
    ['mcp'],
    ['draft'],
    ['start'],
  ],
  ['entry', 'help'],
];

/** The layers of a feature, from the lowest up, and the packages that each may use. */
const layers: Readonly<Record<string, readonly string[]>> = {
  common: [],
  node: ['node'],
  vscode: ['node', 'vscode'],
};

/** Packages that only one layer of one feature may use. */
const packagesOf: Readonly<Record<string, readonly string[]>> = {
  'client/node': ['undici', 'zod/mini'],
  'mcp/vscode': ['jsonc-parser'],
};

/** Files beside the features, with their packages: they wire features. `names` is a leaf for every `vscode` layer. */
const wiring: Readonly<Record<string, readonly string[]>> = {
  names: [],
  api: ['vscode'],
  onDemand: [],
  wire: ['node', 'vscode'],
  registerCommands: ['vscode'],
  startSources: ['vscode'],
  extension: ['node', 'vscode'],
};

interface Place {
  /** Position in {@link features}, -1 if not a feature. */
  readonly rank: number;
  readonly feature: string;
  readonly layer: string;
}

/** `draft/common/draft` is in the layer `common` of the feature `draft`; `names` is in none. */
function placeOf(name: string): Place | undefined {
  const [feature = '', layer = '', ...rest] = name.split('/');
  return rest.length > 0 ? { rank: features.findIndex((row) => row.includes(feature)), feature, layer } : undefined;
}

function isAllowed(from: string, { to, typeOnly }: Import): boolean {
  const place = placeOf(from);
  if (!place) return isAllowedInWiring(from, to, typeOnly);
  const target = placeOf(to);
  if (target && target.rank >= 0) return isBelow(target, place);
  if (to === 'names') return place.layer === 'vscode';
  const special = packagesOf[`${place.feature}/${place.layer}`] ?? [];
  return [...(layers[place.layer] ?? []), ...special].includes(to.replace(/^undici\/.*/, 'undici'));
}

function isAllowedInWiring(from: string, to: string, typeOnly: boolean): boolean {
  const packages = wiring[from];
  if (!packages || from === 'names' || (from === 'api' && !typeOnly)) return false;
  return packages.includes(to) || to in wiring || (placeOf(to)?.rank ?? -1) >= 0;
}

function isBelow(target: Place, place: Place): boolean {
  const heights = Object.keys(layers);
  const isLayerBelow = heights.indexOf(target.layer) <= heights.indexOf(place.layer);
  return isLayerBelow && (target.feature === place.feature || target.rank < place.rank);
}

function importsIn(file: string, text: string): Import[] {
  const imports: Import[] = [];
  const add = (specifier: ts.Node | undefined, typeOnly: boolean, dynamic: boolean) => {
    assert.ok(specifier && ts.isStringLiteralLike(specifier), `${file}: an import without a plain name`);
    imports.push({ to: nameOf(file, specifier.text), typeOnly, dynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword, false);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, node.isTypeOnly, false);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true, false);
    else if (ts.isImportEqualsDeclaration(node)) assert.fail(`${file}: import =`);
    else if (ts.isCallExpression(node) && isLoading(node.expression)) add(node.arguments[0], false, true);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return imports;
}

function isLoading(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
}

function nameOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) {
    const target = path.join(path.dirname(file), specifier);
    const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
    return path.relative(source, isFolder ? path.join(target, 'index') : target).replaceAll(path.sep, '/');
  }
  return specifier.startsWith('node:') || builtinModules.includes(specifier) ? 'node' : specifier;
}

function sourceFiles(): SourceFile[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => {
      const text = readFileSync(path.join(source, file), 'utf8');
      const name = file.replaceAll(path.sep, '/').replace(/\.ts$/, '');
      return { name, lines: text.trimEnd().split('\n').length, imports: importsIn(path.join(source, file), text) };
    });
}

/** Cycles of imports that run when a module loads: each from a file back to itself. */
function cycles(files: readonly SourceFile[]): string[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const follow = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) found.push([...way.slice(way.indexOf(name)), name].join(' -> '));
    if (way.includes(name) || done.has(name)) return;
    for (const { to } of byName.get(name)?.imports.filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic) ?? [])
      follow(to, [...way, name]);
    done.add(name);
  };
  for (const { name } of files) follow(name, []);
  return found;
}

describe('the source files', () => {
  const files = sourceFiles();

  it('are in a feature and one of its layers, or wire features', () => {
    const known = (name: string) => {
      const place = placeOf(name);
      return place ? place.rank >= 0 && place.layer in layers : name in wiring;
    };
    assert.deepEqual(
      files.map(({ name }) => name).filter((name) => !known(name)),
      [],
    );
  });

  for (const feature of [...features.flat(), ...Object.keys(wiring)]) {
    it(`of ${feature} import only what is below them`, () => {
      const ours = files.filter(({ name }) => (placeOf(name)?.feature ?? name) === feature);
      assert.ok(ours.length > 0, `no file of ${feature}`);
      const wrong = ours.flatMap(({ name, imports }) =>
        imports.filter((each) => !isAllowed(name, each)).map(({ to }) => `${name} -> ${to}`),
      );
      assert.deepEqual(wrong, []);
    });
  }

  it('import files that exist', () => {
    const names = new Set(files.map(({ name }) => name));
    const ours = files.flatMap(({ imports }) =>
      imports.filter(({ to }) => to in wiring || (placeOf(to)?.rank ?? -1) >= 0),
    );
    assert.deepEqual(
      ours.filter(({ to }) => !names.has(to)),
      [],
    );
  });

  it('load without cycles', () => assert.deepEqual(cycles(files), []));

  it(`have at most ${maxLines} lines`, () => {
    const long = files.filter(({ lines }) => lines > maxLines).map(({ name, lines }) => `${name}: ${lines}`);
    assert.deepEqual(long, []);
  });

  it('are about sixty lines long', function () {
    const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b);
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
    this.test!.title += ` (median ${median}, longest ${lengths.at(-1) ?? 0}, ${files.length} files)`;
    assert.ok(median <= 100, `median ${median}`);
  });
});

describe('the layering test', () => {
  const file = path.join(source, 'draft', 'common', 'some.ts');
  const found: readonly (readonly [code: string, to: string, kind: string])[] = [
    [`import { a } from './draft';`, 'draft/common/draft', ''],
    [`import './draft';`, 'draft/common/draft', ''],
    [`import * as vscode from 'vscode';`, 'vscode', ''],
    [`import type { a } from '../../base/vscode/age';`, 'base/vscode/age', 'type'],
    [`import { type a } from '../../base/vscode/age';`, 'base/vscode/age', ''],
    [`export { a } from '../../client/node/client';`, 'client/node/client', ''],
    [`export type * from '../../client/common/records';`, 'client/common/records', 'type'],
    [`let a: import('node:fs').Stats;`, 'node', 'type'],
    [`const a = await import('../vscode/drafts');`, 'draft/vscode/drafts', 'dynamic'],
    [`const a = require('fs');`, 'node', 'dynamic'],
    [`import { request } from 'undici';`, 'undici', ''],
  ];
  for (const [code, to, kind] of found)
    it(`sees ${code}`, () => {
      const [first] = importsIn(file, code);
      assert.deepEqual(first, { to, typeOnly: kind === 'type', dynamic: kind === 'dynamic' });
    });

  const arrows: readonly (readonly [from: string, to: string, boolean])[] = [
    ['draft/common/draft', 'client/common/records', true],
    ['draft/common/draft', 'draft/node/draftFile', false],
    ['draft/common/draft', 'start/common/preflight', false],
    ['draft/common/draft', 'vscode', false],
    ['draft/common/draft', 'node', false],
    ['draft/common/draft', 'zod', false],
    ['draft/node/draftFile', 'node', true],
    ['draft/node/draftFile', 'vscode', false],
    ['draft/node/draftFile', 'names', false],
    ['draft/vscode/drafts', 'draft/node/draftFile', true],
    ['draft/vscode/drafts', 'names', true],
    ['draft/vscode/drafts', 'undici', false],
    ['draft/vscode/drafts', 'onDemand', false],
    ['draft/common/draft', 'onDemand', false],
    ['draft/vscode/drafts', 'start/common/preflight', false],
    ['client/node/client', 'undici', true],
    ['client/node/client', 'vscode', false],
    ['entry/vscode/openLink', 'help/vscode/report', false],
    ['help/vscode/report', 'entry/vscode/openLink', false],
    ['api', 'client/common/records', false],
    ['extension', 'undici', false],
    ['extension', 'client/node/client', true],
    ['stray', 'vscode', false],
  ];
  for (const [from, to, expected] of arrows)
    it(`${expected ? 'lets' : "doesn't let"} ${from} import ${to}`, () =>
      assert.equal(isAllowed(from, { to, typeOnly: false, dynamic: false }), expected));

  it('sees a cycle', () => {
    const to = (name: string, kind: Partial<Import> = {}): Import => ({
      to: name,
      typeOnly: false,
      dynamic: false,
      ...kind,
    });
    const files = (last: Import) => [
      { name: 'base/vscode/a', lines: 1, imports: [to('base/vscode/b')] },
      { name: 'base/vscode/b', lines: 1, imports: [last] },
    ];
    assert.deepEqual(cycles(files(to('base/vscode/a'))), ['base/vscode/a -> base/vscode/b -> base/vscode/a']);
    assert.deepEqual(cycles(files(to('base/vscode/a', { typeOnly: true }))), []);
    assert.deepEqual(cycles(files(to('base/vscode/a', { dynamic: true }))), []);
  });
});
