import assert from 'node:assert/strict';
import type { ClientOptions } from '../../../src/client/client';
import type { ApiName } from '../../../src/client/apis/registry';
import type { Failure, ServiceError } from '../../../src/client/serviceError';
import { parseServiceUrl } from '../../../src/client/serviceUrl';
import { ServiceConnection, type ConnectionParts } from '../../../src/service/serviceConnection';
import { ServiceMemory } from '../../../src/service/serviceMemory';
import { failedRequest } from '../../support/failedRequest';
import { connectionParts } from '../../support/connectionParts';
import { fakeClient } from '../../support/fakeClient';
import { MemoryState } from '../../support/memoryState';
import { oneMachine } from '../../support/oneMachine';

const page: Failure = { kind: 'notJson', status: 200, html: true };
const missing: Failure = { kind: 'status', status: 404, text: 'Not Found' };
const notAllowed: Failure = { kind: 'status', status: 405 };
const otherShape: Failure = { kind: 'unexpectedShape', field: 'llm_api_key_set', expected: 'boolean' };
const noSettings: Failure = { kind: 'status', status: 404, text: 'Settings not found' };
const refused: Failure = { kind: 'status', status: 401, text: 'Unauthorized' };
const agentServer: Failure = { kind: 'otherApi', status: 200, api: 'agent' };
const offline: Failure = { kind: 'refused' };
const login: Failure = { kind: 'redirect', status: 302, location: 'https://login.example' };

/** The failures of reading the settings with each API; none if they could be read. */
type Readings = Readonly<Partial<Record<ApiName, Failure | undefined>>>;

const both = ['v0', 'v1'] as const;

/** Readings with each API, the API that is found, those that are asked, and the failure that is told. */
type Row = readonly [
  title: string,
  readings: Readings,
  found: ApiName | undefined,
  asked: readonly ApiName[],
  told?: Failure,
];
const rows: readonly Row[] = [
  ['a service with both', { v0: undefined, v1: undefined }, 'v0', ['v0']],
  ['a service with both and without settings', { v0: noSettings, v1: noSettings }, 'v0', ['v0'], noSettings],
  ...[page, missing, notAllowed, otherShape].flatMap((v0): Row[] => [
    [`a newer service: ${v0.kind}`, { v0, v1: undefined }, 'v1', both],
    [`a newer service without settings: ${v0.kind}`, { v0, v1: noSettings }, 'v1', both, noSettings],
    [`a newer service that refuses the key: ${v0.kind}`, { v0, v1: refused }, undefined, both, refused],
    [`no service: ${v0.kind}`, { v0, v1: page }, undefined, both, v0],
    [`a service that fails: ${v0.kind}`, { v0, v1: offline }, undefined, both, offline],
  ]),
  ['an agent server, at the same path', { v0: agentServer, agent: undefined }, 'agent', ['v0', 'agent']],
  ['an agent server that refuses the key', { v0: agentServer, agent: refused }, undefined, ['v0', 'agent'], refused],
  ...[refused, offline, login].map((v0): Row => [
    `what says nothing about the API: ${v0.kind}`,
    { v0, v1: undefined },
    undefined,
    ['v0'],
    v0,
  ]),
];

describe('Finding out the API of a service', () => {
  const parsed = parseServiceUrl('https://agents.example');
  const address = parsed.ok ? parsed.address : assert.fail();
  const configuration = { serviceUrl: parsed, requestTimeoutSeconds: 10, httpClient: 'bundled' } as const;
  const keys = { get: () => Promise.resolve(undefined) };

  for (const [title, readings, found, asked, told] of rows)
    it(`for ${title}`, async () => {
      const reads: ApiName[] = [];
      const results: ApiName[] = [];
      let closed = 0;
      const close = () => {
        closed++;
        return Promise.resolve();
      };
      const memory = new ServiceMemory(new MemoryState(), oneMachine);
      memory.setApi = (_, api) => Promise.resolve(void results.push(api));
      const open = ({ api = 'v0' }: ClientOptions) => {
        reads.push(api);
        const failure = readings[api];
        const loadSettings = () => Promise.resolve({ llm_api_key_set: true });
        return failure ? fakeClient({ close }, failedRequest(failure)) : fakeClient({ close, loadSettings });
      };
      const connection = new ServiceConnection(connectionParts(open, { configuration, keys, memory }));
      const trying = connection.tryKey(address, 'key');
      const outcome = await trying.catch((error: unknown) => (error as ServiceError).failure);
      assert.equal(closed, reads.length, 'a connection for each try is closed again');
      assert.deepEqual([outcome, reads, results], [told, [...asked], found === undefined ? [] : [found]]);
    });

  /** Connects with a stored key. Each service has the settings of API V1 only. */
  function connected(key: string | undefined, memory = new ServiceMemory(new MemoryState(), oneMachine)) {
    const [read, probed]: [string[], string[]] = [[], []];
    const open = ({ api = 'v0', sessionKey }: ClientOptions) => {
      read.push(`${api} with ${sessionKey}`);
      return api === 'v1'
        ? fakeClient({ loadSettings: () => Promise.resolve({ llm_api_key_set: true }) })
        : fakeClient({}, failedRequest(missing));
    };
    const stored = { get: () => Promise.resolve(key) };
    const probe: ConnectionParts['probe'] = ({ baseUrl }) => Promise.resolve(void probed.push(baseUrl));
    const parts = connectionParts(open, { configuration, keys: stored, memory, probe });
    return { connection: new ServiceConnection(parts), memory, read, probed };
  }

  it('again asks with all but the one that the service no longer has, and with the stored key', async () => {
    const { connection, memory, read } = connected('stored');
    await memory.setApi(address, 'agent');
    await connection.findOtherApi(address);
    assert.deepEqual([read, await memory.apiOf(address)], [['v0 with stored', 'v1 with stored'], 'v1']);
    const keyless = connected(undefined);
    await keyless.connection.findOtherApi(address);
    assert.deepEqual(keyless.read, []);
  });

  it('begins when its URL is entered, if its key is stored; otherwise, that only opens a connection', async () => {
    const { connection, memory, read, probed } = connected('stored');
    await connection.tryAddress(address);
    assert.deepEqual([read, probed, await memory.apiOf(address)], [['v0 with stored', 'v1 with stored'], [], 'v1']);
    const keyless = connected(undefined);
    await keyless.connection.tryAddress(address);
    assert.deepEqual([keyless.read, keyless.probed], [[], [address.baseUrl]]);
  });
});
