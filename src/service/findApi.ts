import type { ApiVersion } from '../client/dialect';
import { ServiceError } from '../client/serviceError';
import { settingsFailureOf } from './settingsState';

/**
 * Finds out which API a service has, by reading its settings: a service that has several is used with the first one. Of
 * several failures, the first one counts, unless a later one says something else than that the service isn't there.
 * @param read reads the settings with an API, and rejects if that fails
 * @param found is told the API if the service has it
 * @throws the failure of reading them; that there are none yet is one
 */
export async function findApi(
  apis: readonly ApiVersion[],
  read: (api: ApiVersion) => Promise<void>,
  found: (api: ApiVersion) => Promise<void>,
): Promise<void> {
  let missing: ServiceError | undefined;
  for (const api of apis) {
    try {
      await read(api);
      await found(api);
      return;
    } catch (error) {
      const failure = settingsFailureOf(error);
      if (failure === 'noSettings') await found(api);
      if (failure !== 'wrongService' || !(error instanceof ServiceError)) throw error;
      missing ??= error;
      if (!isMissing(error)) break;
    }
  }
  if (missing) throw missing;
}

/** True if the service doesn't have the API. An agent server has a similar one, and is told by its answer. */
export function isMissing(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.failure.kind === 'agentServer') return false;
  return settingsFailureOf(error) === 'wrongService';
}
