import { ServiceError, type Failure } from '../../src/client/serviceError';

const call = { operation: 'loadSettings', baseUrl: 'http://h', address: 'http://h/api/settings' } as const;

/** The error of a request, of which nothing matters but how it failed. */
export function failedRequest(failure: Failure, sent = true): ServiceError {
  return new ServiceError(call, failure, { sent });
}
