import assert from 'node:assert/strict';
import { MutableDisposable, type Disposable } from '../../src/base/lifecycle';
import type { ServiceAddress } from '../../src/client/serviceUrl';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { runStartCommand } from '../../src/start/vscode/commands';
import type { SheetPorts } from '../../src/start/vscode/sheet/sheetState';
import type { SheetRow } from '../../src/start/vscode/sheet/sheetRows';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import { answers, holds } from '../service/faults';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { setServiceUrl, setSettingOf } from '../support/setSetting';
import { addressOf } from '../support/addressOf';
import { marked } from '../support/markedSecrets';
import { OpenSheets, pressEnter, until } from '../support/openSheets';
import { startAtServiceUrl } from '../support/startAtServiceUrl';
import { conversation } from '../support/histories';
import { WiredParts } from '../support/wiredParts';
import { AnsweredLists } from '../support/answers';
import { RecordedActions } from '../support/recordedActions';

const sessionKey = marked('session-key');
const noKey = 'No model API key is set on the service: the start will fail';
const unread = /^The service settings can't be read\. /;
const noSettings = 'No settings are saved on the service yet: the start will fail';

/** The part of VS Code's own quick pick that its window calls. */
interface ClickedPick {
  _fireDidTriggerItemButton(row: number, button: number): void;
}

describe('The review sheet in a window in which no view was opened', () => {
  let service: Service;
  let parts: WiredParts;
  let address: ServiceAddress;
  let openSheet: MutableDisposable<Disposable>;
  let sheets: OpenSheets;

  beforeEach(async () => {
    service = await startAtServiceUrl({ sessionKey, settings: { ...sampleSettings, llm_api_key: null } });
    parts = await WiredParts.open();
    address = addressOf(service.url);
    openSheet = new MutableDisposable();
    sheets = new OpenSheets();
  });

  afterEach(async () => {
    openSheet.clear();
    sheets.dispose();
    await parts.dispose();
    await service.close();
  });

  const isUnread = () => sheets.warnings.some((words) => unread.test(words));
  const requests = () => service.requests.map(({ operation }) => operation);
  /** Opens the sheet without waiting for its end, and waits until it shows a warning. */
  async function open(warning?: string): Promise<void> {
    const { count } = sheets;
    void runStartCommand(undefined, ports());
    await sheets.opened(count);
    if (warning !== undefined) await sheets.untilWarned(warning);
  }

  function ports(): StartPorts {
    return { ...parts.ports, openSheet };
  }

  async function setKey(): Promise<void> {
    await parts.ports.service.tryKey(address, sessionKey).catch(() => undefined);
    await parts.keys.set(address.origin, sessionKey);
  }

  it('requests the settings once if the key is already set, and warns when they arrive', async () => {
    await parts.keys.set(address.origin, sessionKey);
    const held = holds();
    service.misbehave('loadSettings', held);
    await open();
    await held.reached;
    assert.ok(!sheets.warnings.includes(noKey));
    const pick = sheets.last;
    const chosen = pick.items.find(({ key }) => key === 'field selected_branch')!;
    const reported = (isMeant: (row: SheetRow) => boolean) =>
      new Promise<void>((resolve) => pick.onDidChangeActive(([row]) => row && isMeant(row) && resolve()));
    // Same as an arrow key, which VS Code reports.
    const moved = reported((row) => row === chosen);
    pick.activeItems = [chosen];
    await moved;
    const stays = reported((row) => row !== chosen && row.key === chosen.key);
    held.release();
    await sheets.untilWarned(noKey);
    // VS Code reports the first of the new rows before this one.
    await stays;
    assert.equal(pick.items[0]?.key, 'start');
    assert.deepEqual(requests(), ['loadSettings']);
  });

  it("make no row's button remove what another one shows", async () => {
    await parts.keys.set(address.origin, sessionKey);
    const held = holds();
    service.misbehave('loadSettings', held);
    const attachments = ['a.ts', 'b.ts'].map((about) => ({ kind: 'file', about, text: 'x' }) as const);
    void startReviewed((await ports().drafts()).begin({ fields: {}, attachments }), ports());
    await sheets.opened(0);
    await held.reached;
    const [above, below] = sheets.last.items.flatMap(({ key, buttons }) => (buttons ? [key] : []));
    const place = (wanted?: string) => sheets.last.items.findIndex(({ key }) => key === wanted);
    const click = (index: number) => (sheets.last as unknown as ClickedPick)._fireDidTriggerItemButton(index, 0);
    const clicked = place(below);
    held.release();
    await sheets.untilWarned(noKey);
    assert.equal(place(above), clicked, 'that place is now the one of the row above');
    click(clicked);
    assert.ok(place(above) > 0 && place(below) > 0, 'the window has not shown the new rows yet');
    await until(() => (click(place(below)), place(below) < 0));
    assert.equal(place(above), clicked);
  });

  it('are not what an Enter that came before them has agreed to', async () => {
    await parts.keys.set(address.origin, sessionKey);
    const [settings, found] = [holds(), Promise.withResolvers<undefined>()];
    service.misbehave('loadSettings', settings);
    const given = { ...ports(), mcp: async () => (await found.promise, parts.ports.mcp()) };
    const saying = (text: string) => ({ fields: { initial_user_msg: text } });
    const started = startReviewed((await given.drafts()).begin(saying('one')), given);
    const heard = await sheets.enterOnFirst();
    settings.release();
    await until(() => given.settings.state.kind === 'loaded');
    found.resolve(undefined);
    await sheets.untilWarned(noKey);
    while (heard() === 1 && !requests().includes('startConversation')) await pressEnter();
    assert.equal(heard(), 2, 'it takes another one');
    await started;
  });

  it('requests them again while they warn, and no more when they are fine', async () => {
    await setKey();
    await open(noKey);
    openSheet.clear();
    service.setSettings(sampleSettings);
    await open();
    await sheets.untilWarned(noKey, false);
    assert.deepEqual(requests(), ['loadSettings', 'loadSettings', 'loadSettings']);
    openSheet.clear();
    await open();
    assert.deepEqual(requests(), ['loadSettings', 'loadSettings', 'loadSettings']);
  });

  it('requests them again once a conversation there could not be refreshed, and says so, until they were read', async () => {
    service.setSettings(sampleSettings);
    await setKey();
    await open();
    await until(() => parts.settings.state.kind === 'loaded');
    openSheet.clear();
    const unanswered = { outcome: 'started', conversationId: 'c', unansweredAt: Date.now() + 60_000 } as const;
    await parts.history.add(conversation('one', { ...unanswered, baseUrl: service.url }));
    await parts.history.add(conversation('elsewhere', { ...unanswered, baseUrl: 'http://other.example' }));
    service.misbehave('loadSettings', answers(503, {}), { times: 2 });
    await open();
    await until(isUnread);
    openSheet.clear();
    await parts.history.change('one', { status: 'RUNNING', reportedAt: Date.now() + 60_001 });
    await open();
    await until(() => parts.settings.state.kind === 'loaded');
    const { length } = requests();
    openSheet.clear();
    await open();
    assert.deepEqual([requests().length, parts.settings.state.kind], [length, 'loaded'], 'nor are they being read');
  });

  it("says that they can't be read, with the button that helps", async () => {
    service.setRawSettings({ llm_model: 'gpt' });
    await parts.keys.set(address.origin, sessionKey);
    await open();
    await until(isUnread);
    openSheet.clear();
    const held = holds();
    service.misbehave('loadSettings', held);
    await open();
    assert.ok(isUnread(), 'while they are read again');
    held.release();
    const labels: string[] = [];
    using actions = new RecordedActions();
    using _ = new AnsweredLists((items) => {
      labels.push(...items.map(({ label }) => label));
      return items[0];
    });
    const row = sheets.last.items.find(({ description }) => unread.test(description ?? ''))!;
    assert.match(row.description ?? '', /The response from \S+ doesn't match/);
    await row.action!({ draft: { fields: {} }, targetContext: undefined, settings: undefined }, {} as never);
    assert.deepEqual(labels, ['Show Log', 'Refresh Settings']);
    assert.ok(actions.done.includes('agentConversations.showLog'), actions.done.join());
  });

  it('requests them by itself once its key is saved in another window, or the network has changed after a failure', async () => {
    await open();
    const start = () => sheets.last.items[0]?.description ?? '';
    await until(() => start().includes('asks for the session key'));
    service.misbehave('loadSettings', answers(500), { times: Infinity });
    await parts.keys.set(address.origin, sessionKey);
    await until(isUnread);
    await until(() => !start().includes('asks for the session key'));
    service.behave();
    await setSettingOf('http', 'proxyStrictSSL', false);
    try {
      await sheets.untilWarned(noKey);
      assert.deepEqual(requests(), ['loadSettings', 'loadSettings']);
      assert.ok(!start().includes('asks for the session key'));
    } finally {
      await setSettingOf('http', 'proxyStrictSSL', undefined);
    }
  });

  it('warns about what the API lacks or requires that is found out with a key', async () => {
    await service.close();
    service = await startAtServiceUrl({ sessionKey, api: 'v1', settings: { ...sampleSettings, llm_api_key: null } });
    address = addressOf(service.url);
    void startReviewed((await ports().drafts()).begin({ fields: { agent_type: 'plan' } }), ports());
    await sheets.opened(0);
    const notSupported = 'Plan first: Not supported by this service: remove it to start';
    await sheets.untilWarned(notSupported);
    await setKey();
    await sheets.untilWarned(notSupported, false);
    await until(() => parts.settings.state.kind === 'loaded');
    assert.ok(!sheets.warnings.includes(noKey));
  });

  it("doesn't show the settings of another service that is set meanwhile", async () => {
    await setKey();
    await open(noKey);
    const other = await startService({ sessionKey, settings: sampleSettings });
    try {
      await parts.keys.set(addressOf(other.url).origin, sessionKey);
      await setServiceUrl(other.url);
      await parts.settings.load();
      assert.equal(parts.settings.state.kind, 'loaded');
      assert.ok(sheets.warnings.includes(noKey));
    } finally {
      await other.close();
    }
  });

  it("says that no settings are saved, and looks again when it's opened again", async () => {
    service.setSettings(undefined);
    await setKey();
    await open(noSettings);
    openSheet.clear();
    // A read in progress would also answer the next question.
    await parts.ports.settings.load();
    service.setSettings(sampleSettings);
    await open();
    await sheets.untilWarned(noSettings, false);
  });

  it('reads the settings again on a click, and shows what they say now', async () => {
    await setKey();
    await open(noKey);
    service.setSettings(sampleSettings);
    using _ = new AnsweredLists((items) => items.find(({ label }) => label.endsWith('Refresh Settings')));
    const row = sheets.last.items.find(({ description }) => description === noKey)!;
    const sheetPorts = { ...ports(), serviceUrl: service.url } as unknown as SheetPorts;
    const state = { draft: { fields: {} }, targetContext: undefined, settings: undefined };
    await row.action!(state, sheetPorts);
    await sheets.untilWarned(noKey, false);
    assert.deepEqual(requests(), ['loadSettings', 'loadSettings', 'loadSettings']);
  });
});
