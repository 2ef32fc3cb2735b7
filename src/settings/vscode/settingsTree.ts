import * as vscode from 'vscode';
import type { SettingsRow, SettingsSection } from '../settingsOutline';
import { settingsContext, shownSettings, type LoadedSettings, type SettingsState } from '../../service/settingsState';
import { everyMinute } from '../../base/clock';
import type { Log } from '../../base/log';
import type { SettingsStore } from '../settingsStore';
import { type Disposable, DisposableStore } from '../../base/lifecycle';
import { settingsStateContext } from '../../names';
import type { GlobalState } from '../../base/globalState';
import { completeStep } from '../../base/vscode/walkthroughSteps';

export type SettingsNode = SettingsSection | SettingsRow;

// Only loaded when there are settings to show.
const outline = () => import('../settingsOutline');
const items = () => import('./settingsItems');

/** Updates the settings view whenever the settings change, and loads them when the view is first visible. */
export function bindSettingsView(
  view: vscode.TreeView<SettingsNode>,
  tree: SettingsTree,
  source: Pick<SettingsStore, 'state' | 'onDidChange' | 'ensureLoaded'>,
  log: Log,
): Disposable {
  const store = new DisposableStore();
  const update = async () => {
    await vscode.commands.executeCommand('setContext', settingsStateContext, settingsContext(source.state));
    tree.show(source.state);
    if (source.state.kind === 'idle') return;
    view.message = (await items()).settingsMessage(source.state, Date.now());
  };
  const loadWhenVisible = async () => {
    if (view.visible) await source.ensureLoaded();
  };
  const onError = (error: unknown) => log.error('The settings view failed.', { error: String(error) });
  store.add(
    source.onDidChange(({ kind }) => {
      update().catch(onError);
      // The service URL, the key or the network changed, so the settings must be loaded again if the view is visible.
      if (kind === 'idle') loadWhenVisible().catch(onError);
    }),
  );
  const updateIfVisible = () => {
    if (view.visible) update().catch(onError);
  };
  store.add(
    view.onDidChangeVisibility(() => {
      updateIfVisible();
      loadWhenVisible().catch(onError);
    }),
  );
  store.add(everyMinute(updateIfVisible));
  update().catch(onError);
  loadWhenVisible().catch(onError);
  return store;
}

export class SettingsTree implements vscode.TreeDataProvider<SettingsNode>, Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  #loaded: LoadedSettings | undefined;
  readonly onDidChangeTreeData = this.#changed.event;

  show(state: SettingsState): void {
    const loaded = shownSettings(state);
    if (loaded === this.#loaded) return;
    this.#loaded = loaded;
    this.#changed.fire(undefined);
  }

  async getChildren(node?: SettingsNode): Promise<SettingsNode[]> {
    if (node) return [...('group' in node ? node.rows : node.children)];
    if (!this.#loaded) return [];
    const { settings, names } = this.#loaded;
    return [...(await outline()).outlineSettings(settings, names)];
  }

  async getTreeItem(node: SettingsNode): Promise<vscode.TreeItem> {
    const { rowItem, sectionItem } = await items();
    return 'group' in node ? sectionItem(node) : rowItem(node);
  }

  async resolveTreeItem(item: vscode.TreeItem, node: SettingsNode): Promise<vscode.TreeItem> {
    if ('name' in node) item.tooltip = (await items()).rowTooltip(node);
    return item;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** Marks the walkthrough's steps that need saved settings as completed once settings were loaded. */
export function noteLoadedSettings(
  settings: Pick<SettingsStore, 'onDidChange'>,
  state: GlobalState,
  log: Log,
): Disposable {
  const note = async () => {
    // Settings can't be loaded without a key. The state may not know it yet, if remembering it failed when it was saved.
    await completeStep('keySaved', state);
    await completeStep('settingsLoaded', state);
  };
  const onError = (error: unknown) => log.warn("The walkthrough can't be ticked.", { error: String(error) });
  return settings.onDidChange(({ kind }) => {
    if (kind === 'loaded') note().catch(onError);
  });
}
