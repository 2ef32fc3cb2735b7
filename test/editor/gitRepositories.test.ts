import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { targetOf, type Target } from '../../src/domain/target';
import { GitRepositories } from '../../src/editor/gitRepositories';
import { makeSampleRepository, type SampleRepository } from '../host/sampleRepository';

interface OpenableGit {
  openRepository(root: vscode.Uri): Promise<unknown>;
  getRepository(uri: vscode.Uri): { status(): Promise<void> } | null;
}

const preferences = { remote: '', gitProviderHosts: {} };

describe('the repository of the workspace', () => {
  const repositories = new GitRepositories();
  let git: OpenableGit;
  let folder: string;

  before(async () => {
    const extension = vscode.extensions.getExtension<{ getAPI(version: 1): OpenableGit }>('vscode.git')!;
    git = (await extension.activate()).getAPI(1);
    // The other repositories are beside the workspace; VS Code asks before it opens such ones, unless told not to.
    await openBesideWorkspace('always');
  });

  after(() => openBesideWorkspace(undefined));

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'repositories-')));
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand(
      'git.closeOtherRepositories',
      git.getRepository(vscode.workspace.workspaceFolders![0]!.uri),
    );
    await rm(folder, { recursive: true, force: true });
  });

  /** Another repository beside the one of the workspace. */
  async function openAnother(prepare?: (repository: SampleRepository) => Promise<unknown>): Promise<SampleRepository> {
    const repository = await makeSampleRepository(folder);
    await prepare?.(repository);
    await git.openRepository(vscode.Uri.file(repository.path));
    return repository;
  }

  /** The target with the other repository's file in the active editor. */
  async function targetOfActive(repository: SampleRepository): Promise<Target> {
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(repository.path, 'README.md')));
    await git.getRepository(vscode.Uri.file(repository.path))?.status();
    return targetOf(await repositories.select(), preferences);
  }

  it('is the only one that is open', async () => {
    const target = targetOf(await repositories.select(), preferences);
    assert.deepEqual(
      { ...target, root: undefined },
      {
        root: undefined,
        reason: 'onlyOne',
        remote: 'origin',
        host: 'github.com',
        repository: 'octocat/Hello-World',
        gitProvider: 'github',
        branch: 'main',
        notes: [],
      },
    );
  });

  it("is the active editor's, when there are several", async () => {
    const another = await openAnother(({ git: run }) =>
      run('remote', 'set-url', 'origin', 'git@gitlab.com:group/sub/other.git'),
    );
    const target = await targetOfActive(another);
    assert.equal(target.root, another.path);
    assert.equal(target.reason, 'activeEditor');
    assert.equal(target.repository, 'group/sub/other');
    assert.equal(target.gitProvider, 'gitlab');
  });

  it('sends the name that the branch has on the remote', async () => {
    const another = await openAnother(async ({ git: run }) => {
      await run('branch', '--move', 'main', 'local-name');
    });
    assert.equal((await targetOfActive(another)).branch, 'main');
  });

  it('says that a branch without an upstream is not on the remote', async () => {
    const another = await openAnother(({ git: run }) => run('checkout', '-b', 'feature/new'));
    const target = await targetOfActive(another);
    assert.equal(target.branch, 'feature/new');
    assert.deepEqual(target.notes, [{ kind: 'notPublished' }]);
  });

  it('names no branch when HEAD is detached, and says so', async () => {
    const another = await openAnother(({ git: run }) => run('checkout', '--detach'));
    const target = await targetOfActive(another);
    assert.equal(target.branch, undefined);
    assert.deepEqual(target.notes, [{ kind: 'detached', commit: another.head }]);
  });

  it('goes on without a remote, and says so', async () => {
    const another = await openAnother(({ git: run }) => run('remote', 'remove', 'origin'));
    const target = await targetOfActive(another);
    assert.equal(target.repository, undefined);
    assert.equal(target.branch, 'main');
    assert.deepEqual(target.notes, [{ kind: 'noRemote' }]);
  });

  it('has no branch before the first commit', async () => {
    const another = await openAnother(async ({ git: run, path: root }) => {
      await run('checkout', '--orphan', 'fresh');
      await run('rm', '-r', '--cached', '.');
      await writeFile(path.join(root, 'README.md'), 'fresh');
    });
    const target = await targetOfActive(another);
    assert.equal(target.branch, undefined);
    assert.deepEqual(target.notes, [{ kind: 'unborn' }]);
  });

  it('lists all that are open, for choosing', async () => {
    const another = await openAnother();
    const roots = (await repositories.list()).map(({ root }) => root);
    assert.equal(roots.length, 2);
    assert.ok(roots.includes(another.path));
  });
});

async function openBesideWorkspace(value: string | undefined): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('git');
  await configuration.update('openRepositoryInParentFolders', value, vscode.ConfigurationTarget.Global);
}
