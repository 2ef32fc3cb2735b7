import type { Draft } from '../../../draft/draft';
import { noSelectedServers, selectedServers, type SelectedServers } from '../../../mcp/mcpServers';
import { Targets } from '../../../repository/targets';
import type { StartPorts } from '../startPorts';
import type { StartContext } from './reviewSheet';

/** Finds out everything about a start of this draft that the sheet opens without. */
export async function findForStart(draft: Draft, ports: StartPorts): Promise<StartContext> {
  const [targetContext, mcp, api, mayRunAt, lacksKey] = await Promise.all([
    new Targets(ports).find(draft.chosen),
    selectedMcp(ports),
    ports.service.api(),
    startInDoubt(draft, ports),
    isWithoutKey(ports),
  ]);
  return { targetContext, mcp, api, mayRunAt, lacksKey };
}

/** True if no key is stored for the service. A key that can't be read is reported when it's needed. */
async function isWithoutKey({ service }: Pick<StartPorts, 'service'>): Promise<boolean> {
  return (await service.connect().catch(() => undefined))?.kind === 'noKey';
}

/** The selected MCP servers. If they can't be read, none is sent, which the sheet shows. */
async function selectedMcp({ mcp, report }: Pick<StartPorts, 'mcp' | 'report'>): Promise<SelectedServers> {
  try {
    return await selectedServers(await mcp());
  } catch (error) {
    await report(error);
    return noSelectedServers;
  }
}

/** URL of the service where a start of this draft may be running. An unreadable history is reported elsewhere. */
async function startInDoubt(draft: Draft, { history }: Pick<StartPorts, 'history'>): Promise<string | undefined> {
  for (const { id } of draft.starts ?? []) {
    const sent = await history.read(id).catch(() => undefined);
    if (sent && sent.outcome !== 'notStarted') return sent.baseUrl;
  }
  return undefined;
}
