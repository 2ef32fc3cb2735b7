import type { SuggestedFor } from '../serviceApi';

/**
 * The sentence that asks an agent to clone the repository of a request into a subfolder: for the agent, so in English
 * whatever VS Code's language is. Names are quoted as in JSON: a branch's may have a quotation mark, and nobody's words
 * must go on behind it.
 * @returns `undefined` without a repository
 */
export function cloneSentence({
  repository,
  cloneUrl,
  selected_branch: branch,
  resultBranch,
}: SuggestedFor): string | undefined {
  if (repository === undefined) return undefined;
  const folder = repository.split('/').at(-1) ?? repository;
  const to = resultBranch === undefined ? 'a branch of that repository' : `its branch ${JSON.stringify(resultBranch)}`;
  return [
    cloneUrl === undefined ? `Clone the repository ${repository}` : `Clone ${cloneUrl}`,
    `into the subfolder ${JSON.stringify(folder)} of the current folder,`,
    ...(branch === undefined ? [] : [`check out the branch ${JSON.stringify(branch)},`]),
    `work there, and push the result to ${to}.`,
  ].join(' ');
}
