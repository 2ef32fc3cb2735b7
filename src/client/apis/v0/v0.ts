import { wellFormedJson } from '../../../base/json';
import { interfaceProviders, newerFields } from '../../records';
import type { ServiceApi } from '../serviceApi';

/** The interface's two operations, and the request for a conversation's state, which isn't in the interface. */
export const v0 = {
  name: 'v0',
  start: {
    path: '/api/conversations',
    body: wellFormedJson,
    unsupportedFields: newerFields,
    neverOffered: newerFields,
    gitProviders: interfaceProviders,
    exclusive: [],
    requires: ['settings', 'modelKey', 'gitToken'],
    setByTask: [],
  },
  settings: { path: '/api/settings', namesIn: () => ({ moved: {}, gone: [] }) },
  status: { path: '/api/conversations/', maxPerRequest: 1 },
  usualUrl: 'http://localhost:3000',
  product: 'OpenHands',
  pages: [
    '/conversations',
    '/shared/conversations',
    '/settings',
    '/microagent-management',
    '/accept-tos',
    '/api/conversations',
    '/api/settings',
  ],
  maxResponseMebibytes: 16,
} as const satisfies ServiceApi;
