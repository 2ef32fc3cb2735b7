import * as vscode from 'vscode';
import { configurationSection } from '../../../names';
import { DisposableStore, type Disposable } from '../../../base/lifecycle';
import { oneAtATime } from '../../../base/oneAtATime';
import type { Conversation } from '../../../conversations/conversation';
import { isUnanswered } from '../../../conversations/reportedStatus';
import { knownSettings, readingError, shownSettings, type KnownSettings } from '../../../service/settingsState';
import { isCurrentService } from '../../../service/vscode/configuration';
import type { StartPorts } from '../startPorts';

/** The part of the review sheet that shows what changes elsewhere while it is open. */
export interface SheetOfStart {
  showSettings(settings: KnownSettings, settingsError: unknown): void;
  /** True if the start is about the clone with this root, or may be once that is open. Waits until the sheet knows its clone. */
  isAbout(root: string): Promise<boolean>;
  /** Reads the state of the clone again. */
  refreshTarget(): Promise<void>;
}

/** Keeps an open sheet true to the service's settings, to the extension's, and to the clone. */
export function followChanges(sheet: SheetOfStart, ports: StartPorts, service: string): Disposable {
  const following = new DisposableStore();
  following.add(followSettings(sheet, ports, service));
  refreshSettings(ports, service);
  following.add(followConfiguration(sheet, ports));
  followClone(sheet, ports).then((followed) => followed && following.add(followed), ports.report);
  return following;
}

function followSettings(sheet: SheetOfStart, { settings }: StartPorts, service: string): Disposable {
  return settings.onDidChange((state) => {
    // The settings of another service say nothing about a start on this one.
    if (!isCurrentService(service)) return;
    // The key or the network has changed. A request that fails is a state of the settings.
    if (state.kind === 'idle') settings.ensureLoaded().catch(() => undefined);
    // The previous settings stay until the answer arrives.
    if (state.kind !== 'loading') sheet.showSettings(knownSettings(state), readingError(state));
  });
}

/** Applies changed settings to the start, such as the remote, or the Git provider of a host that a warning is about. */
function followConfiguration(sheet: SheetOfStart, { report }: StartPorts): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(configurationSection)) sheet.refreshTarget().catch(report);
  });
}

/**
 * Shows what the agent can see after a commit or a push elsewhere, such as in the terminal: the sheet stays open meanwhile. A
 * change while the sheet is still reading its clone may be one that this reading misses.
 */
function followClone(sheet: SheetOfStart, { workspace, report }: StartPorts): Promise<Disposable | undefined> {
  const inTurn = oneAtATime();
  const waiting = new Set<string>();
  let isFollowing = false;
  const followed = workspace.followRepositories((root) => {
    // Until then, each open repository is named once, without having changed.
    if (!isFollowing || waiting.has(root)) return;
    waiting.add(root);
    inTurn(async () => {
      const isAbout = await sheet.isAbout(root);
      waiting.delete(root);
      if (isAbout) await sheet.refreshTarget();
    }).catch(report);
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
