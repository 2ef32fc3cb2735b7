import type { Configuration } from './configuration';

/** The host and port of the configured service, for the title of a view; empty if its URL isn't valid. */
export function hostOf({ serviceUrl }: Pick<Configuration, 'serviceUrl'>): string {
  return serviceUrl.ok ? new URL(serviceUrl.address.baseUrl).host : '';
}
