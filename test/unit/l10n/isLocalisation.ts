import ts from 'typescript';

/** Whether this is a call of `l10n.t` or `vscode.l10n.t`. */
export function isLocalisation(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && /^(vscode\.)?l10n\.t$/.test(node.expression.getText());
}
