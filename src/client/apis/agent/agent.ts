import { isRecord, parseJson } from '../../../base/json';
import { isUuid, withoutHyphens } from '../../conversationId';
import { gitProviders } from '../../records';
import { messageBody } from '../events/messageBody';
import type { RequestForm, ServiceApi, SuggestionContext } from '../serviceApi';
import { agentSettingsNames, namesByAgent } from '../settingsNames';
import { startBody, unsupportedFields } from './startBody';

const conversations = '/api/conversations';

const settingsNames = {
  ...agentSettingsNames,
  moved: { ...agentSettingsNames.moved, llm_api_key_set: 'llm_api_key_is_set' },
} as const;

/** An agent server that runs without OpenHands around it. It works in folders of its machine and knows no repositories. */
export const agent = {
  name: 'agent',
  start: {
    path: conversations,
    body: startBody,
    unsupportedFields,
    neverOffered: unsupportedFields,
    gitProviders,
    exclusive: [],
    requires: [],
    readBeforeStart: { home: '/api/file/home', profiles: '/api/agent-profiles' },
    requiredSettings: ['active_agent_profile_id'],
    // The clone instructions contain the repository's URL, so the provider isn't needed.
    mayBeUnknown: ['git_provider'],
    suggested: { clone_instructions: cloneSentence },
    cloneUrlIn: ({ clone_instructions: text = '' }) => clonedUrl(text),
    setByTask: [],
    clientIds: { accepts: isUuid, propose: withoutHyphens },
  },
  settings: { path: '/api/settings', namesIn: (answer) => namesByAgent(answer, settingsNames) },
  // Known servers accept 99.
  status: { path: conversations, maxPerRequest: 50 },
  // Events arrive within milliseconds, but for half a second after a confirmation the status still is "waiting".
  answers: { path: conversations, pauses: [1_000, 2_000] },
  messages: {
    form: (id: string, run: boolean): RequestForm => ({
      path: `${conversations}/${encodeURIComponent(id)}/events`,
      body: (message, space) => messageBody(message, run, space),
    }),
  },
  confirmation: { path: conversations },
  recognizes: ({ status, body, rejectedFields = [] }) =>
    (isRecord(body) && 'llm_api_key_is_set' in body && !('llm_api_key_set' in body)) ||
    (status === 422 && rejectedFields.some(({ path, type }) => path === 'workspace' && type === 'missing')),
  usualUrl: 'http://localhost:8000',
  product: 'Agent Canvas',
  // Agent Canvas has its pages below `/canvas`, where the API has nothing.
  pages: ['/conversations', '/settings', '/api/conversations', '/api/settings', '/canvas'],
  maxResponseMebibytes: 48,
} as const satisfies ServiceApi;

/**
 * The sentence that asks an agent to clone the repository of a request into a subfolder. It's for the agent, so it's in
 * English in each language of VS Code. Names are escaped as in JSON: a branch name may contain a quotation mark, and the path
 * in an SSH URL also blanks, and must not be able to continue the sentence with instructions of its own.
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
    cloneUrl === undefined ? `Clone the repository ${oneWord(repository)}` : `Clone ${oneWord(cloneUrl)}`,
    `into the subfolder ${JSON.stringify(folder)} of the current folder,`,
    ...(branch === undefined ? [] : [`check out the branch ${JSON.stringify(branch)},`]),
    `work there, and push the result to ${destination}.`,
  ].join(' ');
}

/** The text, in quotation marks unless it certainly is one word for every reader. */
function oneWord(text: string): string {
  return /^[!#-~]+$/.test(text) ? text : JSON.stringify(text);
}

/** The URL in a sentence that {@link cloneSentence} made, whose words this has to match; `undefined` if it has none. */
export function clonedUrl(sentence: string): string | undefined {
  const [, quoted, word] = /^Clone (?:("(?:[^"\\]|\\.)*")|(\S+)) into the subfolder /.exec(sentence) ?? [];
  const url = quoted === undefined ? word : parseJson(quoted);
  return typeof url === 'string' ? url : undefined;
}
