/** Whether a text can be a repository's path on its host: two or more names with "/" between them. */
export function isRepositoryPath(text: string): boolean {
  return /^[^\s/]+(\/[^\s/]+)+$/.test(text);
}
