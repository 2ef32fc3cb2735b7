import { wellFormedJson } from '../../../base/json';
import { newerFields } from '../../newerFields';
import { interfaceProviders } from '../../records';
import type { ServiceApi } from '../serviceApi';

/** The interface's two operations, and the state of a conversation, which isn't in the interface. */
export const v0 = {
  name: 'v0',
  start: {
    path: '/api/conversations',
    body: wellFormedJson,
    unsupportedFields: newerFields,
    unheardOf: newerFields,
    gitProviders: interfaceProviders,
    exclusive: [],
    requires: ['settings', 'modelKey', 'gitToken'],
    setByTask: [],
  },
  settings: { path: '/api/settings', namesIn: () => ({ moved: {}, gone: [] }) },
  status: { path: '/api/conversations/', atOnce: 1 },
  usualUrl: 'http://localhost:3000',
  product: 'OpenHands',
  pages: ['/conversations', '/shared/conversations', '/settings', '/api/conversations', '/api/settings'],
  maxResponse: 16,
} as const satisfies ServiceApi;
