import assert from 'node:assert/strict';
import type { Draft } from '../../src/draft/draft';
import { invisibleTexts } from '../../src/start/invisibleText';
import { fixWarning } from '../../src/start/vscode/sheet/sheetFixes';
import { rowRequest, type SheetPorts, type SheetState } from '../../src/start/vscode/sheet/sheetState';
import { AnsweredLists } from '../support/answers';

/** Tag characters, which spell words to a model, and a zero-width space. */
const hidden = '\u{e0072}\u{e006d}\u200b';

describe('Invisible characters on the review sheet', () => {
  const draft: Draft = {
    fields: { initial_user_msg: 'Fix it' },
    attachments: [{ kind: 'terminal', text: `npm test${hidden} failed` }],
  };
  const state = { draft, targetContext: undefined, settings: undefined } as SheetState;
  let answers: AnsweredLists | undefined;

  afterEach(() => answers?.dispose());

  /** Opens the warning's row, and takes the action with this label. */
  async function take(label: string, ports: object = {}) {
    const [found, ...others] = invisibleTexts(rowRequest(state));
    assert.deepEqual([found, others], [{ field: 'initial_user_msg', characters: 3 }, []]);
    const warning = { kind: 'invisible', ...found! } as const;
    answers = new AnsweredLists((items) => items.find((item) => item.label.endsWith(label)));
    return fixWarning(warning, state, ports as SheetPorts);
  }

  it('are shown as their numbers, in a document that the sheet comes back from', async () => {
    const shown: string[] = [];
    const show = (_name: string, text: string) => {
      shown.push(text);
      return Promise.resolve({ closed: Promise.resolve() });
    };
    await take('Show', { previews: () => Promise.resolve({ show }) });
    assert.match(shown.join(), /npm test\\u\{e0072\}\\u\{e006d\}\\u\{200b\} failed/);
  });

  it('are removed, and nothing else is', async () => {
    const { edit } = await take('Remove');
    assert.ok(edit);
    const edited = edit(draft);
    assert.equal(edited.attachments?.[0]?.text, 'npm test failed');
    assert.deepEqual(invisibleTexts(rowRequest({ ...state, draft: edited })), []);
  });
});
