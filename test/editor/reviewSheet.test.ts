import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { env, type QuickPick, type QuickPickItem } from 'vscode';
import { apis } from '../../src/client/apis/registry';
import { sheetContext } from '../../src/names';
import { noSelectedServers } from '../../src/mcp/mcpServers';
import type { Target } from '../../src/repository/target';
import { Targets, type TargetContext } from '../../src/repository/targets';
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
import { replaced } from '../support/replaced';
import { setSetting } from '../support/setSetting';

describe('The review sheet', () => {
  const its = DrivenBench.use();
  const level: Target = { root: '/clone', repository: 'a/b', branch: 'main', notes: [] };
  const ahead: Target = { ...level, notes: [{ kind: 'ahead', commits: 1 }] };
  const unknown = {
    root: '/clone',
    repository: 'a/b',
    host: 'git.example.com',
    notes: [{ kind: 'unknownProvider' }],
  } as const;
  let found: PromiseWithResolvers<StartContext>;
  /** The sheets and others that listen to the settings. */
  let listeners: Set<(state: SettingsState) => unknown>;
  let loads: number;
  let reported: string[];

  /** Opens a sheet that finds its context when a test says so. */
  function open(more: Partial<SheetState> = {}, own: Partial<StartPorts> = {}): Promise<DrivenPick> {
    found = Promise.withResolvers();
    listeners = new Set();
    loads = 0;
    reported = [];
    const { drafts, service, ports } = its.bench;
    const opened = drafts.begin({ fields: { initial_user_msg: 'Fix it' } });
    const initial = { draft: opened.draft, settings: undefined, ...more };
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
    const report = (error: unknown) => Promise.resolve(void reported.push(String(error)));
    const sheet = { initial, loadContext: () => found.promise, service: service.url, opened };
    return its.shownBy(() =>
      reviewSheet(sheet, { ...ports, settings, report, ...own }).finally(() => drafts.close(opened)),
    );
  }

  const contextOf = (target: Target): StartContext => ({
    api: apis.v0,
    mcp: noSelectedServers,
    targetContext: { target, instructions: '' },
  });
  /** A workspace in which a repository changes when a test says so. */
  function changingWorkspace() {
    let change!: (root: string) => void;
    let isOver = false;
    const followRepositories = (onDidChange: (root: string) => void) => {
      onDidChange('/clone');
      change = onDidChange;
      return Promise.resolve({ dispose: () => (isOver = true) });
    };
    const workspace = Object.create(its.bench.ports.workspace, {
      followRepositories: { value: followRepositories },
    }) as StartPorts['workspace'];
    return { workspace, change: (root: string) => change(root), isOver: () => isOver };
  }
  /** Lets a test say what each further reading of a clone finds. */
  function heldReadings() {
    const readings: PromiseWithResolvers<TargetContext>[] = [];
    const refresh = () => {
      const reading = Promise.withResolvers<TargetContext>();
      readings.push(reading);
      return reading.promise;
    };
    const held = replaced(Targets.prototype, { refresh });
    return { readings, [Symbol.dispose]: () => held.dispose() };
  }
  const rows = (pick: DrivenPick) => pick.items.map(({ description = '' }) => description);
  const shows = (pick: DrivenPick, words: string) => until(() => rows(pick).some((row) => row.includes(words)));

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
    const { workspace, change } = changingWorkspace();
    using held = heldReadings();
    const pick = await open({}, { workspace });
    found.resolve(contextOf(level));
    await shows(pick, 'Branch: main');
    const list = await its.shownAfter(() => pick.choose('more'));
    change('/clone');
    await until(() => held.readings.length > 0);
    held.readings[0]!.resolve({ target: { ...level, branch: 'other' }, instructions: '' });
    await nextTurn();
    await its.shownAfter(() => list.choose('Copy as cURL'));
    assert.match(await env.clipboard.readText(), /"selected_branch": "other"/);
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
    const { workspace, change, isOver } = changingWorkspace();
    using held = heldReadings();
    const { readings } = held;
    const pick = await open({}, { workspace });
    found.resolve(contextOf(level));
    await shows(pick, 'Branch: main');

    change('/another');
    await nextTurn();
    assert.equal(readings.length, 0);
    change('/clone');
    change('/clone');
    await until(() => readings.length > 0);
    change('/clone');
    await nextTurn();
    assert.equal(readings.length, 1);
    passHumanTime();
    using _time = holdTime();
    readings[0]!.resolve({ target: ahead, instructions: '' });
    await shows(pick, '1 unpushed commit');
    pick.pressEnter();
    await nextTurn();
    assert.equal(pick.isShown, true, 'the key was on its way before the warning was shown');
    await until(() => readings.length > 1);
    readings[1]!.resolve({ target: { ...level, root: '/another' }, instructions: '' });
    await nextTurn();
    assert.deepEqual([rows(pick).some((row) => row.startsWith('1 unpushed commit')), readings.length], [true, 2]);
    pick.escape();
    await its.running;
    assert.deepEqual([isOver(), reported], [true, []]);
  });

  it('shows what has changed in its clone while that was still being read', async () => {
    const { workspace, change } = changingWorkspace();
    using held = heldReadings();
    const { readings } = held;
    const pick = await open({}, { workspace });
    await nextTurn();
    for (const root of ['/clone', '/another', '/clone']) change(root);
    found.resolve(contextOf(level));
    await shows(pick, 'Branch: main');
    await until(() => readings.length > 0);
    readings[0]!.resolve({ target: ahead, instructions: '' });
    await shows(pick, '1 unpushed commit');
    assert.equal(readings.length, 1);

    await open({}, { workspace });
    change('/clone');
    its.bench.openSheet.clear();
    await its.running;
    await nextTurn();
    assert.deepEqual([readings.length, reported], [1, []]);
  });

  it('finds a repository that is opened meanwhile, unless it has to ask which of several is meant', async () => {
    let looks = 0;
    const find = () => {
      looks++;
      return Promise.resolve({ target: level, instructions: '' });
    };
    using _ = replaced(Targets.prototype, { find });
    for (const [kind, expected] of [
      ['several', 0],
      ['inParentFolder', 1],
    ] as const) {
      const { workspace, change } = changingWorkspace();
      const pick = await open({}, { workspace });
      found.resolve(contextOf({ notes: [{ kind }] }));
      await until(() => !pick.busy);
      change('/clone');
      await nextTurn();
      assert.equal(looks, expected);
      if (expected > 0) await shows(pick, 'Branch: main');
      its.bench.openSheet.clear();
      await its.running;
    }
  });

  it('is about the remote, and the Git provider, that the settings name meanwhile', async () => {
    using held = heldReadings();
    const pick = await open();
    found.resolve(contextOf(level));
    await shows(pick, 'Branch: main');
    await setSetting('remote', 'fork');
    try {
      await until(() => held.readings.length > 0);
      held.readings[0]?.resolve({ target: { ...level, branch: 'of-fork' }, instructions: '' });
      await shows(pick, 'Branch: of-fork');
      assert.equal(held.readings.length, 1);
    } finally {
      await setSetting('remote', undefined);
    }
  });

  it('is about the remote that the settings name while it still looks for its repository', async () => {
    using held = heldReadings();
    const pick = await open();
    await setSetting('remote', 'fork');
    try {
      found.resolve(contextOf(level));
      await until(() => held.readings.length > 0);
      held.readings[0]?.resolve({ target: { ...level, branch: 'of-fork' }, instructions: '' });
      await shows(pick, 'Branch: of-fork');
    } finally {
      await setSetting('remote', undefined);
    }
  });

  it('takes no Enter that was on its way when the first warning was found', async () => {
    const pick = await open();
    passHumanTime();
    using _ = holdTime();
    found.resolve(contextOf(ahead));
    await shows(pick, '1 unpushed commit');
    pick.pressEnter();
    await nextTurn();
    assert.equal(pick.isShown, true);
  });

  it('takes no Enter for its first row that was meant for a warning that is gone', async () => {
    const { workspace, change } = changingWorkspace();
    using held = heldReadings();
    const pick = await open({}, { workspace });
    found.resolve(contextOf(ahead));
    await shows(pick, '1 unpushed commit');
    pick.goTo('warning ahead');
    change('/clone');
    await until(() => held.readings.length > 0);
    passHumanTime();
    using _ = holdTime();
    held.readings[0]!.resolve({ target: level, instructions: '' });
    await until(() => !pick.has('warning ahead'));
    pick.pressEnter();
    await nextTurn();
    assert.equal(pick.isShown, true);
  });

  it('takes no Enter that was on its way when the settings brought a warning', async () => {
    const pick = await open();
    found.resolve(contextOf(level));
    await shows(pick, 'Branch: main');
    passHumanTime();
    using _ = holdTime();
    its.bench.settings({ llm_api_key_set: false });
    for (const listener of listeners) listener(its.bench.ports.settings.state);
    await shows(pick, 'No model API key');
    pick.pressEnter();
    await nextTurn();
    assert.equal(pick.isShown, true);
  });

  describe('of a repository whose provider is unknown', () => {
    let refreshed: PromiseWithResolvers<TargetContext>;
    const known = { target: { ...level, gitProvider: 'gitlab' }, instructions: '' } as const;

    /** Opens one, and shows settings that may name the provider. */
    async function openUnknown(target: Target = unknown, own?: Partial<StartPorts>): Promise<DrivenPick> {
      const pick = await open({}, own);
      found.resolve(contextOf(target));
      await shows(pick, 'Unknown Git provider');
      its.bench.settings({ llm_api_key_set: true });
      for (const listener of listeners) listener(its.bench.ports.settings.state);
      return pick;
    }

    beforeEach(() => (refreshed = Promise.withResolvers()));

    it('finds it out with the settings that were read meanwhile', async () => {
      using _ = replaced(Targets.prototype, { refresh: () => refreshed.promise });
      const pick = await openUnknown();
      refreshed.resolve(known);
      await shows(pick, 'a/b (GitLab)');
    });

    it('keeps the repository that was chosen meanwhile', async () => {
      using _ = replaced(Targets.prototype, { refresh: () => refreshed.promise });
      const pick = await openUnknown();
      its.window.row = 'octocat/';
      const again = await its.shownAfter(() => pick.choose('field repository'));
      refreshed.resolve(known);
      await nextTurn();
      assert.deepEqual([rows(again).join().includes('a/b'), reported], [false, []]);
    });

    it('reads its clone again if another reading has come in between, which may be older', async () => {
      using held = heldReadings();
      const { readings } = held;
      const { workspace, change } = changingWorkspace();
      const pick = await openUnknown({ ...level, notes: [{ kind: 'unknownProvider' }] }, { workspace });
      change('/clone');
      await until(() => readings.length === 2);
      readings[0]!.resolve({ target: { ...level, gitProvider: 'gitlab' }, instructions: '' });
      await shows(pick, 'a/b (GitLab)');
      readings[1]!.resolve({ target: ahead, instructions: '' });
      await until(() => readings.length === 3);
      readings[2]!.resolve({ target: ahead, instructions: '' });
      await shows(pick, '1 unpushed commit');
    });

    it('says why it cannot be found out', async () => {
      using _ = replaced(Targets.prototype, { refresh: () => refreshed.promise });
      await openUnknown();
      refreshed.reject(new Error('No Git'));
      await until(() => reported.length > 0);
      assert.deepEqual(reported, ['Error: No Git']);
    });

    it('says nothing about that once it is closed', async () => {
      using _ = replaced(Targets.prototype, { refresh: () => refreshed.promise });
      const pick = await openUnknown();
      pick.escape();
      await its.running;
      refreshed.reject(new Error('No Git'));
      await nextTurn();
      assert.deepEqual(reported, []);
    });
  });

  it('reads and follows the settings until it closes, but not for a message to a conversation', async () => {
    for (const [to, expected] of [
      [undefined, 1],
      [() => conversation('a'), 0],
    ] as const) {
      await open(to && { to });
      await nextTurn();
      assert.deepEqual([loads, listeners.size], [expected, expected]);
      its.bench.openSheet.clear();
      await its.running;
      assert.equal(listeners.size, 0);
    }
  });

  it('says why a list failed, and is shown again', async () => {
    const pick = await open({}, { drafts: () => Promise.reject(new Error('No disk')) });
    const again = await its.shownAfter(() => pick.choose('more'));
    assert.deepEqual([again.title, reported], [pick.title, ['Error: No disk']]);
  });
});
