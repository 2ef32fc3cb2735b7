import { parseServiceUrl } from '../client/serviceUrl';
import { urlOf, percentDecoded } from '../base/url';

/** The page of a conversation; `text` is the expanded template if that isn't a valid URL. */
export type ConversationPage =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: 'template'; readonly text: string }
  /** With this id, the URL would lead to another page than the template names. */
  | { readonly ok: false; readonly reason: 'id' };

/** The page that a service names for a conversation. */
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

/**
 * The page of a conversation, from the template of the setting. The id comes from the service, so the URL is parsed
 * again as a browser would: all its parts must match the template, with the same id in them.
 */
export function conversationPage(template: string, baseUrl: string, conversationId: string): ConversationPage {
  const text = filledIn(template, baseUrl, encodeURIComponent(conversationId.toWellFormed()));
  const url = pageUrl(text);
  const placeholder = placeholderFor(template + baseUrl);
  const promised = pageUrl(filledIn(template, baseUrl, placeholder));
  if (!promised) return { ok: false, reason: 'template', text };
  if (!url || !hasId(promised, placeholder, conversationId, url)) return { ok: false, reason: 'id' };
  return { ok: true, url: url.href };
}

function filledIn(template: string, baseUrl: string, id: string): string {
  return template.replace(/\{(base_url|conversation_id)\}/g, (_, name) => (name === 'base_url' ? baseUrl : id));
}

/** Stays unchanged as part of a host name, too. */
function placeholderFor(text: string): string {
  let placeholder = 'conversation';
  while (text.toLowerCase().includes(placeholder)) placeholder += 'x';
  return placeholder;
}

function pageUrl(text: string): URL | undefined {
  return /^https?:\/\//i.test(text) ? urlOf(text) : undefined;
}

/** True if a URL is the expected one with the id in place of the placeholder. */
function hasId(promised: URL, placeholder: string, id: string, url: URL): boolean {
  const found = partsOf(url);
  const expected = partsOf(promised);
  return (
    found.length === expected.length &&
    expected.every(({ kind, text }, index) => {
      const filled = text.replaceAll(placeholder, () => id);
      return found[index]?.kind === kind && found[index].text === filled && (filled === text || fits(kind, filled, id));
    })
  );
}

type PartKind = 'server' | 'host' | 'path' | 'query' | 'fragment';

interface Part {
  readonly kind: PartKind;
  /** Decoded. */
  readonly text: string;
}

/** True if a part may come from an id. Many servers decode a path first and then resolve the dots in it. */
function fits(kind: PartKind, part: string, id: string): boolean {
  if (kind === 'server') return false;
  if (kind === 'host') return /^[a-z0-9-]+$/.test(id);
  return kind === 'query' || !part.split(/[/\\]/).some((name) => /^\.{1,2}$/.test(name));
}

function partsOf(url: URL): readonly Part[] {
  const part = (kind: PartKind) => (text: string) => ({ kind, text });
  // A host with a single label contains nothing of the template besides the id.
  const host = url.hostname.includes('.') ? 'host' : 'server';
  return [
    ...[url.protocol, url.username, url.password, url.port].map(part('server')),
    ...url.hostname.split('.').map(part(host)),
    ...url.pathname.split('/').map(percentDecoded).map(part('path')),
    ...[...url.searchParams].flat().map(part('query')),
    ...url.hash
      .split(/[/?&=]/)
      .map(percentDecoded)
      .map(part('fragment')),
  ];
}
