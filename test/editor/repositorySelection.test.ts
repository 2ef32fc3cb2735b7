import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { targetOf, type Target } from '../../src/repository/target';
import type { TargetContext } from '../../src/repository/targets';
import { followRepositories, openGit, type GitApi, type GitExtension } from '../../src/repository/vscode/gitApi';
import { repositoryOf, selectRepository } from '../../src/repository/vscode/gitRepositories';
import { MementoProviders } from '../../src/repository/vscode/workspace';
import { fixWarning } from '../../src/start/vscode/sheet/sheetFixes';
import { startAgain } from '../../src/start/vscode/commands';
import { Configuration } from '../../src/service/vscode/configuration';
import { sheetWarnings } from '../../src/start/vscode/sheet/sheetState';
import type { Warning } from '../../src/start/warnings';
import { makeSampleRepository, type SampleRepository } from '../host/sampleRepository';
import { Answers } from '../support/answers';
import { GitBench } from '../support/gitBench';
import { MemoryState } from '../support/memoryState';
import { OpenSheets, until } from '../support/openSheets';
import { RecordedActions } from '../support/recordedActions';
import { RecordedMessages } from '../support/recordedMessages';
import { replaced } from '../support/replaced';
import { workspaceFile, workspaceFolder } from '../support/workspaceFolder';

const preferences = { remote: '', gitProviderHosts: {} };

const notebook = JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 2 });
async function showNotebook(file: string): Promise<void> {
  await vscode.window.showNotebookDocument(await vscode.workspace.openNotebookDocument(vscode.Uri.file(file)));
}

/** Shows what Source Control shows for a staged file: its version in the commit, and the one in the index. */
async function showStaged(file: string): Promise<void> {
  const version = (ref: string) =>
    vscode.Uri.file(file).with({ scheme: 'git', query: JSON.stringify({ path: file, ref }) });
  await vscode.commands.executeCommand('vscode.diff', version('HEAD'), version(''), 'README.md (Index)');
}

/** Chooses the fix with this label for a warning, and returns what the dialogs said and the sheet is told. */
function fixing(git: GitBench) {
  return async (warning: Warning, label: string, targetContext: TargetContext, clicked?: string) => {
    const state = { draft: { fields: {} }, targetContext, settings: undefined };
    using messages = new RecordedMessages(clicked);
    using answers = new Answers({ picked: label });
    const { targets, ports, origin: serviceUrl, drafts } = git.bench;
    const { newId: startId } = ports;
    const edited = await fixWarning(warning, state, { ...ports, startId, targets, serviceUrl, opened: drafts.begin() });
    return { said: messages.said, offered: answers.offered, edited };
  };
}

describe('The repository of a start', () => {
  const git = GitBench.use();
  const fixed = fixing(git);

  it('is the only one that is open', async () => {
    const { reason, repository, branch, notes } = targetOf(await selectRepository(), preferences);
    assert.deepEqual([reason, repository, branch, notes], ['onlyOne', 'octocat/Hello-World', 'main', []]);
  });

  for (const [shown, show] of [
    ['editor', (root) => vscode.window.showTextDocument(vscode.Uri.file(path.join(root, 'README.md')))],
    ['notebook', (root) => showNotebook(path.join(root, 'analysis.ipynb'))],
    ['comparison of staged changes', (root) => showStaged(path.join(root, 'README.md'))],
  ] as const satisfies readonly (readonly [string, (root: string) => Thenable<unknown>])[])
    it(`is that of the active ${shown} if there are several`, async () => {
      const another = await makeSampleRepository(git.folder);
      await writeFile(path.join(another.path, 'analysis.ipynb'), notebook);
      await git.window.show(another.path);
      await vscode.window.showTextDocument(workspaceFile('README.md'));
      await show(another.path);
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

  it('is read once the Git extension has looked for repositories, unless Git is off or missing', async () => {
    const listeners = new Set<(state: GitApi['state']) => unknown>();
    const change = (state: GitApi['state']) => [...listeners].forEach((listener) => listener(state));
    const onDidChangeState = (listener: (state: GitApi['state']) => unknown) => {
      listeners.add(listener);
      return new vscode.Disposable(() => listeners.delete(listener));
    };
    const api = { state: 'uninitialized', onDidChangeState };
    const extension = { enabled: true, getAPI: (): unknown => api };
    const activate = () => Promise.resolve(extension);
    using _ = replaced(vscode.extensions, { getExtension: () => ({ activate }) });
    const opening = openGit();
    const soon = () => Promise.race([opening, new Promise((resolve) => setImmediate(() => resolve('not yet')))]);
    assert.equal(await soon(), 'not yet');
    change('uninitialized');
    assert.equal(await soon(), 'not yet');
    change('initialized');
    assert.deepEqual([await soon(), listeners.size], [api, 0]);
    const both = [true, true].map((selected) => ({ ui: { selected } }));
    extension.getAPI = () => ({ ...api, state: 'initialized', repositories: both, getRepository: () => null });
    assert.deepEqual(await selectRepository(), { kind: 'several' }, 'both are selected');
    const repositories = ['/a', '/b'].map((root) => {
      return { rootUri: vscode.Uri.file(root), state: { remotes: [] }, ui: { selected: root === '/b' } };
    });
    const getRepository = (uri: vscode.Uri) => repositories.find(({ rootUri }) => rootUri.path === uri.path) ?? null;
    extension.getAPI = () => ({ ...api, state: 'initialized', repositories, getRepository });
    const areSelected = ['/a', '/b'].map(async (root) => (await repositoryOf(root))?.isSelected);
    assert.deepEqual(await Promise.all(areSelected), [false, true]);
    extension.getAPI = () => assert.fail('Git is missing.');
    assert.equal(await openGit(), undefined);
    extension.enabled = false;
    extension.getAPI = () => ({ ...api, state: 'initialized' });
    assert.deepEqual(
      [await openGit(), await selectRepository()],
      [undefined, { kind: 'none', reason: 'gitUnavailable' }],
    );
    using __ = replaced(vscode.workspace, { workspaceFolders: undefined });
    assert.deepEqual(await selectRepository(), { kind: 'none', reason: 'noFolder' });
  });

  it('is followed once it is open: its branch, and whether it is selected', () => {
    const [opened, changed, clicked] = [1, 2, 3].map(() => new vscode.EventEmitter<unknown>());
    const state = { HEAD: { name: 'main' }, onDidChange: changed!.event };
    const ui = { selected: false, onDidChange: clicked!.event };
    const api = { repositories: [], onDidOpenRepository: opened!.event } as unknown as GitApi;
    const told: unknown[] = [];
    const following = followRepositories(api, (...now) => told.push(now));
    opened!.fire({ rootUri: vscode.Uri.file('/r'), state, ui });
    state.HEAD.name = 'next';
    changed!.fire(undefined);
    ui.selected = true;
    clicked!.fire(undefined);
    following.dispose();
    changed!.fire(undefined);
    assert.deepEqual(told, [
      ['/r', { branch: 'main', isSelected: false }],
      ['/r', { branch: 'next', isSelected: false }],
      ['/r', { branch: 'next', isSelected: true }],
    ]);
  });

  it('has the providers that the user once named for hosts', async () => {
    const memory = new MementoProviders(new MemoryState());
    await memory.remember('git.example.com', 'gitlab');
    await memory.remember('code.example.com', 'forgejo');
    assert.deepEqual(memory.providers, { 'git.example.com': 'gitlab', 'code.example.com': 'forgejo' });
  });

  it('is unknown if Git fails, and a start without a user is rejected', async () => {
    const exported = await vscode.extensions.getExtension<GitExtension>('vscode.git')!.activate();
    // Only this extension's questions fail: VS Code's own must not, in a repository that really is broken.
    const api = exported.getAPI(1);
    const memberOf = (name: string | symbol): unknown => {
      const member: unknown = Reflect.get(api, name);
      return typeof member === 'function' ? (member.bind(api) as unknown) : member;
    };
    const get = (_: GitApi, name: string | symbol) => (name === 'git' ? { path: 'false' } : memberOf(name));
    using _ = replaced(exported, { getAPI: () => new Proxy(api, { get }) });
    await assert.rejects(git.bench.receive({ initial_user_msg: 'x' }), /Git couldn't read the repository/);
  });

  it('is the one of the folder that the user closed in Source Control, once it is open again', async () => {
    await vscode.commands.executeCommand('git.close', workspaceFolder());
    const targetContext = await git.bench.targets.find();
    assert.deepEqual(targetContext.target.notes, [{ kind: 'notOpen' }]);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const bare = { ...folder!, uri: vscode.Uri.file(git.folder) };
    using folders = replaced(vscode.workspace, { workspaceFolders: [bare, folder] });
    assert.deepEqual((await git.bench.targets.find()).target.notes, [{ kind: 'notOpen' }], 'also of the second folder');
    folders.dispose();
    const { edited } = await fixed({ kind: 'notOpen' }, 'Open Repository', targetContext);
    assert.equal(edited.targetContext?.target.root, workspaceFolder().fsPath);
  });

  for (const [kind, label, command] of [
    ['inParentFolder', 'Open Repositories in Parent Folders...', 'git.openRepositoriesInParentFolders'],
    ['unsafe', 'Manage Unsafe Repositories...', 'git.manageUnsafeRepositories'],
  ] as const)
    it(`is opened by VS Code's own command if it is ${kind}`, async () => {
      const commands = await vscode.commands.getCommands();
      assert.ok(commands.includes(command));
      using actions = new RecordedActions();
      const { offered } = await fixed({ kind }, label, await git.bench.targets.find());
      const run = actions.done.filter((action) => action.startsWith('git.'));
      assert.deepEqual([offered, run], [[label, 'Select Another Repository...'], [command]]);
    });

  it('is the open clone of a conversation that is started again, even if a file of another clone is active', async () => {
    const another = await makeSampleRepository(git.folder);
    await another.git('checkout', '-b', 'fresh');
    await git.window.show(another.path);
    await git.bench.receive({ initial_user_msg: 'Go on' });
    const latest = () => git.bench.history.conversations[0];
    await until(() => latest()?.clone === another.path);
    await git.window.closeEditors();
    await vscode.window.showTextDocument(workspaceFile('README.md'));
    using sheets = new OpenSheets();
    const again = startAgain(git.bench.ports, latest());
    await sheets.opened(0);
    assert.deepEqual(sheets.warnings, ['Branch not published, as of the last fetch']);
    git.bench.openSheet.clear();
    await again;
  });

  it('is remembered with its clone if it was named, even if a file of another one is active', async () => {
    const another = await makeSampleRepository(git.folder);
    await another.git('remote', 'set-url', 'origin', 'https://github.com/octocat/named.git');
    await git.window.show(another.path);
    await vscode.window.showTextDocument(workspaceFile('README.md'));
    const request = { initial_user_msg: 'Go on', repository: 'octocat/named', selected_branch: 'main' };
    assert.deepEqual(await git.bench.receive(request), { ...request, git_provider: 'github' });
    await until(() => git.bench.history.conversations[0]?.clone !== undefined);
    const { clone, remote, startCommit } = git.bench.history.conversations[0]!;
    assert.deepEqual([clone, remote, startCommit], [another.path, 'origin', another.head]);
  });

  it('is reported, with its warnings, before a start without a user is sent', async () => {
    const another = await makeSampleRepository(git.folder);
    await another.git('checkout', '-b', 'fresh');
    await git.window.show(another.path);
    await git.bench.receive({ initial_user_msg: 'Go on' });
    const { request, warnings } = git.bench.announced.at(-1)!;
    assert.deepEqual([request.selected_branch, warnings.map(({ kind }) => kind)], ['fresh', ['notPublished']]);
    assert.ok(git.bench.log.lines.some((line) => line.startsWith('warn: Before a start: {"kind":"notPublished"')));
  });
});

describe('After a click', () => {
  const git = GitBench.use();
  const fixed = fixing(git);

  const bare = () => path.join(git.folder, 'Hello-World.git');

  /** Makes a clone that can really push: to the bare repository next to it. */
  async function clone() {
    const repository = await makeSampleRepository(git.folder);
    await repository.git('remote', 'set-url', '--push', 'origin', bare());
    return repository;
  }

  /** Chooses the fix with this label for the first warning of this kind. */
  async function fix(kind: Warning['kind'], label: string, clicked?: string) {
    const targetContext = await git.bench.targets.find();
    const state = { draft: { fields: {} }, targetContext, settings: undefined };
    const warning = sheetWarnings(state).find((one) => one.kind === kind) ?? assert.fail(kind);
    const { edited, ...shown } = await fixed(warning, label, targetContext, clicked);
    return { ...shown, target: edited.targetContext?.target };
  }
  const kinds = (target: Target | undefined) => target?.notes.map(({ kind }) => kind);
  const onRemote = async (repository: SampleRepository, branch: string) =>
    (await repository.git('ls-remote', bare(), `refs/heads/${branch}`)).split('\t')[0];

  for (const [label, kind, change, branch] of [
    ['Push', 'ahead', ['commit', '--allow-empty', '--message', 'ahead'], 'main'],
    ['Publish published', 'notPublished', ['checkout', '-b', 'published'], 'published'],
  ] as const)
    it(`${label} brings what is only here to the remote`, async () => {
      const repository = await clone();
      await repository.git(...change);
      await git.window.show(repository.path);
      const { target, offered } = await fix(kind, label);
      assert.deepEqual([offered[0], kinds(target)], [label, []]);
      assert.equal(await onRemote(repository, branch), (await repository.git('rev-parse', 'HEAD')).trim());
      assert.equal((await repository.git('rev-parse', '--abbrev-ref', '@{upstream}')).trim(), `origin/${branch}`);
    });

  /** Checks out a branch that tracks main, with a commit of its own, where a plain push would move main. */
  async function trackMain(): Promise<SampleRepository> {
    const repository = await clone();
    await repository.git('config', 'push.default', 'upstream');
    await repository.git('checkout', '-b', 'mywork', 'origin/main');
    await repository.git('commit', '--allow-empty', '--message', 'mine');
    await git.window.show(repository.path);
    return repository;
  }

  it('a branch that tracks main is published by its own name first', async () => {
    const repository = await trackMain();
    const { target, offered } = await fix('aheadOfOther', 'Publish mywork');
    assert.deepEqual(offered.slice(0, 2), ['Publish mywork', 'Push to main...']);
    assert.equal(await onRemote(repository, 'main'), repository.head);
    assert.equal(await onRemote(repository, 'mywork'), (await repository.git('rev-parse', 'HEAD')).trim());
    assert.deepEqual([target?.branch, target?.localBranch, kinds(target)], ['mywork', 'mywork', []]);
  });

  it('main is moved only by a yes to a question that names it', async () => {
    const repository = await trackMain();
    const { said } = await fix('aheadOfOther', 'Push to main...');
    // The button that Enter presses pushes nothing.
    assert.match(said.join(), /Push mywork to origin\/main\?.*"modal":true.*"Back to Review Sheet","Push to main"\]$/);
    assert.equal(await onRemote(repository, 'main'), repository.head);
    await fix('aheadOfOther', 'Push to main...', 'Push to main');
    assert.equal(await onRemote(repository, 'main'), (await repository.git('rev-parse', 'HEAD')).trim());
    assert.equal(await onRemote(repository, 'mywork'), '');
  });

  it("says in Git's words why a push was rejected", async () => {
    const repository = await clone();
    await repository.git('commit', '--allow-empty', '--message', 'theirs');
    await repository.git('push', 'origin', 'main');
    await repository.git('reset', '--hard', 'HEAD~1');
    await repository.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await repository.git('commit', '--allow-empty', '--message', 'mine');
    await git.window.show(repository.path);
    await assert.rejects(fix('ahead', 'Push'), /Couldn't push main: ! \[rejected\] +main -> main \(non-fast-forward\)/);
  });

  const files = { staged: 0, unstaged: 1, untracked: 0, conflicted: 0, total: 1 };
  const follow = ['checkout', '--track', '-b', 'other', 'origin/main'];
  for (const [label, warning, shown, other] of [
    ['Publish shown', { kind: 'notPublished' }, ['checkout', '-b', 'shown'], ['checkout', '-b', 'other']],
    ['Push', { kind: 'ahead', commits: 1 }, ['commit', '--allow-empty', '--message', 'shown'], follow],
    ['Add Changes to Message', { kind: 'changes', files }, ['checkout', 'main'], follow],
  ] as const)
    it(`${label} does nothing if the branch that was shown is no longer checked out`, async () => {
      const repository = await clone();
      await repository.git(...shown);
      await git.window.show(repository.path);
      const targetContext = await git.bench.targets.find();
      await repository.git(...other);
      await repository.git('commit', '--allow-empty', '--message', 'other');
      await writeFile(path.join(repository.path, 'other.txt'), 'private');
      const before = await repository.git('ls-remote', bare());
      const { said, edited } = await fixed(warning, label, targetContext);
      assert.match(said.join(), /Another branch is checked out\. Check it, and try again/);
      assert.deepEqual([edited.edit, edited.targetContext?.target.localBranch], [undefined, 'other']);
      assert.equal(await repository.git('ls-remote', bare()), before);
    });

  it('fetch finds out what the remote has', async () => {
    const repository = await clone();
    await repository.git('remote', 'set-url', 'origin', bare());
    await repository.git('push', 'origin', 'main:refs/heads/theirs');
    await repository.git('update-ref', '-d', 'refs/remotes/origin/theirs');
    await git.window.show(repository.path);
    const fetch = async () => fixed({ kind: 'behind', commits: 1 }, 'Fetch', await git.bench.targets.find());
    assert.equal((await fetch()).edited.targetContext?.target.root, repository.path);
    const found = await git.bench.actions.remoteBranches({ root: repository.path, remote: 'origin' });
    assert.ok(found.branches.some(({ name }) => name === 'theirs'));
    await repository.git('remote', 'set-url', 'origin', path.join(git.folder, 'gone.git'));
    await assert.rejects(fetch(), /^ExplainedError: Couldn't fetch from origin: /);
    const option = git.bench.actions.fetch({ root: repository.path, remote: '--upload-pack=touch ran' });
    await assert.rejects(option, /'--upload-pack=touch ran' is not a valid remote name/);
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
      await rm(workspaceFile('.vscode').fsPath, { recursive: true, force: true });
    }
  });
});
