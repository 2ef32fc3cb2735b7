import type { Client } from '../../src/client/client';
import { directConnection } from '../../src/client/network';
import type { ConnectionParts } from '../../src/service/serviceConnection';
import { ServiceMemory } from '../../src/service/serviceMemory';
import { MemoryState } from './memoryState';
import { oneMachine } from './oneMachine';

type Needed = Pick<ConnectionParts, 'configuration' | 'keys'>;

/** Parts of a connection on which nothing is remembered; without a proxy, and with these. */
export function connectionParts(
  open: (options: Parameters<ConnectionParts['openClient']>[0]) => Client,
  own: Needed & Partial<ConnectionParts>,
): ConnectionParts {
  return {
    // eslint-disable-next-line @typescript-eslint/require-await -- what it throws rejects
    openClient: async (options) => open(options),
    networkFor: (_baseUrl, httpClient) => Promise.resolve({ ...directConnection, httpClient }),
    probe: () => Promise.resolve(),
    memory: new ServiceMemory(new MemoryState(), oneMachine),
    ...own,
  };
}
