import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Kinds of things that a path can lead to besides a regular file; each creates one at a free path. Not on Windows. */
export const specialFiles: Readonly<Record<'a pipe' | 'a device' | 'a folder', (file: string) => void>> = {
  'a pipe': (file) => execFileSync('mkfifo', [file]),
  'a device': (file) => symlinkSync('/dev/zero', file),
  'a folder': (file) => mkdirSync(file),
};

/** Creates a link to a file beside the folder, with this content. */
export function linkOutOf(folder: string, file: string, content: string | Uint8Array): void {
  const outside = `${folder}-outside-${path.basename(file)}`;
  writeFileSync(outside, content);
  symlinkSync(outside, file);
}
