import assert from 'node:assert/strict';
import type { Draft } from '../../src/draft/common/draft';
import type { WorkspaceContext } from '../../src/repository/common/targets';
import { editRepository } from '../../src/start/vscode/fields/repositoryField';
import { sheetRequest } from '../../src/start/vscode/sheet/sheetState';
import { Answers } from '../support/answers';
import { StartBench } from '../support/startBench';

describe('the question for the repository', () => {
  let bench: StartBench;
  before(async () => (bench = await StartBench.open()));
  after(() => bench.dispose());

  const surroundings: WorkspaceContext = { target: { notes: [] }, instructions: '' };
  const fields = {
    repository: 'a/b',
    git_provider: 'gitlab',
    selected_branch: 'topic',
    initial_user_msg: 'x',
  } as const;

  async function edited(draft: Draft, answers: ConstructorParameters<typeof Answers>[0]) {
    const person = new Answers(answers);
    try {
      const changed = await editRepository({ draft, surroundings, settings: undefined }, { targets: bench.targets });
      return { draft: changed.draft ?? draft, asked: person.asked };
    } finally {
      person.dispose();
    }
  }

  it('takes provider and branch along when none is wanted', async () => {
    const { draft } = await edited({ fields }, { picked: '$(circle-slash) No Repository' });
    assert.equal(draft.fields.repository, null);
    assert.deepEqual(sheetRequest({ draft, surroundings, settings: undefined }), { initial_user_msg: 'x' });
  });

  const typed = '$(edit) Enter Repository...';
  it('takes a path that is typed, without what was said of the one before', async () => {
    const { draft } = await edited({ fields }, { picked: typed, typed: ' group/sub/name ' });
    assert.deepEqual(draft.fields, { initial_user_msg: 'x', repository: 'group/sub/name' });
  });

  it('refuses what is no path, as the other questions do', async () => {
    const { draft, asked } = await edited({ fields }, { picked: typed, typed: 'name' });
    assert.equal(asked.at(-1), 'Use a path like owner/name.');
    assert.deepEqual(draft.fields, fields);
  });
});
