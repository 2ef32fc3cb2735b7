import { visibleText } from '../common/visibleText';

/**
 * Other people's words for a label: one line in which everything can be seen. VS Code would draw `$(icon)`: the sequence
 * is shown as it is.
 */
export function plainLabel(text: string): string {
  return visibleText(text).replace(/\$\(/g, '\\$(');
}
