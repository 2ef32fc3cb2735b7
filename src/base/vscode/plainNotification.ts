import { visibleText } from '../common/visibleText';

/**
 * Text for a notification, a question or its box: its title, its prompt, what it says of a refusal. VS Code would make a
 * link, or a command, of `[text](address)` there, and a picture of `$(icon)`: names in files, of repositories and of
 * branches, and the words of servers are other people's.
 */
export function plainNotification(text: string): string {
  return visibleText(text).replace(/([\]$])\(/g, '$1 (');
}
