import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** The TypeScript files below the paths, which are relative to the project; each is named by such a path. */
export function sourceFiles(...paths: readonly string[]): readonly ts.SourceFile[] {
  return paths.flatMap(filesIn).map(parse);
}

function filesIn(name: string): readonly string[] {
  if (name.endsWith('.ts')) return [name];
  const files = readdirSync(path.join(PROJECT_ROOT, name), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => path.posix.join(name, ...file.split(path.sep)));
}

/** Global, since the compiled test files share no variables, but one process runs them all. */
const shared = globalThis as { sourceFiles?: Map<string, ts.SourceFile> };

/** Once per process: all of them together take a second. */
function parse(name: string): ts.SourceFile {
  const parsed = (shared.sourceFiles ??= new Map());
  const known = parsed.get(name);
  if (known) return known;
  const text = readFileSync(path.join(PROJECT_ROOT, name), 'utf8');
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  parsed.set(name, file);
  return file;
}
