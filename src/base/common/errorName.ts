/** What an error is called: V8 and Node quote their input in messages, and what people write is not for the log. */
export function errorName(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
}
