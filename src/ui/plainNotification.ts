/**
 * Text for a notification or an input box, in which VS Code would make a link, or a command, of `[text](address)`, and a
 * picture of `$(icon)`: names of repositories and branches and the words of servers are other people's.
 */
export function plainNotification(text: string): string {
  return text.replace(/([\]$])\(/g, '$1 (');
}
