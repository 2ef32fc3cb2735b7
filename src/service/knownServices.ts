import { parseServiceUrl, type ServiceAddress } from '../client/serviceUrl';

/** A service that the user used or forgot. */
export interface RememberedService {
  readonly baseUrl: string;
  /** Time of its last use, or when it was forgotten, in milliseconds since 1970. */
  readonly at: number;
  readonly forgotten?: true;
}

/** The history's record of a start. */
export interface PastStart {
  readonly baseUrl: string;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
}

/** More would be too many to look through. */
const maxKnown = 10;

/**
 * The services to choose from, most recently used first: the remembered ones, and those on which conversations were
 * started since they were forgotten, if they were. Those without a valid service URL are removed.
 */
export function knownServices(
  remembered: readonly RememberedService[],
  conversations: readonly PastStart[],
): readonly ServiceAddress[] {
  const latest = new Map<string, RememberedService>();
  const started = conversations.map(({ baseUrl, sentAt }): RememberedService => ({ baseUrl, at: sentAt }));
  for (const service of [...remembered, ...started]) {
    if (service.at > (latest.get(service.baseUrl)?.at ?? -Infinity)) latest.set(service.baseUrl, service);
  }
  return [...latest.values()]
    .filter(({ forgotten }) => !forgotten)
    .sort((a, b) => b.at - a.at)
    .flatMap(({ baseUrl }) => {
      const parsed = parseServiceUrl(baseUrl);
      return parsed.ok ? [parsed.address] : [];
    })
    .slice(0, maxKnown);
}

/**
 * The service URL for the copied URL of one of its pages: a conversation, the list of conversations, the settings.
 * @returns `{base_url}` of the interface; `undefined` if the URL doesn't look like a page's
 */
export function serviceOfPage({ baseUrl, origin }: ServiceAddress): string | undefined {
  const path = baseUrl.slice(origin.length);
  const shorter = path.replace(/(?:\/api)?\/(?:conversations|settings)(?:\/[^/]+)?$/, '');
  return shorter === path ? undefined : origin + shorter;
}
