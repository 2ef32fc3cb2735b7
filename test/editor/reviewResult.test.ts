import assert from 'node:assert/strict';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { pushedBranchNames, type Conversation } from '../../src/conversations/conversation';
import { isUnseenEnd } from '../../src/conversations/conversationToShow';
import type { ReviewedBranch } from '../../src/result/vscode/openClone';
import type { ResultPorts } from '../../src/result/vscode/remoteAtStart';
import { reviewResult } from '../../src/result/vscode/reviewResult';
import { asExplained } from '../../src/start/vscode/explain';
import { conversationOnce, openClones, startOnClone, wholeLook } from '../support/agentClones';
import { type DrivenPick, DrivenWindow } from '../support/drivenWindow';
import { GitBench } from '../support/gitBench';
import { RecordedMessages } from '../support/recordedMessages';
import { replaced } from '../support/replaced';
import { Clone } from '../unit/result/clones';

/** With news, noticed before the clock was set back. */
const ended = { status: 'STOPPED', endedAt: Date.now() + 60 * 60 * 1000 };

describe('Reviewing what was pushed', () => {
  const git = GitBench.use();
  let mine: Clone;
  let agent: Clone;
  let window: DrivenWindow;
  let messages: RecordedMessages;

  beforeEach(async () => {
    ({ mine, agent } = await openClones(git));
    window = new DrivenWindow();
    messages = new RecordedMessages();
  });

  afterEach(() => {
    messages.dispose();
    window.dispose();
  });

  const ports = (): ResultPorts => ({
    ...git.bench.ports,
    snapshots: git.bench.snapshots,
    changesEditors: git.bench.changesEditors,
    log: git.bench.log,
  });

  const conversation = (isWanted: (one: Conversation) => boolean, id?: string) =>
    conversationOnce(git.bench.history, isWanted, id);

  const start = () => startOnClone(git);

  const wordsOf = (failing: Promise<void>) =>
    failing.then(
      () => '',
      (error: unknown) => asExplained(error).message,
    );

  /** Opens the list of branches of a conversation. */
  async function review(id: string): Promise<{ readonly pick: DrivenPick; readonly reviewing: Promise<void> }> {
    const shown = window.next();
    const reviewing = reviewResult(ports(), { id });
    const pick = await Promise.race([shown, reviewing.then(() => undefined)]);
    assert.ok(pick, messages.said.join('\n'));
    return { pick, reviewing };
  }

  const rowsOf = ({ items }: DrivenPick) => items.map(({ label }) => label);

  /** Opens the list, and closes it. */
  async function look(id: string): Promise<DrivenPick> {
    const { pick, reviewing } = await review(id);
    pick.escape();
    await reviewing;
    return pick;
  }

  const rowsFor = async ({ id }: Conversation) => rowsOf(await look(id));

  it('fetches, lists what others pushed, and saves their names with the conversation', async () => {
    const started = await start();
    await agent.push('agent/greet');
    assert.deepEqual(await rowsFor(started), ['agent/greet']);
    assert.equal(git.bench.ports.state.get('agentConversations.resultReviewed'), true, 'a step of the walkthrough');
    assert.equal(pushedBranchNames(await conversation(() => true)).join(), 'agent/greet');
    assert.ok(!messages.said.join().includes('fetch'), messages.said.join());
  });

  it('is a look at the conversation once the list is shown: its end is no news then', async () => {
    const { id } = await start();
    await git.bench.history.change(id, ended);
    await agent.push('agent/greet');
    const { pick, reviewing } = await review(id);
    const { lookedAt = 0 } = await conversation((one) => !isUnseenEnd(one), id);
    assert.ok(lookedAt >= ended.endedAt);
    pick.escape();
    await reviewing;
  });

  it('says so when no one else has pushed', async () => {
    const started = await start();
    await mine.push('mine');
    await reviewResult(ports(), { id: started.id });
    assert.match(
      messages.said.join(),
      /No one else has pushed to origin since \\"Greet\\" was started .*Show Newest Branches/,
    );
    await mine.git('config', 'remote.origin.fetch', '+refs/heads/main:refs/remotes/origin/main');
    using asked = new RecordedMessages('Show Newest Branches');
    assert.deepEqual([...(await rowsFor(started))].sort(), ['main', 'mine']);
    assert.match(asked.said.join(), /^\["No new pushes .* Shallow or single-branch clones/);
  });

  it('shows the last fetch if the remote is out of reach, with the words of Git', async () => {
    const started = await start();
    await agent.push('agent/greet');
    await mine.git('fetch', '--quiet');
    await writeFile(path.join(git.folder, 'ssh.sh'), '#!/bin/sh\necho "no route to host" >&2\nexit 255\n');
    assert.deepEqual(await rowsFor(started), ['agent/greet']);
    assert.match(messages.said.join(), /Couldn't fetch from origin.*no route to host.*Show Git Output/);
  });

  it('offers the newest branches for a conversation from before its clone was saved', async () => {
    const { clone, remote, remoteBranches, startCommit, ...started } = await start();
    assert.ok(clone !== undefined && remote !== undefined && remoteBranches !== undefined && startCommit !== undefined);
    const earlier = { ...started, id: 'earlier' };
    await git.bench.history.add(earlier);
    await agent.push('agent/greet');
    const pick = await look('earlier');
    assert.match(
      (pick as unknown as vscode.QuickPick<vscode.QuickPickItem>).placeholder!,
      /^It's unknown where the agent began\. Select a branch$/,
    );
    assert.match(pick.title, /^Newest Branches/);
    assert.doesNotMatch(pick.items.map(({ description }) => description).join(), /your own/);
  });

  it("says that a push may be the user's own if the clone has no record of its pushes", async () => {
    const { id } = await start();
    await mine.git('config', 'core.logAllRefUpdates', 'false');
    await rm(path.join(mine.root, '.git', 'logs'), { recursive: true });
    await agent.push('agent/greet');
    const { items } = await look(id);
    assert.match(items[0]?.description ?? '', /may be your own push$/);
  });

  it('finds what was pushed in another clone after the one of the start, such as a worktree, was deleted', async () => {
    const started = await start();
    await git.bench.history.change(started.id, { clone: `${mine.root}-deleted` });
    await agent.push('agent/greet');
    assert.deepEqual(await rowsFor(started), ['agent/greet']);
  });

  it('works in any worktree of the clone that is open', async () => {
    const started = await start();
    const folder = `${mine.root}-worktree`;
    await mine.git('worktree', 'add', '--quiet', '--detach', folder);
    await git.bench.history.change(started.id, { clone: folder });
    await agent.push('agent/greet');
    assert.deepEqual(await rowsFor(started), ['agent/greet']);
  });

  it('of a conversation about another repository remembers no clone', async () => {
    await git.bench.receive({ initial_user_msg: 'Greet', repository: 'someone/else' });
    await reviewResult(ports(), { id: git.bench.history.conversations[0]!.id });
    assert.match(messages.said.join(), /someone\/else isn't open in this window/);
    assert.equal(git.bench.history.conversations[0]!.clone, undefined);
  });

  it('of a fork by its URL says that its remote is missing, and finds it once it was added', async () => {
    await mine.git('checkout', '--quiet', '-b', 'patch');
    await mine.git('config', 'branch.patch.remote', 'https://github.com/me/demo.git');
    await mine.git('config', 'branch.patch.merge', 'refs/heads/patch');
    await git.bench.receive({ initial_user_msg: 'Greet' });
    const [started] = git.bench.history.conversations;
    assert.deepEqual([started?.request.repository, started?.clone], ['me/demo', undefined]);
    await reviewResult(ports(), { id: started!.id });
    assert.match(
      messages.said.join(),
      /Your clone has no remote for me\/demo\. Add it, then try again\.","Add Remote\.\.\."/,
    );
    await mine.git('remote', 'add', 'fork', 'git@github.com:me/demo.git');
    await agent.commit('Greet');
    await agent.git('push', '--quiet', 'origin', 'HEAD:agent/greet');
    assert.deepEqual(await rowsFor(started!), ['agent/greet', 'main']);
  });

  it('tells in words of Git why a branch is not checked out', async () => {
    const started = await start();
    await agent.push('agent/greet');
    await writeFile(path.join(mine.root, 'agent-0.txt'), 'mine');
    const words = await wordsOf(press(started.id, 'agent/greet', 'Check Out'));
    assert.match(words, /Couldn't check out agent\/greet: .*untracked working tree files/);
  });

  it('checks out no branch over an ignored file, which it names', async () => {
    const started = await start();
    await agent.push('agent/greet');
    await agent.push('agent/greet');
    await writeFile(path.join(mine.root, '.git', 'info', 'exclude'), 'agent-?.txt\n');
    const checkingOut = () => wordsOf(press(started.id, 'agent/greet', 'Check Out'));
    const ignored = path.join(mine.root, 'agent-0.txt');
    await writeFile(ignored, 'mine');
    assert.match(await checkingOut(), /would overwrite the ignored file agent-0\.txt\. Use a worktree instead/);
    await writeFile(path.join(mine.root, 'agent-1.txt'), 'mine');
    assert.match(await checkingOut(), /would overwrite agent-0\.txt and 1 other ignored file\. Use a worktree instead/);
    assert.equal(await readFile(ignored, 'utf8'), 'mine');
  });

  /** Presses a button of a branch in the list. */
  async function press(id: string, label: string, button: string): Promise<void> {
    const { pick, reviewing } = await review(id);
    pick.pressRow(label, button);
    await reviewing;
  }

  const at = async (name: string) => (await mine.git('rev-parse', '--verify', name)).trim();

  it('checks out the commit that was shown, not a tag that is named like its branch', async () => {
    const { id } = await start();
    await agent.push('agent/greet');
    const pushed = (await agent.git('rev-parse', 'HEAD')).trim();
    await agent.commit('Evil');
    for (const tag of ['origin/agent/greet', 'agent/greet', 'refs/remotes/origin/agent/greet'])
      await agent.git('tag', tag);
    await agent.git('push', '--quiet', '--tags', 'origin');
    await mine.git('fetch', '--quiet', '--tags', 'origin');
    await press(id, 'agent/greet', 'Check Out');
    assert.deepEqual([await at('HEAD'), await at('refs/heads/agent/greet')], [pushed, pushed]);
    assert.equal((await mine.git('config', 'branch.agent/greet.merge')).trim(), 'refs/heads/agent/greet');
    await mine.git('checkout', '--quiet', 'main', '--');
    await press(id, 'agent/greet', 'Check Out');
    assert.equal((await mine.git('symbolic-ref', 'HEAD')).trim(), 'refs/heads/agent/greet');
    await mine.git('checkout', '--quiet', 'main', '--');
    await mine.git('update-ref', 'refs/heads/agent/greet', 'main');
    window.button = (detail, buttons) => (detail.includes('origin/agent/greet') ? buttons.at(-1) : undefined);
    messages.dispose();
    await press(id, 'agent/greet', 'Check Out');
    // The local branch has other commits, and keeps them.
    assert.deepEqual([await at('HEAD'), await at('refs/heads/agent/greet')], [pushed, await at('main')]);
  });

  it('leaves no commits behind that are on no branch, unless the user agrees', async () => {
    const { id } = await start();
    await agent.push('agent/greet');
    await mine.git('checkout', '--quiet', '--detach');
    await mine.commit('Mine');
    const before = await at('HEAD');
    messages.dispose();
    await press(id, 'agent/greet', 'Check Out');
    assert.equal(await at('HEAD'), before);
    window.presses = ['Check Out Anyway'];
    await press(id, 'agent/greet', 'Check Out');
    assert.notEqual(await at('HEAD'), before);
  });

  it('opens a branch in a new worktree, in a window of its own', async () => {
    const { id } = await start();
    await agent.push('agent/grüße');
    const run: string[] = [];
    using _ = replaced(vscode.commands, {
      executeCommand: (...words: unknown[]) => Promise.resolve(void run.push(JSON.stringify(words))),
    });
    window.typed = (before, { prompt }) => (assert.match(prompt, /^Folder .* It opens in a new window\.$/), before);
    await press(id, 'agent/grüße', 'Check Out in Worktree...');
    assert.match(run.join('\n'), /^\["vscode\.openFolder",.*\.worktrees\/agent-grüße".*,\{"forceNewWindow":true\}\]$/m);
    const worktree = new Clone(path.join(`${mine.root}.worktrees`, 'agent-grüße'));
    assert.equal((await worktree.git('symbolic-ref', 'HEAD')).trim(), 'refs/heads/agent/grüße');
    assert.equal((await mine.git('symbolic-ref', 'HEAD')).trim(), 'refs/heads/main');
    const words = await wordsOf(press(id, 'agent/grüße', 'Check Out in Worktree...'));
    assert.match(words, /Couldn't create a worktree for agent\/grüße: .*already exists/);
  });

  it('checks out a branch detached whose name is that of a commit', async () => {
    const { id } = await start();
    const heads = await mine.git('for-each-ref', 'refs/heads');
    const configuration = await mine.git('config', '--local', '--list');
    await agent.push('work');
    const pushed = (await agent.git('rev-parse', 'HEAD')).trim();
    const name = await at('main');
    await agent.git('push', '--quiet', 'origin', `HEAD:refs/heads/${name}`);
    await press(id, name, 'Check Out');
    assert.equal(await at('HEAD'), pushed);
    assert.equal(await mine.git('for-each-ref', 'refs/heads'), heads);
    assert.equal(await mine.git('config', '--local', '--list'), configuration, 'no branch, so no upstream');
  });

  it('says so if a branch is gone that was shown', async () => {
    const { id } = await start();
    await agent.push('agent/greet');
    const { pick, reviewing } = await review(id);
    await mine.git('update-ref', '-d', 'refs/remotes/origin/agent/greet');
    pick.pressRow('agent/greet', 'Check Out in Worktree...');
    assert.match(await wordsOf(reviewing), /agent\/greet is no longer a branch of origin/);
  });

  it('says that only the upstream failed if the branch is checked out without one', async () => {
    const { id } = await start();
    await agent.push('agent/greet');
    const { pick, reviewing } = await review(id);
    // Git finds the configuration locked, and the references not.
    await writeFile(path.join(mine.root, '.git', 'config.lock'), '');
    pick.pressRow('agent/greet', 'Check Out');
    const words = await wordsOf(reviewing);
    await rm(path.join(mine.root, '.git', 'config.lock'));
    assert.match(words, /Checked out agent\/greet, but couldn't set its upstream: could not lock config file/);
    assert.equal((await mine.git('symbolic-ref', 'HEAD')).trim(), 'refs/heads/agent/greet');
  });

  it('shows everything that was pushed to a remote that was empty at the start', async () => {
    const { remoteBranches, startCommit, ...started } = await start();
    assert.ok(remoteBranches !== undefined && startCommit !== undefined);
    const empty = await (await git.bench.snapshots()).save(new Map());
    const request = { ...started.request, selected_branch: 'release' };
    await git.bench.history.add({ ...started, id: 'empty', remoteBranches: empty, request });
    await agent.push('main');
    const { pick, reviewing } = await review('empty');
    const [row] = pick.items as readonly (vscode.QuickPickItem & { readonly branch: ReviewedBranch })[];
    assert.match(`${row?.label} ${row?.description}, into ${row?.branch.target}`, /main 2 commits.*, into release$/);
    pick.choose('main');
    await reviewing;
    const files = (await mine.git('ls-tree', '-r', '--name-only', 'origin/main')).trim().split('\n');
    assert.match(messages.said.join('\n'), new RegExp(`main: ${files.length} changed files.*Check Out`));
  });

  it('offers what else can be done with a branch that cannot be compared', async () => {
    const { remoteBranches, startCommit, ...started } = await start();
    assert.ok(remoteBranches !== undefined && startCommit !== undefined);
    await git.bench.history.add({ ...started, id: 'unknown', remoteBranches, startCommit: '0'.repeat(40) });
    await agent.push('agent/greet');
    const { pick, reviewing } = await review('unknown');
    pick.choose('agent/greet');
    await reviewing;
    assert.match(messages.said.join('\n'), /couldn't compare agent\/greet .*Check Out.*Show Git Output/);
  });

  it('says that the remote is gone, and forgets nothing of it', async () => {
    const started = await start();
    await agent.push('agent/greet');
    assert.deepEqual(await rowsFor(started), ['agent/greet']);
    const pushed = git.bench.history.get(started.id)?.pushed;
    assert.match(pushed ?? '', /^agent\/greet /);
    await mine.git('remote', 'remove', 'origin');
    await reviewResult(ports(), { id: started.id });
    assert.match(messages.said.join('\n'), /no longer has the remote origin/);
    await wholeLook(git, ports(), mine.root);
    assert.equal(git.bench.history.get(started.id)?.pushed, pushed);
  });

  it('finds the remote of the start once it was renamed, and its name given to a fork', async () => {
    const started = await start();
    await agent.push('agent/greet');
    await mine.git('remote', 'rename', 'origin', 'upstream');
    await mine.git('remote', 'add', 'origin', 'https://127.0.0.1:1/me/Hello-World.git');
    assert.deepEqual(await rowsFor(started), ['agent/greet']);
  });

  it('says so if the clone has no branches of the remote although it was fetched', async () => {
    const started = await start();
    await mine.git('config', 'remote.origin.fetch', '+refs/tags/*:refs/tags/*');
    await rm(path.join(mine.root, '.git', 'refs', 'remotes', 'origin'), { recursive: true });
    await reviewResult(ports(), { id: started.id });
    assert.match(messages.said.slice(1).join(), /^\["Your clone has no branches of origin\./);
  });

  it('fetches from no remote whose name Git would take for an option', async () => {
    const started = await start();
    const touched = path.join(git.folder, 'touched');
    const name = `--upload-pack=touch ${touched};`;
    await mine.git('config', `remote.${name}.url`, 'git@github.com:octocat/Hello-World.git');
    await git.bench.history.change(started.id, { remote: name });
    await reviewResult(ports(), { id: started.id });
    assert.match(messages.said.slice(1).join(), /^\["Couldn't fetch from [^:]*: .* is not a valid remote name",[^[]*$/);
    await assert.rejects(access(touched));
  });

  it('ends when it is canceled during the fetch, and writes nothing', async () => {
    const started = await start();
    await git.bench.history.change(started.id, ended);
    await writeFile(path.join(git.folder, 'ssh.sh'), '#!/bin/sh\nexec sleep 1000\n');
    const canceled = new vscode.CancellationTokenSource();
    using _ = replaced(vscode.window, {
      withProgress: (_: unknown, work: (progress: unknown, token: vscode.CancellationToken) => unknown) => {
        setImmediate(() => canceled.cancel());
        return work({ report: () => undefined }, canceled.token);
      },
    });
    try {
      await reviewResult(ports(), { id: started.id });
    } finally {
      await mine.git('config', 'core.sshCommand', 'false');
    }
    const { pushed, lookedAt } = git.bench.history.get(started.id) ?? {};
    assert.deepEqual([pushed, lookedAt], [undefined, undefined]);
  });
});
