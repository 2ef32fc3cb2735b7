import type { ServiceAddress } from '../../client/common/serviceUrl';

/**
 * Where the service is of which somebody copied the address of a page: a conversation, the list of them, the settings.
 * @returns `{base_url}` of the interface; `undefined` when the address does not look like one of a page
 */
export function serviceOfPage({ baseUrl, origin }: ServiceAddress): string | undefined {
  const path = baseUrl.slice(origin.length);
  const shorter = path.replace(/(?:\/api)?\/(?:conversations|settings)(?:\/[^/]+)?$/, '');
  return shorter === path ? undefined : origin + shorter;
}
