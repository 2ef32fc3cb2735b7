/** Values of VS Code's context keys. A key that is absent isn't set. */
export type ContextKeys = Readonly<Record<string, boolean | number | string | readonly string[]>>;

/** True if VS Code would show an item with this `when` clause. Knows the operators that package.json uses. */
export function holds(when: string, keys: ContextKeys): boolean {
  return when.split(' || ').some((alternative) => alternative.split(' && ').every((term) => termHolds(term, keys)));
}

function termHolds(term: string, keys: ContextKeys): boolean {
  if (term.startsWith('!')) return !termHolds(term.replace(/^!\(?|\)$/g, ''), keys);
  const [key = '', operator, ...operands] = term.split(' ');
  const value = keys[key];
  const operand = operands.join(' ');
  switch (operator) {
    case undefined:
      return Boolean(value);
    case '==':
      return String(value) === operand;
    case '!=':
      return String(value) !== operand;
    case '=~':
      return new RegExp(operand.slice(1, -1)).test(String(value));
    case 'in': {
      const list = keys[operand];
      return Array.isArray(list) && list.includes(value);
    }
    default:
      throw new Error(`Unknown operator: ${term}`);
  }
}
