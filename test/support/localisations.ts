import ts from 'typescript';

/** True if this is a call of `l10n.t`, by whatever name the API is imported. */
export function isLocalisation(node: ts.Node): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (!ts.isPropertyAccessExpression(called) || called.name.text !== 't') return false;
  const { expression: from } = called;
  return ts.isIdentifier(from)
    ? from.text === 'l10n'
    : ts.isPropertyAccessExpression(from) && from.name.text === 'l10n';
}

export function localisationsIn(file: ts.SourceFile): readonly ts.CallExpression[] {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (isLocalisation(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return calls;
}

/** Arguments for the placeholders of a text. */
export function filledInto({ arguments: [first, ...others] }: ts.CallExpression): readonly ts.Expression[] {
  if (!first || !ts.isObjectLiteralExpression(first)) return others;
  return first.properties.flatMap((property) =>
    ts.isPropertyAssignment(property) && property.name.getText() === 'args' ? [property.initializer] : [],
  );
}
