export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

type WriteLine = (sentence: string, record?: Readonly<Record<string, unknown>>) => void;

/** Destination of sentences and records for the log. Everything passes through the redactor first. */
export type Log = Readonly<Record<LogLevel, WriteLine>>;

/** Name of an error: V8 and Node quote their input in messages, and the user's text must not be logged. */
export function errorName(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
}

/** Name and message of an error's cause, for the log. */
export function causeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { cause } = error;
  if (cause === undefined || cause === null) return undefined;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause;
}
