import { isUuid, withoutHyphens } from '../../conversationId';
import { gitProviders } from '../../records';
import { messageBody } from '../messageBody';
import type { RequestForm, ServiceApi } from '../serviceApi';
import { agentSettingsNames, namesByAgent } from '../settingsNames';
import { unsupportedFields, startBody } from './startBody';

const conversations = '/api/conversations';

const settingsNames = {
  ...agentSettingsNames,
  moved: { ...agentSettingsNames.moved, llm_api_key_set: 'llm_api_key_is_set' },
} as const;

/** An agent server of its own, which works in folders of its machine and knows no repositories. */
export const agent = {
  name: 'agent',
  start: {
    path: conversations,
    body: startBody,
    unsupportedFields: unsupportedFields,
    unheardOf: unsupportedFields,
    gitProviders,
    exclusive: [],
    requires: ['agentProfile'],
    setByTask: [],
    ownIds: { accepts: isUuid, propose: withoutHyphens },
  },
  settings: { path: '/api/settings', namesIn: (answer) => namesByAgent(answer, settingsNames) },
  // The known limit is 99.
  status: { path: conversations, atOnce: 50 },
  answers: { path: conversations },
  messages: {
    form: (id: string, run: boolean): RequestForm => ({
      path: `${conversations}/${encodeURIComponent(id)}/events`,
      body: (message, space) => messageBody(message, run, space),
    }),
  },
  confirmation: { path: conversations },
  places: { home: '/api/file/home', profiles: '/api/agent-profiles' },
  maxResponse: 48,
} as const satisfies ServiceApi;
