import assert from 'node:assert/strict';
import type ts from 'typescript';

/** A text in a source file, or the expression that makes one. */
export interface FoundText {
  readonly file: string;
  /** Line number, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Texts of a file that may be there, and why. */
export type Exception = readonly [file: string, texts: readonly string[], why: string];

export function foundAt(node: ts.Node, text: string): FoundText {
  const file = node.getSourceFile();
  const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  return { file: file.fileName, line, text };
}

/** Tests that nothing is found but exceptions, and each of them. */
export function testExceptions(title: string, exceptions: readonly Exception[], found: readonly FoundText[]): void {
  const isExcepted = ({ file, text }: FoundText) =>
    exceptions.some(([inFile, texts]) => inFile === file && texts.includes(text));

  it(title, () =>
    assert.deepEqual(
      found.filter((each) => !isExcepted(each)).map(({ file, line, text }) => `${file}:${line} ${text}`),
      [],
    ),
  );

  it('have no unnecessary exceptions', () =>
    assert.deepEqual(
      exceptions.flatMap(([file, texts]) =>
        texts.filter((text) => !found.some((each) => each.file === file && each.text === text)),
      ),
      [],
    ));
}
