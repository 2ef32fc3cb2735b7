import type { ServiceApi } from './serviceApi';
import { agent } from './agent/agent';
import { v0 } from './v0/v0';
import { v1 } from './v1/v1';

/**
 * The APIs that services of this family have, in the order in which they are looked for: the two operations of the
 * interface (V0), what took their place in newer servers (V1), both named as in their own documentation, and that of
 * agent servers.
 */
export const apis = { v0, v1, agent } as const satisfies Readonly<Record<string, ServiceApi>>;

export type ApiName = keyof typeof apis;
export const apiNames = Object.keys(apis) as readonly ApiName[];

export const usualUrls: readonly string[] = [...new Set(apiNames.map((name) => apis[name].usualUrl))];

export const pagePaths: readonly string[] = [...new Set(apiNames.flatMap((name) => apis[name].pages))];

/** The API of the interface: that of a service of which nothing else is known. */
export const interfaceApi: ApiName = 'v0';

/** The API with this name in storage, which may be from another version. */
export function apiNamed(name: unknown): ServiceApi {
  return apis[apiNames.find((known) => known === name) ?? interfaceApi];
}
