import { isRecord } from '../base/json';
import { redacted, type Redactor } from '../base/redactor';
import { hideByShape, withoutQueries } from '../base/secretShapes';
import { ellipsize, visibleText } from '../base/text';
import { withoutMarkup } from '../base/markup';

const maxLength = 300;
const maxRead = 10_000;

/**
 * A text from the service in a form that can be shown: one line, no characters that are invisible or change the text
 * direction, no markup, and nothing that VS Code would turn into a link or an icon; at most 300 characters. `undefined`
 * if nothing is left.
 */
export function sanitizeServerText(text: string): string | undefined {
  // VS Code turns Markdown in notifications into links, so brackets are removed from `[text](address)`.
  const withoutLinks = withoutMarkup(text.slice(0, maxRead)).replace(/[[\]`]/g, ' ');
  // URLs become links in the log, and `$(name)` becomes an icon in labels.
  const plain = visibleText(withoutLinks).replace(/:(?=\/\/)|\$(?=\()/g, '$& ');
  return plain === '' ? undefined : ellipsize(plain, maxLength);
}

/**
 * A field that the service rejected, from a 422 in FastAPI's shape. The rejected value isn't read, nor the message, which
 * may repeat it.
 */
export interface RejectedField {
  /** Path inside the request: `mcp_config.shttp_servers.0.url`; empty for the request as a whole. */
  readonly path: string;
  /** The service's kind of error: `missing`, `extra_forbidden`, … */
  readonly type: string;
}

/** The message of an error response, found in any of the places where known services put it. */
export interface ServerMessage {
  /** {@link redacted} if it repeats a secret. */
  readonly text?: string;
  readonly rejectedFields?: readonly RejectedField[];
  /** The service's own code of the message, if it has one: `CONFIGURATION$SETTINGS_NOT_FOUND`. */
  readonly messageId?: string;
}

const maxRejectedFields = 20;

/** Maximum number of texts that are read from one response: two per rejected field, and the message's code. */
const maxTexts = 2 * maxRejectedFields + 1;

/** Fields in which services and common error formats put their message. The first one with a text counts. */
const textFields = ['message', 'error', 'detail', 'title', 'msg', 'error_description'];

/** Maximum depth of the message: `{"error":{"message":"..."}}`, `{"detail":[{"msg":"..."}]}`. */
const maxDepth = 3;

type Clean = (value: unknown) => string | undefined;

/**
 * Reads an error response: a record with a message in one of the usual fields, a JSON string, or plain text. Services
 * repeat what they reject, so a text that contains a known secret is withheld as a whole.
 */
export function readServerMessage(body: unknown, redactor: Redactor): ServerMessage {
  const clean = cleaner(redactor);
  if (!isRecord(body)) return withoutUndefined({ text: clean(body) });
  const { detail } = body;
  const messageId = clean(body['msg_id']);
  if (Array.isArray(detail)) {
    const rejectedFields = detail
      .slice(0, maxRejectedFields)
      .filter(isRecord)
      .map((issue) => readRejectedField(issue, clean));
    if (rejectedFields.length > 0) return withoutUndefined({ messageId, rejectedFields });
  }
  return withoutUndefined({ messageId, text: textIn(body, clean) });
}

/** Limits how many texts are read, because searching many long ones for secrets would take minutes. */
function cleaner(redactor: Redactor): Clean {
  let texts = 0;
  return (value) => {
    if (typeof value !== 'string' || texts === maxTexts) return undefined;
    texts++;
    // Searches more than is shown, in case a secret begins in the shown part and ends after it.
    if (redactor.withhold(value.slice(0, 2 * maxRead)) === redacted) return redacted;
    return sanitizeServerText(withoutQueries(hideByShape(value.slice(0, maxRead), redacted), redacted));
  };
}

function textIn(value: unknown, clean: Clean, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  const candidates = Array.isArray(value)
    ? value.slice(0, maxRejectedFields)
    : isRecord(value)
      ? textFields.filter((field) => Object.hasOwn(value, field)).map((field) => value[field])
      : undefined;
  if (!candidates) return clean(value);
  for (const each of candidates) {
    const text = textIn(each, clean, depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}

function readRejectedField(issue: Record<string, unknown>, clean: Clean): RejectedField {
  const location = Array.isArray(issue['loc']) ? issue['loc'] : [];
  const steps = location.filter((step) => typeof step === 'string' || typeof step === 'number').map(String);
  const path = (steps[0] === 'body' ? steps.slice(1) : steps).join('.');
  return { path: clean(path) ?? '', type: clean(issue['type']) ?? '' };
}

function withoutUndefined(record: { [K in keyof ServerMessage]: ServerMessage[K] | undefined }): ServerMessage {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
