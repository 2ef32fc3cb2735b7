import assert from 'node:assert/strict';
import type { Draft } from '../../../src/draft/draft';
import { draftFrom, storable } from '../../../src/draft/draftFormat';

const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });

describe('a stored draft', () => {
  // prettier-ignore
  const cases: readonly (readonly [string, unknown, Draft | undefined])[] = [
    ["isn't an object", 'text', undefined],
    ['has no fields', { attachments: [] }, undefined],
    ['has fields of an invalid type', { fields: [] }, undefined],
    ['has a field of another type', { fields: { initial_user_msg: 'x', image_urls: 'y' } }, saying('x')],
    ['has a field that no request has', { fields: { initial_user_msg: 'x', colour: 'red' } }, saying('x')],
    ["says that a field isn't sent", { fields: { repository: null } }, { fields: { repository: null } }],
    ['was sent', { fields: {}, starts: [{ id: 's' }] }, { fields: {}, starts: [{ id: 's' }] }],
    ['was sent by what has no id', { fields: {}, starts: [{}] }, undefined],
    ['has a document in another folder', { fields: {}, document: '../a.md' }, undefined],
    [
      'has images, whose bytes are elsewhere',
      { fields: {}, images: [{ name: 'a.png', inText: true }, { name: '../b.png' }, { name: 'c.exe' }, 1] },
      { fields: {}, images: [{ name: 'a.png', url: '', inText: true }] },
    ],
    ['was prefilled', { fields: {}, body: 'x', filledBy: 'link' }, { fields: {}, body: 'x', filledBy: 'link' }],
    ["was prefilled from a source that this version doesn't know", { fields: {}, filledBy: 'telepathy' }, { fields: {}, filledBy: 'command' }],
    ['has a member of another type', { fields: {}, body: 1 }, undefined],
    ['has pieces that are no list', { fields: {}, attachments: { length: 1 } }, undefined],
    ['has a piece of an unknown kind', { fields: {}, attachments: [{ kind: 'dream', text: 'x' }] }, undefined],
    ['has a piece without text', { fields: {}, attachments: [{ kind: 'file' }] }, undefined],
    ['has a repository without a place', { fields: {}, chosen: {} }, undefined],
    ['was cloned from nowhere', { fields: {}, cloned: { repository: 'a/b' } }, undefined],
    ['has a result branch without a name', { fields: {}, resultBranch: {} }, undefined],
    ['lacks a field that no draft lacks', { fields: {}, notKept: ['mcp_config', 'colour'] }, undefined],
    ['has a mark of another type', { fields: {}, filledBy: { by: 1 } }, { fields: {}, filledBy: 'command' }],
    ['has the mark of a prototype', { fields: {}, filledBy: 'toString' }, { fields: {}, filledBy: 'command' }],
  ];
  for (const [title, value, draft] of cases) it(title, () => assert.deepEqual(draftFrom(value), draft));
});

describe('the stored parts of a draft', () => {
  it('include no MCP servers, which have secrets, but that there were some', () => {
    const draft: Draft = { fields: { initial_user_msg: 'x', mcp_config: { stdio_servers: [] } } };
    const stored = { fields: { initial_user_msg: 'x', mcp_config: null }, notKept: ['mcp_config'] };
    assert.deepEqual(storable(draft), stored);
    assert.deepEqual(storable({ ...draft, notKept: ['image_urls', 'mcp_config'] }).notKept, [
      'image_urls',
      'mcp_config',
    ]);
  });
  it('include that no MCP server is to be sent', () => {
    const left: Draft = { fields: { mcp_config: null } };
    assert.deepEqual(draftFrom(JSON.parse(JSON.stringify(storable(left)))), left);
  });
});
