import { operationsThrough, type Operations } from '../client/client';
import type { ServiceAccess } from './serviceAccess';

/**
 * Asks about accepted starts of a service with the key that is stored at the time of each question: it may be removed or
 * replaced while a start is prepared. Without one, nothing is sent, and the question fails.
 */
export function currentClient(service: Pick<ServiceAccess, 'connect'>, baseUrl: string): Operations {
  return operationsThrough(async (_operation, call) => {
    const connection = await service.connect(baseUrl);
    if (connection.kind === 'ready' && connection.dialect.hasTasks) return call(connection.client);
    throw new Error('The service of a start can no longer be asked about it.');
  });
}
