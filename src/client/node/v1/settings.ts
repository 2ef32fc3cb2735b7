import { isRecord } from '../../../base/common/json';
import { dialects } from '../../common/dialect';
import { isSettingsFieldName } from '../../common/settingsFields';

type Loose = Readonly<Record<string, unknown>>;

/**
 * Settings of API V1 with what it moved back under the interface's names (section 2.6). Everything else stays where it
 * is, without the moved fields.
 */
export function withInterfaceNames(answer: Loose): Loose {
  let rest = answer;
  const moved: Record<string, unknown> = {};
  for (const [name, wireName] of Object.entries(dialects.v1.settingsNames)) {
    const path = wireName.split('.');
    const value = path.reduce<unknown>((record, member) => (isRecord(record) ? record[member] : undefined), rest);
    // A service between both APIs has both, and they are the same.
    if (value === undefined || Object.hasOwn(answer, name)) continue;
    moved[name] = name === 'mcp_config' ? withInterfaceServers(value) : value;
    rest = without(rest, path);
  }
  return { ...rest, ...moved };
}

/** Where the service has a field, by the path to it in {@link withInterfaceNames}; parts of a field are named by all of it. */
export function wireNameOf(path: string): string {
  const [name = ''] = path.split('.');
  return (isSettingsFieldName(name) && dialects.v1.settingsNames[name]) || path;
}

/** The record in the same order, without one member, nor the records that would be left empty. */
function without(record: Loose, [name, ...path]: readonly string[]): Loose {
  const left = Object.entries(record).flatMap(([key, member]) => {
    if (key !== name) return [[key, member] as const];
    const inner = path.length > 0 && isRecord(member) ? without(member, path) : {};
    return Object.keys(inner).length > 0 ? [[key, inner] as const] : [];
  });
  return Object.fromEntries(left);
}

/** A map from name to server, in newer servers without the level above it, as the interface's lists (section 2.4). */
function withInterfaceServers(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { mcpServers, ...others } = value;
  const [servers, beside] = isRecord(mcpServers) ? [mcpServers, others] : [value, {}];
  const lists: Record<'sse_servers' | 'stdio_servers' | 'shttp_servers', unknown[]> = {
    sse_servers: [],
    stdio_servers: [],
    shttp_servers: [],
  };
  for (const [name, server] of Object.entries(servers)) {
    if (!isRecord(server)) return value;
    if (typeof server['command'] === 'string') lists.stdio_servers.push({ ...server, name });
    else if (typeof server['url'] !== 'string') return value;
    else lists[server['transport'] === 'sse' ? 'sse_servers' : 'shttp_servers'].push({ ...server, name });
  }
  return { ...beside, ...lists };
}
