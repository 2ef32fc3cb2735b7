import assert from 'node:assert/strict';
import type { Draft } from '../../src/draft/draft';
import { instructionsField } from '../../src/start/vscode/fields/textFields';
import { resultBranchField } from '../../src/start/vscode/fields/resultBranchField';
import { sheetRows } from '../../src/start/vscode/sheet/sheetRows';
import { sheetRequest, type SheetPorts, type SheetState } from '../../src/start/vscode/sheet/sheetState';
import { DrivenWindow } from '../support/drivenWindow';
import { Configuration } from '../../src/service/vscode/configuration';
import { VscodeWorkspace } from '../../src/repository/vscode/workspace';
import { RecordingLog } from '../support/recordingLog';
import { setSetting } from '../support/setSetting';

const name = 'agent/fix';
const sentence = `Push your work to a branch named "${name}".`;
const own = `Push to ${name}, and to nothing else.`;

/** A sheet in a workspace whose settings have these instructions. */
const stateOf = (draft: Draft, instructions = ''): SheetState => ({
  draft,
  targetContext: { target: { root: '/w/app', repository: 'octocat/app', branch: 'main', notes: [] }, instructions },
  settings: undefined,
});
const instructionsOf = (state: SheetState) => sheetRequest(state).conversation_instructions;
const rowsOf = (state: SheetState) =>
  sheetRows(state)
    .map(({ description = '' }) => description)
    .filter((row) => /^(Instructions|Result branch)/.test(row));

describe('The row of the result branch', () => {
  const resultBranch = { name };

  it("isn't there unless it's set", () =>
    assert.deepEqual(rowsOf(stateOf({ fields: {} }, 'Be brief.')), [
      'Instructions: Be brief. · 9 characters · from settings',
    ]));

  it('is below the instructions, which are shown without its sentence', () => {
    assert.deepEqual(rowsOf(stateOf({ fields: {}, resultBranch })), [`Result branch: ${name}`]);
    assert.deepEqual(rowsOf(stateOf({ fields: {}, resultBranch }, 'Be brief.')), [
      'Instructions: Be brief. · 9 characters · from settings',
      `Result branch: ${name}`,
    ]);
    const fields = { conversation_instructions: 'Mine.' };
    assert.deepEqual(rowsOf(stateOf({ fields, resultBranch }, 'Be brief.')), [
      'Instructions: Mine. · 5 characters',
      `Result branch: ${name}`,
    ]);
  });

  it('has the sentence where that was changed', () =>
    assert.deepEqual(rowsOf(stateOf({ fields: {}, resultBranch: { name, sentence: own } })), [
      `Result branch: ${name} · ${own}`,
    ]));

  it('is followed by a warning about invisible characters in its sentence', () => {
    const shown = sheetRows(stateOf({ fields: {}, resultBranch: { name, sentence: `${own}\u200b` } }));
    const at = shown.findIndex(({ key }) => key === 'resultBranch');
    assert.equal(shown[at + 1]?.description, '1 invisible character, which the agent reads');
  });

  it('shows a name with hidden characters as one visible line', () =>
    assert.deepEqual(rowsOf(stateOf({ fields: {}, resultBranch: { name: 'a\u202e$(gear)' } })), [
      'Result branch: a \\$(gear)',
    ]));

  it('is removed without the instructions, and the other way round', () => {
    const state = stateOf({ fields: {}, resultBranch }, 'Be brief.');
    const row = (key: string) => sheetRows(state).find((one) => one.key === key)!;
    const [branchRow, instructionsRow] = [row('resultBranch'), row('field conversation_instructions')];
    assert.deepEqual([branchRow.buttons?.length, instructionsRow.buttons?.length], [1, 1]);
    const left = ({ remove }: typeof branchRow) => instructionsOf({ ...state, draft: remove!(state.draft) });
    assert.equal(instructionsOf(state), `Be brief.\n\n${sentence}`);
    assert.equal(left(branchRow), 'Be brief.');
    assert.equal(left(instructionsRow), sentence);
  });
});

describe('The prompts for the result branch', () => {
  let window: DrivenWindow;
  let asked: string[];
  let template = '';
  const ports = {
    workspace: {
      settingsFor: (root?: string) => ({ resultBranchTemplate: root === '/w/app' ? template : 'elsewhere' }),
    },
  } as unknown as SheetPorts;

  beforeEach(() => {
    window = new DrivenWindow();
    asked = [];
    template = '';
  });
  afterEach(() => window.dispose());

  /** Answers the boxes one after the other; a box without an answer is accepted as it is. */
  function answer(...answers: readonly (string | undefined)[]): void {
    window.typed = (before) => answers[asked.push(before) - 1] ?? before;
  }

  async function edit(draft: Draft): Promise<Draft['resultBranch']> {
    const { edit } = await resultBranchField.edit(stateOf(draft), ports);
    return edit?.(draft).resultBranch;
  }

  it('ask for the name, and show the sentence, which Enter keeps', async () => {
    answer(` ${name} `);
    assert.deepEqual(await edit({ fields: {} }), { name });
    assert.deepEqual(asked, ['', sentence]);
  });

  it('take another sentence', async () => {
    answer(name, own);
    assert.deepEqual(await edit({ fields: {} }), { name, sentence: own });
  });

  it('begin with what the template of the repository suggests', async () => {
    template = 'agent/${branch}/${message}';
    answer();
    assert.deepEqual(await edit({ fields: { initial_user_msg: 'Fix it' } }), { name: 'agent/main/fix-it' });
    assert.equal(asked[0], 'agent/main/fix-it');
  });

  it('begin with what is set, whatever the template is, and keep it', async () => {
    template = 'other';
    const resultBranch = { name, sentence: own };
    answer();
    assert.deepEqual(await edit({ fields: {}, resultBranch }), resultBranch);
    assert.deepEqual(asked, [name, own]);
  });

  it('put another name into the sentence', async () => {
    answer('b');
    assert.deepEqual(await edit({ fields: {}, resultBranch: { name, sentence: own } }), {
      name: 'b',
      sentence: 'Push to b, and to nothing else.',
    });
  });

  it('are not those about the instructions, which know nothing of the sentence', async () => {
    window.row = 'Write Instructions...';
    answer('Mine.');
    const resultBranch = { name };
    const state = stateOf({ fields: {}, resultBranch }, 'Be brief.');
    const { edit } = await instructionsField.edit(state, ports);
    assert.deepEqual(asked, ['Be brief.']);
    assert.deepEqual(edit?.(state.draft), { fields: { conversation_instructions: 'Mine.' }, resultBranch });
  });
});

describe('The template of the result branch', () => {
  const configuration = new Configuration();
  const workspace = new VscodeWorkspace(configuration, new RecordingLog());
  const set = (value: unknown) => setSetting('resultBranchTemplate', value);

  after(async () => {
    await set(undefined);
    configuration.dispose();
  });

  it('is empty, or what the settings say', async () => {
    assert.equal(workspace.settingsFor().resultBranchTemplate, '');
    await set('agent/${date}');
    assert.equal(workspace.settingsFor().resultBranchTemplate, 'agent/${date}');
    await set(5);
    assert.equal(workspace.settingsFor().resultBranchTemplate, '');
  });
});
