import { interfaceLists, savedEntries } from './savedMcp';
import { closed, hasMembers, idOf, leaf, nameOf, nested, openable, type SettingsRow } from './settingsRow';
import { countOf, sizeOf } from './shownValue';

/**
 * A row for each list of MCP servers, or for each server if the service has a map from name to server.
 * @param isMoved says that the interface's lists were made from such a map
 */
export function serverRows(
  config: Readonly<Record<string, unknown>>,
  path: string,
  isMoved: boolean,
): readonly SettingsRow[] {
  const servers = new Set(savedEntries(config).flatMap((entry) => (entry.path.length === 1 ? entry.path : [])));
  return Object.entries(config).map(([name, member]) => {
    const id = idOf(path, name);
    if (servers.has(name)) return serverRow(id, name, member);
    return serversRow(id, name, member, isMoved && Object.hasOwn(interfaceLists, name) ? { wireNames: [] } : {});
  });
}

/** A list or map of MCP servers; each server's row has its name, and no value besides its fields. */
function serversRow(id: string, name: string, servers: unknown, names: Pick<SettingsRow, 'wireNames'>): SettingsRow {
  const row = { ...leaf(id, name, servers, countOf('servers', sizeOf)), ...names };
  if (!hasMembers(servers)) return closed(row);
  return openable(row, () =>
    Object.entries(servers).map(([key, server]: [string, unknown]) =>
      serverRow(idOf(id, key), nameOf(key, server), server),
    ),
  );
}

function serverRow(id: string, name: string, server: unknown): SettingsRow {
  const row = leaf(id, name, server);
  return hasMembers(server) ? openable({ ...row, value: { kind: 'group' } }, () => nested(server, id, 0)) : closed(row);
}
