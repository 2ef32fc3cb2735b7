import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { drops, holds, neverAnswers } from '../../service/faults';
import { freeAddress } from '../../support/freeAddress';
import {
  again,
  againOrStarted,
  both,
  constructed,
  openSetting,
  setAddress,
  showLog,
  tryAgain,
  type ErrorRow,
} from './errorRow';

const way = 'If the connection needs a PAC file or the system proxy, set agentConversations.httpClient to "vscode".';
const otherwise = 'Otherwise, check your network or VPN.';
const httpClient = openSetting('agentConversations.httpClient');
const editorsOwn = { httpClient: 'vscode', strictSSL: true, certificates: [] } as const;

export const connectionRows: readonly ErrorRow[] = [
  {
    title: 'a host that nobody has',
    kind: 'nameNotFound',
    provoke: () => ({ options: { baseUrl: 'http://agents.invalid' } }),
    ...both(`The host agents.invalid wasn't found. Check the service URL, and your network or VPN. ${way}`, setAddress),
  },
  {
    title: "a host that nobody has, by VS Code's own way",
    kind: 'nameNotFound',
    provoke: () => ({ options: { baseUrl: 'http://agents.invalid', network: editorsOwn } }),
    ...both(
      "The host agents.invalid wasn't found. Check the service URL, and your network or VPN. VS Code may have sent the request through a proxy.",
      setAddress,
    ),
  },
  {
    title: 'nothing at a port of this machine',
    kind: 'refused',
    provoke: async () => ({ options: { baseUrl: await freeAddress() } }),
    ...both('Connection to {host} refused. Check the service URL, and that the service is running.', setAddress),
  },
  {
    title: 'nothing at a port of another address',
    kind: 'refused',
    provoke: async () => ({ options: { baseUrl: (await freeAddress()).replace('127.0.0.1', '0.0.0.0') } }),
    ...both(`Connection to {host} refused. Check the service URL, and that the service is running. ${way}`, setAddress),
  },
  {
    title: 'no way to the address',
    kind: 'unreachable',
    provoke: () => constructed({ kind: 'unreachable' }),
    ...both(`{host} can't be reached. ${way} ${otherwise}`, httpClient),
  },
  {
    title: 'a connection that breaks before the request is sent',
    kind: 'connectionLost',
    provoke: () => listening((socket) => socket.destroy()),
    ...both(`The connection to {host} was lost before the request was sent. ${way} ${otherwise}`, httpClient),
  },
  {
    title: 'a connection that breaks before the answer',
    kind: 'connectionLost',
    fault: () => drops('afterPerforming'),
    ...againOrStarted('The connection to {host} was lost before the response was complete.'),
  },
  {
    title: 'no connection in time',
    kind: 'timeout',
    provoke: () => listening(() => undefined, { timeoutSeconds: 1 }),
    ...both(`Couldn't connect to {host} within 1 second. ${way} ${otherwise}`, httpClient),
  },
  {
    title: 'no answer in time',
    kind: 'timeout',
    fault: () => neverAnswers({ performs: true }),
    provoke: () => ({ options: { timeoutSeconds: 1 } }),
    ...againOrStarted(
      "{host} didn't respond within 1 second. To wait longer, increase agentConversations.requestTimeoutSeconds.",
      openSetting('agentConversations.requestTimeoutSeconds'),
    ),
  },
  {
    title: 'a person who stops waiting',
    kind: 'cancelled',
    provoke: (service, operation) => {
      const held = holds();
      service.misbehave(operation, held);
      return { cancels: held.reached, close: () => held.release() };
    },
    ...againOrStarted('Stopped waiting for {host}.'),
  },
  {
    title: 'a person who stops before anything is sent',
    kind: 'cancelled',
    provoke: () => ({ cancels: 'before' }),
    settings: ['Stopped waiting for {host}.', tryAgain],
    start: ['Stopped before anything was sent to {host}.', undefined],
  },
  {
    title: 'a request that does not fit the interface',
    kind: 'invalidRequest',
    provoke: () => constructed({ kind: 'invalidRequest', field: 'image_urls', expected: 'array' }),
    start: ['The request wasn\'t sent: "Images" must be an array.', showLog],
  },
  {
    title: "a field that the service's API doesn't have",
    kind: 'unsupportedField',
    provoke: () => constructed({ kind: 'unsupportedField', field: 'mcp_config' }),
    start: ['The request wasn\'t sent: {host} doesn\'t support "MCP servers". Remove it to start.', undefined],
  },
  {
    title: "a field that the service's API doesn't take beside another one",
    kind: 'unsupportedField',
    provoke: () =>
      constructed({ kind: 'unsupportedField', field: 'suggested_task', conflictsWith: 'initial_user_msg' }),
    start: [
      'The request wasn\'t sent: {host} accepts either "Suggested task" or "Message". Remove one of them to start.',
      undefined,
    ],
  },
  {
    title: 'an error that nobody has seen yet',
    kind: 'unknown',
    provoke: () => constructed({ kind: 'unknown', code: 'EMFILE' }),
    ...again('The request to {host} failed for an unknown reason (EMFILE).'),
  },
];

/** A server with an https URL that accepts connections and doesn't speak TLS. */
async function listening(onConnection: (socket: Socket) => void, options: { timeoutSeconds?: number } = {}) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { options: { baseUrl: `https://0.0.0.0:${(server.address() as AddressInfo).port}`, ...options }, close };
}
