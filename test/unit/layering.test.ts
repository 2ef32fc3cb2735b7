import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Linter } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { sourceFiles } from '../support/sourceFiles';

const source = path.join(PROJECT_ROOT, 'src');

/** Files that a file imports, for their types, too, but for what it loads later; all named without the extension. */
function importsIn({ fileName, statements }: ts.SourceFile): readonly string[] {
  return statements
    .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .flatMap(({ moduleSpecifier }) => (moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier] : []))
    .filter(({ text }) => text.startsWith('.'))
    .map(({ text }) => path.posix.join(path.posix.dirname(fileName), text));
}

/** Cycles of imports: each from a file back to itself. */
function cycles(files: readonly ts.SourceFile[]): string[] {
  const imports = new Map(files.map((file) => [file.fileName.replace(/\.ts$/, ''), importsIn(file)]));
  const done = new Set<string>();
  const found: string[] = [];
  const follow = (name: string, way: readonly string[]): void => {
    if (way.includes(name)) found.push([...way.slice(way.indexOf(name)), name].join(' -> '));
    if (way.includes(name) || done.has(name)) return;
    for (const to of imports.get(name) ?? []) follow(to, [...way, name]);
    done.add(name);
  };
  for (const name of imports.keys()) follow(name, []);
  return found;
}

describe('the source files', () => {
  const files = sourceFiles('src');

  it('import each other in no cycle, of types neither', () => assert.deepEqual(cycles(files), []));

  it('are at most 25 in a folder', () => {
    const folders = files.map(({ fileName }) => path.posix.dirname(fileName));
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
    ['entry/vscode/openLink', ['../startLink'], ['../../help/vscode/reportErrors']],
    ['help/vscode/reportErrors', ['../diagnostics'], ['../../entry/vscode/openLink']],
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
      const rejected = found.map(({ line }) => specifiers[line - 1]);
      assert.deepEqual(rejected, others);
    });

  it('is for folders that are there', () => {
    const folders = readdirSync(source).filter((name) => statSync(path.join(source, name)).isDirectory());
    const named = new Set(boundaries.flatMap(({ files = [] }) => files.map((file) => String(file).split('/')[1])));
    assert.deepEqual([...named].sort(), folders.sort());
  });
});
