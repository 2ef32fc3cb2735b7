/** Whether Git takes this for the name of a branch: the rules of `git check-ref-format --branch`. */
export function isBranchName(name: string): boolean {
  // Git's rules are about bytes: of spaces and control characters it refuses those of ASCII alone.
  if (/[\0-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|^[-/]|[/.]$/.test(name)) return false;
  if (name === '' || name === 'HEAD' || !name.isWellFormed()) return false;
  return name.split('/').every((part) => !part.startsWith('.') && !part.endsWith('.lock'));
}
