import type { PastStart } from '../../knownServices';
import type { ServiceAccess } from '../../serviceAccess';
import type { MementoApis } from '../mementoApis';
import type { MementoServices } from '../mementoServices';
import type { SessionKeys } from '../sessionKeys';
import type { ServiceAddress, ServiceUrlResult } from '../../../client/serviceUrl';

export interface ConnectionPorts {
  readonly service: ServiceAccess;
  readonly keys: SessionKeys;
  readonly apis: MementoApis;
  /** Read when the user chooses a service. */
  readonly services: () => Promise<MementoServices>;
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
