import assert from 'node:assert/strict';
import type { QuickInput } from 'vscode';
import { apis, type ApiName } from '../../src/client/apis/registry';
import type { RequestField } from '../../src/client/records';
import type { DraftFields } from '../../src/draft/draftFields';
import { requestFields } from '../../src/start/vscode/fields/requestFields';
import { resultBranchField } from '../../src/start/vscode/fields/resultBranchField';
import type { RowAction, SheetChange, SheetPorts, SheetState } from '../../src/start/vscode/sheet/sheetState';
import { DrivenWindow, type DrivenBox, type DrivenPick } from '../support/drivenWindow';
import { task } from '../support/sampleTask';

const service = 'http://localhost:3000';
const target = {
  root: '/w',
  remote: 'origin',
  host: 'h',
  repository: 'a/b',
  gitProvider: 'gitlab',
  branch: 'main',
} as const;
const clone = { remoteBranches: () => Promise.resolve({ branches: [{ name: 'topic', commit: 'c' }], areAll: true }) };
const models = { modelNames: () => Promise.resolve(['one', 'two']) };
const connection = { kind: 'ready', address: { baseUrl: service }, client: { models } };
const remembered: unknown[] = [];
const ports = {
  serviceUrl: service,
  service: { connect: () => Promise.resolve(connection) },
  targets: {
    all: () =>
      Promise.resolve([
        { root: '/x', repository: 'x/y', notes: [] },
        { ...target, notes: [] },
      ]),
    rememberProvider: (...answered: unknown[]) => Promise.resolve(void remembered.push(answered)),
    find: (chosen?: object) => Promise.resolve(chosen && { target: { ...target, notes: [] }, instructions: '' }),
  },
  workspace: {
    settingsFor: () => ({ resultBranchTemplate: 'agent/x' }),
    repositoryActions: () => Promise.resolve(clone),
  },
} as unknown as SheetPorts;

function stateOf(fields: DraftFields, api: ApiName = 'v0'): SheetState {
  const targetContext = { target: { ...target, notes: [] }, instructions: '' };
  return { draft: { fields }, targetContext, settings: undefined, api: apis[api] };
}

/**
 * Accepts the prompts of a row as they are shown, or with a text that is given, and closes the one with this number.
 * @returns the change, and the title of each prompt with what Enter would accept
 */
async function answer(edit: RowAction, state: SheetState, texts: readonly string[] = [], closedAt = Infinity) {
  using window = new DrivenWindow();
  const prompts: string[] = [];
  const isClosed = (title: string, value = '') => prompts.push(`${title}: ${value}`) > closedAt;
  let stays = true;
  const note = (shown: DrivenPick | DrivenBox) => (stays &&= (shown as unknown as QuickInput).ignoreFocusOut);
  window.typed = (before, box) => {
    note(box);
    return isClosed(box.title, before) ? undefined : (texts[prompts.length - 1] ?? before);
  };
  const accept = (pick: DrivenPick) => {
    void window.next().then(accept);
    note(pick);
    const [row] = pick.activeItems;
    if (isClosed(pick.title, row?.label)) pick.escape();
    else pick.accept(row);
  };
  void window.next().then(accept);
  const change = await edit(state, ports);
  assert.ok(stays, 'a prompt was lost when the user looked something up elsewhere');
  return { change, prompts };
}

const edits: Readonly<Record<string, RowAction>> = {
  ...Object.fromEntries(Object.entries(requestFields).map(([field, { edit }]) => [field, edit])),
  resultBranch: resultBranchField.edit,
};

/** The fields of a draft with these fields after a change, and what else it has then. */
function after({ edit }: SheetChange, fields: DraftFields) {
  const { fields: edited, ...others } = edit?.({ fields }) ?? assert.fail('nothing has changed');
  return { ...edited, ...others };
}

const clonesIt =
  'Clone https://gitlab.com/a/b.git into the subfolder "b" of the current folder, check out the branch "main", work there, ' +
  'and push the result to a branch of that repository.';
const invalidId = 'An ID has 1 to 100 characters. It can\'t contain "/", "\\", "..", or control characters.';
const microagent = { repo: 'c/d', git_provider: 'bitbucket', title: 'Release' } as const;

describe('The prompts of a row of the review sheet', () => {
  // prettier-ignore
  const rows: readonly (readonly [RequestField | 'resultBranch', DraftFields, prompts: readonly string[], typed: readonly string[], result: object])[] = [
    ['suggested_task', {}, ['Suggested Task (1/5): GitLab', 'Suggested Task (2/5): MERGE_CONFLICTS', 'Suggested Task (3/5): a/b', 'Suggested Task (4/5): ', 'Suggested Task (5/5): '], ['', 'CHECKS', ' c/d ', '0', 'Title'], { suggested_task: { git_provider: 'gitlab', task_type: 'CHECKS', repo: 'c/d', issue_number: 0, title: 'Title' } }],
    ['suggested_task', { suggested_task: task }, ['Suggested Task: Change...', 'Suggested Task (1/5): GitHub', 'Suggested Task (2/5): MERGE_CONFLICTS', 'Suggested Task (3/5): a/b', 'Suggested Task (4/5): 7', 'Suggested Task (5/5): Task'], [], { suggested_task: task }],
    ['create_microagent', {}, ['Micro-agent (1/3): a/b', 'Micro-agent (2/3): GitLab', 'Micro-agent (3/3): '], [], { create_microagent: { repo: 'a/b', git_provider: 'gitlab' } }],
    ['create_microagent', { create_microagent: microagent }, ['Micro-agent: Change...', 'Micro-agent (1/3): c/d', 'Micro-agent (2/3): Bitbucket', 'Micro-agent (3/3): Release'], [], { create_microagent: microagent }],
    ['create_microagent', { create_microagent: { repo: 'c/d' } }, ['Micro-agent: Change...', 'Micro-agent (1/3): c/d', 'Micro-agent (2/3): None (Detected by the Service)', 'Micro-agent (3/3): '], [], { create_microagent: { repo: 'c/d' } }],
    ['resultBranch', {}, ['Result Branch (1/2): agent/x', 'Result Branch (2/2): Push your work to a branch named "agent/x".'], [], { resultBranch: { name: 'agent/x' } }],
    ['llm_model', {}, ['Model: one'], [], { llm_model: 'one' }],
    ['llm_model', { llm_model: 'two' }, ['Model: two'], [], { llm_model: 'two' }],
    ['git_provider', {}, ['Git Provider for h: GitLab'], [], { git_provider: 'gitlab', chosen: { root: '/w' } }],
    ['git_provider', { repository: 'c/d' }, ['Git Provider: GitHub'], [], { git_provider: 'github' }],
    ['git_provider', { repository: 'c/d', git_provider: null }, ['Git Provider: None (Detected by the Service)'], [], { git_provider: null }],
    ['selected_branch', {}, ['Branch: '], [], { selected_branch: 'main', chosen: { root: '/w' } }],
    ['selected_branch', { selected_branch: null }, ['Branch: '], [], { selected_branch: null, chosen: { root: '/w' } }],
    ['selected_branch', { repository: 'c/d' }, ['Branch: '], ['topic'], { selected_branch: null }],
    ['repository', {}, ['Repository: a/b'], [], { chosen: { root: '/w', remote: 'origin' } }],
    ['repository', { repository: null }, ['Repository: No Repository'], [], { repository: null }],
    ['repository', { repository: 'c/d' }, ['Repository: Enter Repository...', 'Repository: c/d'], [], { repository: 'c/d' }],
    ['conversation_id', { conversation_id: 'mine' }, ['Conversation ID: Change...', 'Conversation ID: mine'], ['', ' other '], { conversation_id: 'other' }],
    ['clone_instructions', {}, [`Clone: ${clonesIt}`], ['Do it'], { clone_instructions: 'Do it' }],
    ['clone_instructions', {}, [`Clone: ${clonesIt}`], [], {}],
    ['clone_instructions', { clone_instructions: 'Do it' }, ['Clone: Do it'], [''], { clone_instructions: null }],
    ['clone_instructions', { clone_instructions: null }, [`Clone: ${clonesIt}`], ['Do it'], { clone_instructions: 'Do it' }],
  ];
  for (const [field, fields, prompts, typed, result] of rows)
    it(`begin with what is set or known, and change nothing once one is closed: ${field}, ${JSON.stringify([fields, ...typed])}`, async () => {
      const edit = edits[field]!;
      const state = stateOf(fields, field === 'clone_instructions' ? 'agent' : 'v0');
      remembered.length = 0;
      const whole = await answer(edit, state, typed);
      assert.deepEqual(remembered, prompts[0]?.startsWith('Git Provider for h') ? [['h', 'gitlab']] : []);
      assert.deepEqual(whole.prompts, prompts);
      assert.deepEqual(after(whole.change, fields), { ...fields, ...result });
      for (const closedAt of prompts.keys()) {
        const closed = await answer(edit, state, typed, closedAt);
        assert.deepEqual([closed.change, closed.prompts.length], [{}, closedAt + 1]);
      }
    });

  for (const [field, title, text, refusal] of [
    ['suggested_task', 'Suggested Task (2/5)', '', 'A suggested task requires a type.'],
    ['suggested_task', 'Suggested Task (3/5)', 'no path', 'Use a path like owner/name.'],
    ['suggested_task', 'Suggested Task (4/5)', 'no 7', 'Enter a whole number, 0 or greater.'],
    ['suggested_task', 'Suggested Task (4/5)', '9'.repeat(16), 'The number is too large.'],
    ['suggested_task', 'Suggested Task (5/5)', '', 'A suggested task requires a title.'],
    ['create_microagent', 'Micro-agent (1/3)', 'no path', 'Use a path like owner/name.'],
    ['repository', 'Repository', 'no path', 'Use a path like owner/name.'],
    ['conversation_instructions', 'Instructions', ' ', 'Enter instructions, or press Escape to cancel.'],
    ['resultBranch', 'Result Branch (1/2)', 'no..dots', 'Enter a valid Git branch name.'],
    ['resultBranch', 'Result Branch (1/2)', 'un\u200bseen', 'Enter a valid Git branch name.'],
    ['resultBranch', 'Result Branch (2/2)', 'Push it', 'The sentence must contain the branch name "agent/x".'],
    ['conversation_id', 'Conversation ID', 'a/b', invalidId],
  ] as const)
    it(`stay open and say why for ${JSON.stringify(text)}: ${title}`, async () => {
      using window = new DrivenWindow();
      let said: unknown;
      window.typed = (before, box) => {
        if (box.title !== title) return before || '7';
        box.enter(text);
        said = box.validationMessage;
        return undefined;
      };
      const typing = /^(Write|Enter) /;
      void window
        .next()
        .then((pick) => pick.accept(pick.items.find(({ label }) => typing.test(label)) ?? pick.items[0]));
      assert.deepEqual(await edits[field]!(stateOf({}), ports), {});
      assert.equal(said, refusal);
    });

  for (const [names, placeholder] of [
    [['one'], 'Select a model that is saved on the service'],
    [[], 'No models are saved on the service.'],
  ] as const)
    it(`say of models: ${placeholder}`, async () => {
      using window = new DrivenWindow();
      const client = { models: { modelNames: () => Promise.resolve(names) } };
      const service = { connect: () => Promise.resolve({ ...connection, client }) };
      const { pick, result: asking } = await window.shownBy(() =>
        requestFields.llm_model.edit(stateOf({}), { ...ports, service } as unknown as SheetPorts),
      );
      pick.escape();
      await asking;
      assert.equal(pick.placeholder, placeholder);
    });
});
