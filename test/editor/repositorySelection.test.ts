import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { targetOf } from '../../src/repository/target';
import type { GitApi, GitExtension } from '../../src/repository/vscode/gitApi';
import { selectRepository } from '../../src/repository/vscode/gitRepositories';
import { Configuration } from '../../src/service/vscode/configuration';
import { makeSampleRepository } from '../host/sampleRepository';
import { GitBench } from '../support/gitBench';

const preferences = { remote: '', gitProviderHosts: {} };

describe('The repository of a start', () => {
  const git = GitBench.use();

  it('is the only one that is open', async () => {
    const { reason, repository, branch, notes } = targetOf(await selectRepository(), preferences);
    assert.deepEqual(
      { reason, repository, branch, notes },
      { reason: 'onlyOne', repository: 'octocat/Hello-World', branch: 'main', notes: [] },
    );
  });

  it("is the active editor's if there are several", async () => {
    const another = await makeSampleRepository(git.folder);
    await git.window.show(another.path);
    const { reason, root } = targetOf(await selectRepository(), preferences);
    assert.deepEqual({ reason, root }, { reason: 'activeEditor', root: another.path });
  });

  it('is asked for if nothing tells which of several, and a start without a user is rejected', async () => {
    const another = await makeSampleRepository(git.folder);
    await git.window.show(another.path);
    await git.window.closeEditors();
    // Source Control has one repository selected unless several are, so without an editor it decides.
    const selection = await selectRepository();
    if (selection.kind === 'repository') assert.equal(selection.reason, 'sourceControl');
    else await assert.rejects(git.bench.receive({ initial_user_msg: 'x' }), /Several repositories are open/);
  });

  it('is unknown if Git fails, and a start without a user is rejected', async () => {
    const exported: object = await vscode.extensions.getExtension<GitExtension>('vscode.git')!.activate();
    const api = (exported as GitExtension).getAPI(1);
    // Only this extension's questions fail: VS Code's own must not, in a repository that really is broken.
    const failing: GitApi = {
      state: 'initialized',
      git: { path: 'false' },
      repositories: api.repositories,
      getRepository: (uri) => api.getRepository(uri),
      onDidChangeState: api.onDidChangeState,
      onDidOpenRepository: api.onDidOpenRepository,
      toGitUri: (uri, ref) => api.toGitUri(uri, ref),
    };
    Object.assign(exported, { getAPI: () => failing });
    try {
      await assert.rejects(git.bench.receive({ initial_user_msg: 'x' }), /Git couldn't read the repository/);
    } finally {
      Reflect.deleteProperty(exported, 'getAPI');
    }
  });

  it('is reported, with its warnings, before a start without a user is sent', async () => {
    const another = await makeSampleRepository(git.folder);
    await another.git('checkout', '-b', 'fresh');
    await git.window.show(another.path);
    await git.bench.receive({ initial_user_msg: 'Go on' });
    const { request, warnings } = git.bench.announced.at(-1)!;
    assert.equal(request.selected_branch, 'fresh');
    assert.deepEqual(
      warnings.map(({ kind }) => kind),
      ['notPublished'],
    );
    assert.ok(git.bench.log.lines.some((line) => line.startsWith('warn: Before a start: {"kind":"notPublished"')));
  });
});

describe('After a click', () => {
  const git = GitBench.use();

  /** Makes a clone that can really push and fetch: its remote is the bare repository next to it. */
  async function clone() {
    const repository = await makeSampleRepository(git.folder);
    await repository.git('remote', 'set-url', 'origin', path.join(git.folder, 'Hello-World.git'));
    return repository;
  }

  it('push brings the commits to the remote', async () => {
    const repository = await clone();
    await repository.git('commit', '--allow-empty', '--message', 'ahead');
    await git.window.show(repository.path);
    const { target } = await git.bench.targets.find();
    assert.ok(target.notes.some(({ kind }) => kind === 'ahead'));
    await git.bench.actions.push(repository.path);
    const after = await git.bench.targets.again(target);
    assert.ok(after.target.notes.every(({ kind }) => kind !== 'ahead'));
    assert.equal(
      (await repository.git('ls-remote', 'origin', 'main')).split('\t')[0],
      (await repository.git('rev-parse', 'HEAD')).trim(),
    );
  });

  it('publish brings the branch to the remote', async () => {
    const repository = await clone();
    await repository.git('checkout', '-b', 'published');
    await git.window.show(repository.path);
    const { target } = await git.bench.targets.find();
    await git.bench.actions.publish(repository.path);
    const after = await git.bench.targets.again(target);
    assert.ok(after.target.notes.every(({ kind }) => kind !== 'notPublished'));
    assert.match(await repository.git('ls-remote', 'origin', 'published'), /refs\/heads\/published/);
  });

  it('fetch finds out what the remote has', async () => {
    const repository = await clone();
    await repository.git('push', 'origin', 'main:refs/heads/theirs');
    await repository.git('update-ref', '-d', 'refs/remotes/origin/theirs');
    await git.window.show(repository.path);
    await git.bench.actions.fetch(repository.path);
    const names = (await git.bench.actions.remoteBranches({ root: repository.path, remote: 'origin' })).map(
      ({ name }) => name,
    );
    assert.ok(names.includes('theirs'), names.join());
  });

  it("takes the user's URI of GitHub Enterprise, and no workspace's", async () => {
    const { ConfigurationTarget } = vscode;
    const gitHub = vscode.workspace.getConfiguration('github-enterprise');
    const configuration = new Configuration();
    try {
      await gitHub.update('uri', 'https://chosen-by-workspace.example', ConfigurationTarget.Workspace);
      assert.deepEqual(configuration.settingsFor().gitHubUri, undefined);
      await gitHub.update('uri', 'https://git.example.com', ConfigurationTarget.Global);
      assert.deepEqual(configuration.settingsFor().gitHubUri, 'https://git.example.com');
    } finally {
      configuration.dispose();
      for (const target of [ConfigurationTarget.Workspace, ConfigurationTarget.Global])
        await gitHub.update('uri', undefined, target);
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      await rm(path.join(folder!.uri.fsPath, '.vscode'), { recursive: true, force: true });
    }
  });
});
