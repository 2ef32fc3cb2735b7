/** Git's own words for a failed operation: the first line of its output that isn't progress. */
export function gitWords(error: unknown): string {
  const { stderr = '' } = error as { readonly stderr?: string };
  const text = stderr.trim() === '' && error instanceof Error ? error.message : stderr;
  const lines = text.split('\n').map((line) => line.trim().replace(/^(?:error|fatal): /, ''));
  return lines.find((line) => line !== '' && !/^(?:Preparing worktree|From) /.test(line)) ?? '';
}
