import assert from 'node:assert/strict';
import {
  emptyDraft,
  withAttachment,
  withField,
  withoutAttachment,
  withoutField,
  withoutPlace,
  type Attachment,
  type Draft,
} from '../../../src/draft/common/draft';
import type { Filler } from '../../../src/draft/common/filling';
import { mergedDraft } from '../../../src/draft/node/mergedDraft';

const piece = (about: string, text = about): Attachment => ({ kind: 'file', about, text });
const image = (name: string, content = '') => ({ name, url: `data:image/png;base64,${content}` });
const typed = (draft: Draft, text: string) => withField(draft, 'initial_user_msg', text);
const marked = (by: Filler): Draft => ({ fields: { replay_json: '[]' }, filling: { by, texts: { replay_json: '' } } });
/** As loaded from its file again: equal, but not the same objects. */
const loaded = (draft: Draft) => structuredClone(draft);

const from: Draft = { ...withAttachment({ fields: { initial_user_msg: 'Old' } }, piece('old.ts')), sentAs: 'start-1' };

describe('A draft that changed while something was added to it', () => {
  type Row = readonly [string, Draft, Draft, Draft, Draft | undefined];
  const old = image('old.png');
  const withNew = withAttachment(from, piece('new.ts'));
  const place = { root: '/w/app' };
  const chosen = { ...from, chosen: place };
  const elsewhere = withField(from, 'repository', 'a/b');
  const merging: readonly Row[] = [
    ['is what it was made to if nothing else happened', from, withNew, from, withNew],
    [
      'has the text typed meanwhile',
      emptyDraft,
      withAttachment(emptyDraft, piece('a')),
      typed(emptyDraft, 'Mine'),
      withAttachment(typed(emptyDraft, 'Mine'), piece('a')),
    ],
    [
      'has what was added meanwhile, too',
      from,
      withNew,
      withAttachment(from, piece('b')),
      withAttachment(withAttachment(from, piece('b')), piece('new.ts')),
    ],
    [
      'has the images of both',
      { ...from, images: [old] },
      { ...from, images: [old, image('a.png')] },
      { ...from, images: [old, image('b.png')] },
      { ...from, images: [old, image('b.png'), image('a.png')] },
    ],
    [
      'gets nothing back that was removed or sent meanwhile',
      from,
      withNew,
      emptyDraft,
      withAttachment(emptyDraft, piece('new.ts')),
    ],
    [
      'gets back what was added again',
      from,
      withAttachment(from, piece('old.ts')),
      withoutAttachment(from, piece('old.ts')),
      from,
    ],
    ['takes a repository', from, chosen, typed(from, 'New'), typed(chosen, 'New')],
    [
      'loses the previous repository for it',
      elsewhere,
      withoutPlace(chosen),
      typed(elsewhere, 'New'),
      typed(chosen, 'New'),
    ],
    [
      'stays in the repository that was selected meanwhile',
      from,
      withAttachment({ ...chosen, fields: { ...chosen.fields, git_provider: 'github' } }, piece('new.ts')),
      elsewhere,
      withAttachment(elsewhere, piece('new.ts')),
    ],
    [
      'has the mark of who filled in a part',
      emptyDraft,
      marked('chat'),
      withAttachment(emptyDraft, piece('b')),
      withAttachment(marked('chat'), piece('b')),
    ],
    [
      'keeps the mark that it got meanwhile',
      emptyDraft,
      { ...emptyDraft, chosen: place },
      marked('link'),
      { ...marked('link'), chosen: place },
    ],
  ];
  for (const [title, before, to, now, expected] of merging) {
    it(title, () => assert.deepEqual(mergedDraft(before, to, loaded(now)), expected));
  }

  const contested: readonly (readonly [string, Draft, Draft, Draft])[] = [
    ['a field', from, typed(from, 'One'), typed(from, 'Other')],
    ['a field, and one of them removed it', from, withoutField(from, 'initial_user_msg'), typed(from, 'Other')],
    ['an attachment', emptyDraft, withAttachment(from, piece('a', 'One')), withAttachment(from, piece('a', 'Other'))],
    ['an image', from, { ...from, images: [image('a.png', 'One')] }, { ...from, images: [image('a.png', 'Other')] }],
    ['the text in front', from, { ...from, body: 'One' }, { ...from, body: 'Other' }],
    ['the mark of who filled it in', emptyDraft, marked('chat'), marked('link')],
  ];
  for (const [title, before, to, now] of contested) {
    it(`isn't merged if both changed ${title}`, () => assert.equal(mergedDraft(before, to, loaded(now)), undefined));
  }

  it('is merged if both made the same of it', () => {
    const to = withAttachment(typed(from, 'Same'), piece('a'));
    assert.deepEqual(mergedDraft(from, to, loaded(to)), to);
  });
});
