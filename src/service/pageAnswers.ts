import { isRecord } from '../base/json';

/** VS Code's state, shared by all windows. */
export interface AnswerState {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'namedPages';

/**
 * The user's answer about a service that says that its conversations' pages are on another origin.
 * @param service origin of the service
 * @param page origin of the pages
 */
export function pageAnswer(state: AnswerState, service: string, page: string): boolean | undefined {
  const answer = answersIn(state)[nameOf(service, page)];
  return typeof answer === 'boolean' ? answer : undefined;
}

export async function savePageAnswer(
  state: AnswerState,
  service: string,
  page: string,
  isAgreed: boolean,
): Promise<void> {
  await state.update(key, { ...answersIn(state), [nameOf(service, page)]: isAgreed });
}

/** The user is asked again about each origin that the service names. */
export async function forgetPageAnswers(state: AnswerState, service: string): Promise<void> {
  const others = Object.entries(answersIn(state)).filter(([name]) => !name.startsWith(nameOf(service, '')));
  await state.update(key, Object.fromEntries(others));
}

function nameOf(service: string, page: string): string {
  return `${service} ${page}`;
}

function answersIn(state: AnswerState): Readonly<Record<string, unknown>> {
  const stored = state.get(key);
  return isRecord(stored) ? stored : {};
}
