import type { Capabilities, Client, ClientOptions, StartAndSettings } from './client';
import { operationsOf } from './apis/operations';
import { apis, interfaceApi } from './apis/registry';
import { checkStart } from './checkStart';
import { Caller } from './http/caller';
import type { ServiceError } from './serviceError';

export { probeConnection } from './http/probeConnection';
export { ServiceError, mayHaveStarted } from './serviceError';
export type { Client, ClientOptions } from './client';
export type * from './records';

/**
 * The client of the service (interface section 4). Needs Node, not VS Code.
 *
 * @param onFailure called with the error of each failed call
 */
export function createClient(
  options: ClientOptions,
  onFailure: (error: ServiceError) => void = () => undefined,
): Client {
  const { api = interfaceApi, repeatReads = false } = options;
  const caller = new Caller(options, apis[api].maxResponseMebibytes, onFailure);
  const operations: StartAndSettings & Capabilities = operationsOf[api](caller, repeatReads);
  return {
    ...operations,
    prepare: async (request, signal) => {
      checkStart(request, caller, apis[api]);
      const { body } = await operations.startForm(signal);
      return { json: body(request) };
    },
    close: () => caller.close(),
  };
}
