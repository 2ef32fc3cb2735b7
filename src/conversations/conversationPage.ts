import { parseServiceUrl } from '../client/serviceUrl';
import { conversationIdProblem } from '../client/conversationId';
import { urlOf } from '../base/url';

type ConversationPage =
  | { readonly ok: true; readonly url: string }
  /** The template doesn't result in a valid URL. `text` is the result. */
  | { readonly ok: false; readonly reason: 'template'; readonly text: string }
  /** The id would change the URL to that of a page that the template doesn't mean. */
  | { readonly ok: false; readonly reason: 'id' };

export interface NamedPage {
  readonly url: string;
  readonly origin: string;
  readonly isOnServiceOrigin: boolean;
}

/** @returns `undefined` if the URL is neither encrypted nor on this machine */
export function namedPage(pageUrl: string, baseUrl: string): NamedPage | undefined {
  const page = parseServiceUrl(pageUrl);
  if (!page.ok || !page.address.secure) return undefined;
  const { baseUrl: url, origin } = page.address;
  return { url, origin, isOnServiceOrigin: origin === urlOf(baseUrl)?.origin };
}

export function conversationPage(template: string, baseUrl: string, conversationId: string): ConversationPage {
  const text = filledIn(template, baseUrl, encodeURIComponent(conversationId.toWellFormed()));
  if (!pageUrl(filledIn(template, baseUrl, 'conversation'))) return { ok: false, reason: 'template', text };
  const place = template.replaceAll('{base_url}', () => baseUrl);
  const url = isSafeId(conversationId, place) ? pageUrl(text) : undefined;
  return url ? { ok: true, url: url.href } : { ok: false, reason: 'id' };
}

function filledIn(template: string, baseUrl: string, id: string): string {
  return template.replace(/\{(base_url|conversation_id)\}/g, (_, name) => (name === 'base_url' ? baseUrl : id));
}

/** A URL without tabs and line breaks: `URL` removes these, which would join the parts before and after. */
function pageUrl(text: string): URL | undefined {
  return /^https?:\/\/[^\t\r\n]+$/i.test(text) ? urlOf(text) : undefined;
}

/** True if an id from a service can't change the meaning of the template's URL. */
function isSafeId(id: string, template: string): boolean {
  if (conversationIdProblem(id) !== undefined || !id.isWellFormed()) return false;
  // The beginning of the id would complete a percent escape.
  if (/%[\da-f]?\{conversation_id\}/i.test(template)) return false;
  const [, server = ''] = /^https?:\/\/([^/\\?#]*)/i.exec(template) ?? [];
  if (!server.includes('{')) return true;
  return /^[a-z\d-]+$/.test(id) && /^[\w.-]*\{conversation_id\}(?:[\w-]*\.)+[a-z]+(?::\d+)?$/i.test(server);
}
