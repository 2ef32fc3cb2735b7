import { isUuid, withoutHyphens } from '../../conversationId';
import { gitProviders } from '../../records';
import { messageBody } from '../events/messageBody';
import type { RequestForm, ServiceApi } from '../serviceApi';
import { agentSettingsNames, namesByAgent } from '../settingsNames';
import { fieldsOfOtherApis, startBody, unsupportedFields } from './startBody';

const conversations = '/api/v1/app-conversations';

/** The API that replaced the interface's operations in newer servers. */
export const v1 = {
  name: 'v1',
  start: {
    path: conversations,
    body: startBody,
    unsupportedFields,
    neverOffered: fieldsOfOtherApis,
    gitProviders,
    exclusive: [
      ['suggested_task', 'initial_user_msg'],
      ['suggested_task', 'image_urls'],
    ],
    requires: [],
    setByTask: ['repository', 'git_provider'],
    clientIds: { accepts: isUuid, propose: withoutHyphens },
  },
  settings: { path: '/api/v1/settings', namesIn: (answer) => namesByAgent(answer, agentSettingsNames) },
  // Known services accept 99.
  status: { path: conversations, maxPerRequest: 50 },
  preparation: { path: `${conversations}/start-tasks` },
  // This path does have the singular. Services get events in groups, or half a minute late.
  answers: { path: '/api/v1/conversation', pauses: [5_000, 10_000, 20_000] },
  messages: {
    form: (id: string, run: boolean): RequestForm => ({
      path: `${conversations}/${encodeURIComponent(id)}/send-message`,
      body: (message, space) => messageBody(message, run, space),
    }),
  },
  models: { path: '/api/v1/settings/profiles' },
  resume: { path: '/api/v1/sandboxes' },
  usualUrl: 'http://localhost:3000',
  product: 'OpenHands',
  pages: [
    '/conversations',
    '/shared/conversations',
    '/public/conversations',
    '/settings',
    '/login',
    '/launch',
    '/onboarding',
    '/oauth/device',
    '/api/v1/conversations',
    '/api/v1/app-conversations',
    '/api/v1/settings',
  ],
  // The answers to a start, and to each request for its task, contain everything that was sent.
  maxResponseMebibytes: 48,
} as const satisfies ServiceApi;
