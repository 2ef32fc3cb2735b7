import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { targetOf } from '../../src/repository/target';
import type { GitApi, GitExtension, GitRepository } from '../../src/repository/vscode/gitApi';
import { selectRepository } from '../../src/repository/vscode/gitRepositories';
import { fixWarning } from '../../src/start/vscode/sheet/sheetFixes';
import { Configuration } from '../../src/service/vscode/configuration';
import { makeSampleRepository } from '../host/sampleRepository';
import { Answers } from '../support/answers';
import { GitBench } from '../support/gitBench';
import { RecordedMessages } from '../support/recordedMessages';

const preferences = { remote: '', gitProviderHosts: {} };

/** Runs something while the Git extension's API differs in this, for this extension only. */
async function withGit(change: Partial<GitApi>, run: () => Promise<unknown>): Promise<void> {
  const exported: object = await vscode.extensions.getExtension<GitExtension>('vscode.git')!.activate();
  const api = (exported as GitExtension).getAPI(1);
  const own = (name: keyof GitApi): unknown => {
    const member: unknown = Reflect.get(change, name) ?? Reflect.get(api, name);
    return typeof member === 'function' ? (member as () => unknown).bind(api) : member;
  };
  Object.assign(exported, { getAPI: () => new Proxy(api, { get: (_, name) => own(name as keyof GitApi) }) });
  try {
    await run();
  } finally {
    Reflect.deleteProperty(exported, 'getAPI');
  }
}

describe('The repository of a start', () => {
  const git = GitBench.use();

  it('is the only one that is open', async () => {
    const { reason, repository, branch, notes } = targetOf(await selectRepository(), preferences);
    assert.deepEqual([reason, repository, branch, notes], ['onlyOne', 'octocat/Hello-World', 'main', []]);
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
    // Only this extension's questions fail: VS Code's own must not, in a repository that really is broken.
    await withGit({ git: { path: 'false' } }, () =>
      assert.rejects(git.bench.receive({ initial_user_msg: 'x' }), /Git couldn't read the repository/),
    );
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
    await git.bench.actions.push(repository.path, 'main');
    const after = await git.bench.targets.again(target);
    assert.ok(after.target.notes.every(({ kind }) => kind !== 'ahead'));
    const commit = (await repository.git('rev-parse', 'HEAD')).trim();
    assert.equal((await repository.git('ls-remote', 'origin', 'main')).split('\t')[0], commit);
  });

  it('publish brings the branch to the remote', async () => {
    const repository = await clone();
    await repository.git('checkout', '-b', 'published');
    await git.window.show(repository.path);
    const { target } = await git.bench.targets.find();
    await git.bench.actions.publish(repository.path, 'published');
    const after = await git.bench.targets.again(target);
    assert.ok(after.target.notes.every(({ kind }) => kind !== 'notPublished'));
    assert.match(await repository.git('ls-remote', 'origin', 'published'), /refs\/heads\/published/);
  });

  it('publish waits until the Git extension has noticed the branch', async () => {
    const repository = await clone();
    await repository.git('checkout', '-b', 'published');
    const [names, state] = [['main', 'main', 'published'], { HEAD: { name: '' } }];
    const status = () => Promise.resolve(void (state.HEAD.name = names.shift() ?? ''));
    const getRepository = () => ({ state, status }) as unknown as GitRepository;
    const publish = () => git.bench.actions.publish(repository.path, 'published');
    await withGit({ getRepository }, publish);
    assert.deepEqual([state.HEAD.name, names], ['published', []]);
    await assert.rejects(withGit({ getRepository }, publish), /hasn't noticed yet .* Run Git: Refresh, and try again/);
    names.push(...Array.from({ length: 5 }, () => 'published'));
    const other = () => git.bench.actions.publish(repository.path, 'other');
    await assert.rejects(withGit({ getRepository }, other), /hasn't noticed yet/, 'checked out since it was shown');
  });

  const files = { staged: 0, unstaged: 1, untracked: 0, conflicted: 0 };
  const follow = ['checkout', '--track', '-b', 'other', 'origin/main'];
  for (const [label, warning, shown, other] of [
    [
      '$(cloud-upload) Publish Branch',
      { kind: 'notPublished' },
      ['checkout', '-b', 'shown'],
      ['checkout', '-b', 'other'],
    ],
    ['$(repo-push) Push', { kind: 'ahead', commits: 1 }, ['commit', '--allow-empty', '--message', 'shown'], follow],
    ['$(diff) Add Changes to Message', { kind: 'changes', files }, ['checkout', 'main'], follow],
  ] as const)
    it(`${label} does nothing if the branch that was shown is no longer checked out`, async () => {
      const repository = await clone();
      await repository.git(...shown);
      await git.window.show(repository.path);
      const surroundings = await git.bench.targets.find();
      await repository.git(...other);
      await repository.git('commit', '--allow-empty', '--message', 'other');
      await writeFile(path.join(repository.path, 'other.txt'), 'private');
      const before = await repository.git('ls-remote', 'origin');
      const [messages, answers] = [new RecordedMessages(), new Answers({ picked: label })];
      const state = { draft: { fields: {} }, surroundings, settings: undefined };
      const { targets, ports, origin: serviceUrl, drafts } = git.bench;
      const sheet = { ...ports, targets, serviceUrl, store: drafts.sheet };
      const edited = await fixWarning(warning, state, sheet);
      for (const stub of [messages, answers]) stub.dispose();
      assert.match(messages.said.join(), /Another branch is checked out\. Check it, and try again/);
      assert.deepEqual([edited.edit, edited.surroundings?.target.local], [undefined, 'other']);
      assert.equal(await repository.git('ls-remote', 'origin'), before);
    });

  it('fetch finds out what the remote has', async () => {
    const repository = await clone();
    await repository.git('push', 'origin', 'main:refs/heads/theirs');
    await repository.git('update-ref', '-d', 'refs/remotes/origin/theirs');
    await git.window.show(repository.path);
    await git.bench.actions.fetch(repository.path);
    const found = await git.bench.actions.remoteBranches({ root: repository.path, remote: 'origin' });
    assert.ok(found.some(({ name }) => name === 'theirs'));
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
