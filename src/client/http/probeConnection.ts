import { Redactor } from '../../base/redactor';
import { proxySecrets, routeOf } from '../network';
import type { ProbeOptions } from '../client';
import { serviceErrorOf } from '../makeServiceError';
import { deadline, deliver } from './transport';
import type { Dispatcher } from './undici';
import { dispatchersFor } from './dispatchers';

/**
 * Makes the connection that a request to a service would use, including its proxy and certificate, and closes it again.
 * This finds a misspelled host before the user enters the key for it. No request is sent, since each one needs a session
 * key (interface section 5). With VS Code's `fetch`, nothing is tried.
 * @throws {ServiceError} like a call that wasn't sent
 */
export async function probeConnection(
  { baseUrl, timeoutSeconds, network }: ProbeOptions,
  signal?: AbortSignal,
): Promise<void> {
  // VS Code's `fetch` can't be stopped between the connection and the request.
  if (network.httpClient === 'vscode') return;
  const url = new URL(`${baseUrl}/api/settings`);
  const address = url.origin + url.pathname;
  const call = { operation: 'loadSettings', baseUrl, address, route: routeOf(network) } as const;
  const redactor = new Redactor();
  for (const secret of network.proxy ? proxySecrets(network.proxy) : []) redactor.add(secret);
  const dispatchers = dispatchersFor(network);
  const probe = new ConnectionProbe();
  const timeLimit = deadline(timeoutSeconds, [signal]);
  try {
    await deliver(timeLimit.signal, {
      run: async () => {
        const { dispatcher, origin, path } = dispatchers.to(url, {});
        dispatcher.dispatch({ method: 'GET', origin, path }, probe);
        await probe.connected.promise;
      },
      end: probe.connected.reject,
      mayHaveLeft: () => false,
      hasAnswer: () => false,
    });
  } catch (error) {
    throw serviceErrorOf(call, error, redactor);
  } finally {
    timeLimit.dispose();
    await dispatchers.destroy();
  }
}

/** A request that is aborted as soon as it has a connection. */
class ConnectionProbe implements Dispatcher.DispatchHandler {
  readonly connected = Promise.withResolvers<undefined>();

  /** undici would write the request as soon as this returns. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.connected.resolve(undefined);
    controller.abort(new Error('There was a connection.'));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.connected.reject(error);
  }
}
