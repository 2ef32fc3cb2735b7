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
