import assert from 'node:assert/strict';
import { askImages } from '../../src/draft/vscode/askImages';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import { apis } from '../../src/client/apis/registry';
import { conversationIdField } from '../../src/start/vscode/fields/textFields';
import { branchField, editRepository } from '../../src/start/vscode/fields/placeFields';
import type { SheetPorts, SheetState } from '../../src/start/vscode/sheet/sheetState';
import { DrivenWindow } from '../support/drivenWindow';

const id = '0f4d3f6e8f0b4b0f9c3f1b1d2c3e4f50';

describe('A list in which text can be typed that is an answer', () => {
  let window: DrivenWindow;
  const draft: Draft = { ...emptyDraft, fields: { conversation_id: 'before', image_urls: [] } };
  const state: SheetState = { draft, targetContext: undefined, settings: undefined, api: apis.v1 };

  beforeEach(() => (window = new DrivenWindow()));
  afterEach(() => window.dispose());

  const lists: readonly (readonly [what: string, change: () => Promise<Draft | undefined>])[] = [
    [
      'repository',
      async () => {
        const targets = { all: () => Promise.resolve([]) };
        return (await editRepository(state, { targets } as unknown as SheetPorts)).edit?.(draft);
      },
    ],
    ['conversation ID', async () => (await conversationIdField.edit(state, {} as SheetPorts)).edit?.(draft)],
    [
      'images',
      async () => {
        const answer = await askImages(draft);
        return answer && 'edit' in answer ? answer.edit(draft) : undefined;
      },
    ],
  ];
  const change = (what: string) => lists.find(([name]) => name === what)![1]();

  for (const [what, typed, row, fields] of [
    ['repository', ' group/sub/name ', 'Use "group/sub/name"', { repository: 'group/sub/name' }],
    ['repository', 'no path', 'Not a repository path such as owner/name', undefined],
    ['conversation ID', id, `Use "${id}"`, { conversation_id: id }],
    ['conversation ID', 'mine', 'This service requires a UUID.', undefined],
    [
      'images',
      'https://example.com/a.png',
      'Add "https://example.com/a.png"',
      { image_urls: ['https://example.com/a.png'] },
    ],
  ] as const)
    it(`offers it below the rows that match: ${what}, "${typed}"`, async () => {
      const shown = window.next();
      const changed = change(what);
      const pick = await shown;
      const rows = pick.items.length;
      pick.type(typed);
      assert.deepEqual([pick.items.length, pick.items.at(-1)?.label], [rows + 1, row]);
      pick.choose(row);
      assert.deepEqual((await changed)?.fields, fields && { ...draft.fields, ...fields });
    });

  for (const [what, known, description] of [
    [
      'is one that the remote had',
      [{ name: 'topic', commit: 'a' }],
      'Use "topci" · not on the remote, as of the last fetch',
    ],
    ['may be one, if this clone knows none', [], 'Use "topci"'],
  ] as const)
    it(`says of the name of a branch whether it ${what}`, async () => {
      const target = { root: '/a', remote: 'origin', repository: 'a/b', notes: [] };
      const ofClone: SheetState = { ...state, draft: emptyDraft, targetContext: { target, instructions: '' } };
      const workspace = { repositoryActions: () => Promise.resolve({ remoteBranches: () => Promise.resolve(known) }) };
      const shown = window.next();
      const changed = branchField.edit(ofClone, { workspace } as unknown as SheetPorts);
      const pick = await shown;
      pick.type('topci');
      assert.equal(pick.items[0]?.description, description);
      pick.pressEnter();
      assert.equal((await changed).edit?.(emptyDraft).fields.selected_branch, 'topci');
    });

  it('stays open for the images while the text is no address', async () => {
    const shown = window.next();
    const changed = change('images');
    const pick = await shown;
    pick.type('file:///a.png');
    const again = window.next();
    pick.choose(pick.items.at(-1)?.label ?? '');
    const list = await again;
    assert.equal(list.items.at(-1)?.label, 'Add Image URL...');
    list.escape();
    assert.equal(await changed, undefined);
  });
});
