import * as vscode from 'vscode';
import { configurationSection } from '../../../names';
import { type Disposable, DisposableStore, oneAtATime } from '../../../base/lifecycle';
import { originOf } from '../../../base/url';
import type { Report } from '../../../base/vscode/explanation';
import type { Conversation } from '../../../conversations/conversation';
import { isUnanswered } from '../../../conversations/reportedStatus';
import { noSelectedServers, selectedServers, type SelectedServers } from '../../../mcp/mcpSelection';
import { knownSettings, readingError, shownSettings, type KnownSettings } from '../../../service/settingsState';
import { isCurrentService } from '../../../service/vscode/configuration';
import type { StartPorts } from '../startPorts';
import type { StartContext } from './sheetState';

/** The part of the review sheet that shows what changes elsewhere while it is open. */
export interface SheetOfStart {
  /** Resolved once the sheet shows everything that it opens without, or is closed. */
  readonly loaded: Promise<unknown>;
  showSettings(settings: KnownSettings, settingsError: unknown): void;
  showChanged(changed: Partial<StartContext>): void;
  /** True if the start is about the clone with this root, or may be once that is open. */
  isAbout(root: string): boolean;
  /** Reads the state of the clone again. */
  refreshTarget(): Promise<void>;
  /** Shows an error of something that the user didn't ask for, unless the sheet is closed. */
  readonly report: Report;
}

/** Keeps an open sheet true to the service's settings, to the extension's, and to the clone. */
export function followChanges(sheet: SheetOfStart, ports: StartPorts, service: string): Disposable {
  const following = new DisposableStore();
  following.add(followSettings(sheet, ports, service));
  refreshSettings(ports, service);
  following.add(followKey(sheet, ports, service));
  following.add(followConfiguration(sheet));
  followClone(sheet, ports).then((followed) => followed && following.add(followed), sheet.report);
  return following;
}

function followSettings(sheet: SheetOfStart, ports: StartPorts, service: string): Disposable {
  const { settings } = ports;
  const inTurn = oneAtATime();
  const showService = async () => {
    await sheet.loaded;
    sheet.showChanged(await readService(ports, service));
  };
  return settings.onDidChange((state) => {
    // The settings of another service say nothing about a start on this one.
    if (!isCurrentService(service)) return;
    // The key or the network has changed. A failed request becomes a state of the settings, so its error is ignored here.
    if (state.kind === 'idle') settings.ensureLoaded().catch(() => undefined);
    // The previous settings stay until the answer arrives.
    if (state.kind === 'loading') return;
    sheet.showSettings(knownSettings(state), readingError(state));
    // With a new key, the service's API may have been found out.
    inTurn(showService).catch(sheet.report);
  });
}

/** The service's API, and whether a key is stored for it. A key that can't be read is reported when it's needed. */
export async function readService(
  { service }: Pick<StartPorts, 'service'>,
  baseUrl: string,
): Promise<Pick<StartContext, 'api' | 'lacksKey'>> {
  const [api, connection] = await Promise.all([service.api(baseUrl), service.connect(baseUrl).catch(() => undefined)]);
  return { api, lacksKey: connection?.kind === 'noKey' };
}

/** The selected MCP servers. If they can't be read, none is sent, which the sheet shows. */
export async function selectedMcp({ mcp, report }: Pick<StartPorts, 'mcp' | 'report'>): Promise<SelectedServers> {
  try {
    return await selectedServers(await mcp());
  } catch (error) {
    await report(error);
    return noSelectedServers;
  }
}

/** Another key may be another user's: the MCP servers that the service has saved for the former one aren't sent with it. */
function followKey(sheet: SheetOfStart, { keys, mcp }: StartPorts, service: string): Disposable {
  const { report } = sheet;
  const showSelected = async () => {
    await sheet.loaded;
    sheet.showChanged({ mcp: await selectedMcp({ mcp, report }) });
  };
  return keys.onDidChange((origin) => {
    if (origin === originOf(service)) showSelected().catch(report);
  });
}

/**
 * Applies changed settings to the start, such as the remote, or the Git provider of a host that a warning is about. The first
 * look of a sheet may have begun with the former ones.
 */
function followConfiguration(sheet: SheetOfStart): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(configurationSection))
      sheet.loaded.then(() => sheet.refreshTarget()).catch(sheet.report);
  });
}

/**
 * Shows what the agent can see after a commit or a push elsewhere, such as in the terminal: the sheet stays open meanwhile. A
 * change while the sheet is still reading its clone may be one that this reading misses.
 */
function followClone(sheet: SheetOfStart, { workspace }: StartPorts): Promise<Disposable | undefined> {
  const inTurn = oneAtATime();
  const waiting = new Set<string>();
  let isFollowing = false;
  const followed = workspace.followRepositories((root) => {
    // Until then, each open repository is named once, without having changed.
    if (!isFollowing || waiting.has(root)) return;
    waiting.add(root);
    inTurn(async () => {
      await sheet.loaded;
      waiting.delete(root);
      if (sheet.isAbout(root)) await sheet.refreshTarget();
    }).catch(sheet.report);
  });
  return followed.finally(() => (isFollowing = true));
}

/**
 * Loads the settings, unless they're loaded and the service has answered all requests since. Sends at most one request,
 * and none without a key.
 */
function refreshSettings({ settings, history }: StartPorts, service: string): void {
  const { loadedAt = 0 } = shownSettings(settings.state) ?? {};
  const isUnansweredSince = (one: Conversation) =>
    one.baseUrl === service && isUnanswered(one) && (one.unansweredAt ?? 0) > loadedAt;
  const isDoubtful = 'error' in settings.state || history.conversations.some(isUnansweredSince);
  const loading = isDoubtful ? settings.load() : settings.ensureLoaded();
  // A failed request is a state of the settings, which the sheet shows.
  loading.catch(() => undefined);
}
