/** Other people's words for a label in which VS Code would draw `$(icon)`: the sequence is shown as it is. */
export function plainLabel(text: string): string {
  return text.replace(/\$\(/g, '\\$(');
}
