import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

const source = path.join(PROJECT_ROOT, 'src');
const maxLines = 300;

interface Import {
  /** `domain/draft` for a file of ours, else the name of the package, `node` for all of Node's own. */
  readonly to: string;
  readonly typeOnly: boolean;
  readonly dynamic: boolean;
}

interface SourceFile {
  /** Path below src, without its extension. */
  readonly name: string;
  readonly lines: number;
  readonly imports: readonly Import[];
}

/** What each room may import besides itself. A room that is not here may import nothing. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  client: ['domain', 'undici', 'zod', 'node'],
  editor: ['domain', 'names', 'disposables', 'emitter', 'once', 'vscode', 'node', 'jsonc-parser'],
  ui: ['domain', 'names', 'disposables', 'vscode'],
  wire: ['client', 'disposables', 'domain', 'editor', 'once', 'ui', 'node', 'vscode'],
  extension: ['api', 'disposables', 'domain', 'names', 'ui', 'vscode', 'wire'],
  api: ['domain', 'vscode'],
  names: [],
  disposables: [],
  emitter: ['disposables', 'domain'],
  once: [],
};

/** `domain/draft` is in the room `domain`, `names` is its own. */
function roomOf(name: string): string {
  return name.split('/')[0] ?? '';
}

function isAllowed(from: string, { to, typeOnly }: Import): boolean {
  if (from === 'api' && !typeOnly) return false;
  return roomOf(from) === roomOf(to) || (allowed[roomOf(from)] ?? []).includes(roomOf(to));
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

/** Ways round, over imports that run when a module loads: each from a file back to itself. */
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

describe('the rooms of src', () => {
  const files = sourceFiles();

  it('are all there', () => {
    assert.deepEqual([...new Set(files.map(({ name }) => roomOf(name)))].sort(), Object.keys(allowed).sort());
  });

  for (const room of Object.keys(allowed)) {
    it(`${room} imports ${allowed[room]?.join(', ') || 'nothing'} besides itself`, () => {
      const wrong = files
        .filter(({ name }) => roomOf(name) === room)
        .flatMap(({ name, imports }) =>
          imports.filter((each) => !isAllowed(name, each)).map(({ to }) => `${name} -> ${to}`),
        );
      assert.deepEqual(wrong, []);
    });
  }

  it('import files that exist', () => {
    const names = new Set(files.map(({ name }) => name));
    const ours = files.flatMap(({ imports }) => imports.filter(({ to }) => roomOf(to) in allowed));
    assert.deepEqual(
      ours.filter(({ to }) => !names.has(to)),
      [],
    );
  });

  it('load without going round in circles', () => assert.deepEqual(cycles(files), []));

  it(`hold files of at most ${maxLines} lines`, () => {
    const long = files.filter(({ lines }) => lines > maxLines).map(({ name, lines }) => `${name}: ${lines}`);
    assert.deepEqual(long, []);
  });

  it('hold files of sixty lines or so', function () {
    const lengths = files.map(({ lines }) => lines).sort((a, b) => a - b);
    const median = lengths[Math.floor(lengths.length / 2)] ?? 0;
    this.test!.title += ` (median ${median}, longest ${lengths.at(-1) ?? 0}, ${files.length} files)`;
    assert.ok(median <= 100, `median ${median}`);
  });
});

describe('the test of the rooms', () => {
  const file = path.join(source, 'domain', 'some.ts');
  const found: readonly (readonly [code: string, to: string, kind: string])[] = [
    [`import { a } from './draft';`, 'domain/draft', ''],
    [`import './draft';`, 'domain/draft', ''],
    [`import * as vscode from 'vscode';`, 'vscode', ''],
    [`import type { a } from '../ui/age';`, 'ui/age', 'type'],
    [`import { type a } from '../ui/age';`, 'ui/age', ''],
    [`export { a } from '../client';`, 'client/index', ''],
    [`export type * from './records';`, 'domain/records', 'type'],
    [`let a: import('node:fs').Stats;`, 'node', 'type'],
    [`const a = await import('../editor/log');`, 'editor/log', 'dynamic'],
    [`const a = require('fs');`, 'node', 'dynamic'],
    [`import { request } from 'undici';`, 'undici', ''],
  ];
  for (const [code, to, kind] of found)
    it(`sees ${code}`, () => {
      const [first] = importsIn(file, code);
      assert.deepEqual(first, { to, typeOnly: kind === 'type', dynamic: kind === 'dynamic' });
    });

  const arrows: readonly (readonly [from: string, to: string, boolean])[] = [
    ['domain/draft', 'domain/records', true],
    ['domain/draft', 'vscode', false],
    ['domain/draft', 'node', false],
    ['domain/draft', 'zod', false],
    ['client/index', 'domain/draft', true],
    ['client/index', 'vscode', false],
    ['client/index', 'names', false],
    ['editor/log', 'client/index', false],
    ['editor/log', 'ui/age', false],
    ['ui/age', 'node', false],
    ['ui/age', 'editor/log', false],
    ['ui/age', 'extension', false],
    ['ui/age', 'wire', false],
    ['extension', 'editor/log', false],
    ['api', 'domain/records', false],
    ['extension', 'undici', false],
    ['stray', 'vscode', false],
  ];
  for (const [from, to, expected] of arrows)
    it(`${expected ? 'lets' : 'does not let'} ${from} import ${to}`, () =>
      assert.equal(isAllowed(from, { to, typeOnly: false, dynamic: false }), expected));

  it('sees a circle', () => {
    const to = (name: string, kind: Partial<Import> = {}): Import => ({
      to: name,
      typeOnly: false,
      dynamic: false,
      ...kind,
    });
    const files = (last: Import) => [
      { name: 'ui/a', lines: 1, imports: [to('ui/b')] },
      { name: 'ui/b', lines: 1, imports: [last] },
    ];
    assert.deepEqual(cycles(files(to('ui/a'))), ['ui/a -> ui/b -> ui/a']);
    assert.deepEqual(cycles(files(to('ui/a', { typeOnly: true }))), []);
    assert.deepEqual(cycles(files(to('ui/a', { dynamic: true }))), []);
  });
});
