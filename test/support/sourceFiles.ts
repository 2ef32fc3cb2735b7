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

function parse(name: string): ts.SourceFile {
  const text = readFileSync(path.join(PROJECT_ROOT, name), 'utf8');
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
}
