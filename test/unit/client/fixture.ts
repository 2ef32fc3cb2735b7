import assert from 'node:assert/strict';
import { createClient } from '../../../src/client/createClient';
import { ServiceError, type Failure } from '../../../src/client/serviceError';
import type { Client, ClientOptions } from '../../../src/client/client';
import type { ConversationState } from '../../../src/client/records';
import { directConnection, type HttpClient } from '../../../src/client/network';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service, type ServiceOptions } from '../../service/service';
import { startOn } from '../../support/startOn';
import { fault } from './ownFault';

export { fault, says } from './ownFault';

export const sessionKey = 'SESSIONKEY-0123456789';

/** A reference service and its clients; both are disposed of after the test. */
export interface Fixture {
  readonly service: Service;
  connect(options?: Partial<ClientOptions>): Client;
}

/** A suite for each transport: both must behave the same. */
export function describeClients(title: string, suite: (httpClient: HttpClient) => void): void {
  for (const httpClient of ['bundled', 'vscode'] as const)
    describe(`client (${httpClient}): ${title}`, () => suite(httpClient));
}

interface FixtureOptions extends Partial<ServiceOptions> {
  readonly httpClient?: HttpClient;
}

/** Gives each test of the enclosing `describe` a fixture of its own. */
export function useService({ httpClient = 'bundled', ...options }: FixtureOptions = {}): Fixture {
  const network = { ...directConnection, httpClient };
  // The clients of a service of the one or the other kind are of the same; those of one that is both say which.
  const kind = options.api === 'v1' || options.api === 'agent' ? { api: options.api } : {};
  let service: Service | undefined;
  const clients: Client[] = [];

  beforeEach(async () => (service = await startService({ sessionKey, settings: sampleSettings, ...options })));

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    await service?.close();
  });

  return {
    get service() {
      return service!;
    },
    connect(more = {}) {
      const client = createClient({ baseUrl: service!.url, sessionKey, timeoutSeconds: 10, network, ...kind, ...more });
      clients.push(client);
      return client;
    },
  };
}

/** Ports from which the next requests come: one for each connection. */
export function watchPorts(service: Service, times = Infinity): ReadonlySet<number | undefined> {
  const ports = new Set<number | undefined>();
  const notes = fault((call) => {
    ports.add(call.incoming.socket.remotePort);
    call.send(call.perform());
  });
  service.misbehave('any', notes, { times });
  return ports;
}

/** The state of one conversation. */
export async function stateOf(client: Client, id: string, signal?: AbortSignal): Promise<ConversationState | null> {
  const [state = null] = await client.status.conversations([id], signal);
  return state;
}

export type Operation = keyof typeof operations;

/** The operations by their names, for tables. */
export const operations = {
  startConversation: (client: Client, signal?: AbortSignal) =>
    startOn(client, { initial_user_msg: 'Fix the failing test' }, signal),
  loadSettings: (client: Client, signal?: AbortSignal) => client.loadSettings(signal),
  conversation: (client: Client, signal?: AbortSignal) => stateOf(client, 'asked-for', signal),
} as const;

export const operationNames = ['startConversation', 'loadSettings'] as const;

/** And the one beside them, which shares their way. */
export const everyOperation = [...operationNames, 'conversation'] as const;

/** Error of a call that must fail. */
export async function errorOf(call: Promise<unknown>): Promise<ServiceError> {
  const outcome = await call.catch((error: unknown) => error);
  assert.ok(outcome instanceof ServiceError, `not a ServiceError: ${String(outcome)}`);
  return outcome;
}

/** Failure of a call that must fail, and whether its request may have left. */
export async function failed(call: Promise<unknown>): Promise<readonly [failure: Failure, sent: boolean]> {
  const { failure, sent } = await errorOf(call);
  return [failure, sent];
}
