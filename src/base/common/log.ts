/** Where sentences and records for the log go. Everything passes the redactor on its way. */
export interface Log {
  debug(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  info(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  warn(sentence: string, record?: Readonly<Record<string, unknown>>): void;
  error(sentence: string, record?: Readonly<Record<string, unknown>>): void;
}
