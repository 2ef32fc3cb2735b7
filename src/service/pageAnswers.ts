import { isRecord } from '../base/json';
import type { GlobalState } from '../base/globalState';

const key = 'namedPages';

/**
 * The user's answer about a service that says that its conversations' pages are on another origin.
 * @param service origin of the service
 * @param page origin of the pages
 */
export function pageAnswer(state: GlobalState, service: string, page: string): boolean | undefined {
  const answer = answersIn(state)[nameOf(service, page)];
  return typeof answer === 'boolean' ? answer : undefined;
}

export async function savePageAnswer(
  state: GlobalState,
  service: string,
  page: string,
  isAgreed: boolean,
): Promise<void> {
  await state.update(key, { ...answersIn(state), [nameOf(service, page)]: isAgreed });
}

/** Forgets the answers about a service, so that the user is asked again about each origin that it names. */
export async function forgetPageAnswers(state: GlobalState, service: string): Promise<void> {
  const others = Object.entries(answersIn(state)).filter(([name]) => !name.startsWith(nameOf(service, '')));
  await state.update(key, Object.fromEntries(others));
}

function nameOf(service: string, page: string): string {
  return `${service} ${page}`;
}

function answersIn(state: GlobalState): Readonly<Record<string, unknown>> {
  const stored = state.get(key);
  return isRecord(stored) ? stored : {};
}
