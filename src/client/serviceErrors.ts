import type * as z from 'zod';
import { ServiceError, type Failure, type Operation } from '../domain/serviceError';
import { TransportError } from './transport';

interface Call {
  readonly operation: Operation;
  readonly address: string;
}

/** The error of a call that got no answer. */
export function serviceErrorOf(call: Call, error: unknown): ServiceError {
  if (error instanceof TransportError) return new ServiceError(call, error.failure, error.sent, error.cause);
  return new ServiceError(
    call,
    { kind: 'unknown', code: error instanceof Error ? error.name : 'unknown' },
    true,
    error,
  );
}

/** The error of a request that does not fit the interface; nothing was sent. */
export function invalidRequest(call: Call, error: z.ZodError): ServiceError {
  return new ServiceError(call, { kind: 'invalidRequest', ...firstIssue(error) }, false);
}

/** The error of an answer that is JSON, but not of the interface's shape. */
export function unexpectedShape(call: Call, error: z.ZodError): ServiceError {
  return new ServiceError(call, { kind: 'unexpectedShape', ...firstIssue(error) }, true);
}

export function answered(call: Call, failure: Failure): ServiceError {
  return new ServiceError(call, failure, true);
}

/** Where and what, never the value: it may be a secret. */
function firstIssue(error: z.ZodError): { field: string; expected: string } {
  const issue = error.issues[0];
  if (!issue) return { field: '', expected: 'valid' };
  const field = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'invalid_type':
      return { field, expected: issue.expected };
    case 'unrecognized_keys':
      return { field: [field, issue.keys[0]].filter(Boolean).join('.'), expected: 'absent' };
    case 'invalid_value':
      return { field, expected: issue.values.map(String).join(', ') };
    case 'too_small':
      return { field, expected: 'not empty' };
    default:
      return { field, expected: 'of another type' };
  }
}
