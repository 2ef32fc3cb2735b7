import type { Draft } from '../../../draft/draft';
import { nothingTicked, tickedServers, type TickedServers } from '../../../mcp/mcpServers';
import { Targets } from '../../../repository/targets';
import type { StartPorts } from '../startPorts';
import type { StartContext } from './reviewSheet';

/** Everything that is known about where a start of this draft goes. */
export async function findForStart(draft: Draft, ports: StartPorts): Promise<StartContext> {
  const [targetContext, mcp, api, mayRunAt, lacksKey] = await Promise.all([
    new Targets(ports).find(draft.chosen),
    ticked(ports),
    ports.service.api(),
    startInDoubt(draft, ports),
    isWithoutKey(ports),
  ]);
  return { targetContext, mcp, api, mayRunAt, lacksKey };
}

/** A key that can't be read is reported when it's needed. */
async function isWithoutKey({ service }: Pick<StartPorts, 'service'>): Promise<boolean> {
  return (await service.connect().catch(() => undefined))?.kind === 'noKey';
}

/** Unreadable servers don't prevent a start: the sheet shows that none is sent. */
async function ticked({ mcp, report }: Pick<StartPorts, 'mcp' | 'report'>): Promise<TickedServers> {
  try {
    return await tickedServers(await mcp());
  } catch (error) {
    await report(error);
    return nothingTicked;
  }
}

/** The service where a start of this draft may be running. An unreadable history is reported elsewhere. */
async function startInDoubt(draft: Draft, { history }: Pick<StartPorts, 'history'>): Promise<string | undefined> {
  for (const { id } of draft.starts ?? []) {
    const sent = await history.read(id).catch(() => undefined);
    if (sent && sent.outcome !== 'notStarted') return sent.baseUrl;
  }
  return undefined;
}
