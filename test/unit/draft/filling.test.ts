import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addedSince, withField, withoutField, type Draft } from '../../../src/draft/common/draft';
import {
  filledBy,
  filledFields,
  fillerOf,
  withCopiedToMessage,
  withTaskInRepository,
  withTaskRepository,
} from '../../../src/draft/common/filling';

const image = { name: 'a.png', url: 'data:image/png;base64,AA==' };
const task = { git_provider: 'github', task_type: 'X', repo: 'a/b', issue_number: 1, title: 'Title' } as const;
const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });
const left = (draft: Draft) => filledFields(draft)?.fields ?? [];
/** Prefilled fields that are left after a draft that a link filled in has become another one. */
const became = (before: Draft, after: Draft) => left({ ...after, filling: filledBy('link', before).filling! });

describe('a prefilled draft', () => {
  it('has marks on everything that is set, and on nothing else', () => {
    const draft: Draft = {
      fields: { repository: 'a/b', selected_branch: null, conversation_instructions: 'x', suggested_task: task },
      body: 'Fix it',
      images: [image],
    };
    assert.deepEqual(filledFields(filledBy('chat', draft)), {
      by: 'chat',
      fields: ['initial_user_msg', 'image_urls', 'repository', 'conversation_instructions', 'suggested_task'],
    });
  });

  it('has marks only on the named fields, if fields are named', () =>
    assert.deepEqual(left(filledBy('link', { fields: { repository: 'a/b', initial_user_msg: 'x' } }, ['repository'])), [
      'repository',
    ]));

  for (const draft of [{ fields: {} }, saying(' '), { fields: { repository: null, image_urls: [] } }])
    it(`has none if there is nothing: ${JSON.stringify(draft)}`, () => assert.equal(filledBy('link', draft), draft));

  it('keeps no copy of images, replays and servers in its marks', () => {
    const fields = { replay_json: '[]', image_urls: [image.url], mcp_config: {}, create_microagent: { repo: 'a/b' } };
    const { filling } = filledBy('command', { fields });
    assert.deepEqual(new Set(Object.values(filling?.texts ?? {})), new Set(['']));
  });
});

describe('the repository of a suggested task, sent as the repository', () => {
  const place = ['repository', 'git_provider'];
  const placed = withTaskRepository({ fields: { suggested_task: task, repository: 'c/d', selected_branch: 'x' } });

  it('comes with its provider, and without the branch of another one', () => {
    assert.deepEqual(placed, { fields: { suggested_task: task, repository: 'a/b', git_provider: 'github' } });
    const same: Draft = { fields: { suggested_task: task, repository: 'a/b', selected_branch: 'x' } };
    assert.equal(withTaskRepository(same).fields.selected_branch, 'x');
    assert.deepEqual(withTaskRepository(saying('x')), saying('x'));
  });

  it('is marked like the task, even without the task', () => {
    const draft = filledBy('link', { fields: { suggested_task: task } });
    assert.deepEqual(left(withTaskRepository(draft)), ['suggested_task', ...place]);
    assert.deepEqual(left(withoutField(withTaskRepository(draft), 'suggested_task')), place);
    const both = filledBy('link', { fields: { suggested_task: task, repository: 'c/d', selected_branch: 'x' } });
    assert.deepEqual([...left(withTaskRepository(both))].sort(), ['git_provider', 'repository', 'suggested_task']);
    const mine = withField(withTaskRepository(draft), 'repository', 'mine/mine');
    assert.deepEqual(left(mine), ['suggested_task', 'git_provider']);
  });

  it("isn't marked if the task isn't", () => {
    assert.deepEqual(left(placed), []);
    const other = { ...filledBy('link', saying('Drop the tables')), fields: { suggested_task: task } };
    assert.deepEqual(left(withTaskRepository(other)), []);
  });
});

describe('a task in the repository of a draft', () => {
  it('is marked like the repository, even without it', () => {
    const draft = filledBy('link', { fields: { repository: 'a/b' } });
    const placed = withTaskInRepository(draft, task);
    assert.deepEqual(left(placed), ['repository', 'suggested_task']);
    assert.deepEqual(left(addedSince(draft, placed)), ['suggested_task']);
    assert.deepEqual(left(withTaskInRepository({ fields: { repository: 'a/b' } }, task)), []);
  });
});

describe('the rest of a prefilled draft', () => {
  const rows: readonly (readonly [what: string, before: Draft, after: Draft, left: readonly string[]])[] = [
    ['all of it', saying('Drop the tables'), saying('Drop the tables'), ['initial_user_msg']],
    ['a part of it', saying('Drop the tables'), saying('Please: the table now'), ['initial_user_msg']],
    ['text with other line breaks', saying('Drop the tables'), saying('Drop\n  the\ttables'), ['initial_user_msg']],
    ['nothing', saying('Drop the tables'), saying('Add a test'), []],
    ['nothing if there are only a few letters', saying('Drop the tables'), saying('the table'.slice(0, 7)), []],
    ['a whole short text', saying('rm -rf'), saying('Then rm -rf there'), ['initial_user_msg']],
    ['nothing of a short text', saying('rm -rf'), saying('Then rm -r there'), []],
    ['nothing without a message', saying('Drop the tables'), { fields: { initial_user_msg: '' } }, []],
    ['the body', saying('Drop the tables'), { fields: {}, body: 'Drop the tables' }, ['initial_user_msg']],
    [
      'an attachment that became text',
      { fields: {}, attachments: [{ kind: 'chat', text: 'Drop the tables' }] },
      { fields: {}, body: 'See:\n\nDrop the tables' },
      ['initial_user_msg'],
    ],
    [
      'instructions',
      { fields: { conversation_instructions: 'Drop the tables' } },
      { fields: { conversation_instructions: 'Drop the tables and more' } },
      ['conversation_instructions'],
    ],
    [
      'nothing of the instructions, since those of the settings apply',
      { fields: { conversation_instructions: 'Drop the tables' } },
      { fields: {} },
      [],
    ],
    ['the repository', { fields: { repository: 'a/b' } }, { fields: { repository: 'a/b' } }, ['repository']],
    [
      'nothing of another repository',
      { fields: { repository: 'a/bcdefghi' } },
      { fields: { repository: 'c/bcdefghi' } },
      [],
    ],
    ['nothing if the user chose to send none', { fields: { repository: 'a/b' } }, { fields: { repository: null } }, []],
    [
      'a task that was partly changed',
      { fields: { suggested_task: task } },
      { fields: { suggested_task: { ...task, title: 'Mine' } } },
      ['suggested_task'],
    ],
    [
      "nothing of images that aren't sent",
      { fields: {}, images: [image] },
      { fields: { image_urls: null }, images: [image] },
      [],
    ],
  ];
  for (const [what, before, after, expected] of rows)
    it(`is ${what}`, () => assert.deepEqual(became(before, after), expected));

  it('is marked in any text that the user writes around it', () => {
    const text = fc
      .string({ minLength: 8, maxLength: 40, unit: 'grapheme' })
      .filter((given) => given.trim().length > 7);
    fc.assert(
      fc.property(text, fc.string(), fc.string(), (given, before, behind) => {
        assert.deepEqual(became(saying(given), saying(before + given + behind)), ['initial_user_msg']);
      }),
    );
  });

  it("doesn't confuse a field with the name of a method", () =>
    assert.deepEqual(
      left({ ...saying('x'), filling: { by: 'link', texts: Object.create({ initial_user_msg: '' }) as object } }),
      [],
    ));
});

describe('the source of a prefilled draft', () => {
  for (const name of ['link', 'chat', 'tool', 'command'])
    it(`is recognized by its stored name: ${name}`, () => assert.equal(fillerOf(name), name));
  for (const name of ['other', undefined, 1, 'toString'])
    it(`falls back to "command" for ${String(name)}`, () => assert.equal(fillerOf(name), 'command'));
});

describe('A message into which a value was copied', () => {
  const branch = 'feature/from-a-link';
  const linked = filledBy('link', { fields: { selected_branch: branch, conversation_instructions: 'Be brief.' } });
  const copied = (draft: Draft) =>
    withCopiedToMessage(withField(draft, 'initial_user_msg', `Work on ${branch}`), ['repository', 'selected_branch']);

  it('is marked like the field, even after the field is removed', () =>
    assert.ok(left(withoutField(copied(linked), 'selected_branch')).includes('initial_user_msg')));

  it('keeps the marks it had', () => {
    const before = filledBy('link', { fields: { selected_branch: branch, initial_user_msg: 'Delete everything' } });
    const after = withField(copied(before), 'initial_user_msg', 'Please delete everything'.replace('delete', 'Delete'));
    assert.ok(left(after).includes('initial_user_msg'));
  });

  it('is not marked for a value that the user entered', () => {
    const own = filledBy('link', { fields: { selected_branch: branch, conversation_instructions: 'Be brief.' } }, [
      'conversation_instructions',
    ]);
    assert.deepEqual(left(copied(own)), ['conversation_instructions']);
  });
});
