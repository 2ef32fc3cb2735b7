import assert from 'node:assert/strict';
import fs from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../../src/base/lifecycle';
import { redacted } from '../../src/base/redactor';
import { ServiceError } from '../../src/client/serviceError';
import { History } from '../../src/conversations/history';
import type { ConversationEnd } from '../../src/api';
import { filteredContext, hasConversationsContext, settingsStateContext, stepContexts } from '../../src/names';
import type { SettingsState } from '../../src/service/settingsState';
import { bindSettingsView } from '../../src/settings/vscode/settingsTree';
import { keepViewsCurrent, wire, type RegisteredViews, type Wired } from '../../src/wire';
import { answers } from '../service/faults';
import { addressOf } from '../support/addressOf';
import { replaced } from '../support/replaced';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { eventually } from '../support/eventually';
import { marked, markedIn } from '../support/markedSecrets';
import { memoryContext } from '../support/memoryContext';
import { RecordedActions } from '../support/recordedActions';
import { RecordingLog } from '../support/recordingLog';
import { removeFolder } from '../support/removeFolder';
import { setServiceUrl, setSetting, setSettingOf } from '../support/setSetting';
import { someConversation } from '../support/someConversation';

/** A view as VS Code has it, without a window that draws it. */
class UndrawnView {
  visible = true;
  message = '';
  description = '';
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeVisibility = this.#changed.event;

  show(): void {
    this.visible = true;
    this.#changed.fire();
  }
}

describe('A window, once everything is loaded', () => {
  const key = marked('session-key');
  let service: Service;
  let store: DisposableStore;
  let actions: RecordedActions;
  let folder: string;
  let wired: Wired;
  let views: ReturnType<typeof keepViewsCurrent>;
  let ended: ConversationEnd[];
  let log: RecordingLog;
  let context: ReturnType<typeof memoryContext>;
  let focus: vscode.EventEmitter<{ readonly focused: boolean }>;
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
    context = memoryContext(folder);
    await context.globalState.update(stepContexts.pageOpened, true);
    store = new DisposableStore();
    actions = new RecordedActions();
    ended = [];
    focus = new vscode.EventEmitter();
    using _focus = replaced(vscode.window, { onDidChangeWindowState: focus.event });
    using _files = replaced(fs, { watch: () => assert.fail('The system is out of watchers.') });
    wired = wire({
      context,
      store,
      onWillStart: () => undefined,
      onEnd: (end) => ended.push(end),
      atEnd: () => undefined,
      openLog: () => (log = new RecordingLog()),
    });
    settingsView.visible = false;
    const shown = { statusBarItem, conversationsView, settingsView } as unknown as RegisteredViews;
    views = keepViewsCurrent(shown, wired.start, store);
  });

  afterEach(async () => {
    actions.dispose();
    store.dispose();
    await setServiceUrl(undefined);
    await service.close();
    await removeFolder(folder);
  });

  it('names the service above its settings and its conversations, and another one as soon as that is chosen', async () => {
    const described = () => [settingsView.description, conversationsView.description];
    const { host } = new URL(service.url);
    assert.deepEqual(described(), [host, host]);
    const { configuration } = wired.start;
    const urls: string[] = [];
    const changed = new Promise<void>((resolve) => {
      configuration.onDidChangeServiceUrl(() => {
        urls.push(configuration.serviceUrlText);
        if (configuration.serviceHost === '127.0.0.1:9') resolve();
      });
    });
    await setSetting('remote', 'fork');
    await setServiceUrl('http://127.0.0.1:9');
    await changed;
    await setSetting('remote', undefined);
    assert.deepEqual(urls, ['http://127.0.0.1:9'], 'another setting is not a change of the service');
    assert.deepEqual(described(), ['127.0.0.1:9', '127.0.0.1:9']);
  });

  it('has ticked the steps of the walkthrough that were done in earlier ones', () =>
    assert.ok(actions.contexts.includes(`${stepContexts.pageOpened} true`)));

  it('shows the settings as soon as they are looked at and there is a key, and none of another service', async () => {
    let draws = 0;
    const drawn = new Promise((resolve) => {
      views.settingsTree.onDidChangeTreeData(() => resolve(draws++));
    });
    const { settings } = wired.start;
    assert.equal(settings.state.kind, 'idle');
    assert.ok(actions.contexts.includes(`${settingsStateContext} idle`));
    settingsView.show();
    await settingsAre('noKey');
    await wired.start.keys.set(new URL(service.url).origin, key);
    await settingsAre('loaded');
    await drawn;
    const { settingsTree } = views;
    const [row] = await settingsTree.getChildren((await settingsTree.getChildren())[0]);
    assert.ok(row);
    assert.ok((await settingsTree.resolveTreeItem(await settingsTree.getTreeItem(row), row)).tooltip);
    assert.ok(actions.contexts.includes(`${settingsStateContext} loaded`));
    service.misbehave('loadSettings', answers(500));
    await settings.load();
    assert.equal(draws, 1, 'what is shown stays while it is read again, and if that fails');
    const says = () => /had an internal error \(status 500\)\. Last loaded just now\.$/.test(settingsView.message);
    while (!says()) await new Promise(setImmediate);
    const ticked = () => wired.start.state.get(stepContexts.settingsLoaded) === true;
    while (!ticked()) await new Promise(setImmediate);
    await setServiceUrl('http://127.0.0.1:9');
    await settingsAre('noKey');
    assert.deepEqual(await views.settingsTree.getChildren(), []);
  });

  it('reads the settings again, once, when the network settings have changed after a failure', async () => {
    await setSettingOf('http', 'proxyStrictSSL', false);
    await wired.start.keys.set(new URL(service.url).origin, key);
    service.misbehave('loadSettings', answers(500), { times: Infinity });
    settingsView.show();
    await settingsAre('failed');
    const before = service.requests.length;
    await setSetting('remote', 'fork');
    service.behave();
    const said = settingsAre('loaded');
    await setSettingOf('http', 'proxyStrictSSL', undefined);
    await said;
    await setSetting('remote', undefined);
    assert.equal(service.requests.length, before + 1);
    await setSetting('requestTimeoutSeconds', 60);
    await setSetting('requestTimeoutSeconds', undefined);
    assert.equal(service.requests.length, before + 1, 'settings that are shown are not read again');
  });

  it('reads the settings for a view that is in sight from the start, and again for another service', () => {
    let reads = 0;
    const changed = new vscode.EventEmitter<SettingsState>();
    const source = {
      state: { kind: 'idle' } as const,
      onDidChange: changed.event,
      ensureLoaded: () => {
        reads++;
        return Promise.resolve({ kind: 'idle' } as const);
      },
    };
    store.add(bindSettingsView(new UndrawnView() as never, views.settingsTree, source, log));
    assert.equal(reads, 1);
    changed.fire({ kind: 'idle' });
    assert.equal(reads, 2);
  });

  it('says how old the settings are when the view is seen again, and while it is seen', async () => {
    const view = new UndrawnView();
    let minute = () => {};
    using _ = replaced(globalThis, { setInterval: (run: () => void) => void (minute = run) });
    const said = () => view.message;
    const current = { settings: {}, names: { moved: {}, gone: [] }, gitProviders: [], loadedAt: Date.now() };
    const state = { kind: 'loaded', current } as unknown as SettingsState;
    const source = {
      state,
      onDidChange: new vscode.EventEmitter<never>().event,
      ensureLoaded: () => Promise.resolve(state),
    };
    store.add(bindSettingsView(view as never, views.settingsTree, source, log));
    while (said() === '') await new Promise(setImmediate);
    assert.equal(said(), 'Loaded just now.');
    view.visible = false;
    current.loadedAt -= 2 * 60 * 60 * 1000;
    view.show();
    while (said() === 'Loaded just now.') await new Promise(setImmediate);
    assert.equal(said(), 'Loaded 2 hr. ago.');
    current.loadedAt -= 60 * 60 * 1000;
    minute();
    while (said() === 'Loaded 2 hr. ago.') await new Promise(setImmediate);
    assert.equal(said(), 'Loaded 3 hr. ago.');
  });

  it('reads no settings while nobody looks at them', async () => {
    await wired.start.keys.set(new URL(service.url).origin, key);
    const connection = await wired.start.service.connect();
    assert.ok(connection.kind === 'ready');
    await connection.client.loadSettings();
    assert.equal(service.requests.length, 1);
  });

  it('shows a conversation in the list and in the status bar, and its commands in the palette', async () => {
    const drawn = new Promise((resolve) => views.conversationsTree.onDidChangeTreeData(resolve));
    await wired.start.history.add(conversation());
    await drawn;
    assert.equal((await views.conversationsTree.getChildren()).length, 1);
    assert.ok(actions.contexts.includes(`${hasConversationsContext} true`));
    const said = () => statusBarItem.accessibilityInformation?.label ?? '';
    while (!said().includes('Fix it')) await new Promise(setImmediate);
  });

  it('learns with the focus what other windows have done, where files cannot be watched', async () => {
    const { history } = wired.start;
    await history.load();
    assert.match(log.lines.join(), /can't be watched.*out of watchers/);
    const other = new History(context.globalStorageUri.fsPath, () => undefined, new RecordingLog());
    await other.add(conversation());
    focus.fire({ focused: true });
    await eventually('the conversation', () => history.conversations.length === 1, history.onDidChange, 30_000);
    other.dispose();
  });

  it('remembers for all windows what it learns about services', async () => {
    const { providers, followed } = wired.start;
    const { services } = wired.commands;
    await providers.remember('git.example', 'gitlab');
    await services.setApi(addressOf('https://agents.example'), 'v1');
    await followed.add('https://agents.example');
    const shared = ['git.example', 'agents.example'].map((host) => context.globalState.text.split(host).length - 1);
    assert.deepEqual([shared, context.workspaceState.text], [[1, 3], '']);
  });

  it('tells other extensions of an end without any text of the service', () => {
    wired.start.onEnd({ ...conversation(), conversationId: '1', status: 'STOPPED', endedAt: 1 });
    assert.deepEqual(ended, [{ id: 'a', state: 'ended' }]);
    assert.ok(Object.isFrozen(ended[0]));
  });

  it('loads each part at most once', () => {
    const { templates, mcp, snapshots, previews, changesEditors, answers: shown, drafts } = wired.start;
    for (const load of [templates, mcp, snapshots, previews, changesEditors, shown, drafts, wired.commands.failures])
      assert.equal(load(), load());
  });

  it('closes the review sheet when it is closed', () => {
    let closed = 0;
    wired.start.openSheet.value = { dispose: () => closed++ };
    store.dispose();
    assert.equal(closed, 1);
  });

  it('says that the list is filtered, by its own workspace for instance', () => {
    const { filter } = wired.start;
    filter.choose(['thisWorkspace']);
    assert.ok(filter.shows(conversation()));
    assert.ok(actions.contexts.includes(`${filteredContext} true`));
  });

  it('gives other extensions copies of the settings and the conversations, without secrets', async () => {
    const { api } = wired;
    const known = marked('mcp-secret');
    wired.start.redactor.add(known);
    service.setSettings({ ...sampleSettings, language: `en ${known}` });
    await wired.start.keys.set(new URL(service.url).origin, key);
    let changes = 0;
    store.add(api.onDidChangeConversations(() => changes++));
    await wired.start.history.add({ ...conversation(), problem: `No: ${key}` });
    const given = [await api.loadSettings(), api.conversations, api.conversations[0]?.request];
    assert.deepEqual(given.map(Object.isFrozen), [true, true, true]);
    assert.deepEqual([changes, markedIn(JSON.stringify(given))], [1, []]);
    service.misbehave('loadSettings', answers(500), { times: Infinity });
    await assert.rejects(api.loadSettings(), /^ExplainedError: .*500/);
  });

  it('withholds the password of a proxy everywhere', async () => {
    using _ = replaced(process.env, { http_proxy: 'http://me:pass-of-proxy@proxy.example' });
    const { proxy } = await wired.commands.networkFor('http://agents.example', 'bundled');
    assert.ok(proxy);
    assert.ok(wired.start.redactor.detects('pass-of-proxy'));
  });

  it('keeps what failed for diagnostics, and withholds what repeats a secret', async () => {
    const { keys, redactor, settings } = wired.start;
    await keys.set(new URL(service.url).origin, key);
    redactor.add('a-secret-of-an-mcp-server');
    service.misbehave('loadSettings', answers(500, { message: 'No: a-secret-of-an-mcp-server' }), { times: Infinity });
    const state = await settings.load();
    assert.ok('error' in state && state.error instanceof ServiceError && state.error.failure.kind === 'status');
    assert.equal(state.error.failure.text, redacted);
    const { latest } = await wired.commands.failures();
    assert.deepEqual([latest[0]?.operation, latest[0]?.detail], ['loadSettings', '500']);
  });
});
