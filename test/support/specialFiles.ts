import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a path can lead to besides a file to read, by what it is; each makes one at a path that is free. Not on Windows. */
export const specialFiles: Readonly<Record<'a pipe' | 'a device' | 'a folder', (file: string) => void>> = {
  'a pipe': (file) => execFileSync('mkfifo', [file]),
  'a device': (file) => symlinkSync('/dev/zero', file),
  'a folder': (file) => mkdirSync(file),
};

/** A link to a file beside the folder, which has this content. */
export function linkOutOf(folder: string, file: string, content: string | Uint8Array): void {
  const outside = `${folder}-outside-${path.basename(file)}`;
  writeFileSync(outside, content);
  symlinkSync(outside, file);
}
