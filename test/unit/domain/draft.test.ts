import assert from 'node:assert/strict';
import {
  draftFieldsFrom,
  emptyDraft,
  hasTask,
  requestOf,
  withField,
  withoutField,
  type DraftFields,
} from '../../../src/domain/draft';
import type { ConversationStartRequest } from '../../../src/domain/records';
import type { Target } from '../../../src/domain/target';

const target: Target = {
  root: '/w/app',
  remote: 'origin',
  host: 'github.com',
  repository: 'octocat/app',
  gitProvider: 'github',
  branch: 'topic',
  notes: [],
};
const place = { repository: 'octocat/app', git_provider: 'github', selected_branch: 'topic' } as const;
const unhosted: Target = { root: '/w/app', branch: 'topic', notes: [] };

describe('requestOf', () => {
  type Row = readonly [string, DraftFields, Target | undefined, string, ConversationStartRequest];
  const rows: readonly Row[] = [
    ['sends nothing when nothing is known', {}, undefined, '', {}],
    ['takes repository, provider and branch of the workspace', {}, target, '', place],
    ['leaves no key behind for what is not set', { initial_user_msg: undefined }, undefined, '', {}],
    ['leaves out nulls', { initial_user_msg: null, mcp_config: null }, undefined, '', {}],
    ['leaves out empty and blank texts', { initial_user_msg: ' \n', replay_json: '' }, undefined, '', {}],
    ['leaves out empty lists', { image_urls: [] }, undefined, '', {}],
    [
      'keeps an empty MCP configuration, which means "no servers"',
      { mcp_config: {} },
      undefined,
      '',
      { mcp_config: {} },
    ],
    ['keeps a message as it was typed', { initial_user_msg: ' x\n' }, undefined, '', { initial_user_msg: ' x\n' }],
    ['keeps a provider that was chosen', { git_provider: 'gitlab' }, target, '', { ...place, git_provider: 'gitlab' }],
    ['keeps a branch that was chosen', { selected_branch: 'main' }, target, '', { ...place, selected_branch: 'main' }],
    [
      'sends no provider when none was chosen',
      { git_provider: null },
      target,
      '',
      { repository: 'octocat/app', selected_branch: 'topic' },
    ],
    [
      'sends no branch when none was chosen',
      { selected_branch: null },
      target,
      '',
      { repository: 'octocat/app', git_provider: 'github' },
    ],
    ['says nothing of another repository', { repository: 'a/b' }, target, '', { repository: 'a/b' }],
    [
      'sends what was said of another repository',
      { repository: 'a/b', selected_branch: 'x' },
      target,
      '',
      { repository: 'a/b', selected_branch: 'x' },
    ],
    ['takes provider and branch for the own repository by name', { repository: 'octocat/app' }, target, '', place],
    ['sends no place when no repository was chosen', { repository: null }, target, '', {}],
    ['sends no branch of a repository that is not on a host', {}, unhosted, '', {}],
    ['takes a typed repository where there is no target', { repository: 'a/b' }, undefined, '', { repository: 'a/b' }],
    ['takes instructions from the settings', {}, undefined, 'Be brief.', { conversation_instructions: 'Be brief.' }],
    [
      'prefers instructions of the draft',
      { conversation_instructions: 'Go.' },
      undefined,
      'Be brief.',
      { conversation_instructions: 'Go.' },
    ],
    ['sends no instructions when told so', { conversation_instructions: null }, undefined, 'Be brief.', {}],
    ['leaves out blank instructions of the settings', {}, undefined, ' ', {}],
    [
      'passes on what the client has to refuse',
      { tokens: 1 } as DraftFields,
      undefined,
      '',
      { tokens: 1 } as ConversationStartRequest,
    ],
  ];
  for (const [title, fields, place, instructions, expected] of rows) {
    it(title, () => assert.deepEqual(requestOf({ fields }, { target: place, instructions }), expected));
  }
});

describe('hasTask', () => {
  const task = {
    git_provider: 'github',
    task_type: 'MERGE_CONFLICTS',
    repo: 'a/b',
    issue_number: 7,
    title: 't',
  } as const;
  const rows: readonly (readonly [string, ConversationStartRequest, boolean])[] = [
    ['nothing is no task', {}, false],
    ['a place is no task', place, false],
    ['instructions are no task', { conversation_instructions: 'Be brief.' }, false],
    ['an image alone is no task', { image_urls: ['https://a.example/i.png'] }, false],
    ['a message is one', { initial_user_msg: 'x' }, true],
    ['a suggested task is one', { suggested_task: task }, true],
    ['a micro-agent is one', { create_microagent: { repo: 'a/b' } }, true],
    ['a replay is one', { replay_json: '[]' }, true],
  ];
  for (const [title, request, expected] of rows) it(title, () => assert.equal(hasTask(request), expected));
});

describe('draftFieldsFrom', () => {
  const rows: readonly (readonly [string, unknown, boolean])[] = [
    ['takes one field of the request', { initial_user_msg: 'x' }, true],
    ['takes a field that is null', { mcp_config: null }, true],
    ['takes a field among others', { conversation_id: 'x', other: 1 }, true],
    ['ignores an object without any', { other: 1 }, false],
    ['ignores an empty object', {}, false],
    ['ignores what menus send', { scheme: 'file', path: '/a' }, false],
    ['ignores fields that are inherited', Object.create({ initial_user_msg: 'x' }), false],
    ['ignores lists', ['initial_user_msg'], false],
    ['ignores text', 'initial_user_msg', false],
    ['ignores null', null, false],
    ['ignores nothing', undefined, false],
  ];
  for (const [title, argument, taken] of rows) {
    it(title, () => assert.equal(draftFieldsFrom(argument), taken ? argument : undefined));
  }
});

describe('a draft', () => {
  it('gets a field and loses it again without changing', () => {
    const draft = withField(emptyDraft, 'repository', 'a/b');
    assert.deepEqual(draft.fields, { repository: 'a/b' });
    assert.deepEqual(withoutField(draft, 'repository'), emptyDraft);
    assert.deepEqual(draft.fields, { repository: 'a/b' });
    assert.deepEqual(emptyDraft.fields, {});
  });
});
