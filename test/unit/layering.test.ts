import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const source = path.join(PROJECT_ROOT, 'src');

interface SourceFile {
  /** Path below src, without the extension. */
  readonly name: string;
  readonly lines: number;
  /** Files that it imports, for their types, too, but for what it loads later; named like itself. */
  readonly imports: readonly string[];
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

function importsIn(file: string, text: string): string[] {
  return ts
    .createSourceFile(file, text, ts.ScriptTarget.Latest)
    .statements.filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .flatMap(({ moduleSpecifier }) => (moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier] : []))
    .filter(({ text: specifier }) => specifier.startsWith('.'))
    .map(({ text: specifier }) => path.relative(source, path.join(path.dirname(file), specifier)))
    .map((name) => name.replaceAll(path.sep, '/'));
}

/** Cycles of imports: each from a file back to itself. */
function cycles(files: readonly SourceFile[]): string[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const done = new Set<string>();
  const found: string[] = [];
  const follow = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) found.push([...way.slice(way.indexOf(name)), name].join(' -> '));
    if (way.includes(name) || done.has(name)) return;
    for (const to of byName.get(name)?.imports ?? []) follow(to, [...way, name]);
    done.add(name);
  };
  for (const { name } of files) follow(name, []);
  return found;
}

describe('the source files', () => {
  const files = sourceFiles();

  it('import each other in no cycle, of types neither', () => assert.deepEqual(cycles(files), []));

  it('are at most 25 in a folder', () => {
    const folders = files.map(({ name }) => path.posix.dirname(name));
    const full = [...new Set(folders)].filter((one) => folders.filter((other) => other === one).length > 25);
    assert.deepEqual(full, []);
  });
});

describe('the rule for imports', () => {
  const config = path.join(PROJECT_ROOT, 'eslint.config.mjs');
  const { boundaries } = createRequire(config)(config) as { boundaries: readonly Linter.Config[] };

  // prettier-ignore
  const arrows: readonly (readonly [from: string, below: readonly string[], others: readonly string[]])[] = [
    ['draft/draft', ['../client/records', './draftFile', 'node:fs'], ['../start/preflight', './vscode/drafts', '../base/vscode/log', 'vscode', 'zod/mini', '../names', '../onDemand']],
    ['draft/vscode/drafts', ['../draftFile', 'vscode', '../../names'], ['../../start/preflight', '../../onDemand', 'undici', 'jsonc-parser']],
    ['client/http/caller', ['undici'], ['vscode', '../../service/serviceMemory']],
    ['entry/vscode/openLink', ['../startLink'], ['../../help/vscode/report']],
    ['help/vscode/report', ['../diagnostics'], ['../../entry/vscode/openLink']],
    ['start/vscode/sheet/sheetRows', ['../fields/requestFields'], ['../../../entry/startLink']],
    ['mcp/vscode/readMcpFiles', ['jsonc-parser'], ['../../draft/draft']],
  ];
  for (const [from, below, others] of arrows)
    it(`lets ${from} import ${below.join(', ')}, but not ${others.join(', ')}`, () => {
      const plugins = { '@typescript-eslint': tseslint.plugin } as unknown as NonNullable<Linter.Config['plugins']>;
      const specifiers = [...below, ...others];
      const found = new Linter({ cwd: PROJECT_ROOT }).verify(
        specifiers.map((specifier) => `import '${specifier}';`).join('\n'),
        [{ files: ['**/*.ts'], languageOptions: { parser: tseslint.parser }, plugins }, ...boundaries],
        { filename: path.join(PROJECT_ROOT, 'src', `${from}.ts`) },
      );
      assert.deepEqual(
        found.map(({ line }) => specifiers[line - 1]),
        others,
      );
    });

  it('is for folders that are there', () => {
    const folders = readdirSync(source).filter((name) => statSync(path.join(source, name)).isDirectory());
    const named = new Set(boundaries.flatMap(({ files = [] }) => files.map((file) => String(file).split('/')[1])));
    assert.deepEqual([...named].sort(), folders.sort());
  });
});
