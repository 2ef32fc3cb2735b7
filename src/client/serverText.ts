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
export function sanitiseServerText(text: string): string | undefined {
  // VS Code makes links out of Markdown in notifications: `[text](address)` loses its brackets.
  const withoutLinks = withoutMarkup(text.slice(0, maxRead)).replace(/[[\]`]/g, ' ');
  // Bare URLs are links in the log, `$(name)` is an icon in labels.
  const plain = visibleText(withoutLinks).replace(/:(?=\/\/)|\$(?=\()/g, '$& ');
  return plain === '' ? undefined : ellipsize(plain, maxLength);
}

/**
 * One field that the service rejected, from a 422 in FastAPI's shape. Neither the rejected input is read nor the message,
 * which may repeat it.
 */
export interface RefusedField {
  /** Path inside the request: `mcp_config.shttp_servers.0.url`; empty for the request as a whole. */
  readonly path: string;
  /** The service's kind of error: `missing`, `extra_forbidden`, … */
  readonly type: string;
}

/** Message of an error response, from wherever known services put it. */
export interface ServerWords {
  /** {@link redacted} if it repeats a secret. */
  readonly text?: string;
  readonly refusedFields?: readonly RefusedField[];
  /** The service's own code of the message, if it has one: `CONFIGURATION$SETTINGS_NOT_FOUND`. */
  readonly messageId?: string;
}

const maxRefusedFields = 20;

/** The most texts of one response: two of each rejected field, and the code of the message. */
const maxTexts = 2 * maxRefusedFields + 1;

/** Fields in which known services, and the common problem formats, put their message; the first with a text counts. */
const textFields = ['message', 'error', 'detail', 'title', 'msg', 'error_description'];

/** Maximum depth of the message: `{"error":{"message":"..."}}`, `{"detail":[{"msg":"..."}]}`. */
const maxDepth = 3;

type Clean = (value: unknown) => string | undefined;

/**
 * Reads an error response: a record with a message in one of the usual fields, a bare JSON string, or plain text.
 * Services repeat what they reject: a text that repeats a secret is withheld.
 */
export function readServerWords(body: unknown, redactor: Redactor): ServerWords {
  const clean = cleaner(redactor);
  if (!isRecord(body)) return withoutUndefined({ text: clean(body) });
  const { detail } = body;
  const messageId = clean(body['msg_id']);
  if (Array.isArray(detail)) {
    const refusedFields = detail
      .slice(0, maxRefusedFields)
      .filter(isRecord)
      .map((issue) => readRefusedField(issue, clean));
    if (refusedFields.length > 0) return withoutUndefined({ messageId, refusedFields });
  }
  return withoutUndefined({ messageId, text: textIn(body, clean) });
}

/** Reads only the first texts of a response: searching many long ones for secrets would take minutes. */
function cleaner(redactor: Redactor): Clean {
  let texts = 0;
  return (value) => {
    if (typeof value !== 'string' || texts === maxTexts) return undefined;
    texts++;
    // A secret may begin in what is shown, and end behind it.
    if (redactor.withhold(value.slice(0, 2 * maxRead)) === redacted) return redacted;
    return sanitiseServerText(withoutQueries(hideByShape(value.slice(0, maxRead), redacted), redacted));
  };
}

function textIn(value: unknown, clean: Clean, depth = 0): string | undefined {
  if (depth > maxDepth) return undefined;
  const within = Array.isArray(value)
    ? value.slice(0, maxRefusedFields)
    : isRecord(value)
      ? textFields.filter((field) => Object.hasOwn(value, field)).map((field) => value[field])
      : undefined;
  if (!within) return clean(value);
  for (const each of within) {
    const text = textIn(each, clean, depth + 1);
    if (text !== undefined) return text;
  }
  return undefined;
}

function readRefusedField(issue: Record<string, unknown>, clean: Clean): RefusedField {
  const location = Array.isArray(issue['loc']) ? issue['loc'] : [];
  const steps = location.filter((step) => typeof step === 'string' || typeof step === 'number').map(String);
  const path = (steps[0] === 'body' ? steps.slice(1) : steps).join('.');
  return { path: clean(path) ?? '', type: clean(issue['type']) ?? '' };
}

function withoutUndefined(record: { [K in keyof ServerWords]: ServerWords[K] | undefined }): ServerWords {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
