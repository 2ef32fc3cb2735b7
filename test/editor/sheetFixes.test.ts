import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { ServiceError } from '../../src/client/serviceError';
import type { Draft } from '../../src/draft/draft';
import type { DraftFields } from '../../src/draft/draftFields';
import { instructionsField } from '../../src/start/vscode/fields/textFields';
import { requestFields } from '../../src/start/vscode/fields/requestFields';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { fixWarning } from '../../src/start/vscode/sheet/sheetFixes';
import type { SheetPorts, SheetState } from '../../src/start/vscode/sheet/sheetState';
import { useTemplate } from '../../src/start/vscode/sheet/useTemplate';
import type { Warning } from '../../src/start/warnings';
import { TemporaryFolder } from '../host/temporaryFolder';
import { DrivenBench } from '../support/drivenBench';
import { DrivenWindow, type DrivenPick } from '../support/drivenWindow';
import { until } from '../support/openSheets';
import { RecordedActions } from '../support/recordedActions';
import { task } from '../support/sampleTask';
import { workspaceFolder } from '../support/workspaceFolder';

const service = 'http://localhost:3000';
const ports = {
  serviceUrl: service,
  service: { connect: () => Promise.resolve({ kind: 'ready', address: { baseUrl: 'http://localhost:4000' } }) },
  templates: () => Promise.resolve({ list: () => Promise.resolve([]) }),
  targets: {
    all: () => Promise.resolve([{ root: '/b', repository: 'c/d', notes: [] }]),
    find: () => Promise.resolve({ target: { notes: [] }, instructions: '' }),
  },
} as unknown as SheetPorts;

function stateOf(fields: DraftFields, more: Partial<Draft> = {}): SheetState {
  const targetContext = { target: { root: '/a', notes: [] }, instructions: '' };
  return { draft: { fields, ...more }, targetContext, settings: undefined };
}

describe('A fix on the review sheet', () => {
  let window: DrivenWindow;
  let actions: RecordedActions;

  beforeEach(() => {
    window = new DrivenWindow();
    actions = new RecordedActions();
  });

  afterEach(() => {
    actions.dispose();
    window.dispose();
  });

  const starts = [{ id: 's1', digest: 'd' }];
  const microagent = { create_microagent: { repo: 'a/b' } };
  const elsewhere = { repository: 'c/d', selected_branch: 'topic', suggested_task: task };
  const changes = { kind: 'changes', text: 'x', from: { root: '/a' } } as const;
  const shown = { name: 'b.png', url: 'data:1', inText: true } as const;
  const ofOther = { kind: 'changes', text: 'x', from: { root: '/b' } } as const;
  // prettier-ignore
  const rows: readonly (readonly [label: string, Warning, SheetState, result: object])[] = [
    ['Mark as Not Running', { kind: 'mayRun', baseUrl: service }, stateOf({}, { starts }), { fields: {} }],
    ['Write Message...', { kind: 'microagentWithoutMessage' }, stateOf(microagent), { fields: { ...microagent, initial_user_msg: 'Typed' } }],
    ['Remove Micro-agent', { kind: 'microagentWithoutMessage' }, stateOf(microagent), { fields: {} }],
    ["Send Task's Repository", { kind: 'taskWithoutRepository', repo: 'a/b' }, stateOf(elsewhere), { fields: { repository: 'a/b', git_provider: 'github', suggested_task: task } }],
    ["Send Task's Repository", { kind: 'taskWithoutRepository', repo: 'a/b' }, stateOf({ ...elsewhere, repository: 'a/b' }), { fields: { ...elsewhere, repository: 'a/b', git_provider: 'github' } }],
    ['Remove from Message', { kind: 'changesGone' }, stateOf({}, { attachments: [changes, ofOther] }), { fields: {}, attachments: [ofOther] }],
    ['Remove from Message', { kind: 'imagesMissing', names: ['a.png'] }, stateOf({ initial_user_msg: 'See ![a.png](a.png).' }, { body: 'As ![b.png](b.png).', images: [shown] }), { fields: { initial_user_msg: 'See .' }, body: 'As ![b.png](b.png).', images: [shown] }],
    ['Remove Message', { kind: 'taskReplacesMessage' }, stateOf({ suggested_task: task, initial_user_msg: 'x' }, { body: 'y' }), { fields: { suggested_task: task }, body: '', attachments: [] }],
  ];
  /** Tag characters, which spell words to a model, and a zero-width space. */
  const hidden = '\u{e0072}\u{e006d}\u200b';
  const unseen = { kind: 'invisible', field: 'initial_user_msg', characters: 3 } as const;
  const terminal = (text: string) => ({ attachments: [{ kind: 'terminal', text }] }) as const;

  it('shows invisible characters as their numbers, in a document that the sheet comes back from', async () => {
    const shown: string[] = [];
    const show = (_: string, text: string) => {
      shown.push(text);
      return Promise.resolve({ closed: Promise.resolve(true) });
    };
    window.row = 'Show';
    const previews = () => Promise.resolve({ show });
    await fixWarning(unseen, stateOf({}, terminal(`npm test${hidden} failed`)), { ...ports, previews });
    assert.match(shown.join(), /npm test\\u\{e0072\}\\u\{e006d\}\\u\{200b\} failed/);
  });

  it('removes invisible characters, and nothing else', async () => {
    window.row = 'Remove';
    const state = stateOf({ initial_user_msg: 'Fix it' }, terminal(`npm test${hidden} failed`));
    const { edit } = await fixWarning(unseen, state, ports);
    assert.deepEqual(edit?.(state.draft), { ...state.draft, ...terminal('npm test failed') });
  });

  for (const [label, warning, state, result] of rows)
    it(`changes what it names: ${label}, for ${JSON.stringify(state.draft)}`, async () => {
      window.row = label;
      window.typed = () => 'Typed';
      const { edit } = await fixWarning(warning, state, ports);
      assert.deepEqual(edit?.(state.draft), result);
    });

  for (const [warning, opened] of [
    [{ kind: 'mayRun', baseUrl: 'http://localhost:5000' }, 'http://localhost:5000/'],
    [{ kind: 'manyRun', running: 3 }, `${service}/`],
  ] as const)
    it(`opens the service that ${warning.kind} is about`, async () => {
      window.row = 'Open Service in Browser';
      assert.deepEqual(await fixWarning(warning, stateOf({}), ports), {});
      assert.deepEqual(actions.done, [opened]);
    });

  const files = { staged: 0, unstaged: 1, untracked: 0, conflicted: 0, total: 1 };

  it('adds the changes of the repository that the sheet shows to the message', async () => {
    window.row = 'Add Changes to Message';
    const state = stateOf({});
    const localChanges = (root: string) => Promise.resolve({ base: 'abc', diff: `+${root}`, binaryFiles: [] });
    const workspace = { repositoryActions: () => Promise.resolve({ localChanges }) };
    const targets = { refresh: () => Promise.resolve(state.targetContext) };
    const open = { ...ports, workspace, targets } as unknown as SheetPorts;
    const { edit } = await fixWarning({ kind: 'changes', files }, state, open);
    const [{ from, text } = assert.fail('nothing is added')] = edit?.(state.draft).attachments ?? [];
    assert.deepEqual([from, /\+\/a/.test(text)], [{ root: '/a' }, true]);
  });

  it('is performed in no other repository if that of the sheet was closed', async () => {
    const refresh = () => Promise.resolve({ target: { root: '/b', notes: [] }, instructions: '' });
    window.row = 'Add Changes to Message';
    const closed = { ...ports, targets: { refresh } as unknown as SheetPorts['targets'] };
    assert.deepEqual(await fixWarning({ kind: 'changes', files }, stateOf({}), closed), {});
    assert.deepEqual(window.notices, ["/a isn't open in this window. Open its folder, then try again."]);
  });

  it("offers Refresh Settings once if that's also what the service's answer suggests", async () => {
    const call = { operation: 'loadSettings', baseUrl: service, address: `${service}/api/settings` } as const;
    const error = new ServiceError(call, { kind: 'otherApi', status: 200, api: 'agent' }, { sent: true });
    const { pick, result } = await window.shownBy(() =>
      fixWarning({ kind: 'settingsUnread', error }, stateOf({}), ports),
    );
    assert.deepEqual(pick.labels, ['Refresh Settings']);
    pick.escape();
    assert.deepEqual(await result, {});
  });

  it('asks for what was not saved with the original conversation', async () => {
    window.row = 'Add Again...';
    const notKept = { kind: 'notKept', field: 'conversation_instructions' } as const;
    const { pick, result } = await window.shownBy(() => fixWarning(notKept, stateOf({}), ports));
    assert.equal(pick.title, 'Instructions');
    pick.escape();
    assert.deepEqual(await result, {});
  });
});

describe('A row of the review sheet', () => {
  it("asks nothing of a service that isn't the one that the sheet shows", () =>
    assert.rejects(requestFields.llm_model.edit(stateOf({}), ports), /The service URL was changed/));

  const instructions = 'conversation_instructions';
  for (const [field, label, before, after] of [
    ['suggested_task', 'Remove', { suggested_task: task }, {}],
    ['mcp_config', 'Remove', { mcp_config: {} }, { mcp_config: null }],
    ['repository', 'c/d', { git_provider: 'gitlab', selected_branch: 'x' }, {}],
    ['repository', 'No Repository', { git_provider: 'gitlab', selected_branch: 'x' }, { repository: null }],
    [instructions, 'Use Instructions from Settings', { [instructions]: 'x' }, {}],
    [instructions, 'None', {}, { [instructions]: null }],
    ['repository', 'Enter Repository...', { repository: 'c/d', git_provider: 'gitlab' }, { repository: 'c/d/typed' }],
    [instructions, 'Write Instructions...', { [instructions]: 'x' }, { [instructions]: 'x/typed ' }],
    [instructions, 'Write Instructions...', { [instructions]: 'x\ny' }, { [instructions]: '/typed ' }],
  ] as const)
    it(`does what is chosen: ${label}, for ${JSON.stringify(before)}`, async () => {
      using window = new DrivenWindow();
      window.row = label;
      window.typed = (text) => `${text}/typed `;
      const { draft, ...state } = stateOf(before, { notKept: [instructions, 'mcp_config'] });
      const { edit } = await requestFields[field].edit({ ...state, draft }, ports);
      const { fields, notKept } = edit?.(draft) ?? assert.fail('nothing has changed');
      assert.deepEqual(fields, after);
      assert.ok(!notKept?.some((kept) => kept === field), 'it is missed no longer');
    });

  it('keeps what was done to its images when their list is closed', async () => {
    using window = new DrivenWindow();
    const [a, b] = ['a.png', 'b.png'].map((name) => ({ name, url: 'data:image/png;base64,AA==' }));
    const state = stateOf({}, { images: [a!, b!] });
    const { pick, result } = await window.shownBy(() => requestFields.image_urls.edit(state, ports));
    (await window.shownBy(() => pick.choose('a.png'))).pick.escape();
    assert.deepEqual((await result).edit?.(state.draft).images, [b]);
  });

  it('takes instructions from a file, and leaves them alone if it is empty or too large', async () => {
    using folder = new TemporaryFolder('instructions');
    const file = path.join(folder.path, 'own.md');
    using window = new DrivenWindow();
    window.replace(vscode.window, { showOpenDialog: () => Promise.resolve([vscode.Uri.file(file)]) });
    window.row = 'Load from File...';
    const read = (text: string) => {
      writeFileSync(file, text);
      return instructionsField.edit(stateOf({}), ports);
    };
    await assert.rejects(read(' \n'), /The file is empty/);
    await assert.rejects(read('x'.repeat(1_000_001)), /"own\.md" is larger than 1 MB/);
    const [text, { edit }] = ['x'.repeat(1_000_000), await read('x'.repeat(1_000_000))];
    assert.equal(edit?.({ fields: {} }).fields.conversation_instructions, text);
  });

  it('leads to the templates in the settings, and saves the sheet', async () => {
    using window = new DrivenWindow();
    using actions = new RecordedActions();
    window.row = 'Edit Templates in Settings...';
    assert.deepEqual(await useTemplate(stateOf({}), ports), { leaves: true });
    assert.equal(window.pick?.placeholder, 'No templates yet');
    assert.deepEqual(actions.done, ['workbench.action.openSettings agentConversations.templates']);
  });
});

describe('A message of the sheet, for its repository,', () => {
  const its = DrivenBench.use();

  for (const [what, more, act] of [
    ['is written in an editor', {}, (sheet) => sheet.press('Write in Editor')],
    ['is completed there if it was too long to save', { notKept: ['initial_user_msg'] }, (sheet) => addAgain(sheet)],
  ] as const satisfies readonly (readonly [string, Partial<Draft>, (sheet: DrivenPick) => void])[])
    it(what, async () => {
      const draft = its.bench.drafts.begin({ fields: { initial_user_msg: 'Its beginning' }, ...more });
      const sheet = await its.shownBy((given) => startReviewed(draft, given));
      await until(() => !sheet.busy);
      act(sheet);
      await its.running;
      assert.equal(vscode.window.activeTextEditor?.document.getText(), 'Its beginning');
      const [{ draft: { notKept = [], chosen } } = assert.fail('it is lost')] = await its.bench.drafts.list();
      assert.deepEqual([notKept, chosen?.root], [[], workspaceFolder().fsPath]);
    });

  function addAgain(sheet: DrivenPick): void {
    its.window.row = 'Add Again...';
    sheet.choose('warning notKept initial_user_msg');
  }
});
