import { isRecord } from '../../../base/common/json';
import { dialects } from '../../common/dialect';

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

function without(record: Loose, [name = '', ...path]: readonly string[]): Loose {
  const { [name]: member, ...others } = record;
  if (path.length === 0 || !isRecord(member)) return others;
  const inner = without(member, path);
  return { ...others, ...(Object.keys(inner).length > 0 && { [name]: inner }) };
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
