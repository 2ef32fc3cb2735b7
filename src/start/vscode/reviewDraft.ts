import { mayRun } from '../../conversations/common/conversation';
import { knownToRun } from '../../conversations/common/conversationToShow';
import type { Draft } from '../../draft/common/draft';
import type { DraftStore } from '../../draft/common/drafts';
import { nothingTicked, tickedServers, type TickedServers } from '../../mcp/common/mcpServers';
import { shownServiceUrl } from '../../client/common/serviceUrl';
import { knownSettings } from '../../service/common/settingsState';
import { targetsOf } from '../../repository/common/targets';
import { keepIn, setAside, tellSetAside, writeInEditor } from './documents/draftStores';
import { followSettings } from './sheet/followSettings';
import { reviewSheet, type Reviewed } from './sheet/reviewSheet';
import type { SheetState } from './sheet/sheetState';
import type { StartPorts } from './startPorts';

/** Shows the sheet for a draft of this store, with everything that is known about where it goes. */
export async function reviewDraft(
  { draft, fresh }: Pick<SheetState, 'draft' | 'fresh'>,
  service: string,
  store: DraftStore,
  ports: StartPorts,
): Promise<Reviewed | undefined> {
  const targets = targetsOf(ports);
  tellSetAside(store);
  return reviewSheet({
    draft,
    fresh,
    service,
    surroundings: targets.find(draft.chosen),
    mcp: ticked(ports),
    dialect: ports.service.dialect(),
    mayRunAt: startInDoubt(draft, ports),
    running: knownToRun(ports.history.conversations, service, Date.now()),
    settings: knownSettings(ports.settings.state),
    followSettings: (listener) => followSettings(ports.settings, listener),
    ports: {
      ...ports,
      targets,
      actions: await ports.workspace.repositoryActions(),
      writeInEditor: (message) => writeInEditor(message, store, ports),
      setAside: async (restored) => {
        store.save(restored);
        await setAside(await ports.drafts());
      },
      serviceUrl: service,
    },
    open: ports.openSheet,
    report: ports.report,
    ...keepIn(store, draft, ports.report),
  });
}

/** The service where a start of this draft may be running. An unreadable history is reported elsewhere. */
async function startInDoubt({ sentAs }: Draft, { history }: Pick<StartPorts, 'history'>): Promise<string | undefined> {
  if (sentAs === undefined) return undefined;
  await history.load().catch(() => []);
  const sent = history.get(sentAs);
  // A draft outlives its start if that was still being prepared when waiting for it ended.
  return sent && (sent.outcome === 'started' || mayRun(sent, Date.now())) ? sent.baseUrl : undefined;
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

/** The service URL that the sheet is about, or a substitute for it. */
export function serviceWords({ configuration }: Pick<StartPorts, 'configuration'>): string {
  const { serviceUrl, serviceUrlText } = configuration;
  return serviceUrl.ok ? serviceUrl.address.baseUrl : shownServiceUrl(serviceUrlText);
}
