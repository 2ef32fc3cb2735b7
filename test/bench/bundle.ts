import JSZip from 'jszip';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { deflateRawSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { run } from '../host/childProcess';
import { packageExtension, type ShippedExtension } from '../host/vsix';
import { kilobytes, row, verdict, type Row } from './row';

/** What the extension weighs, and what makes it up. */
export interface Bundle extends ShippedExtension {
  readonly rows: readonly Row[];
}

/** Builds and packages the extension as publishing does. */
export async function bundle(folder: string): Promise<Bundle> {
  await run(process.execPath, ['esbuild.mjs', '--production', '--metafile'], { cwd: PROJECT_ROOT });
  const meta = JSON.parse(await readFile(path.join(PROJECT_ROOT, 'dist', 'metafile.json'), 'utf8')) as Metafile;
  const shipped = await packageExtension(folder);
  const atOnce = staticallyLoaded(meta, 'dist/extension.js');
  const sizeOf = async (files: readonly string[]) => {
    const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(shipped.folder, file))).size));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  const names = await readdir(path.join(shipped.folder, 'dist'), { recursive: true });
  const code = names.filter((name) => name.endsWith('.js')).map((name) => path.join('dist', name));
  const wiring = code.filter((name) => path.basename(name).startsWith('wire-'));
  // What comes at once is one file, into which the build puts these chunks; what comes right after is another.
  const [entry, after, whole] = await Promise.all([sizeOf(['dist/extension.js']), sizeOf(wiring), sizeOf(code)]);
  const { size: vsix } = await stat(shipped.vsix);
  const rows = [
    row('Code loaded at activation', {
      target: '≤ 30 kB',
      measured: kilobytes(entry),
      baseline: `${kilobytes(whole)} (all code)`,
      ratio: percent(entry / whole),
      verdict: verdict(entry <= 30_000),
    }),
    row('— of that', { measured: shares(madeOf(meta, atOnce)) }),
    row('— right after it', { measured: kilobytes(after) }),
    row('— all code', { measured: shares(madeOf(meta, Object.keys(meta.outputs))) }),
    row('VSIX', { target: '≤ 350 kB', measured: kilobytes(vsix), verdict: verdict(vsix <= 350_000) }),
    row('— of that, compressed', { measured: shares(await packedParts(shipped.vsix)) }),
  ];
  return { ...shipped, rows };
}

/** An output with everything that it imports at once, by their paths. */
function staticallyLoaded({ outputs }: Metafile, entry: string, found = new Set<string>()): string[] {
  if (found.has(entry)) return [...found];
  found.add(entry);
  for (const { path: file, kind, external } of outputs[entry]?.imports ?? [])
    if (kind === 'import-statement' && !external) staticallyLoaded({ outputs, inputs: {} }, file, found);
  return [...found];
}

/** Bytes in these outputs by where they come from: a feature of the sources, or a package. */
function madeOf({ outputs }: Metafile, files: readonly string[]): ReadonlyMap<string, number> {
  const parts = new Map<string, number>();
  for (const file of files) {
    const { bytes = 0, inputs = {} } = outputs[file] ?? {};
    let rest = bytes;
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      add(parts, originOf(input), bytesInOutput);
      rest -= bytesInOutput;
    }
    add(parts, 'what binds the files', rest);
  }
  return parts;
}

function originOf(input: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1];
  return inPackage ?? /^src\/[^/.]+(?=\/)/.exec(input)?.[0] ?? 'src';
}

/** What each kind of file takes in the archive; the archive's own lists are left out. */
async function packedParts(vsix: string): Promise<ReadonlyMap<string, number>> {
  const parts = new Map<string, number>();
  const archive = await JSZip.loadAsync(await readFile(vsix));
  for (const entry of Object.values(archive.files)) {
    if (entry.dir) continue;
    const size = deflateRawSync(await entry.async('nodebuffer')).length;
    const name = entry.name.replace(/^extension\//, '');
    const part = /^dist\/.*\.js$/.test(name) ? 'code' : /^media\//.test(name) ? 'media' : name;
    add(parts, part, size);
  }
  return parts;
}

function add(parts: Map<string, number>, name: string, bytes: number): void {
  parts.set(name, (parts.get(name) ?? 0) + bytes);
}

const shownParts = 6;

function shares(parts: ReadonlyMap<string, number>): string {
  const sorted = [...parts].sort(([, a], [, b]) => b - a);
  const rest = sorted.slice(shownParts).reduce((sum, [, bytes]) => sum + bytes, 0);
  const shown = sorted.slice(0, shownParts).map(([name, bytes]) => `${name} ${kilobytes(bytes)}`);
  return [...shown, ...(rest > 0 ? [`others ${kilobytes(rest)}`] : [])].join(', ');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}
