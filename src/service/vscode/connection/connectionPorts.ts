import type { PastStart, ServiceMemory } from '../../serviceMemory';
import type { ServiceAccess } from '../../serviceConnection';
import type { SessionKeys } from '../sessionKeys';
import type { ServiceAddress, ServiceUrlResult } from '../../../client/serviceUrl';

export interface ConnectionPorts {
  readonly service: ServiceAccess;
  readonly keys: SessionKeys;
  readonly services: ServiceMemory;
  /** What the user agreed to ask services for beside the interface, by origin. */
  readonly followed: { remove(origin: string): Promise<void> };
  readonly history: { load(): Promise<readonly PastStart[]> };
  readonly configuration: {
    /** The setting's current value. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
    setServiceUrl(address: ServiceAddress): Promise<void>;
  };
}
