import type { Redactor } from '../../base/common/redactor';

/** One that is in an id by chance is shorter. */
const shortestInside = 16;

/** Whether an id is one of the secrets, or has one inside. */
export function containsSecret(id: string, redactor: Redactor): boolean {
  return redactor.isKnown(id) || redactor.hideKnown(id, shortestInside) !== id;
}
