import { isDeepStrictEqual } from 'node:util';
import { hasId } from '../../conversations/conversation';
import { countPossiblyRunning } from '../../conversations/conversationToShow';
import type { Draft } from '../../draft/draft';
import { Targets } from '../../repository/targets';
import { waitForGit } from '../../repository/vscode/waitForGit';
import { knownSettings, readingError } from '../../service/settingsState';
import { readService, selectedMcp } from './sheet/followChanges';
import type { ReviewedRequest } from './sheet/reviewedRequest';
import { sheetRequest, sheetWarnings, type SheetState, type StartContext } from './sheet/sheetState';
import type { StartPorts } from './startPorts';

/** The part of a sheet's state that is known at once. */
export function knownForStart(
  service: string,
  { settings: { state }, history }: Pick<StartPorts, 'settings' | 'history'>,
): Pick<SheetState, 'running' | 'isUsedId' | 'settings' | 'settingsError'> {
  return {
    running: countPossiblyRunning(history.conversations, service, Date.now()),
    isUsedId: (used: string) => history.conversations.some((one) => hasId(one, service, used)),
    settings: knownSettings(state),
    settingsError: readingError(state),
  };
}

/**
 * Finds out everything about a start of this draft that the sheet opens without.
 * @param clone the clone that the sheet was about before a question. Without it, the editor that is active by now would
 *   determine the repository
 */
export async function findForStart(
  draft: Draft,
  serviceUrl: string,
  ports: StartPorts,
  clone?: ReviewedRequest['clone'],
): Promise<StartContext> {
  const isOfClone = clone !== undefined && draft.fields.repository === undefined;
  const chosen = draft.chosen ?? (isOfClone ? { root: clone.root } : undefined);
  const [targetContext, mcp, mayRunAt, service] = await Promise.all([
    new Targets(ports).find(chosen, draft.fields),
    selectedMcp(ports),
    startInDoubt(draft, ports),
    readService(ports, serviceUrl),
  ]);
  return { targetContext, mcp, mayRunAt, ...service };
}

/** URL of the service where a start of this draft may be running. An unreadable history is reported elsewhere. */
async function startInDoubt(draft: Draft, { history }: Pick<StartPorts, 'history'>): Promise<string | undefined> {
  for (const { id } of draft.starts ?? []) {
    const sent = await history.read(id).catch(() => undefined);
    if (sent && sent.outcome !== 'notStarted') return sent.baseUrl;
  }
  return undefined;
}

/**
 * Finds out everything again after the user was asked something, because the sheet shows no changes meanwhile.
 * @returns true if the sheet would still show the same request, and no warning that the user hasn't seen
 */
export async function isAsReviewed(
  { draft, request, warned, mcp, clone }: ReviewedRequest,
  service: string,
  ports: StartPorts,
): Promise<boolean> {
  const found = await waitForGit(() => findForStart(draft, service, ports, clone));
  if (!found) return false;
  const state = { draft, ...knownForStart(service, ports), ...found, ...(mcp?.saved && { mcp }) };
  return (
    isDeepStrictEqual(sheetRequest(state), request) && sheetWarnings(state).every(({ kind }) => warned.includes(kind))
  );
}
