import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ThemeIcon, type QuickPick, type QuickPickItem } from 'vscode';
import { askImages } from '../../src/draft/vscode/askImages';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import { apis } from '../../src/client/apis/registry';
import { conversationIdField, instructionsField } from '../../src/start/vscode/fields/textFields';
import { branchField, editRepository } from '../../src/start/vscode/fields/placeFields';
import { type SheetPorts, type SheetState, sheetRequest } from '../../src/start/vscode/sheet/sheetState';
import type { TargetContext } from '../../src/repository/targets';
import { askAfterReading } from '../../src/base/vscode/readOnlyTexts';
import { rowsContaining, typedFirst } from '../../src/base/vscode/questions';
import { DrivenPick, DrivenWindow } from '../support/drivenWindow';
import { replaced } from '../support/replaced';

const id = '0f4d3f6e8f0b4b0f9c3f1b1d2c3e4f50';

describe('A list in which text can be typed that is an answer', () => {
  let window: DrivenWindow;
  const draft: Draft = { ...emptyDraft, fields: { conversation_id: 'before', image_urls: [] } };
  const state: SheetState = { draft, targetContext: undefined, settings: undefined, api: apis.v1 };

  const targets = {
    all: () => Promise.resolve([]),
    find: (_: unknown, fields?: object) => Promise.resolve({ target: { ...fields, notes: [] }, instructions: '' }),
  };

  beforeEach(() => (window = new DrivenWindow()));
  afterEach(() => window.dispose());

  // prettier-ignore
  const lists: Readonly<Record<string, () => Promise<Draft | undefined>>> = {
    repository: async () => (await editRepository(state, { targets } as unknown as SheetPorts)).edit?.(draft),
    'conversation ID': async () => (await conversationIdField.edit(state, {} as SheetPorts)).edit?.(draft),
    images: async () => {
      const answer = await askImages(draft);
      return answer && 'edit' in answer ? answer.edit(draft) : undefined;
    },
  };
  /** Opens one of these lists. */
  const open = (what: string) => window.shownBy(() => lists[what]!());

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
      const { pick, result: changed } = await open(what);
      const rows = pick.items.length;
      pick.type(typed);
      const { label, alwaysShow } = pick.items.at(-1) ?? {};
      assert.deepEqual([pick.items.length, label, alwaysShow], [rows + 1, row, true], 'whatever VS Code finds in it');
      pick.choose(row);
      assert.deepEqual((await changed)?.fields, fields && { ...draft.fields, ...fields });
    });

  it('takes the letters, too, that were typed since its row was drawn', async () => {
    const { pick, result: changed } = await open('repository');
    pick.type('group/na');
    pick.value = 'group/name';
    pick.choose('Use "group/na"');
    assert.equal((await changed)?.fields.repository, 'group/name');
  });

  const topic = { name: 'topic', commit: 'a', committedAt: Date.now() - 3 * 86_400_000 };
  for (const [what, branches, areAll, description, typed = 'topci'] of [
    ['is one that the remote had', [topic], true, 'Use "topci" · not on the remote, as of the last fetch'],
    ['may be one, if not all of them are listed', [topic], false, 'Use "topci"'],
    ["can't be one", [], false, 'Not a valid Git branch name', 'no..dots'],
  ] as const)
    it(`says of the name of a branch whether it ${what}`, async () => {
      const target = { root: '/a', remote: 'origin', repository: 'a/b', notes: [] };
      const ofClone: SheetState = { ...state, draft: emptyDraft, targetContext: { target, instructions: '' } };
      const remoteBranches = () => Promise.resolve({ branches, areAll });
      const workspace = { repositoryActions: () => Promise.resolve({ remoteBranches }) };
      const { pick, result: changed } = await window.shownBy(() =>
        branchField.edit(ofClone, { workspace } as unknown as SheetPorts),
      );
      assert.equal(/3 days ago$/.test(pick.items[0]?.description ?? ''), branches.length === 1);
      pick.type('topic');
      const isOffered = pick.items.some((item) => item.description?.startsWith('Use "topic"'));
      assert.equal(isOffered, branches.length !== 1, 'the remote has it');
      pick.type(typed);
      assert.equal(pick.items[0]?.description, description);
      pick.pressEnter();
      const chosen = (await changed).edit?.(emptyDraft).fields.selected_branch;
      assert.equal(chosen, typed === 'topci' ? typed : undefined);
    });

  it('stays open for the images while the text is no address', async () => {
    const { pick, result: changed } = await open('images');
    pick.type('file:///a.png');
    const { pick: list } = await window.shownBy(() => pick.choose(pick.labels.at(-1) ?? ''));
    assert.equal(list.labels.at(-1), 'Add Image URL...');
    list.escape();
    assert.equal(await changed, undefined);
  });

  it('is a repository, or none, without what was set for the one before', async () => {
    const targetContext: TargetContext = { target: { notes: [] }, instructions: '' };
    const place = { repository: 'a/b', git_provider: 'gitlab', selected_branch: 'topic' } as const;
    const fields = { ...place, initial_user_msg: 'x' };
    const all = () => Promise.resolve([{ root: '/clone', notes: [] }]);
    for (const [typed, row, sent] of [
      ['group/sub/name', 'Use "group/sub/name"', { initial_user_msg: 'x', repository: 'group/sub/name' }],
      ['', 'No Repository', { initial_user_msg: 'x' }],
    ] as const) {
      const set: SheetState = { draft: { fields }, targetContext, settings: undefined };
      const { pick, result: changed } = await window.shownBy(() =>
        editRepository(set, { targets: { ...targets, all } } as unknown as SheetPorts),
      );
      const labels = ['/clone', 'Enter Repository...', 'No Repository', 'Select Git Provider...'];
      assert.deepEqual([pick.labels, pick.descriptions], [labels, ['/clone', '', '', '']]);
      pick.type(typed);
      pick.choose(row);
      const { edit, targetContext: found } = await changed;
      assert.equal(found?.target.repository, typed || undefined, 'it may be open in this window');
      const edited = edit?.(set.draft) ?? assert.fail('nothing was chosen');
      assert.deepEqual(sheetRequest({ ...set, draft: edited }), sent);
      if (typed === '') assert.equal(edited.fields.repository, null);
    }
  });

  describe('of instructions', () => {
    async function chosen(typed: string, choose: (labels: readonly string[]) => string | undefined) {
      const { pick, result: edited } = await window.shownBy(() =>
        instructionsField.edit({ ...state, draft: emptyDraft }, {} as SheetPorts),
      );
      pick.type(typed);
      const label = choose(pick.labels);
      if (label === undefined) pick.acceptBetween();
      else pick.choose(label);
      return (await edited).edit?.(emptyDraft).fields.conversation_instructions;
    }

    it('has what is typed below its own rows', async () => {
      let rows: readonly string[] = [];
      const said = await chosen(' Be brief ', (labels) => (rows = labels).at(-1));
      assert.equal(rows.at(-1), 'Use "Be brief"');
      assert.equal(rows.length, 5);
      assert.equal(said, 'Be brief');
    });

    it('takes all that is typed, even if Enter is faster than the list', async () =>
      assert.equal(await chosen('Be brief', () => undefined), 'Be brief'));

    it('has its own rows while nothing is typed', async () =>
      assert.equal(await chosen('', (labels) => labels.find((label) => label.includes('None'))), null));
  });
});

describe('A text that is shown before a question about it is answered', () => {
  it('says how to get back to the question as long as it is open, and stays read once its end was in view', async () => {
    const said: unknown[][] = [];
    using _ = replaced(vscode.window, { setStatusBarMessage: (...words: unknown[]) => void said.push(words) });
    const looks = [false, true, false].map((isAtEnd) => Promise.resolve(isAtEnd));
    const previews = () => Promise.resolve({ show: () => Promise.resolve({ closed: looks[said.length]! }) });
    const asked: boolean[] = [];
    const ask = (isRead: boolean, show: string) => Promise.resolve(asked.push(isRead) > looks.length ? 'Go on' : show);
    const answer = await askAfterReading('action.txt', ['make'], ask, previews);
    assert.equal(answer, 'Go on');
    assert.deepEqual(asked, [false, false, true, true]);
    assert.deepEqual(
      said,
      looks.map((closed) => ['Close the text to go back to the question.', closed]),
    );
  });
});

describe('A list in which typed text comes first', () => {
  const iconPath = new ThemeIcon('git-branch');
  const known = ['main', 'fix-old'].map((label) => ({ iconPath, label, description: 'today' }));
  const rowsFor = (typed: string): readonly QuickPickItem[] =>
    typed === '' ? known : [{ label: `Use ${typed}` }, ...rowsContaining(known, typed)];

  function open() {
    const pick = new DrivenPick(() => undefined);
    const chosen = typedFirst(pick as unknown as QuickPick<QuickPickItem>, rowsFor);
    /** The window reports later than what was typed which row is active. */
    const moveTo = (index: number) => (pick.activeItems = pick.items.slice(index, index + 1));
    return { pick, moveTo, chosen: () => chosen()?.description };
  }

  it('has no labels, by which VS Code would sort it', () => {
    const { pick } = open();
    pick.type('fix');
    assert.partialDeepStrictEqual(pick.items, [
      { label: '', iconPath: new ThemeIcon('blank'), description: 'Use fix', alwaysShow: true },
      { label: '', iconPath: new ThemeIcon('git-branch'), description: 'fix-old · today', alwaysShow: true },
    ]);
    assert.equal(pick.items.length, 2);
  });

  it('returns what was typed, even if Enter comes before the row for it', () => {
    const { pick, moveTo, chosen } = open();
    moveTo(1);
    pick.type('fix');
    assert.equal(chosen(), 'Use fix', 'before the window has moved');
    moveTo(0);
    assert.equal(chosen(), 'Use fix');
  });

  it('returns another row if the user moved there', () => {
    const { pick, moveTo, chosen } = open();
    pick.type('fix');
    moveTo(1);
    assert.equal(chosen(), 'fix-old · today');
  });

  it('returns nothing for Enter before there is a row', () => assert.equal(open().chosen(), undefined));
});
