// Builds the extension into dist/, and with --tests everything under test/ into out/.
//   node esbuild.mjs [--production] [--metafile] [--tests] [--watch]
import { build, context, transform } from 'esbuild';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = import.meta.dirname;
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  logLevel: 'warning',
};

// VS Code loads extensions as CommonJS, esbuild splits lazy chunks only for ES modules. So: split as ES modules, then
// turn each chunk into CommonJS by itself. `import()` becomes a `require` at the moment of first need, and code that
// several chunks share exists once, so a class has one identity everywhere.
const chunksToCommonJs = {
  name: 'chunks-to-commonjs',
  setup(builder) {
    builder.onEnd(async ({ outputFiles, metafile, errors }) => {
      if (errors.length > 0) return;
      await rm(path.join(root, 'dist'), { recursive: true, force: true });
      await Promise.all([...outputFiles.map(writeChunk), writeLicenses(Object.keys(metafile.inputs))]);
      // Which file and package weighs how much in which chunk; not shipped.
      if (flags.has('--metafile')) await writeFile(path.join(root, 'dist', 'metafile.json'), JSON.stringify(metafile));
    });
  },
};

async function writeChunk(file) {
  await mkdir(path.dirname(file.path), { recursive: true });
  const { code } = await transform(file.text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    supported: { 'dynamic-import': false },
    minify: production,
    sourcemap: production ? false : 'inline',
    sourcefile: path.basename(file.path),
  });
  await writeFile(file.path, code);
}

/** The licences of the packages that are in the bundle have to travel with it. */
async function writeLicenses(inputs) {
  const folders = inputs.map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean);
  const licenses = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(path.join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} is in the bundle and has no file with its licence.`);
    return `${name} ${version} (${license})\n\n${(await readFile(path.join(root, folder, file), 'utf8')).trim()}\n`;
  });
  await mkdir(path.join(root, 'dist'), { recursive: true });
  await writeFile(
    path.join(root, 'dist', 'LICENSES.txt'),
    (await Promise.all(licenses)).join(`\n${'-'.repeat(80)}\n\n`),
  );
}

/**
 * The types of the exported API as one file that needs no other: what `src/api.ts` exports and, with its comments, all
 * that this refers to.
 */
async function writeApiTypes() {
  const { default: ts } = await import('typescript');
  const read = (file) => {
    const text = ts.sys.readFile(file) ?? '';
    const { outputText } = ts.transpileDeclaration(text, { compilerOptions: { strict: true } });
    const { statements } = ts.createSourceFile(file, outputText, ts.ScriptTarget.Latest, true);
    const imports = statements
      .filter(ts.isImportDeclaration)
      .flatMap(({ importClause, moduleSpecifier: from }) =>
        (importClause?.namedBindings?.elements ?? []).map(({ name }) => [name.text, from.text]),
      );
    const declared = statements.flatMap((statement) =>
      (statement.declarationList?.declarations ?? [statement]).map(({ name }) => [name?.text, statement]),
    );
    return { imports: new Map(imports), declared: new Map(declared) };
  };
  const files = new Map();
  const found = new Map();
  const packages = new Set();
  const visit = (file, name) => {
    if (!files.has(file)) files.set(file, read(file));
    const { imports, declared } = files.get(file);
    const from = imports.get(name);
    if (from?.startsWith('.')) visit(`${path.join(path.dirname(file), from)}.ts`, name);
    else if (from) packages.add(`import type { ${name} } from '${from}';`);
    const statement = declared.get(name);
    if (!statement || found.has(statement)) return;
    found.set(statement, statement.getFullText().trim());
    const follow = (node) => {
      const named = node.typeName ?? node.exprName ?? (ts.isExpressionWithTypeArguments(node) && node.expression);
      if (named) visit(file, named.getText());
      ts.forEachChild(node, follow);
    };
    follow(statement);
  };
  const api = path.join(root, 'src', 'api.ts');
  visit(api, 'AgentConversationsApi');
  // Values that types are made of are not there to be imported.
  const types = [...found.values()].map((text) => text.replace(/^export (?=declare const)/m, ''));
  const parts = [[...packages].join('\n'), ...types, 'export {};'];
  await writeFile(path.join(root, 'dist', 'api.d.ts'), `${parts.join('\n\n')}\n`);
}

const extension = {
  ...common,
  entryPoints: ['src/extension.ts'],
  outdir: 'dist',
  format: 'esm',
  splitting: true,
  // Packages with both forms come as ES modules, which can be shaken; an ES module has no `require` of its own, so the
  // CommonJS ones get the real one back when the chunk is turned into CommonJS.
  mainFields: ['module', 'main'],
  chunkNames: 'chunks/[name]-[hash]',
  minify: production,
  sourcemap: production ? false : 'inline',
  legalComments: 'none',
  metafile: true,
  write: false,
  plugins: [chunksToCommonJs],
};

// Found by glob, so that a new test file cannot be forgotten.
async function tests() {
  const files = await readdir(path.join(root, 'test'), { recursive: true });
  return {
    ...common,
    entryPoints: files.filter((file) => /(?<!\.d)\.ts$/.test(file)).map((file) => path.join('test', file)),
    outdir: 'out',
    outbase: '.',
    format: 'cjs',
    packages: 'external',
    sourcemap: 'linked',
    define: { PROJECT_ROOT: JSON.stringify(root) },
  };
}

const builds = [extension];
if (flags.has('--tests')) {
  await rm(path.join(root, 'out'), { recursive: true, force: true });
  builds.push(await tests());
}

if (flags.has('--watch')) {
  for (const options of builds) await (await context(options)).watch();
} else {
  await Promise.all(builds.map((options) => build(options)));
  if (production) await writeApiTypes();
}
