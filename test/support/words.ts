import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Texts by key. */
export type Words = Readonly<Record<string, string>>;

/** A file of the project. */
export function readText(file: string): string {
  return readFileSync(path.join(PROJECT_ROOT, file), 'utf8');
}

export function readJson(file: string): unknown {
  return JSON.parse(readText(file));
}

/** Texts of a file of the project; comments are for translators. */
export function wordsIn(file: string): Words {
  const entries = Object.entries(readJson(file) as Record<string, string | { readonly message: string }>);
  return Object.fromEntries(entries.map(([key, said]) => [key, typeof said === 'string' ? said : said.message]));
}
