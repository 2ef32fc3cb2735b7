/**
 * Reason why a text can't be a replay, with the position of the JSON error if the engine reports it; both count from 1.
 */
export type ReplayProblem = { readonly kind: 'notJson'; readonly line?: number; readonly column?: number };

/** Reason why a text can't be `replay_json` (interface section 2.1), which is itself JSON; `undefined` if it can. */
export function replayProblem(text: string): ReplayProblem | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const position = positionOf(error, text);
    if (position === undefined) return { kind: 'notJson' };
    const before = text.slice(0, position).split(/\r\n|\r|\n/);
    return { kind: 'notJson', line: before.length, column: (before.at(-1) ?? '').length + 1 };
  }
}

/** Engines report the position only in the message, and not always; in truncated JSON, it is the end. */
function positionOf(error: unknown, text: string): number | undefined {
  const { message } = error as SyntaxError;
  const told = / at position (\d{1,15})(?: \(line \d+ column \d+\))?$/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  return message === 'Unexpected end of JSON input' ? text.length : undefined;
}
