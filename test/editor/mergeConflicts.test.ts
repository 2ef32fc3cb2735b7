import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Draft } from '../../src/draft/draft';
import type { EntryPoint } from '../../src/entry/vscode/addAndReview';
import { resolveMergeConflicts } from '../../src/entry/vscode/startFromSourceControl';
import { makeSampleRepository, type SampleRepository } from '../host/sampleRepository';
import { Answers } from '../support/answers';
import { GitBench } from '../support/gitBench';
import { replaced } from '../support/replaced';
import { runAnswered } from '../support/runEntryPoint';
import { workspaceFile } from '../support/workspaceFolder';

describe('Resolve Merge Conflicts', () => {
  const git = GitBench.use();
  let repository: SampleRepository;

  beforeEach(async () => (repository = await makeSampleRepository(git.folder)));

  /** Opens a merge that Git can't finish: `README.md` and a name with a space differ between the two versions. */
  async function conflict(): Promise<void> {
    const files = ['README.md', path.join('src', 'größe 1.txt')];
    const commit = async (text: string) => {
      for (const file of files) await writeFile(path.join(repository.path, file), `${text}\n`);
      await repository.git('add', '.');
      await repository.git('commit', '--message', text);
    };
    await repository.git('checkout', '-b', 'theirs');
    await commit('Theirs');
    await repository.git('checkout', 'main');
    await commit('Ours');
    await assert.rejects(repository.git('merge', 'theirs'));
    await git.window.show(repository.path);
  }

  async function answered(
    answers: ConstructorParameters<typeof Answers>[0],
    given: readonly unknown[] = [],
    draft: Draft = { fields: {} },
  ) {
    using person = new Answers(answers);
    const entry: EntryPoint = (ports, ...more) => resolveMergeConflicts(ports, ...more);
    return { ...(await runAnswered(git.bench, entry, given, draft)), asked: person.asked };
  }

  it("makes the service's task, with every conflicting file named", async () => {
    await conflict();
    const { draft, shown, asked } = await answered({ typed: '#12' });
    assert.deepEqual(shown, []);
    assert.deepEqual(draft.fields.suggested_task, {
      git_provider: 'github',
      task_type: 'MERGE_CONFLICTS',
      repo: 'octocat/Hello-World',
      issue_number: 12,
      title: 'Resolve the merge conflicts in README.md, src/größe 1.txt',
    });
    assert.match(asked.join(), /^Resolve Merge Conflicts · octocat\/Hello-World: 2 files have conflicts\./);
  });

  it('takes the repository of the group that was clicked', async () => {
    await conflict();
    await repository.git('add', 'src');
    await vscode.window.showTextDocument(workspaceFile('README.md'));
    const resourceUri = vscode.Uri.file(path.join(repository.path, 'README.md'));
    const { draft, asked } = await answered({ typed: '12' }, [{ id: 'merge', resourceStates: [{ resourceUri }] }]);
    assert.equal(draft.chosen?.root, repository.path);
    assert.match(asked.join(), /: 1 file has conflicts\./);
    assert.match(draft.fields.suggested_task?.title ?? '', /README\.md$/);
  });

  it('continues without conflicts here, and says so', async () => {
    const clicked = { rootUri: vscode.Uri.file(repository.path) };
    const before: Draft = { fields: { selected_branch: 'topic' } };
    const { draft, asked } = await answered({ typed: '7' }, [clicked], before);
    assert.match(asked.join(), /There are no conflicts here now/);
    assert.equal(draft.fields.selected_branch, 'topic', 'the message is about this repository already');
    assert.equal(draft.fields.suggested_task?.title, 'Resolve the merge conflicts of #7');
  });

  it('names the files that still have conflicts once the number was entered', async () => {
    await git.window.show(repository.path);
    const { workspace } = git.bench.ports;
    const actions = await workspace.repositoryActions();
    const found = [['README.md', 'a.txt'], ['a.txt']];
    const resolving = { ...actions, conflictedFiles: () => Promise.resolve(found.shift()) };
    using _ = replaced(workspace, { repositoryActions: () => Promise.resolve(resolving) });
    const { draft, asked } = await answered({ typed: '7' });
    assert.match(asked.join(), /: 2 files have conflicts\./);
    assert.equal(draft.fields.suggested_task?.title, 'Resolve the merge conflicts in a.txt');
  });

  it("doesn't say that there are no conflicts if Git can't tell", async () => {
    await git.window.show(repository.path);
    const { workspace } = git.bench.ports;
    const actions = await workspace.repositoryActions();
    const failing = { ...actions, conflictedFiles: () => actions.conflictedFiles(git.folder) };
    using _ = replaced(workspace, { repositoryActions: () => Promise.resolve(failing) });
    const { asked, shown } = await answered({ typed: '7' });
    assert.deepEqual([asked, shown], [[], [`Git couldn't list the files with conflicts in ${repository.path}.`]]);
  });

  it('asks for the provider of an unknown host, and names it in the task, too', async () => {
    await repository.git('remote', 'set-url', 'origin', 'https://git.example.com/team/hello.git');
    await git.window.show(repository.path);
    const closed = await answered({ typed: '7' });
    assert.deepEqual([closed.draft.fields, closed.shown], [{}, []]);
    const none = await answered({ typed: '7', picked: 'None (Detected by the Service)' });
    assert.deepEqual(none.shown, ['To resolve merge conflicts, select a Git provider.']);
    const { draft, asked } = await answered({ typed: '7', picked: 'gitlab' });
    assert.equal(asked.at(-1), 'Git Provider for git.example.com');
    assert.deepEqual(
      [draft.fields.suggested_task?.git_provider, draft.fields.suggested_task?.repo, draft.fields.git_provider],
      ['gitlab', 'team/hello', 'gitlab'],
    );
  });

  it('names no files of the open repository if the message is for another one', async () => {
    await conflict();
    const draft: Draft = { fields: { repository: 'octocat/Spoon-Knife', git_provider: 'github' } };
    const { draft: filled, asked } = await answered({ typed: '12' }, [], draft);
    assert.match(asked.join(), /The repository isn't open here/);
    const { repo, title } = filled.fields.suggested_task ?? {};
    assert.deepEqual([repo, title], ['octocat/Spoon-Knife', 'Resolve the merge conflicts of #12']);
  });

  it('asks for the repository of a message without one, and for nothing else if that is closed', async () => {
    const { asked, shown } = await answered({ typed: '7' }, [], { fields: { repository: null } });
    assert.deepEqual([asked.length, shown], [1, []]);
    assert.doesNotMatch(asked.join(), /^Resolve Merge Conflicts/);
    const none = await answered({ picked: 'No Repository' }, [], { fields: { repository: null } });
    assert.deepEqual(none.shown, ['To resolve merge conflicts, select a repository first.']);
  });

  it("doesn't close on Enter in the empty box, and says what it needs", async () => {
    const refusal = 'Enter a whole number, such as 12 or #12.';
    const { draft, asked } = await answered({ typed: ['', ' ', '12'] });
    assert.match(asked[0] ?? '', /^Resolve Merge Conflicts/);
    assert.deepEqual(asked.slice(1), [refusal, refusal]);
    assert.equal(draft.fields.suggested_task?.issue_number, 12);
  });

  it('leaves the draft alone when the question is closed', async () => {
    const { draft, shown } = await answered({});
    assert.deepEqual([draft.fields, shown], [{}, []]);
  });
});
