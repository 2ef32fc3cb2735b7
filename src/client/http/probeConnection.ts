import { Redactor } from '../../base/redactor';
import { proxySecrets, routeOf } from '../network';
import type { ProbeOptions } from '../client';
import { serviceErrorOf } from '../makeServiceError';
import { deadline, deliver } from './transport';
import type { Dispatcher } from './undici';
import { dispatcherFor } from './dispatcherFor';

/**
 * Makes the connection that a request to a service would use, including its proxy and certificate, and closes it again.
 * Before there is a key, nothing can be read that would tell the same, and a key would be typed for a host that is
 * misspelled. No request is sent, since each one of the interface carries a session key (section 5). A service that only
 * VS Code knows the way to counts as reached.
 * @throws {ServiceError} of the kinds of a call that was not sent
 */
export async function probeConnection(
  { baseUrl, timeoutSeconds, network }: ProbeOptions,
  signal?: AbortSignal,
): Promise<void> {
  // Its fetch can't be stopped between the connection and the request.
  if (network.httpClient === 'vscode') return;
  const url = new URL(`${baseUrl}/api/settings`);
  const address = url.origin + url.pathname;
  const call = { operation: 'loadSettings', baseUrl, address, route: routeOf(network) } as const;
  const redactor = new Redactor();
  for (const secret of network.proxy ? proxySecrets(network.proxy) : []) redactor.add(secret);
  const route = dispatcherFor(network);
  const arrival = new Arrival();
  const ending = deadline(timeoutSeconds, [signal]);
  try {
    await deliver(ending.signal, {
      run: async () => {
        const { dispatcher, origin, path } = route.to(url, {});
        dispatcher.dispatch({ method: 'GET', origin, path }, arrival);
        await arrival.connected.promise;
      },
      end: arrival.connected.reject,
      mayHaveLeft: () => false,
      hasAnswer: () => false,
    });
  } catch (error) {
    throw serviceErrorOf(call, error, redactor);
  } finally {
    ending.dispose();
    await route.destroy();
  }
}

/** A request that is aborted as soon as it has a connection. */
class Arrival implements Dispatcher.DispatchHandler {
  readonly connected = Promise.withResolvers<undefined>();

  /** undici writes as soon as this returns, unless it is told not to. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.connected.resolve(undefined);
    controller.abort(new Error('There was a connection.'));
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.connected.reject(error);
  }
}
