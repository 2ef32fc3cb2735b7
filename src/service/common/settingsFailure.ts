import { ServiceError } from '../../client/common/serviceError';
import type { SettingsFailure } from './settingsState';

export function settingsFailureOf(error: unknown): SettingsFailure {
  if (!(error instanceof ServiceError)) return 'failed';
  const { failure } = error;
  switch (failure.kind) {
    case 'status':
      return settingsStatusMeaning(failure.status, failure.text);
    case 'notJson':
    case 'agentServer':
    case 'unexpectedShape':
      return 'wrongService';
    case 'redirect':
      return 'redirected';
    case 'nameNotFound':
    case 'refused':
    case 'unreachable':
      return 'unreachable';
    case 'tls':
      return 'certificate';
    case 'proxy':
      return 'proxy';
    case 'connectionLost':
    case 'timeout':
    case 'cancelled':
    case 'tooLarge':
    case 'invalidRequest':
    case 'unknown':
      return 'failed';
  }
}

/** What an answer that refuses the settings means, by its status and its words. */
export function settingsStatusMeaning(status: number, text = ''): SettingsFailure {
  // A 401 that speaks of a token comes from stored provider tokens that the service cannot read, not from our key.
  if (status === 401) return /invalid token/i.test(text) ? 'failed' : 'keyRefused';
  // A 404 is the first run when the service says so, else a path that is not there, which may be quoted.
  if (status === 404) return /(?<![/\w])settings/i.test(text) ? 'noSettings' : 'wrongService';
  return status === 405 || status === 410 ? 'wrongService' : 'failed';
}

/** Whether an answer to the settings, good or bad, shows that the service took the session key. */
export function provesKey(failure: SettingsFailure): boolean {
  return failure === 'noSettings';
}
