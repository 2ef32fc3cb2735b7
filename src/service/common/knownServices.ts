import { parseServiceUrl, type ServiceAddress } from '../../client/common/serviceUrl';

/** A service that somebody used or forgot. */
export interface RememberedService {
  readonly baseUrl: string;
  /** When it was used last, or forgotten, in milliseconds since 1970. */
  readonly at: number;
  readonly forgotten?: true;
}

/** What the history says of a start. */
export interface PastStart {
  readonly baseUrl: string;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
}

/** As many as a person looks through. */
const maxKnown = 10;

/**
 * The services to choose from, the one used last first: those that are remembered, and those that conversations were
 * started on since they were forgotten, if they were. What cannot be used as an address is left out.
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
 * Where the service is of which somebody copied the address of a page: a conversation, the list of them, the settings.
 * @returns `{base_url}` of the interface; `undefined` when the address does not look like one of a page
 */
export function serviceOfPage({ baseUrl, origin }: ServiceAddress): string | undefined {
  const path = baseUrl.slice(origin.length);
  const shorter = path.replace(/(?:\/api)?\/(?:conversations|settings)(?:\/[^/]+)?$/, '');
  return shorter === path ? undefined : origin + shorter;
}
