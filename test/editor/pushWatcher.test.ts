import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { setTimeout as timer } from 'node:timers/promises';
import * as vscode from 'vscode';
import { pushedBranchNames, type Conversation } from '../../src/conversations/conversation';
import type { GitApi } from '../../src/repository/vscode/gitApi';
import { PushWatcher } from '../../src/result/vscode/pushWatcher';
import { conversationOnce, openClones, startOnClone } from '../support/agentClones';
import { GitBench } from '../support/gitBench';
import { replaced } from '../support/replaced';
import type { Clone } from '../unit/result/clones';

describe('What others push', () => {
  let watcher: PushWatcher | undefined;
  afterEach(() => watcher?.dispose());
  const git = GitBench.use();
  let mine: Clone;
  let agent: Clone;

  beforeEach(async () => ({ mine, agent } = await openClones(git)));

  const start = () => startOnClone(git);

  const conversation = (isWanted: (one: Conversation) => boolean, id?: string) =>
    conversationOnce(git.bench.history, isWanted, id);

  const openWatcher = () => {
    const { ports, snapshots, log } = git.bench;
    return (watcher = new PushWatcher(git.window.api, { ...ports, snapshots, log }, 0));
  };

  /** VS Code's Git looks at the clone again. */
  const look = () => git.window.api.getRepository(vscode.Uri.file(mine.root))!.status();

  /** Resolves once it has looked at what there is: its second look begins after that, and is about nothing. */
  async function openWatcherAfterLook(): Promise<void> {
    const { history } = git.bench;
    const load = history.load.bind(history);
    let looks = 0;
    using _ = replaced(history, { load: () => (looks++ === 0 ? load() : Promise.resolve([])) });
    openWatcher();
    while (looks < 2) await look();
  }

  /** Changes the clone's remotes while the watcher has nothing to look for: until VS Code's Git has looked, it tells the old ones. */
  async function changeRemotes(...commands: readonly (readonly string[])[]): Promise<void> {
    using _ = replaced(git.bench.history, { load: () => Promise.resolve([]) });
    for (const command of commands) await mine.git(...command);
    await look();
  }

  it('is noticed with a fetch by anybody, for each conversation what was pushed since it', async () => {
    const first = await start();
    const others = { old: { sentAt: 0 }, failed: { outcome: 'notStarted' } } as const;
    for (const [id, facts] of Object.entries(others)) await git.bench.history.add({ ...first, id, ...facts });
    openWatcher();
    await agent.push('one');
    await mine.git('fetch', '--quiet');
    await look();
    await conversation((one) => pushedBranchNames(one).join() === 'one', first.id);
    const second = await start();
    await agent.push('two');
    await mine.push('mine');
    await mine.git('fetch', '--quiet');
    await look();
    await conversation((one) => pushedBranchNames(one).join() === 'two', second.id);
    // Both may be of the same second.
    await conversation((one) => [...pushedBranchNames(one)].sort().join() === 'one,two', first.id);
    for (const id of Object.keys(others)) assert.equal(git.bench.history.get(id)?.pushed, undefined, id);
  });

  it('is noticed wherever the branches of the clone are open: in a worktree, or under another path, once that is there', async () => {
    const { id } = await start();
    const link = `${mine.root}-link`;
    await git.bench.history.change(id, { clone: link });
    await openWatcherAfterLook();
    await symlink(mine.root, link);
    await agent.push('one');
    await mine.git('fetch', '--quiet');
    await look();
    await conversation((one) => pushedBranchNames(one).join() === 'one', id);
  });

  it('is noticed in another clone of the repository if the one of the start is gone, such as a removed worktree', async () => {
    const { id } = await start();
    await git.bench.history.change(id, { clone: `${mine.root}-removed` });
    openWatcher();
    await agent.push('one');
    await mine.git('fetch', '--quiet');
    await look();
    await conversation((one) => pushedBranchNames(one).join() === 'one', id);
    // The clones of the next tests are of the same repository.
    await git.bench.history.remove(id);
  });

  it('is noticed under another name of the remote, whose former one is that of a fork', async () => {
    const { id } = await start();
    await openWatcherAfterLook();
    await changeRemotes(
      ['remote', 'rename', 'origin', 'upstream'],
      ['remote', 'add', 'origin', 'git@github.com:me/Hello-World.git'],
      ['update-ref', 'refs/remotes/origin/mine', 'HEAD'],
    );
    await agent.push('one');
    await mine.git('fetch', '--quiet', 'upstream');
    await look();
    await conversation((one) => pushedBranchNames(one).join() !== '', id);
    assert.deepEqual(pushedBranchNames(git.bench.history.get(id)!), ['one']);
  });

  it('is not taken for everything that a remote has which was never fetched before', async () => {
    await mine.git('update-ref', '-d', 'refs/remotes/origin/main');
    await git.bench.receive({ initial_user_msg: 'Greet' });
    const { remote, remoteBranches } = await conversation((one) => one.clone !== undefined);
    assert.deepEqual([remote, remoteBranches], ['origin', undefined]);
  });

  it('is looked for once, although VS Code tells of several changes at a time', async () => {
    const { history, snapshots, log } = git.bench;
    const repository = git.window.api.getRepository(vscode.Uri.file(mine.root));
    const onDidOpenRepository = () => new vscode.Disposable(() => undefined);
    const api = { ...git.window.api, repositories: [repository, repository], onDidOpenRepository } as unknown as GitApi;
    let looks = 0;
    using _ = replaced(history, { load: () => (looks++, Promise.reject(new Error('unreadable'))) });
    watcher = new PushWatcher(api, { history, snapshots, log }, 0);
    await timer();
    await timer();
    assert.equal(looks, 1);
  });

  it('is noticed the next time if it could not be saved', async () => {
    const { id } = await start();
    const { history, log } = git.bench;
    using full = replaced(history, { change: () => Promise.reject(new Error('full')) });
    openWatcher();
    await agent.push('one');
    await mine.git('fetch', '--quiet');
    while (!log.lines.some((line) => line.includes("couldn't be compared"))) await look();
    full.dispose();
    await look();
    await conversation((one) => pushedBranchNames(one).join() === 'one', id);
  });
});
