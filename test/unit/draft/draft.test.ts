import assert from 'node:assert/strict';
import {
  emptyDraft,
  fillerOf,
  isBlank,
  isSameMessage,
  withAttachment,
  withField,
  withMessage,
  withoutAttachment,
  withoutField,
  withoutMessage,
  type Attachment,
  type Draft,
} from '../../../src/draft/draft';
import { filledBy, hasTask, requestOf, noDefaults } from '../../../src/draft/request';
import { draftFieldsFrom, findInvalidField, type DraftFields } from '../../../src/draft/draftFields';
import type { ConversationStartRequest } from '../../../src/client/records';
import type { Target } from '../../../src/repository/target';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { draftsIn } from '../../support/draftsIn';
import { keptDocument } from '../../support/keptDrafts';
import { task } from '../../support/sampleTask';

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

describe('A diff of lines that end with a carriage return', () => {
  it('stays outside of the document, whose editor would remove it; a file of such lines does not', async () => {
    const changes = { kind: 'changes', text: '-a\r\n+b\r\n' } as const;
    const file = { kind: 'file', text: 'The\r\nfile' } as const;
    const fields = { initial_user_msg: 'Fix' };
    const drafts = draftsIn(new TemporaryFolder('line-ends').path);
    const { id } = await keptDocument(drafts, { fields, attachments: [changes, file] });
    const { body, attachments } = await (await drafts.open(id)).read();
    assert.deepEqual([body, attachments], ['Fix\n\nThe\r\nfile', [changes]]);
  });
});

describe('requestOf', () => {
  type Row = readonly [string, DraftFields, Target | undefined, string, ConversationStartRequest];
  // prettier-ignore
  const rows: readonly Row[] = [
    ['sends nothing when nothing is known', {}, undefined, '', {}],
    ['takes repository, provider and branch from the workspace', {}, target, '', place],
    ['omits null', { initial_user_msg: null, mcp_config: null }, undefined, '', {}],
    ['omits empty and blank strings', { initial_user_msg: ' \n', replay_json: '' }, undefined, '', {}],
    ['omits empty lists', { image_urls: [] }, undefined, '', {}],
    ['keeps an empty MCP configuration, which means "no servers"', { mcp_config: {} }, undefined, '', { mcp_config: {} }],
    ['keeps a message as typed', { initial_user_msg: ' x\n' }, undefined, '', { initial_user_msg: ' x\n' }],
    ['keeps a chosen provider', { git_provider: 'gitlab' }, target, '', { ...place, git_provider: 'gitlab' }],
    ['keeps a chosen branch', { selected_branch: 'main' }, target, '', { ...place, selected_branch: 'main' }],
    ['sends no provider if none was chosen', { git_provider: null }, target, '', { repository: 'octocat/app', selected_branch: 'topic' }],
    ['sends no branch if none was chosen', { selected_branch: null }, target, '', { repository: 'octocat/app', git_provider: 'github' }],
    ['says nothing about another repository', { repository: 'a/b' }, target, '', { repository: 'a/b' }],
    ['sends what was set for another repository', { repository: 'a/b', selected_branch: 'x' }, target, '', { repository: 'a/b', selected_branch: 'x' }],
    ['takes provider and branch for the same repository by name', { repository: 'octocat/app' }, target, '', place],
    ['sends no place if no repository was chosen', { repository: null }, target, '', {}],
    ["sends no branch for a repository that isn't hosted", {}, unhosted, '', {}],
    ['takes instructions from the settings', {}, undefined, 'Be brief.', { conversation_instructions: 'Be brief.' }],
    ['prefers instructions in the draft', { conversation_instructions: 'Go.' }, undefined, 'Be brief.', { conversation_instructions: 'Go.' }],
    ['sends no instructions if turned off', { conversation_instructions: null }, undefined, 'Be brief.', {}],
    ['omits blank instructions of the settings', {}, undefined, ' ', {}],
    ['passes on what the client has to reject', { tokens: 1 } as DraftFields, undefined, '', { tokens: 1 } as ConversationStartRequest],
  ];
  for (const [title, fields, place, instructions, expected] of rows)
    it(title, () => assert.deepEqual(requestOf({ fields }, { target: place, instructions }), expected));
});

describe('hasTask', () => {
  const rows: readonly (readonly [string, ConversationStartRequest, boolean])[] = [
    ['is false for a place', place, false],
    ['is false for instructions', { conversation_instructions: 'Be brief.' }, false],
    ['is false for an image alone', { image_urls: ['https://a.example/i.png'] }, false],
    ['is true for a message', { initial_user_msg: 'x' }, true],
    ['is true for a suggested task', { suggested_task: task }, true],
    ['is true for a micro-agent', { create_microagent: { repo: 'a/b' } }, true],
    ['is true for a replay', { replay_json: '[]' }, true],
  ];
  for (const [title, request, expected] of rows) it(title, () => assert.equal(hasTask(request), expected));
});

describe('draftFieldsFrom', () => {
  const rows: readonly (readonly [string, unknown, boolean])[] = [
    ['accepts one field of the request', { initial_user_msg: 'x' }, true],
    ['accepts a field among others', { conversation_id: 'x', other: 1 }, true],
    ['ignores what menus pass', { scheme: 'file', path: '/a' }, false],
    ['ignores inherited fields', Object.create({ initial_user_msg: 'x' }), false],
    ['ignores lists', ['initial_user_msg'], false],
    ['ignores null', null, false],
    ['ignores nothing', undefined, false],
  ];
  for (const [title, argument, taken] of rows)
    it(title, () => assert.equal(draftFieldsFrom(argument), taken ? argument : undefined));
});

describe('findInvalidField', () => {
  const task = { repo: 'a/b' };
  const rows: readonly (readonly [string, object, string | undefined])[] = [
    ['accepts a request without fields', {}, undefined],
    ['accepts strings', { initial_user_msg: 'x', repository: '', git_provider: 'no such', replay_json: '' }, undefined],
    ['accepts lists and objects', { image_urls: [], suggested_task: task, create_microagent: task }, undefined],
    ["accepts null, which isn't sent", { initial_user_msg: null, image_urls: null, mcp_config: null }, undefined],
    ['leaves the content of lists and objects to the client', { image_urls: [1], mcp_config: { x: 1 } }, undefined],
    ['rejects an unknown field', { tokens: 1 }, 'tokens: absent'],
    ['rejects an unknown field without a value, too', { initial_user_msg: 'x', tokens: null }, 'tokens: absent'],
    ['rejects the name of a method', { toString: 'x' }, 'toString: absent'],
    ['rejects a number for a string', { initial_user_msg: 1 }, 'initial_user_msg: string'],
    ['rejects a string for a list', { image_urls: 'https://a.example/i.png' }, 'image_urls: array'],
    ['rejects a string for an object', { mcp_config: '{}' }, 'mcp_config: object'],
    ['rejects a list for an object', { suggested_task: [] }, 'suggested_task: object'],
    ['names the first of several', { repository: 1, tokens: 1 }, 'repository: string'],
  ];
  for (const [title, fields, expected] of rows)
    it(title, () => {
      const misfit = findInvalidField(fields);
      assert.equal(misfit && `${misfit.field}: ${misfit.expected}`, expected);
    });
});

describe('attachments', () => {
  const diff: Attachment = { kind: 'changes', text: 'A diff.' };
  const newer: Attachment = { kind: 'changes', text: 'Another.' };
  const file: Attachment = { kind: 'file', text: 'A file.' };
  const attached = (...attachments: Attachment[]) => attachments.reduce(withAttachment, emptyDraft);

  const ofA: Attachment = { ...file, from: { root: '/a' } };
  const ofB: Attachment = { ...file, from: { root: '/b' } };

  // prettier-ignore
  const lists: readonly (readonly [string, Draft, readonly Attachment[]])[] = [
    ['are added in order', attached(diff, file), [diff, file]],
    ['replace one of the same kind among others', attached(diff, file, newer), [file, newer]],
    ['are removed by kind', withoutAttachment(attached(diff, file), { kind: 'changes' }), [file]],
    ['stay beside the same kind from another clone', attached(ofA, ofB), [ofA, ofB]],
    ['are removed alone among the same kind from other clones', withoutAttachment(attached(ofA, ofB, file), ofA), [ofB, file]],
    ['can be removed if there are none', withoutAttachment(emptyDraft, { kind: 'file' }), []],
    ['stay when a field changes', withoutField(withField(attached(diff), 'repository', 'a/b'), 'repository'), [diff]],
  ];
  for (const [title, { attachments }, expected] of lists) it(title, () => assert.deepEqual(attachments, expected));

  it('leave the draft that they are added to unchanged', () => {
    const draft = attached(diff);
    withAttachment(draft, newer);
    withoutAttachment(draft, { kind: 'changes' });
    assert.deepEqual([draft, emptyDraft], [{ fields: {}, attachments: [diff] }, { fields: {} }]);
  });

  type Row = readonly [string, DraftFields['initial_user_msg'], readonly Attachment[], string | undefined];
  const messages: readonly Row[] = [
    ['are separated by a blank line', 'Fix it', [diff, file], 'Fix it\n\nA diff.\n\nA file.'],
    ['are the message if none was typed', undefined, [diff], 'A diff.'],
    ['are the message if it is empty', '', [diff, file], 'A diff.\n\nA file.'],
    ["are sent even if the message isn't", null, [diff], 'A diff.'],
    ['leave no trace if they are empty', 'Fix it', [{ kind: 'file', text: '' }], 'Fix it'],
    ['are no message if there are none', '', [], undefined],
    ['leave the message as typed', ' Fix\n', [diff], ' Fix\n\n\nA diff.'],
  ];
  for (const [title, message, attachments, expected] of messages)
    it(title, () => {
      const request = requestOf({ fields: { initial_user_msg: message }, attachments }, noDefaults);
      assert.equal(request.initial_user_msg, expected);
      assert.deepEqual(Object.keys(request), expected === undefined ? [] : ['initial_user_msg']);
    });
});

describe('A message that was not typed', () => {
  for (const [message, expected] of [
    ['One line', { fields: { initial_user_msg: 'One line' } }],
    ['Two\nlines', { fields: {}, body: 'Two\nlines' }],
    ['Two\rlines', { fields: {}, body: 'Two\rlines' }],
  ] as const)
    it(`is put where it fits: ${JSON.stringify(message)}`, () =>
      assert.deepEqual(withMessage(emptyDraft, message), expected));

  it('is the same if its text and its images are, whatever else differs', () => {
    const images = (name: string) => [{ name, url: 'data:' }];
    const draft: Draft = { fields: { initial_user_msg: 'x' }, images: images('a.png') };
    assert.ok(isSameMessage(draft, { ...withField(draft, 'repository', 'a/b'), images: images('a.png') }));
    assert.ok(!isSameMessage(draft, { ...draft, images: images('b.png') }));
    assert.ok(!isSameMessage(draft, withField(draft, 'initial_user_msg', 'y')));
  });
});

describe('A draft without its message', () => {
  const attachments = [{ kind: 'changes', text: 'd' }] as const;
  const draft: Draft = { fields: { initial_user_msg: 'and this', repository: 'a/b' }, body: 'mine', attachments };

  it('has its other fields', () =>
    assert.deepEqual(withoutMessage(draft, draft), { fields: { repository: 'a/b' }, body: '', attachments: [] }));

  it('has the text of the editor that the user wrote after being asked', () =>
    assert.equal(withoutMessage({ ...draft, body: 'mine, and more' }, draft).body, 'mine, and more'));
});

describe('A draft that was filled in from elsewhere', () => {
  const fields = { initial_user_msg: 'Drop the tables', repository: 'a/b', selected_branch: null } as const;
  const filled = filledBy('link', { fields });

  it('is marked, also if it is an image alone', () =>
    assert.equal(filledBy('chat', { fields: {}, images: [{ name: 'a.png', url: 'data:' }] }).filledBy, 'chat'));

  for (const draft of [emptyDraft, withMessage(emptyDraft, ' '), { fields: { repository: null, image_urls: [] } }])
    it(`isn't marked if there is nothing in it: ${JSON.stringify(draft)}`, () =>
      assert.equal(filledBy('link', draft), draft));

  it('stays marked whatever is done to it', () => {
    const emptied = withMessage(withoutMessage(filled, filled), '');
    const replaced = withField(filled, 'repository', 'mine/mine');
    for (const draft of [emptied, withMessage(emptied, 'My own'), withMessage(emptied, 'My\nown'), replaced])
      assert.equal(draft.filledBy, 'link');
    assert.equal(withoutField(filled, 'repository').filledBy, 'link');
  });

  for (const name of ['link', 'chat', 'tool', 'command'])
    it(`is recognized by its stored name: ${name}`, () => assert.equal(fillerOf(name), name));
});

describe('isBlank', () => {
  const unset: DraftFields = { initial_user_msg: null, image_urls: null };
  const image = { name: 'a.png', url: 'data:image/png;base64,AA==' };
  const rows: readonly (readonly [string, Draft, boolean])[] = [
    ['is true of an empty message', { fields: { initial_user_msg: '' } }, true],
    ['is true if a command passes neither a message nor images', { fields: unset }, true],
    ['is false if there are images all the same', { fields: unset, images: [image] }, false],
    ['is false if the agent is to have no MCP servers', { fields: { mcp_config: null } }, false],
    ['is false if it was decided to have no repository', { fields: { repository: null } }, false],
  ];
  for (const [title, draft, expected] of rows) it(title, () => assert.equal(isBlank(draft), expected));
});
