import { truncate } from '../../base/common/text';
import { serializeRequest } from '../../client/common/serializeRequest';
import type { ConversationStartRequest, McpConfig } from '../../client/common/records';
import type { Redactor } from '../../base/common/redactor';
import { maskMcp } from '../../client/common/maskSettings';

/** A body that is longer is hard to read, and for an editor to show. In characters. */
const maxLength = 1_000_000;

/** What is left of a text that is shortened: enough to see what it is. */
const keptLength = 120;

/** The body of a request to read: as it is sent, over many lines, secrets masked. */
export function requestText(request: ConversationStartRequest, redactor: Pick<Redactor, 'redact'>): string {
  return serializeRequest(maskRequest(request, redactor), 2);
}

/**
 * The same for an editor. Only when the whole is too long, pictures and the replay are cut, and `leftOut` says in their
 * place how many characters are not shown.
 */
export function requestPreviewText(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'redact'>,
  leftOut: (characters: number) => string,
): string {
  const whole = requestText(request, redactor);
  if (whole.length <= maxLength) return whole;
  const shorten = (text: string) => {
    if (text.length <= 2 * keptLength) return text;
    const kept = truncate(text, keptLength);
    return kept + leftOut(text.length - kept.length);
  };
  const { image_urls: images, replay_json: replay } = request;
  const ellipsize = {
    ...request,
    ...(images && { image_urls: images.map((url) => (/^data:/i.test(url) ? shorten(url) : url)) }),
    ...(replay !== undefined && { replay_json: shorten(replay) }),
  };
  return requestText(ellipsize, redactor);
}

/**
 * The request as it may be shown and copied: the MCP servers without keys, values of variables and credentials in their
 * addresses, hidden as in the settings, and without what the redactor knows to be secret, an answer among the arguments
 * for instance. Everything else stays, what somebody wrote into the message included.
 */
export function maskRequest(
  request: ConversationStartRequest,
  redactor: Pick<Redactor, 'redact'>,
): ConversationStartRequest {
  if (request.mcp_config === undefined) return request;
  // Whole texts first: of a secret that was masked in part, the redactor would not know the rest.
  const known: unknown = JSON.parse(JSON.stringify(request.mcp_config), (_, value: unknown) =>
    typeof value === 'string' ? redactor.redact(value) : value,
  );
  return { ...request, mcp_config: maskMcp(known) as McpConfig };
}
