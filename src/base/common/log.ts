/** Where sentences and records for the log go. Everything passes the redactor on its way. */
export interface Log {
  debug(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  info(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  warn(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  error(sentence: string, record?: Readonly<Record<string, unknown>>): void;
}

/** What an error is called: V8 and Node quote their input in messages, and what people write is not for the log. */
export function errorName(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
}
