// The parts of undici that carry requests, imported by file; package.json pins the version. Its entry point would make its
// agent the global one of the extension host's `fetch`, which would bypass VS Code's proxy handling. It would also add
// undici's own fetch, web sockets, caches and mocks, more than half of the extension's size. Tests check both.
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';

export { Agent, buildConnector, Client, connect };
export type { Dispatcher } from 'undici';
