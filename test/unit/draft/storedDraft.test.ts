import assert from 'node:assert/strict';
import type { Draft } from '../../../src/draft/common/draft';
import { areEqual, draftFrom, storable } from '../../../src/draft/node/storedDraft';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

describe('a stored draft', () => {
  const cases: readonly (readonly [string, unknown, Draft | undefined])[] = [
    ['is no object', 'text', undefined],
    ['has no fields', { attachments: [] }, undefined],
    ['has fields of no kind', { fields: [] }, undefined],
    ['has a field of another type', { fields: { initial_user_msg: 'x', image_urls: 'y' } }, saying('x')],
    ['has a field that no request has', { fields: { initial_user_msg: 'x', colour: 'red' } }, saying('x')],
    ['says that a field shall not be sent', { fields: { repository: null } }, { fields: { repository: null } }],
    [
      'has attachments of another kind',
      {
        fields: {},
        attachments: [{ kind: 'changes', text: 'd' }, { kind: 'changes' }, { kind: 'song', text: 'la' }, 1],
      },
      { fields: {}, attachments: [{ kind: 'changes', text: 'd' }] },
    ],
    [
      'has attachments of clones',
      {
        fields: {},
        attachments: [
          { kind: 'file', text: 'a', from: { root: '/a', repository: 'o/a' } },
          { kind: 'file', text: 'b', from: { root: '/b' } },
          { kind: 'file', text: 'c', from: { repository: 'o/c' } },
          { kind: 'file', text: 'd', from: { root: '/d', repository: 1 } },
          { kind: 'file', text: 'e', from: '/e' },
        ],
      },
      {
        fields: {},
        attachments: [
          { kind: 'file', text: 'a', from: { root: '/a', repository: 'o/a' } },
          { kind: 'file', text: 'b', from: { root: '/b' } },
        ],
      },
    ],
    ['has attachments that are no list', { fields: {}, attachments: 'x' }, { fields: {} }],
    ['has a choice without a root', { fields: {}, chosen: { remote: 'r' } }, { fields: {} }],
    ['has a choice of another type', { fields: {}, chosen: { root: '/r', remote: 1 } }, { fields: {} }],
    ['has a choice without a remote', { fields: {}, chosen: { root: '/r' } }, { fields: {}, chosen: { root: '/r' } }],
  ];
  const more: typeof cases = [
    ['has a body', { fields: {}, body: 'Fix it' }, { fields: {}, body: 'Fix it' }],
    ['was sent', { fields: {}, sentAs: 'start-1' }, { fields: {}, sentAs: 'start-1' }],
    ['was sent as what cannot be', { fields: {}, sentAs: 1 }, { fields: {} }],
    ['has a body of another type', { fields: {}, body: ['x'] }, { fields: {} }],
    ['has images, which are not in the file', { fields: {}, images: [{ name: 'a.png' }] }, { fields: {} }],
    [
      'lacks what was not kept',
      { fields: {}, notKept: ['replay_json', 'x'] },
      { fields: {}, notKept: ['replay_json'] },
    ],
  ];
  const filling = { by: 'link', texts: { initial_user_msg: 'x', image_urls: '' } } as const;
  const filled: typeof cases = [
    ['was filled in', { fields: {}, body: 'x', filling }, { fields: {}, body: 'x', filling }],
    [
      'was filled in by somebody that this version does not know',
      { fields: {}, filling: { ...filling, by: 'telepathy' } },
      { fields: {}, filling: { ...filling, by: 'command' } },
    ],
    ['has a mark of another type', { fields: {}, filling: 'link' }, { fields: {} }],
    ['has a mark without texts', { fields: {}, filling: { by: 'link' } }, { fields: {} }],
    ['has marks of other types', { fields: {}, filling: { by: 'link', texts: { repository: 1 } } }, { fields: {} }],
  ];
  for (const [title, value, draft] of [...cases, ...more, ...filled]) {
    it(title, () => assert.deepEqual(draftFrom(value), draft));
  }
});

describe('what of a draft is stored', () => {
  const image = { name: 'a.png', url: 'data:image/png;base64,AA==' };

  it('are no secrets of MCP servers', () => {
    const { fields } = storable({ fields: { initial_user_msg: 'x', mcp_config: { stdio_servers: [] } } });
    assert.deepEqual(fields, { initial_user_msg: 'x' });
  });
  it('is that no MCP server shall be sent', () => {
    const left: Draft = { fields: { mcp_config: null } };
    assert.deepEqual(draftFrom(JSON.parse(JSON.stringify(storable(left)))), left);
  });
  it('is a replay as it is, not copied at every key', () => {
    const fields = { replay_json: '[]' };
    assert.deepEqual(storable({ fields }), { fields });
  });
  it('is no list of images when there are none', () =>
    assert.deepEqual(storable({ ...saying('x'), images: [] }), saying('x')));
  it('are images as they are, not copied at every key', () => {
    const images = [image];
    assert.equal(storable({ ...saying('x'), images }).images, images);
  });

  const pairs: readonly (readonly [string, Draft, Draft, boolean])[] = [
    ['an absent field', { fields: { repository: undefined } }, { fields: {} }, true],
    ['another body', { ...saying('x'), body: 'a' }, { ...saying('x'), body: 'b' }, false],
    ['the same images', { fields: {}, images: [{ ...image }] }, { fields: {}, images: [{ ...image }] }, true],
    ['another image', { fields: {}, images: [image] }, { fields: {}, images: [{ ...image, name: 'b.png' }] }, false],
    ['no image', { fields: {}, images: [image] }, { fields: {} }, false],
  ];
  for (const [title, a, b, equal] of pairs) {
    it(`is ${equal ? 'the same' : 'another'} with ${title}`, () => assert.equal(areEqual(a, b), equal));
  }
});
