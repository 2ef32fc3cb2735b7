import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/base/lifecycle';
import { filteredContext, hasConversationsContext, stepContexts } from '../../src/names';
import { keepViewsCurrent, wire, type RegisteredViews, type Wired } from '../../src/wire';
import { answers } from '../service/faults';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { eventually } from '../support/eventually';
import { marked, markedIn } from '../support/markedSecrets';
import { memoryContext } from '../support/memoryContext';
import { RecordedDeeds } from '../support/recordedDeeds';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';
import { setServiceUrl } from '../support/setSetting';
import { someConversation } from '../support/someConversation';

/** A view as VS Code has it, without a window that draws it. */
class UndrawnView {
  visible = true;
  message = '';
  description = '';
  readonly onDidChangeVisibility = new vscode.EventEmitter<never>().event;
}

describe('A window, once everything is loaded', () => {
  const key = marked('session-key');
  let service: Service;
  let store: DisposableStore;
  let deeds: RecordedDeeds;
  let folder: string;
  let wired: Wired;
  let views: ReturnType<typeof keepViewsCurrent>;
  let finishing: (() => Promise<unknown>)[];
  const [settingsView, conversationsView] = [new UndrawnView(), new UndrawnView()];
  const statusBarItem = { text: '' } as vscode.StatusBarItem;
  const conversation = () => {
    const { id: workspace = '' } = wired.start.workspace;
    return someConversation({ workspace, sentAt: Date.now(), request: { initial_user_msg: 'Fix it' } });
  };
  const settingsAre = (kind: string) => {
    const { settings } = wired.start;
    return eventually(`the settings are ${kind}`, () => settings.state.kind === kind, settings.onDidChange, 30_000);
  };

  beforeEach(async () => {
    service = await startService({ sessionKey: key, settings: sampleSettings });
    await setServiceUrl(service.url);
    folder = await mkdtemp(path.join(tmpdir(), 'window-'));
    const context = memoryContext(folder);
    await context.globalState.update(stepContexts.pageOpened, true);
    store = new DisposableStore();
    deeds = new RecordedDeeds();
    finishing = [];
    wired = wire({
      context,
      store,
      onWillStart: () => undefined,
      onEnd: () => undefined,
      atEnd: (finish) => finishing.push(finish),
      openLog: () => Object.assign(new RecordingLog(), { show: () => undefined }),
    });
    const shown = { statusBarItem, conversationsView, settingsView } as unknown as RegisteredViews;
    views = keepViewsCurrent(shown, wired.start, store);
  });

  afterEach(async () => {
    deeds.dispose();
    store.dispose();
    await setServiceUrl(undefined);
    await service.close();
    await removeFolder(folder);
  });

  it('names the service above its settings and its conversations, and another one as soon as that is chosen', async () => {
    const described = () => [settingsView.description, conversationsView.description];
    const { host } = new URL(service.url);
    assert.deepEqual(described(), [host, host]);
    const changed = new Promise((resolve) => wired.start.configuration.onDidChangeServiceUrl(resolve));
    await setServiceUrl('http://127.0.0.1:9');
    await changed;
    assert.deepEqual(described(), ['127.0.0.1:9', '127.0.0.1:9']);
  });

  it('has ticked the steps of the walkthrough that were done in earlier ones', () =>
    assert.ok(deeds.contexts.includes(`${stepContexts.pageOpened} true`)));

  it('shows the settings as soon as there is a key, and ticks the steps for that', async () => {
    const drawn = new Promise((resolve) => views.settingsTree.onDidChangeTreeData(resolve));
    await wired.start.keys.set(new URL(service.url).origin, key);
    await settingsAre('loaded');
    await drawn;
    assert.ok((await views.settingsTree.getChildren()).length > 0);
    const ticked = () => wired.start.state.get(stepContexts.settingsLoaded) === true;
    while (!ticked()) await new Promise(setImmediate);
  });

  it('shows a conversation in the list and in the status bar, and its commands in the palette', async () => {
    const drawn = new Promise((resolve) => views.conversationsTree.onDidChangeTreeData(resolve));
    await wired.start.history.add(conversation());
    await drawn;
    assert.equal((await views.conversationsTree.getChildren()).length, 1);
    assert.ok(deeds.contexts.includes(`${hasConversationsContext} true`));
    const said = () => statusBarItem.accessibilityInformation?.label ?? '';
    while (!said().includes('Fix it')) await new Promise(setImmediate);
  });

  it('says that the list is filtered', () => {
    wired.start.filter.choose(['running']);
    assert.ok(deeds.contexts.includes(`${filteredContext} true`));
  });

  it('gives other extensions copies of the settings and the conversations, without secrets', async () => {
    const { api } = wired;
    await wired.start.keys.set(new URL(service.url).origin, key);
    await settingsAre('loaded');
    let changes = 0;
    store.add(api.onDidChangeConversations(() => changes++));
    await wired.start.history.add({ ...conversation(), problem: `No: ${key}` });
    const given = [await api.loadSettings(), api.conversations, api.conversations[0]?.request];
    assert.deepEqual(given.map(Object.isFrozen), [true, true, true]);
    assert.deepEqual([changes, markedIn(JSON.stringify(given))], [1, []]);
    service.misbehave('loadSettings', answers(500), { times: Infinity });
    await assert.rejects(api.loadSettings(), /^ExplainedError: .*500/);
  });

  it('keeps what failed for diagnostics', async () => {
    await wired.start.keys.set(new URL(service.url).origin, key);
    service.misbehave('loadSettings', answers(500), { times: Infinity });
    await wired.start.settings.load();
    const { latest } = await wired.commands.failures();
    assert.deepEqual([latest[0]?.operation, latest[0]?.detail], ['loadSettings', '500']);
  });
});
