// Of undici what carries requests, by the files of the version that package.json pins. Its entry point would bring its
// own fetch, web sockets, caches and mocks along, more than half of the extension, and would make its agent the one that
// every `fetch` of the extension host goes through, past VS Code's proxy handling. Tests hold both.
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';

export { Agent, buildConnector, Client, connect };
export type { Dispatcher } from 'undici';
