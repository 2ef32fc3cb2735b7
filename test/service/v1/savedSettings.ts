import { exchange } from './exchanges';

/**
 * The settings that a service of API V1 returned after some were saved, as it was. Its model has a key, which isn't
 * in it; the header of the MCP server was replaced by the service.
 */
export const savedSettings = exchange('saved').body as Readonly<Record<string, unknown>>;
