import { wellFormedJson } from '../../../base/json';
import { interfaceProviders, type NewerFields } from '../../records';
import type { ServiceApi } from '../serviceApi';

const newerFields: Readonly<Record<keyof NewerFields, true>> = {
  llm_model: true,
  agent_type: true,
  clone_instructions: true,
};
const lacking = Object.keys(newerFields) as (keyof NewerFields)[];

/** The interface's two operations, and the state of a conversation, which isn't in the interface. */
export const v0 = {
  name: 'v0',
  start: {
    path: '/api/conversations',
    body: wellFormedJson,
    unsupportedFields: lacking,
    unheardOf: lacking,
    gitProviders: interfaceProviders,
    exclusive: [],
    requires: ['settings', 'modelKey', 'gitToken'],
    setByTask: [],
  },
  settings: { path: '/api/settings', namesIn: () => ({ moved: {}, gone: [] }) },
  status: { path: '/api/conversations/', atOnce: 1 },
  maxResponse: 16,
} as const satisfies ServiceApi;
