import type { PastStart } from '../../common/knownServices';
import type { KeyStore, ServiceAccess, ServiceMemory } from '../../common/serviceAccess';
import type { ServiceAddress, ServiceUrlResult } from '../../../client/common/serviceUrl';

/** What the commands for address and key need. */
export interface ConnectionPorts {
  readonly service: ServiceAccess;
  readonly keys: KeyStore;
  /** Read when somebody chooses a service. */
  readonly services: () => Promise<ServiceMemory>;
  readonly history: { load(): Promise<readonly PastStart[]> };
  readonly configuration: {
    /** The setting as it stands. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
    setServiceUrl(address: ServiceAddress): Promise<void>;
  };
}
