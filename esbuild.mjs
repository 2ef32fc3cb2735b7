// Builds the extension into dist/, and with --tests everything under test/ into out/.
//   node esbuild.mjs [--production] [--tests] [--watch]
import { build, context } from 'esbuild';
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = import.meta.dirname;
const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');

const common = {
  absWorkingDir: root,
  format: 'cjs',
  platform: 'node',
  target: 'node22',
  // VS Code loads extensions by `require`, so each `import()` becomes one, which still runs only when it's reached.
  supported: { 'dynamic-import': false },
  logLevel: 'warning',
};

/**
 * VS Code's API as one module with a variable for each name. Otherwise, each `import * as vscode` would become a copy of the
 * whole API, one in each source file: activation took twice as long.
 */
const vscodeOnce = {
  name: 'vscode-once',
  async setup({ onResolve, onLoad }) {
    const types = await readFile(path.join(root, 'node_modules/@types/vscode/index.d.ts'), 'utf8');
    const declared = types.matchAll(/^\texport (?:abstract )?(?:class|const|enum|let|namespace) (\w+)/gm);
    const names = [...new Set(Array.from(declared, ([, name]) => name))];
    // esbuild leaves out a call that is marked as pure if nothing uses its result.
    const exported = names.map((name) => `export const ${name} = /* @__PURE__ */ member('${name}');`);
    const contents = [`const api = require('vscode');`, 'const member = (name) => api[name];', ...exported].join('\n');
    onResolve({ filter: /^vscode$/ }, ({ namespace }) =>
      namespace === 'vscode-once' ? { external: true } : { path: 'vscode', namespace: 'vscode-once' },
    );
    onLoad({ filter: /^vscode$/, namespace: 'vscode-once' }, () => ({ contents }));
  },
};

/**
 * A file of dist/, which loads the files in `others` when it needs them. A module that is in several files exists several
 * times while the extension runs. So one with state, or with a class for `instanceof`, must be in a single file.
 */
const bundle = (name, source, others) => ({
  ...common,
  entryPoints: { [name]: source },
  external: others,
  outdir: 'dist',
  bundle: true,
  // Packages are read as ES modules if they have them, because esbuild can leave out the unused exports of those.
  mainFields: ['module', 'main'],
  minify: production,
  sourcemap: production ? false : 'inline',
  legalComments: 'none',
  metafile: true,
  plugins: [vscodeOnce],
});

const bundles = [
  bundle('extension', 'src/extension.ts', ['./main']),
  bundle('main', 'src/main.ts', ['./undici']),
  bundle('undici', 'src/client/http/undici.ts', []),
];

/** All files under src/ and test/, each compiled to its own file: a bundle for each test would copy the sources it uses. */
async function tests() {
  const folders = ['src', 'test'].map(async (folder) =>
    (await readdir(path.join(root, folder), { recursive: true })).map((file) => path.join(folder, file)),
  );
  const files = (await Promise.all(folders)).flat();
  return {
    ...common,
    entryPoints: files.filter((file) => /(?<!\.d)\.ts$/.test(file)),
    outdir: 'out',
    outbase: '.',
    sourcemap: 'linked',
    define: { PROJECT_ROOT: JSON.stringify(root) },
  };
}

/** undici contains a compiled llhttp, which has the same license, but undici's package lacks its copyright notice. */
function llhttpLicense(text) {
  return `llhttp (MIT), compiled into undici\n\n${text.replace(/^Copyright.*$/m, 'Copyright Fedor Indutny, 2018.')}\n`;
}

/** Writes the licenses of the bundled packages, which require that each copy includes them. */
async function writeLicenses(inputs) {
  const folders = inputs.map((file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean);
  const licenses = [...new Set(folders)].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
    const file = (await readdir(path.join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} is in a bundle, but has no license file.`);
    const text = (await readFile(path.join(root, folder, file), 'utf8')).trim();
    return [`${name} ${version} (${license})\n\n${text}\n`, ...(name === 'undici' ? [llhttpLicense(text)] : [])];
  });
  const texts = (await Promise.all(licenses)).flat();
  await writeFile(path.join(root, 'dist', 'LICENSES.txt'), texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Writes the types of the exported API, and those that they refer to. */
async function writeApiTypes() {
  const compiler = path.join(root, 'node_modules/typescript-7/bin/tsc');
  const emitted = ['--declaration', '--emitDeclarationOnly', '--rootDir', 'src', '--outDir', 'dist/types'];
  const options = [
    '--ignoreConfig',
    '--strict',
    '--target',
    'ES2024',
    '--module',
    'preserve',
    '--types',
    'node,vscode',
  ];
  await promisify(execFile)(process.execPath, [compiler, 'src/api.ts', ...emitted, ...options], { cwd: root });
}

/**
 * Writes the README for the extension's page in VS Code, which only loads pictures over https. Links to files of the
 * repository lead nowhere there as long as it has no public address, so only their texts stay.
 */
async function writeReadme() {
  const text = await readFile(path.join(root, 'README.md'), 'utf8');
  const withoutPictures = text.replace(/^!\[[^\]]*\]\(media\/[^)]*\)\n\n?/gm, '');
  const shown = withoutPictures.replace(/\[([^\]]*)\]\((?!#|https:)[^)]*\)/g, '$1');
  await writeFile(path.join(root, 'dist', 'README.md'), shown);
}

const builds = [...bundles];
await rm(path.join(root, 'dist'), { recursive: true, force: true });
if (flags.has('--tests')) {
  await rm(path.join(root, 'out'), { recursive: true, force: true });
  builds.push(await tests());
}

if (flags.has('--watch')) {
  for (const options of builds) await (await context(options)).watch();
} else {
  const results = await Promise.all(builds.map((options) => build(options)));
  const inputs = results.flatMap(({ metafile }) => Object.keys(metafile?.inputs ?? {}));
  if (production) await Promise.all([writeLicenses(inputs), writeApiTypes(), writeReadme()]);
}
