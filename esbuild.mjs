// Builds the extension into dist/, and with --tests everything under test/ into out/.
//   node esbuild.mjs [--production] [--tests] [--watch]
import { build, context, transform } from 'esbuild';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = import.meta.dirname;
const dist = path.join(root, 'dist');
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node22',
  external: ['vscode'],
  logLevel: 'warning',
};

const commonJs = {
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  supported: { 'dynamic-import': false },
  minify: production,
  sourcemap: production ? false : 'inline',
};

// VS Code loads extensions as CommonJS, esbuild splits lazy chunks only for ES modules. So: split as ES modules, then
// turn each chunk into CommonJS by itself. `import()` becomes a `require` at the moment of first need, and code that
// several chunks share exists once, so a class has one identity everywhere.
const chunksToCommonJs = {
  name: 'chunks-to-commonjs',
  setup(builder) {
    builder.onEnd(async ({ outputFiles, metafile, errors }) => {
      if (errors.length > 0) return;
      await rm(dist, { recursive: true, force: true });
      const texts = new Map(outputFiles.map((file) => [file.path, withoutCopies(file.text)]));
      const holders = holdersOf(metafile.outputs);
      await Promise.all([...new Set(holders.values())].map((file) => writeTogether(file, texts, holders)));
      const alone = [...texts].filter(([file]) => !holders.has(file));
      await Promise.all(alone.map(([file, text]) => writeAlone(file, text, holders)));
      await writeLicenses(Object.keys(metafile.inputs));
      // Which file and package weighs how much in which chunk; not shipped.
    });
  },
};

/**
 * The API has hundreds of names. Into CommonJS, esbuild would turn each import of it into a copy of all of them. And VS
 * Code looks up whose API it is each time that it is required: a chunk asks once.
 */
function withoutCopies(text) {
  let required;
  return text.replace(/import\s*\*\s*as ([\w$]+) from\s*"vscode"/g, (_, name) => {
    const api = required ?? 'require("vscode")';
    required ??= name;
    return `const ${name} = ${api}`;
  });
}

/**
 * Chunks that every window loads, and the files that they come in: each file takes VS Code longer than what is in it.
 * What loads at activation is one file, what it loads right after another. All other chunks share theirs.
 */
function holdersOf(outputs) {
  const holders = new Map();
  for (const source of ['src/extension.ts', 'src/wire.ts']) {
    const [output] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source);
    for (const chunk of loadedWith(output, outputs))
      if (!holders.has(chunk)) holders.set(chunk, path.join(root, output));
  }
  return holders;
}

/** Absolute paths of the chunks that come with one of them, that one included. */
function loadedWith(output, outputs, found = new Set()) {
  found.add(path.join(root, output));
  for (const { path: imported, kind } of outputs[output]?.imports ?? [])
    if (kind === 'import-statement' && imported in outputs && !found.has(path.join(root, imported)))
      loadedWith(imported, outputs, found);
  return found;
}

const slashes = (file) => file.replaceAll(path.sep, '/');

async function writeTogether(holder, texts, holders) {
  const folder = path.dirname(holder);
  const relative = (file) => `./${slashes(path.relative(folder, file))}`;
  const chunks = {
    name: 'chunks',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ path: imported, resolveDir, kind }) => {
        const file = path.join(resolveDir, imported);
        const isHere = kind !== 'dynamic-import' && holders.get(file) === holder;
        return isHere ? { path: file } : { path: relative(file), external: true };
      });
      builder.onLoad({ filter: /.*/ }, ({ path: file }) => ({
        contents: texts.get(file),
        resolveDir: path.dirname(file),
      }));
    },
  };
  const held = [...holders].filter(([file, its]) => its === holder && file !== holder).map(([file]) => file);
  const { outputFiles } = await build({
    ...common,
    ...commonJs,
    stdin: {
      contents: [
        `export * from '${relative(holder)}';`,
        ...held.map((file) => `export * as ${JSON.stringify(path.basename(file))} from '${relative(file)}';`),
      ].join('\n'),
      resolveDir: folder,
    },
    outfile: holder,
    write: false,
    plugins: [chunks],
  });
  await write(holder, fromHolders(holder, outputFiles[0].text, holders));
}

async function writeAlone(file, text, holders) {
  const { code } = await transform(text, { ...commonJs, sourcefile: path.basename(file) });
  await write(file, fromHolders(file, code, holders));
}

/** The code of a file that takes from other files what these hold. */
function fromHolders(file, code, holders) {
  const folder = path.dirname(file);
  return code.replace(/require\("(\.[^"]+)"\)/g, (whole, name) => {
    const chunk = path.join(folder, name);
    const holder = holders.get(chunk);
    if (holder === undefined || holder === chunk) return whole;
    const from = slashes(path.relative(folder, holder));
    return `require("${from.startsWith('.') ? from : `./${from}`}")[${JSON.stringify(path.basename(chunk))}]`;
  });
}

async function write(file, text) {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** undici contains a compiled llhttp, under the same licence, but not its notice. */
function llhttpLicense(text) {
  return `llhttp (MIT), compiled into undici\n\n${text.replace(/^Copyright.*$/m, 'Copyright Fedor Indutny, 2018.')}\n`;
}

/** The licences of the packages that are in the bundle have to travel with it. */
async function writeLicenses(inputs) {
  const folders = inputs.map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean);
  const licenses = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(path.join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} is in the bundle and has no file with its licence.`);
    const text = (await readFile(path.join(root, folder, file), 'utf8')).trim();
    return [`${name} ${version} (${license})\n\n${text}\n`, ...(name === 'undici' ? [llhttpLicense(text)] : [])];
  });
  await mkdir(path.join(root, 'dist'), { recursive: true });
  await writeFile(
    path.join(root, 'dist', 'LICENSES.txt'),
    (await Promise.all(licenses)).flat().join(`\n${'-'.repeat(80)}\n\n`),
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

/**
 * The README as VS Code shows it on the extension's page. That loads pictures over https alone, and follows no links
 * into a repository that is in no public place: there is its text without them.
 */
async function writeReadme() {
  const text = await readFile(path.join(root, 'README.md'), 'utf8');
  const withoutPictures = text.replace(/^!\[[^\]]*\]\(media\/[^)]*\)\n\n?/gm, '');
  const shown = withoutPictures.replace(/\[([^\]]*)\]\((?!#|https:)[^)]*\)/g, '$1');
  await writeFile(path.join(root, 'dist', 'README.md'), shown);
}

// Parts of undici that aren't needed: a fifth of the VSIX. Its HTTP parser comes twice, for processors with and without SIMD
// instructions: the one without runs everywhere, and answers are small. Forms as bodies are never sent, and HTTP/2 is never
// offered: whoever needs one of them gets an error.
const leanUndici = {
  name: 'lean-undici',
  setup(builder) {
    builder.onResolve({ filter: /\/llhttp_simd-wasm\.js$/ }, ({ path: wanted, resolveDir }) => ({
      path: path.join(resolveDir, wanted.replace('llhttp_simd-wasm', 'llhttp-wasm')),
    }));
    builder.onLoad(
      { filter: /undici[\\/]lib[\\/](web[\\/]fetch[\\/]body|dispatcher[\\/]client-h2)\.js$/ },
      ({ path: left }) => ({
        contents: `module.exports = () => { throw new Error('undici comes without ${path.basename(left)}.'); };`,
      }),
    );
  },
};

const extension = {
  ...common,
  entryPoints: ['src/extension.ts'],
  // The names of the chunks depend on paths: also where the packages are linked, these are the checkout's.
  preserveSymlinks: true,
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
  plugins: [leanUndici, chunksToCommonJs],
};

// Found by glob, so that a new test file cannot be forgotten. Each file stays a file of its own: bundles would have a copy
// of the same sources for each test.
async function tests() {
  const folders = ['src', 'test'].map(async (folder) =>
    (await readdir(path.join(root, folder), { recursive: true })).map((file) => path.join(folder, file)),
  );
  const files = (await Promise.all(folders)).flat();
  return {
    absWorkingDir: root,
    entryPoints: files.filter((file) => /(?<!\.d)\.ts$/.test(file)),
    outdir: 'out',
    outbase: '.',
    format: 'cjs',
    platform: 'node',
    target: common.target,
    supported: { 'dynamic-import': false },
    sourcemap: 'linked',
    logLevel: 'warning',
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
  if (production) await Promise.all([writeApiTypes(), writeReadme()]);
}
