import assert from 'node:assert/strict';
import {
  addedSince,
  emptyDraft,
  hasTask,
  requestOf,
  withAttachment,
  withField,
  withoutAttachment,
  withoutField,
  type Attachment,
  type Draft,
} from '../../../src/draft/common/draft';
import { draftFieldsFrom, findInvalidField, type DraftFields } from '../../../src/draft/common/draftFields';
import type { ConversationStartRequest } from '../../../src/client/common/records';
import type { Target } from '../../../src/repository/common/target';

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
const noDefaults = { target: undefined, instructions: '' };
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

describe('findInvalidField', () => {
  const task = { repo: 'a/b' };
  const rows: readonly (readonly [string, object, string | undefined])[] = [
    ['takes a request without fields', {}, undefined],
    ['takes texts', { initial_user_msg: 'x', repository: '', git_provider: 'no such', replay_json: '' }, undefined],
    ['takes lists and objects', { image_urls: [], suggested_task: task, create_microagent: task }, undefined],
    ['takes null, which is not sent', { initial_user_msg: null, image_urls: null, mcp_config: null }, undefined],
    ['takes what is not set', { initial_user_msg: undefined, image_urls: undefined }, undefined],
    ['leaves what is in lists and objects to the client', { image_urls: [1], mcp_config: { x: 1 } }, undefined],
    ['refuses a field that nobody knows', { tokens: 1 }, 'tokens: absent'],
    ['refuses it without a value, too', { initial_user_msg: 'x', tokens: null }, 'tokens: absent'],
    ['refuses the name of a method', { toString: 'x' }, 'toString: absent'],
    ['refuses a number for a text', { initial_user_msg: 1 }, 'initial_user_msg: string'],
    ['refuses a list for a text', { conversation_id: ['x'] }, 'conversation_id: string'],
    ['refuses an object for a text', { replay_json: {} }, 'replay_json: string'],
    ['refuses false for a text', { selected_branch: false }, 'selected_branch: string'],
    ['refuses a text for a list', { image_urls: 'https://a.example/i.png' }, 'image_urls: array'],
    ['refuses an object for a list', { image_urls: {} }, 'image_urls: array'],
    ['refuses a text for an object', { mcp_config: '{}' }, 'mcp_config: object'],
    ['refuses a list for an object', { suggested_task: [] }, 'suggested_task: object'],
    ['refuses true for an object', { create_microagent: true }, 'create_microagent: object'],
    ['names the first of several', { repository: 1, tokens: 1 }, 'repository: string'],
  ];
  for (const [title, fields, expected] of rows) {
    it(title, () => {
      const misfit = findInvalidField(fields);
      assert.equal(misfit && `${misfit.field}: ${misfit.expected}`, expected);
    });
  }
});

describe('attachments', () => {
  const diff: Attachment = { kind: 'changes', text: 'A diff.' };
  const newer: Attachment = { kind: 'changes', text: 'Another.' };
  const file: Attachment = { kind: 'file', text: 'A file.' };
  const attached = (...attachments: Attachment[]) => attachments.reduce(withAttachment, emptyDraft);

  const ofA: Attachment = { ...file, from: { root: '/a' } };
  const ofB: Attachment = { ...file, from: { root: '/b' } };

  const lists: readonly (readonly [string, Draft, readonly Attachment[]])[] = [
    ['are added in order', attached(diff, file), [diff, file]],
    ['replace one of their kind', attached(diff, newer), [newer]],
    ['replace it among others', attached(diff, file, newer), [file, newer]],
    ['are taken off by their kind', withoutAttachment(attached(diff, file), { kind: 'changes' }), [file]],
    ['stay beside the same of another clone', attached(ofA, ofB), [ofA, ofB]],
    [
      'are taken off alone among the same of other clones',
      withoutAttachment(attached(ofA, ofB, file), ofA),
      [ofB, file],
    ],
    ['stay when another kind is taken off', withoutAttachment(attached(diff), { kind: 'file' }), [diff]],
    ['can be taken off where there are none', withoutAttachment(emptyDraft, { kind: 'file' }), []],
    ['stay when a field changes', withoutField(withField(attached(diff), 'repository', 'a/b'), 'repository'), [diff]],
  ];
  for (const [title, { attachments }, expected] of lists) it(title, () => assert.deepEqual(attachments, expected));

  it('leave the draft that they are added to as it was', () => {
    const draft = attached(diff);
    withAttachment(draft, newer);
    withoutAttachment(draft, { kind: 'changes' });
    assert.deepEqual([draft, emptyDraft], [{ fields: {}, attachments: [diff] }, { fields: {} }]);
  });

  it('leave fields and the chosen repository alone', () => {
    const draft: Draft = { fields: { repository: 'a/b' }, chosen: { root: '/w', remote: 'fork' } };
    assert.deepEqual(withAttachment(draft, diff), { ...draft, attachments: [diff] });
  });

  type Row = readonly [string, DraftFields['initial_user_msg'], readonly Attachment[], string | undefined];
  const messages: readonly Row[] = [
    ['come after the message and a blank line', 'Fix it', [diff], 'Fix it\n\nA diff.'],
    ['are parted from each other by a blank line', 'Fix it', [diff, file], 'Fix it\n\nA diff.\n\nA file.'],
    ['are the message where none was typed', undefined, [diff], 'A diff.'],
    ['are the message in place of an empty one', '', [diff, file], 'A diff.\n\nA file.'],
    ['are the message in place of a blank one', ' \n', [diff], 'A diff.'],
    ['go along when the message itself shall not', null, [diff], 'A diff.'],
    ['leave no trace when they are empty', 'Fix it', [{ kind: 'file', text: '' }], 'Fix it'],
    ['are no message when there are none', '', [], undefined],
    ['leave the message as it was typed', ' Fix\n', [diff], ' Fix\n\n\nA diff.'],
  ];
  for (const [title, message, attachments, expected] of messages) {
    it(title, () => {
      const request = requestOf({ fields: { initial_user_msg: message }, attachments }, noDefaults);
      assert.equal(request.initial_user_msg, expected);
      assert.deepEqual(Object.keys(request), expected === undefined ? [] : ['initial_user_msg']);
    });
  }

  it('are something to do', () => assert.ok(hasTask(requestOf(attached(diff), noDefaults))));
});

describe('a draft', () => {
  it('sends nothing of the repository that was chosen but its target', () => {
    assert.deepEqual(requestOf({ fields: {}, chosen: { root: '/w/app' } }, noDefaults), {});
  });

  it('gets a field and loses it again without changing', () => {
    const draft = withField(emptyDraft, 'repository', 'a/b');
    assert.deepEqual(draft.fields, { repository: 'a/b' });
    assert.deepEqual(withoutField(draft, 'repository'), emptyDraft);
    assert.deepEqual(draft.fields, { repository: 'a/b' });
    assert.deepEqual(emptyDraft.fields, {});
  });
});

describe('What was added to a saved draft', () => {
  const piece = (about: string): Attachment => ({ kind: 'selection', about, text: about });
  const saved: Draft = {
    fields: { initial_user_msg: 'Old', conversation_instructions: 'Be brief.' },
    body: 'Older',
    attachments: [piece('old.ts')],
    filling: { by: 'link', texts: { initial_user_msg: 'Old' } },
  };

  it('is a new attachment and its repository, without anything from before', () =>
    assert.deepEqual(addedSince(saved, { ...withAttachment(saved, piece('new.ts')), chosen: { root: '/w/app' } }), {
      fields: {},
      attachments: [piece('new.ts')],
      chosen: { root: '/w/app' },
    }));

  it('is a new value of a field', () =>
    assert.deepEqual(addedSince(saved, withField(saved, 'conversation_instructions', 'Be long.')), {
      fields: { conversation_instructions: 'Be long.' },
      attachments: [],
    }));
});
