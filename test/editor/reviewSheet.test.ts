import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { env, type QuickPick, type QuickPickItem } from 'vscode';
import { apis } from '../../src/client/apis/registry';
import { sheetContext } from '../../src/names';
import { noSelectedServers } from '../../src/mcp/mcpSelection';
import type { Target } from '../../src/repository/target';
import { Targets, type TargetContext } from '../../src/repository/targets';
import type { ReviewedRequest } from '../../src/start/vscode/sheet/reviewedRequest';
import { reviewSheet } from '../../src/start/vscode/sheet/reviewSheet';
import type { SheetState, StartContext } from '../../src/start/vscode/sheet/sheetState';
import type { StartPorts } from '../../src/start/vscode/startPorts';
import type { SettingsState } from '../../src/service/settingsState';
import { DrivenBench } from '../support/drivenBench';
import type { DrivenPick } from '../support/drivenWindow';
import { conversation } from '../support/histories';
import { holdTime, passHumanTime } from '../support/humanTime';
import { RecordedActions } from '../support/recordedActions';
import { until } from '../support/openSheets';
import { replaced, type Replaced } from '../support/replaced';
import { setSetting } from '../support/setSetting';

describe('The review sheet', () => {
  const its = DrivenBench.use();
  const level: Target = { root: '/clone', repository: 'a/b', branch: 'main', notes: [] };
  const ahead: Target = { ...level, notes: [{ kind: 'ahead', commits: 1 }] };
  let found: PromiseWithResolvers<StartContext>;
  /** Each further reading of a clone finds this, once a test says so. */
  let readings: PromiseWithResolvers<TargetContext>[];
  let held: Replaced;
  /** Tells of a change in a repository. */
  let change: (root: string) => void;
  let isFollowing: boolean;
  /** The sheets and others that listen to the settings. */
  let listeners: Set<(state: SettingsState) => unknown>;
  let loads: number;

  beforeEach(() => {
    readings = [];
    const refresh = () => {
      const reading = Promise.withResolvers<TargetContext>();
      readings.push(reading);
      return reading.promise;
    };
    held = replaced(Targets.prototype, { refresh });
  });
  afterEach(() => held.dispose());

  const reported = () => its.bench.reported.map(String);
  const contextOf = (target: Target): StartContext => ({
    api: apis.v0,
    mcp: noSelectedServers,
    targetContext: { target, instructions: '' },
  });
  const shows = (pick: DrivenPick, words: string) => until(() => pick.descriptions.some((row) => row.includes(words)));

  /** Opens a sheet that finds its context when a test says so. */
  function open(own: Partial<StartPorts> = {}, more: Partial<SheetState> = {}): Promise<DrivenPick> {
    found = Promise.withResolvers();
    listeners = new Set();
    loads = 0;
    const { drafts, service, ports } = its.bench;
    const opened = drafts.begin({ fields: { initial_user_msg: 'Fix it' } });
    const load = () => Promise.resolve(ports.settings.state).finally(() => loads++);
    const settings = {
      ...ports.settings,
      load,
      ensureLoaded: load,
      onDidChange: (listener: (state: SettingsState) => unknown) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    };
    const followRepositories = (onDidChange: (root: string) => void) => {
      isFollowing = true;
      onDidChange('/clone');
      change = onDidChange;
      return Promise.resolve({ dispose: () => (isFollowing = false) });
    };
    Object.assign(ports.workspace, { followRepositories });
    const initial = { draft: opened.draft, settings: undefined, ...more };
    const sheet = { initial, loadContext: () => found.promise, service: service.url, opened };
    return its.shownBy(() => reviewSheet(sheet, { ...ports, settings, ...own }).finally(() => drafts.close(opened)));
  }

  /** Opens a sheet that shows this target. */
  async function openOn(target = level): Promise<DrivenPick> {
    const pick = await open();
    found.resolve(contextOf(target));
    await shows(pick, 'Branch: main');
    return pick;
  }

  async function close(): Promise<void> {
    its.bench.openSheet.clear();
    await its.running;
  }

  /** Waits for a reading, and says what it finds. */
  async function read(target: Target, index = 0): Promise<void> {
    await until(() => readings.length > index);
    readings[index]!.resolve({ target, instructions: '' });
  }

  /** Reads settings with which a start would fail. */
  function readSettings(): void {
    its.bench.settings({ llm_api_key_set: false });
    for (const listener of listeners) listener(its.bench.ports.settings.state);
  }

  it('tells VS Code as long as it is open, for the keys of its buttons', async () => {
    using actions = new RecordedActions();
    const told = () => actions.contexts.filter((context) => context.startsWith(sheetContext));
    const pick = await open();
    assert.deepEqual(told(), [`${sheetContext} true`]);
    pick.escape();
    await its.running;
    assert.deepEqual(told(), [`${sheetContext} true`, `${sheetContext} false`]);
  });

  it('leads back from "More Options" with the Back button', async () => {
    const pick = await open();
    const list = await its.shownAfter(() => pick.choose('more'));
    assert.notEqual(list.title, pick.title);
    for (const shown of [pick, list]) assert.equal((shown as unknown as QuickPick<QuickPickItem>).ignoreFocusOut, true);
    const again = await its.shownAfter(() => list.goBack());
    assert.deepEqual([again.title, again.value], [pick.title, 'Fix it']);
  });

  it('does what is chosen from "More Options" with what has changed while they were open', async () => {
    const pick = await openOn();
    const list = await its.shownAfter(() => pick.choose('more'));
    change('/clone');
    await read({ ...level, branch: 'other' });
    await nextTurn();
    await its.shownAfter(() => list.choose('Copy as cURL'));
    assert.match(await env.clipboard.readText(), /"selected_branch": "other"/);
  });

  it('starts with the text that it was opened with if that was typed again', async () => {
    const pick = await openOn();
    pick.type('Fix it now');
    pick.type('Fix it');
    pick.choose('start');
    assert.equal(((await its.running) as ReviewedRequest).request.initial_user_msg, 'Fix it');
  });

  it("doesn't start what an early Enter was meant for once a row was chosen since", async () => {
    const pick = await open();
    pick.choose('start');
    const list = await its.shownAfter(() => pick.choose('more'));
    const again = await its.shownAfter(() => list.escape());
    found.resolve(contextOf({ notes: [] }));
    await until(() => !again.busy);
    await nextTurn();
    assert.equal(again.isShown, true);
  });

  for (const isEarly of [true, false])
    it(`asks at Enter which of several repositories is meant, ${isEarly ? 'even before it knows of them' : 'and comes back'}`, async () => {
      const pick = await open();
      const several = contextOf({ notes: [{ kind: 'several' }] });
      if (!isEarly) {
        found.resolve(several);
        await shows(pick, 'Several repositories');
      }
      const list = await its.shownAfter(() => {
        pick.choose('start');
        found.resolve(several);
      });
      assert.equal(list.title, 'Repository');
      const again = await its.shownAfter(() => list.escape());
      assert.match(again.title, /^Start Conversation/);
    });

  it('shows what has changed in its clone since, one reading after the other, until it closes', async () => {
    const pick = await openOn();
    change('/another');
    await nextTurn();
    assert.equal(readings.length, 0);
    change('/clone');
    change('/clone');
    await until(() => readings.length > 0);
    change('/clone');
    await nextTurn();
    assert.equal(readings.length, 1);
    await read(ahead);
    await shows(pick, '1 unpushed commit');
    await read({ ...level, root: '/another' }, 1);
    await nextTurn();
    await shows(pick, '1 unpushed commit');
    assert.equal(readings.length, 2);
    pick.escape();
    await its.running;
    assert.deepEqual([isFollowing, reported()], [false, []]);
  });

  it('shows what has changed in its clone while that was still being read', async () => {
    const pick = await open();
    await nextTurn();
    for (const root of ['/clone', '/another', '/clone']) change(root);
    found.resolve(contextOf(level));
    await shows(pick, 'Branch: main');
    await read(ahead);
    await shows(pick, '1 unpushed commit');
    assert.equal(readings.length, 1);

    await open();
    change('/clone');
    await close();
    await nextTurn();
    assert.deepEqual([readings.length, reported()], [1, []]);
  });

  it('finds a repository that is opened meanwhile, unless it has to ask which of several is meant', async () => {
    let looks = 0;
    const find = () => Promise.resolve({ target: level, instructions: '' }).finally(() => looks++);
    using _ = replaced(Targets.prototype, { find });
    for (const [kind, expected] of [
      ['several', 0],
      ['inParentFolder', 1],
    ] as const) {
      const pick = await open();
      found.resolve(contextOf({ notes: [{ kind }] }));
      await until(() => !pick.busy);
      change('/clone');
      await nextTurn();
      assert.equal(looks, expected);
      if (expected > 0) await shows(pick, 'Branch: main');
      await close();
    }
  });

  for (const isFound of [true, false])
    it(`is about the remote that the settings name ${isFound ? 'meanwhile' : 'while it still looks for its repository'}`, async () => {
      const pick = await (isFound ? openOn() : open());
      await setSetting('remote', 'fork');
      try {
        found.resolve(contextOf(level));
        await read({ ...level, branch: 'of-fork' });
        await shows(pick, 'Branch: of-fork');
        assert.equal(readings.length, 1);
      } finally {
        await setSetting('remote', undefined);
      }
    });

  /** Presses Enter as soon as something is shown, which nobody has seen by then. */
  async function pressTooEarly(pick: DrivenPick, show: () => unknown, isShown: () => boolean): Promise<void> {
    // Without it, Enter would wait for its repeats before it starts, and a start would come too late to be seen here.
    pick.type('Fix it now');
    passHumanTime();
    using _ = holdTime();
    await show();
    await until(isShown);
    pick.pressEnter();
    await nextTurn();
    assert.equal(pick.isShown, true);
  }

  const warnings: readonly (readonly [what: string, target: Target | undefined, warn: () => unknown, key: string])[] = [
    ['the first warning was found', undefined, () => found.resolve(contextOf(ahead)), 'warning ahead'],
    ['its clone brought a warning', level, () => (change('/clone'), read(ahead)), 'warning ahead'],
    ['the settings brought a warning', level, readSettings, 'warning noLlmKey'],
  ];
  for (const [what, target, warn, key] of warnings)
    it(`takes no Enter that was on its way when ${what}`, async () => {
      const pick = await (target ? openOn(target) : open());
      await pressTooEarly(pick, warn, () => pick.has(key));
    });

  it('takes no Enter for its first row that was meant for a warning that is gone', async () => {
    const pick = await openOn(ahead);
    change('/clone');
    await until(() => readings.length > 0);
    const vanish = () => (pick.goTo('warning ahead'), read(level));
    await pressTooEarly(pick, vanish, () => !pick.has('warning ahead'));
  });

  describe('of a repository whose provider is unknown', () => {
    const unknown: Target = { ...level, notes: [{ kind: 'unknownProvider' }] };
    const known: Target = { ...level, gitProvider: 'gitlab' };

    /** Opens one, and shows settings that may name the provider. */
    async function openUnknown(): Promise<DrivenPick> {
      const pick = await openOn(unknown);
      readSettings();
      await until(() => readings.length === 1);
      return pick;
    }

    it('keeps the repository that was chosen meanwhile', async () => {
      const pick = await openUnknown();
      its.window.row = 'octocat/';
      const again = await its.shownAfter(() => pick.choose('field repository'));
      await read(known);
      await nextTurn();
      assert.deepEqual([again.descriptions.join().includes('a/b'), reported()], [false, []]);
    });

    it('finds it out with the settings, and reads its clone again if another reading came in between, which may be older', async () => {
      const pick = await openUnknown();
      change('/clone');
      await until(() => readings.length === 2);
      await read(known);
      await shows(pick, 'a/b (GitLab)');
      await read(ahead, 1);
      await read(ahead, 2);
      await shows(pick, '1 unpushed commit');
    });

    for (const isClosed of [false, true])
      it(`says ${isClosed ? 'nothing once it is closed' : 'why it cannot be found out'}`, async () => {
        const pick = await openUnknown();
        if (isClosed) pick.escape();
        if (isClosed) await its.running;
        readings[0]!.reject(new Error('No Git'));
        await nextTurn();
        assert.deepEqual(reported(), isClosed ? [] : ['Error: No Git']);
      });
  });

  it('reads and follows the settings until it closes, but not for a message to a conversation', async () => {
    for (const [to, expected] of [
      [undefined, 1],
      [() => conversation('a'), 0],
    ] as const) {
      await open({}, to && { to });
      await nextTurn();
      assert.deepEqual([loads, listeners.size], [expected, expected]);
      await close();
      assert.equal(listeners.size, 0);
    }
  });

  it('says why a list failed, and is shown again', async () => {
    const pick = await open({ drafts: () => Promise.reject(new Error('No disk')) });
    const again = await its.shownAfter(() => pick.choose('more'));
    assert.deepEqual([again.title, reported()], [pick.title, ['Error: No disk']]);
  });
});
