// The parts of undici that carry requests, imported by file from the version that package.json pins. Its entry point
// would add its own fetch, web sockets, caches and mocks, more than half of the extension, and would make its agent the
// global one for every `fetch` of the extension host, bypassing VS Code's proxy handling. Tests check both.
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Client from 'undici/lib/dispatcher/client.js';

export { Agent, buildConnector, Client, connect };
export type { Dispatcher } from 'undici';
