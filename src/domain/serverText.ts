import { isRecord } from './isRecord';
import type { Redactor } from './redactor';

const maxLength = 300;
const maxRead = 20_000;

/** More than is read, so that what is cut off here cannot be a piece of a secret that is shown. */
const maxSearched = 10 * maxRead;

/**
 * A text from the service made fit to show: one line, no control or direction-changing characters, no markup, at most
 * 300 characters. `undefined` when nothing is left.
 */
export function sanitiseServerText(text: string): string | undefined {
  const plain = text
    .slice(0, maxRead)
    .toWellFormed()
    .replace(/<(script|style|title)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/?[a-z!][^>]*>?/gi, ' ')
    // Links are made by VS Code out of Markdown in notifications: `[text](address)` loses its brackets.
    .replace(/[[\]`]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (plain === '') return undefined;
  return plain.length > maxLength ? `${plain.slice(0, maxLength - 1).replace(/\p{Surrogate}$/u, '')}…` : plain;
}

/** One field that the service refused, from a 422 in FastAPI's shape. The refused input itself is never kept. */
export interface RefusedField {
  /** Path inside the request: `mcp_config.shttp_servers.0.url`; empty for the request as a whole. */
  readonly path: string;
  /** The service's kind of error: `missing`, `extra_forbidden`, … */
  readonly type: string;
  readonly message: string;
}

/** What an error answer says, wherever known services put it. */
export interface ServerWords {
  readonly text?: string;
  readonly refusedFields?: readonly RefusedField[];
  /** The service's own code of the message, where it gives one: `CONFIGURATION$SETTINGS_NOT_FOUND`. */
  readonly messageId?: string;
}

const maxRefusedFields = 20;

/**
 * Reads an error answer: `message`, `error`, `detail` (a text or FastAPI's list), a bare JSON string, or plain text.
 * Services repeat what they refuse, so each text loses its secrets before it is cut to length.
 */
export function readServerWords(body: unknown, redactor: Redactor): ServerWords {
  const clean = (value: unknown) =>
    typeof value === 'string' ? sanitiseServerText(redactor.redact(value.slice(0, maxSearched))) : undefined;
  if (!isRecord(body)) return withoutUndefined({ text: clean(body) });
  const { detail, error, message } = body;
  const messageId = clean(body['msg_id']);
  if (Array.isArray(detail)) {
    const refusedFields = detail
      .slice(0, maxRefusedFields)
      .filter(isRecord)
      .map((issue) => readRefusedField(issue, clean));
    if (refusedFields.length > 0) return withoutUndefined({ messageId, refusedFields });
  }
  const nested = [error, detail].filter(isRecord).map((inner) => inner['message']);
  const text = [message, error, detail, ...nested].map(clean).find((words) => words !== undefined);
  return withoutUndefined({ messageId, text });
}

function readRefusedField(issue: Record<string, unknown>, clean: (value: unknown) => string | undefined): RefusedField {
  const location = Array.isArray(issue['loc']) ? issue['loc'] : [];
  const steps = location.filter((step) => typeof step === 'string' || typeof step === 'number').map(String);
  const path = (steps[0] === 'body' ? steps.slice(1) : steps).join('.');
  return { path: clean(path) ?? '', type: clean(issue['type']) ?? '', message: clean(issue['msg']) ?? '' };
}

function withoutUndefined(record: { [K in keyof ServerWords]: ServerWords[K] | undefined }): ServerWords {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
