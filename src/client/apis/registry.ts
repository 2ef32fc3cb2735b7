import type { ServiceApi } from './serviceApi';
import { agent } from './agent/agent';
import { v0 } from './v0/v0';
import { v1 } from './v1/v1';

/**
 * The APIs of the supported services, in the order in which a service is asked for them: the interface's two operations
 * (V0), their successor in newer servers (V1), and the API of agent servers. V0 and V1 are the names that OpenHands uses.
 */
export const apis = { v0, v1, agent } as const satisfies Readonly<Record<string, ServiceApi>>;

export type ApiName = keyof typeof apis;
export const apiNames = Object.keys(apis) as readonly ApiName[];

export const usualUrls: readonly string[] = [...new Set(apiNames.map((name) => apis[name].usualUrl))];

export const pagePaths: readonly string[] = [...new Set(apiNames.flatMap((name) => apis[name].pages))];

/** The API that the interface describes. A service is assumed to have it as long as nothing else is known. */
export const interfaceApi: ApiName = 'v0';

/** The API with a name that was stored, possibly by a version with other APIs. */
export function apiNamed(name: unknown): ServiceApi {
  return apis[apiNames.find((known) => known === name) ?? interfaceApi];
}
