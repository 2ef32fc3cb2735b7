import type { Client } from '../../client/common/client';
import type { ServiceAccess } from '../../service/common/serviceAccess';

/**
 * Asks about an accepted start with the key that is stored at the time of each question: it may be removed or replaced
 * while the start is prepared. Without one, nothing is sent, and the question fails.
 */
export function currentClient(
  service: Pick<ServiceAccess, 'connect'>,
  baseUrl: string,
): Pick<Client, 'startTask' | 'conversations'> {
  const client = async () => {
    const connection = await service.connect(baseUrl);
    if (connection.kind === 'ready' && connection.dialect.hasTasks) return connection.client;
    throw new Error('The service of a start can no longer be asked about it.');
  };
  return {
    startTask: async (...given) => (await client()).startTask(...given),
    conversations: async (...given) => (await client()).conversations(...given),
  };
}
