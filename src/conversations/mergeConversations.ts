import {
  fieldGroups,
  latestTimes,
  type Conversation,
  type ConversationChange,
  type Outcome,
  type FieldGroup,
} from './conversation';
import { hasEnded, isAnotherEnd } from './reportedStatus';
import { clip } from './storedRequest';

// Several windows may know different states of a conversation. Merging the same states has the same result in any order and
// however often it is done. So windows that write at the same time end up with the same state.

/**
 * The certainty of each outcome. Of two outcomes, the more certain one counts, even if it was saved earlier. Of two equally
 * certain ones, the later one counts.
 */
export const certainty: Readonly<Record<Outcome, number>> = {
  sending: 0,
  mayHaveStarted: 1,
  preparing: 1,
  notStarted: 2,
  started: 3,
};

type Next = { -readonly [Name in keyof Conversation]: Conversation[Name] };

/** Merges two states of a conversation. Returns `known` itself if `other` adds nothing. */
export function mergeStates(known: Conversation, other: Conversation): Conversation {
  const next: Next = { ...known };
  for (const group of fieldGroups) {
    if (!isLater(other, known, group)) continue;
    for (const name of [group.at, ...group.fields]) put(next, name, other[name]);
  }
  for (const name of latestTimes) put(next, name, latest(known[name], other[name]));
  return haveSameFields(known, next) ? known : next;
}

/**
 * A conversation after a change in this window: the conversation itself if the change isn't new. It gets a later time
 * than before, so that merging it with an older state doesn't undo it.
 */
export function withChange(known: Conversation, change: ConversationChange, now = Date.now()): Conversation {
  const { outcome = known.outcome } = change;
  if (certainty[outcome] < certainty[known.outcome]) return known;
  const next: Next = { ...known };
  for (const group of fieldGroups) applyGroup(next, group, change, now);
  // A problem explains one outcome.
  if (outcome === 'started' || (next.outcome !== known.outcome && change.problem === undefined)) delete next.problem;
  const isKnownEnd = hasEnded(known) && !isAnotherEnd(known.status, change.status);
  for (const name of latestTimes) {
    if (name !== 'endedAt' || !isKnownEnd) put(next, name, latest(known[name], change[name]));
  }
  return haveSameFields(known, next) ? known : next;
}

export function haveSameFields(a: Conversation, b: Conversation): boolean {
  const isSame = (name: keyof Conversation) => a[name] === b[name];
  return latestTimes.every(isSame) && fieldGroups.every(({ at, fields }) => [at, ...fields].every(isSame));
}

/** Copies a group of fields from a change, unless the conversation already has later ones. */
function applyGroup(next: Next, { at, fields }: FieldGroup, change: ConversationChange, now: number): void {
  const { [at]: known = -Infinity } = next;
  const { [at]: changedAt } = change;
  if (changedAt !== undefined && changedAt < known) return;
  const changed = fields.filter((name) => change[name] !== undefined && change[name] !== next[name]);
  if (changedAt === undefined && changed.length === 0) return;
  for (const name of changed) put(next, name, clip(change[name]));
  // Two changes may be made in one millisecond.
  next[at] = Math.max(changedAt ?? now, changed.length > 0 ? known + 1 : known);
}

/**
 * True if a group of fields in one state replaces that in the other. If the times are equal, the one that is later as a text
 * does.
 */
function isLater(one: Conversation, other: Conversation, { at, fields }: FieldGroup): boolean {
  if (at === 'outcomeAt' && certainty[one.outcome] !== certainty[other.outcome])
    return certainty[one.outcome] > certainty[other.outcome];
  const { [at]: oneAt = -Infinity } = one;
  const { [at]: otherAt = -Infinity } = other;
  if (oneAt !== otherAt) return oneAt > otherAt;
  const textOf = (conversation: Conversation) => JSON.stringify(fields.map((name) => conversation[name] ?? null));
  return textOf(one) > textOf(other);
}

function latest(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

function put<Name extends keyof Conversation>(next: Next, name: Name, value: Conversation[Name]): void {
  if (value === undefined) Reflect.deleteProperty(next, name);
  else Reflect.set(next, name, value);
}
