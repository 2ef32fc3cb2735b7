import { isRecord } from '../../base/common/json';
import type { Redactor } from '../../base/common/redactor';
import { ellipsize, visibleText } from '../../base/common/text';
import { withoutMarkup } from '../../base/common/markup';

const maxLength = 300;
const maxRead = 20_000;

/** More than is read, so that what is cut off here cannot be a piece of a secret that is shown. */
const maxSearched = 10 * maxRead;

/**
 * A text from the service made fit to show: one line, nothing that cannot be seen or changes the direction of writing, no
 * markup, and nothing that VS Code would make a link or an icon of; at most 300 characters. `undefined` when nothing is
 * left.
 */
export function sanitiseServerText(text: string): string | undefined {
  // Links are made by VS Code out of Markdown in notifications: `[text](address)` loses its brackets.
  const withoutLinks = withoutMarkup(text.slice(0, maxRead)).replace(/[[\]`]/g, ' ');
  // Bare addresses are links in the log, `$(name)` is an icon in labels.
  const plain = visibleText(withoutLinks).replace(/:(?=\/\/)|\$(?=\()/g, '$& ');
  return plain === '' ? undefined : ellipsize(plain, maxLength);
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

/** Of one answer: three of each refused field, and the code of the message. */
const maxTexts = 3 * maxRefusedFields + 1;

/** Where known services, and the common shapes of problems, put what they say; the first that says something counts. */
const textFields = ['message', 'error', 'detail', 'title', 'msg', 'error_description'];

/** How deep that may lie: `{"error":{"message":"..."}}`, `{"detail":[{"msg":"..."}]}`. */
const maxDepth = 3;

type Clean = (value: unknown) => string | undefined;

/**
 * Reads an error answer: a record that says something in one of the usual fields, a bare JSON string, or plain text.
 * Services repeat what they refuse, so each text loses its secrets before it is cut to length.
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

/** Of an answer that is nothing but long texts, the first ones are read: looking for secrets in all would take minutes. */
function cleaner(redactor: Redactor): Clean {
  let texts = 0;
  let searched = 0;
  return (value) => {
    if (typeof value !== 'string' || texts === maxTexts || searched >= maxSearched) return undefined;
    const text = value.slice(0, maxSearched);
    texts++;
    searched += text.length;
    return sanitiseServerText(redactor.redact(text));
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
  return { path: clean(path) ?? '', type: clean(issue['type']) ?? '', message: clean(issue['msg']) ?? '' };
}

function withoutUndefined(record: { [K in keyof ServerWords]: ServerWords[K] | undefined }): ServerWords {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
