import type { History } from '../../domain/ports/history';
import type { KeyStore, ServiceAccess, ServiceMemory } from '../../domain/ports/service';
import type { ServiceAddress, ServiceUrlResult } from '../../domain/serviceUrl';

/** What the commands for address and key need. */
export interface ConnectionPorts {
  readonly service: ServiceAccess;
  readonly keys: KeyStore;
  /** Read when somebody chooses a service. */
  readonly services: () => Promise<ServiceMemory>;
  readonly history: Pick<History, 'load'>;
  readonly configuration: {
    /** The setting as it stands. */
    readonly serviceUrl: ServiceUrlResult;
    readonly serviceUrlText: string;
    setServiceUrl(address: ServiceAddress): Promise<void>;
  };
}
