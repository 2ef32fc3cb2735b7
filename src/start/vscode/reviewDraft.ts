import { hasId, mayRun } from '../../conversations/conversation';
import { mayRunHere } from '../../conversations/conversationToShow';
import type { Draft } from '../../draft/draft';
import type { DraftStore } from '../../draft/draftStore';
import { nothingTicked, tickedServers, type TickedServers } from '../../mcp/mcpServers';
import { shownServiceUrl } from '../../client/serviceUrl';
import { knownSettings, readingError } from '../../service/settingsState';
import { Targets } from '../../repository/targets';
import { keepIn, setAside, writeInEditor } from '../../draft/vscode/sheetDraft';
import { followSettings } from '../followSettings';
import { reviewSheet, type Reviewed } from './sheet/reviewSheet';
import type { SheetState } from './sheet/sheetState';
import type { StartPorts } from './startPorts';

/** Shows the sheet for a draft of this store, with everything that is known about where it goes. */
export async function reviewDraft(
  { draft, fresh }: Pick<SheetState, 'draft' | 'fresh'>,
  service: string,
  store: DraftStore,
  ports: StartPorts,
): Promise<(Reviewed & { readonly id: string }) | undefined> {
  const targets = new Targets(ports);
  // Of the start: a preview shows it if it's sent as the conversation's.
  let id: string | undefined;
  const idOfStart = () => (id ??= ports.newId());
  const { conversations } = ports.history;
  const reviewed = await reviewSheet({
    initial: {
      draft,
      fresh,
      running: mayRunHere(conversations, service, Date.now()),
      isUsedId: (used) => conversations.some((one) => hasId(one, service, used)),
      settings: knownSettings(ports.settings.state),
      settingsError: readingError(ports.settings.state),
    },
    found: Promise.all([
      targets.find(draft.chosen),
      ticked(ports),
      ports.service.dialect(),
      startInDoubt(draft, ports),
    ]).then(([surroundings, mcp, dialect, mayRunAt]) => ({ surroundings, mcp, dialect, mayRunAt })),
    service,
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
      newId: idOfStart,
    },
    open: ports.openSheet,
    report: ports.report,
    ...keepIn(store, draft, ports.report),
  });
  return reviewed && { ...reviewed, id: idOfStart() };
}

/** The service where a start of this draft may be running. An unreadable history is reported elsewhere. */
async function startInDoubt({ sentAs }: Draft, { history }: Pick<StartPorts, 'history'>): Promise<string | undefined> {
  if (sentAs === undefined) return undefined;
  const sent = await history.read(sentAs).catch(() => undefined);
  return sent && mayRun(sent) ? sent.baseUrl : undefined;
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
