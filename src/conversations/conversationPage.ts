import { parseServiceUrl } from '../client/serviceUrl';
import { conversationIdProblem } from '../client/conversationId';
import { urlOf } from '../base/url';

/** The page of a conversation; `text` is the expanded template if that isn't a valid URL. */
type ConversationPage =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: 'template'; readonly text: string }
  /** With this id, the URL would lead to another page than the template names. */
  | { readonly ok: false; readonly reason: 'id' };

export interface NamedPage {
  readonly url: string;
  readonly origin: string;
  /** It's on the service itself. */
  readonly isOwn: boolean;
}

/** @returns `undefined` if it's neither encrypted nor on this machine */
export function namedPage(pageUrl: string, baseUrl: string): NamedPage | undefined {
  const page = parseServiceUrl(pageUrl);
  if (!page.ok || !page.address.secure) return undefined;
  const { baseUrl: url, origin } = page.address;
  return { url, origin, isOwn: origin === urlOf(baseUrl)?.origin };
}

export function conversationPage(template: string, baseUrl: string, conversationId: string): ConversationPage {
  const text = filledIn(template, baseUrl, encodeURIComponent(conversationId.toWellFormed()));
  if (!pageUrl(filledIn(template, baseUrl, 'conversation'))) return { ok: false, reason: 'template', text };
  const place = template.replaceAll('{base_url}', () => baseUrl);
  const url = fits(conversationId, place) ? pageUrl(text) : undefined;
  return url ? { ok: true, url: url.href } : { ok: false, reason: 'id' };
}

function filledIn(template: string, baseUrl: string, id: string): string {
  return template.replace(/\{(base_url|conversation_id)\}/g, (_, name) => (name === 'base_url' ? baseUrl : id));
}

/** `URL` removes line breaks and tabs, and what is on both sides of one would be read together. */
function pageUrl(text: string): URL | undefined {
  return /^https?:\/\/[^\t\r\n]+$/i.test(text) ? urlOf(text) : undefined;
}

/** The id comes from the service: the URL must be that of the page that the template names, however it is read. */
function fits(id: string, template: string): boolean {
  if (conversationIdProblem(id) !== undefined || !id.isWellFormed()) return false;
  // It would complete an escape.
  if (/%[\da-f]?\{conversation_id\}/i.test(template)) return false;
  const [, server = ''] = /^https?:\/\/([^/\\?#]*)/i.exec(template) ?? [];
  if (!server.includes('{')) return true;
  return /^[a-z\d-]+$/.test(id) && /^[\w.-]*\{conversation_id\}(?:[\w-]*\.)+[a-z]+(?::\d+)?$/i.test(server);
}
