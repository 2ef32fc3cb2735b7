import assert from 'node:assert/strict';
import type { Draft } from '../../src/draft/draft';
import type { TargetContext } from '../../src/repository/targets';
import { editRepository } from '../../src/start/vscode/fields/placeFields';
import { sheetRequest } from '../../src/start/vscode/sheet/sheetState';
import { Answers } from '../support/answers';
import { StartBench } from '../support/startBench';

describe('The question for the repository', () => {
  let bench: StartBench;
  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());

  const targetContext: TargetContext = { target: { notes: [] }, instructions: '' };
  const fields = {
    repository: 'a/b',
    git_provider: 'gitlab',
    selected_branch: 'topic',
    initial_user_msg: 'x',
  } as const;

  async function edited(draft: Draft, answers: ConstructorParameters<typeof Answers>[0]) {
    const person = new Answers(answers);
    try {
      const changed = await editRepository({ draft, targetContext, settings: undefined }, { targets: bench.targets });
      return { draft: changed.edit?.(draft) ?? draft, asked: person.asked };
    } finally {
      person.dispose();
    }
  }

  it('removes provider and branch if none is wanted', async () => {
    const { draft } = await edited({ fields }, { picked: 'No Repository' });
    assert.equal(draft.fields.repository, null);
    assert.deepEqual(sheetRequest({ draft, targetContext, settings: undefined }), { initial_user_msg: 'x' });
  });

  const typed = 'Enter Repository...';
  it('takes a typed path, without what was set for the previous one', async () => {
    const { draft } = await edited({ fields }, { picked: typed, typed: ' group/sub/name ' });
    assert.deepEqual(draft.fields, { initial_user_msg: 'x', repository: 'group/sub/name' });
  });
});
