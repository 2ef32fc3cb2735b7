import { truncate } from '../../base/common/text';
import type { StartForm } from '../../client/common/startForms';
import type { ConversationStartRequest, McpConfig } from '../../client/common/records';
import type { Redactor } from '../../base/common/redactor';
import { maskMcp } from '../../client/common/maskSettings';
import { isDataUri } from './images';

/** A longer body is hard to read, and slow to show in an editor. In characters. */
const maxLength = 1_000_000;

/** Length of a shortened text: enough to recognize it. */
const keptLength = 120;

/** The body of a request for display: as it is sent, on several lines, with secrets masked. */
export function requestText(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'redact'>,
  { body }: Pick<StartForm, 'body'>,
): string {
  return body(maskRequest(request, redactor), 2);
}

/**
 * The same for an editor. Only if the whole is too long, images and the replay are cut, and `leftOut` gives the number
 * of characters that aren't shown.
 */
export function requestPreviewText(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'redact'>,
  form: Pick<StartForm, 'body'>,
  leftOut: (characters: number) => string,
): string {
  const whole = requestText(request, redactor, form);
  if (whole.length <= maxLength) return whole;
  const shorten = (text: string) => {
    if (text.length <= 2 * keptLength) return text;
    const kept = truncate(text, keptLength);
    return kept + leftOut(text.length - kept.length);
  };
  const { image_urls: images, replay_json: replay } = request;
  const shortened = {
    ...request,
    ...(images && { image_urls: images.map((url) => (isDataUri(url) ? shorten(url) : url)) }),
    ...(replay !== undefined && { replay_json: shorten(replay) }),
  };
  return requestText(shortened, redactor, form);
}

/**
 * The request as it may be shown and copied: the MCP servers without keys, values of variables and credentials in their
 * URLs, masked as in the settings, and without known secrets of the redactor, for example an answer among the
 * arguments. Everything else stays, including what the user wrote into the message.
 */
export function maskRequest(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'redact'>,
): ConversationStartRequest {
  if (request.mcp_config === undefined) return request;
  // Complete texts first: if a secret were already masked in part, the redactor wouldn't recognize the rest.
  const known: unknown = JSON.parse(JSON.stringify(request.mcp_config), (_, value: unknown) =>
    typeof value === 'string' ? redactor.redact(value) : value,
  );
  return { ...request, mcp_config: maskMcp(known) as McpConfig };
}
