/** Destination of sentences and records for the log. Everything passes through the redactor first. */
export interface Log {
  debug(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  info(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  warn(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  error(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  /** Adds the last lines that the log's level has hidden: something went wrong. */
  revealHidden(): void;
}

/** Name of an error: V8 and Node quote their input in messages, and the user's text must not be logged. */
export function errorName(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
}
