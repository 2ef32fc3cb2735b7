export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

type WriteLine = (sentence: string, record?: Readonly<Record<string, unknown>>) => void;

/** Writes sentences with details to the log, without secrets. */
export type Log = Readonly<Record<LogLevel, WriteLine>>;

/** The code or name of an error. Not its message, in which V8 and Node may quote the user's text. */
export function errorName(error: unknown): string {
  return error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
}

export function causeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { cause } = error;
  if (cause === undefined || cause === null) return undefined;
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause;
}
