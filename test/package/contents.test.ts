import JSZip from 'jszip';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TemporaryFolder } from '../host/temporaryFolder';
import { packageExtension, shippedExtension, type ShippedExtension } from '../host/vsix';
import { findInFiles } from '../support/findInFiles';
import { markSpellings } from '../support/markedSecrets';
import { slow } from '../support/tags';

/** Names of the files in an archive. */
async function filesIn(archive: string): Promise<string[]> {
  const { files } = await JSZip.loadAsync(readFileSync(archive));
  return Object.values(files)
    .filter(({ dir }) => !dir)
    .map(({ name }) => name);
}

/** Digest of each file in an archive, by name. The time at which a file was packed isn't part of it. */
async function digestsOf(archive: string): Promise<Record<string, string>> {
  const { files } = await JSZip.loadAsync(readFileSync(archive));
  const digests = Object.values(files).map(async (file) => [
    file.name,
    createHash('sha256')
      .update(await file.async('nodebuffer'))
      .digest('hex'),
  ]);
  return Object.fromEntries(await Promise.all(digests)) as Record<string, string>;
}

describe('The packaged VSIX', function () {
  // Packages the extension if that hasn't been done yet.
  this.timeout(60_000);
  let shipped: ShippedExtension;
  let files: string[];

  before(async () => {
    shipped = await shippedExtension();
    files = await filesIn(shipped.vsix);
  });

  // vsce renames these texts.
  const required = [
    'package.json',
    'package.nls.json',
    'package.nls.de.json',
    'l10n/bundle.l10n.de.json',
    'LICENSE.txt',
    'readme.md',
    'changelog.md',
    'dist/extension.js',
    'dist/main.js',
    'dist/undici.js',
    'dist/types/api.d.ts',
    'dist/LICENSES.txt',
  ];
  const allowed = /^(dist\/types\/\w+\/\w+\.d\.ts|media\/(walkthrough\/)?[\w.-]+\.(svg|png))$/;

  for (const name of required) {
    it(`has ${name}`, () => assert.ok(files.includes(`extension/${name}`), files.join(', ')));
  }

  it('has the code, the pictures and nothing else: no sources, tests, maps or packages', () => {
    const wrapping = ['[Content_Types].xml', 'extension.vsixmanifest'];
    const known = new Set([...wrapping, ...required.map((name) => `extension/${name}`)]);
    const others = files.filter((name) => !known.has(name) && !allowed.test(name.replace(/^extension\//, '')));
    assert.deepEqual(others, []);
    const has = (kind: string) => files.some((name) => name.startsWith(kind));
    for (const kind of ['extension/dist/types/client/', 'extension/media/']) assert.ok(has(kind), kind);
  });

  it('has the entry point, the icons and the texts that the manifest names', () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(shipped.folder, name), 'utf8'));
    const manifest = read('package.json') as Record<string, unknown>;
    // The vsce settings are about the sources.
    const named = [
      ...JSON.stringify({ ...manifest, vsce: undefined }).matchAll(/"((?:media|dist)\/[^"]+|\.\/[^"]+)"/g),
    ].map(([, name]) => path.posix.normalize(name!));
    assert.ok(named.includes('dist/extension.js'));
    // One of them is a folder: the one with the translations.
    const missing = named.filter((name) => !files.some((file) => `${file}/`.startsWith(`extension/${name}/`)));
    assert.deepEqual(missing, []);
    const texts = read('package.nls.json') as Record<string, string>;
    const keys = [...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key!);
    const untold = keys.filter((key) => !texts[key]);
    assert.deepEqual(untold, []);
  });

  it('is at most 600 kB', () => {
    const { size } = statSync(shipped.vsix);
    assert.ok(size <= 600_000, `${size} bytes`);
  });

  it('comes with the license of every bundled package', () => {
    const { dependencies } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const licenses = readFileSync(path.join(shipped.folder, 'dist', 'LICENSES.txt'), 'utf8').split(/\n-{80}\n/);
    const isOfLlhttp = (text: string) => text.trim().startsWith('llhttp (MIT), compiled into undici\n');
    const llhttp = licenses.find(isOfLlhttp) ?? '';
    assert.match(llhttp, /\nCopyright Fedor Indutny, 2018\.\n[^]*Permission is hereby granted/);
    const others = licenses.filter((text) => !isOfLlhttp(text));
    const known = others.map((text) => /^(\S+ \S+) \(\S+\)\n\n[^]*copyright/i.exec(text.trim())?.[1]);
    const expected = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
    assert.deepEqual(known, expected);
  });

  slow('It packages twice.').it("is identical when it's built again", async () => {
    using folder = new TemporaryFolder('again');
    const again = await packageExtension(folder.path);
    assert.deepEqual(await digestsOf(again.vsix), await digestsOf(shipped.vsix));
  });

  it('contains nothing about the machine that built it', async () => {
    for (const text of [PROJECT_ROOT, `${os.homedir()}${path.sep}`, 'node_modules', 'sourceMappingURL'])
      assert.deepEqual(await findInFiles(shipped.folder, text), [], text);
  });

  it('contains nothing from the tests, least of all their secrets', async () => {
    for (const text of [...markSpellings, 'AGENT_CONVERSATIONS_TEST'])
      assert.deepEqual(await findInFiles(shipped.folder, text), [], text);
  });

  it('contains nothing that looks like a key', () => {
    const ofMakers =
      /(?:sk-|gh[oprsu]_|github_pat_|glpat-|xox[a-z]-|hf_|npm_)[\w-]{20,}|AKIA[A-Z\d]{16}|AIza[\w-]{30,}/;
    const others = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s+[\w+/]|eyJ[\w-]{10,}\.eyJ|:\/\/[\w.-]+:[\w-]+@[\w-]+\./;
    for (const name of files) {
      const file = path.join(shipped.folder, name.replace(/^extension\//, ''));
      const text = existsSync(file) ? readFileSync(file, 'latin1') : '';
      assert.doesNotMatch(ofMakers.exec(text)?.[0] ?? '', /./, name);
      assert.doesNotMatch(others.exec(text)?.[0] ?? '', /./, name);
    }
  });
});
