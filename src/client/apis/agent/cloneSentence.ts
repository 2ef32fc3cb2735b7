import type { SuggestionContext } from '../serviceApi';

/**
 * The sentence that asks an agent to clone the repository of a request into a subfolder. It's for the agent, so it's in
 * English in each language of VS Code. Names are escaped as in JSON: a branch name may contain a quotation mark, and must
 * not be able to continue the sentence with instructions of its own.
 * @returns `undefined` without a repository
 */
export function cloneSentence({
  repository,
  cloneUrl,
  selected_branch: branch,
  resultBranch,
}: SuggestionContext): string | undefined {
  if (repository === undefined) return undefined;
  const folder = repository.split('/').at(-1) ?? repository;
  const destination =
    resultBranch === undefined ? 'a branch of that repository' : `its branch ${JSON.stringify(resultBranch)}`;
  return [
    cloneUrl === undefined ? `Clone the repository ${repository}` : `Clone ${cloneUrl}`,
    `into the subfolder ${JSON.stringify(folder)} of the current folder,`,
    ...(branch === undefined ? [] : [`check out the branch ${JSON.stringify(branch)},`]),
    `work there, and push the result to ${destination}.`,
  ].join(' ');
}

/** The URL in a sentence that {@link cloneSentence} made; `undefined` if it has none. */
export function clonedUrl(sentence: string): string | undefined {
  return /^Clone (\S+) into the subfolder /.exec(sentence)?.[1];
}
