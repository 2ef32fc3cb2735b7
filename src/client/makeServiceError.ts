import type * as z from 'zod/mini';
import type { Redactor } from '../base/redactor';
import { minSecretLength } from './secrets';
import { ServiceError, type Failure, type CallFacts } from './serviceError';
import { TransportError } from './http/transport';

export function serviceErrorOf(call: CallFacts, error: unknown, redactor: Redactor): ServiceError {
  if (error instanceof TransportError)
    return new ServiceError(call, error.failure, {
      sent: error.sent,
      answered: error.answered,
      cause: withoutContent(error.cause, redactor),
    });
  const code = error instanceof Error ? error.name : 'unknown';
  return new ServiceError(call, { kind: 'unknown', code }, { sent: true, cause: withoutContent(error, redactor) });
}

/**
 * A copy of an error without secrets and additional properties, to be attached as a cause. Errors of undici's parser have
 * the received bytes as a property, and those may repeat what was sent, including keys.
 */
function withoutContent(error: unknown, redactor: Redactor): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  // If a name has several addresses, Node collects the errors of all attempts in one that has no message.
  const attempts = error instanceof AggregateError ? error.errors.map((attempt) => (attempt as Error).message) : [];
  const kept = new Error(redactor.redact([error.message, ...attempts].filter(Boolean).join('; ')));
  kept.name = error.name;
  kept.stack = redactor.redact(error.stack ?? '');
  return 'code' in error ? Object.assign(kept, { code: error.code }) : kept;
}

/** The error of a request that doesn't fit the interface; nothing was sent. */
export function invalidRequest(call: CallFacts, error: z.core.$ZodError, redactor: Redactor): ServiceError {
  const { field, expected } = firstProblem(error);
  // The names of MCP servers and variables are the user's, and may contain secrets.
  return unsendable(call, redactor.withhold(field, minSecretLength), expected);
}

export function unexpectedShape(call: CallFacts, error: z.core.$ZodError): ServiceError {
  const { field, expected } = firstProblem(error);
  return unexpected(call, field, expected);
}

export function unexpected(call: CallFacts, field: string, expected = 'valid'): ServiceError {
  return answerError(call, { kind: 'unexpectedShape', field, expected });
}

/** The error of a value that can't be sent. Nothing was sent. */
export function unsendable(call: CallFacts, field: string, expected = 'valid'): ServiceError {
  return new ServiceError(call, { kind: 'invalidRequest', field, expected }, { sent: false });
}

export function answerError(call: CallFacts, failure: Failure): ServiceError {
  return new ServiceError(call, failure, { sent: true, answered: true });
}

/** Path of the first wrong value, and what was expected. Never the value itself, which may be a secret. */
function firstProblem(error: z.core.$ZodError): { field: string; expected: string } {
  const issue = error.issues[0];
  if (!issue) return { field: '', expected: 'valid' };
  const field = issue.path.map(String).join('.');
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- zod's union, which may grow
  switch (issue.code) {
    case 'invalid_type':
      return { field, expected: issue.expected };
    case 'unrecognized_keys':
      return { field: [field, issue.keys[0]].filter(Boolean).join('.'), expected: 'absent' };
    case 'invalid_value':
      return { field, expected: issue.values.map(String).join(', ') };
    case 'too_small':
      return { field, expected: 'not empty' };
    case 'invalid_format':
      return { field, expected: 'of plain characters' };
    default:
      return { field, expected: 'of another type' };
  }
}
