import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Targets } from '../../src/repository/targets';
import { branchActions } from '../../src/result/vscode/branchActions';
import { ChangesEditors } from '../../src/result/vscode/changesEditors';
import { ExplainedError } from '../../src/base/vscode/explanation';
import type { GitProvider } from '../../src/client/records';
import { checkOutBranch, createPullRequest } from '../../src/result/vscode/commands';
import { reviewResult } from '../../src/result/vscode/reviewResult';
import { openClones, startOnClone } from '../support/agentClones';
import { DrivenWindow } from '../support/drivenWindow';
import { GitBench } from '../support/gitBench';
import { RecordedActions } from '../support/recordedActions';
import { RecordedMessages } from '../support/recordedMessages';
import type { Clone } from '../unit/result/clones';

describe('The editor with the changes of a pushed branch', () => {
  const git = GitBench.use();
  let mine: Clone;
  let agent: Clone;
  let editors: ChangesEditors;
  let window: DrivenWindow;
  let messages: RecordedMessages;

  beforeEach(async () => {
    ({ mine, agent } = await openClones(git));
    window = new DrivenWindow();
    messages = new RecordedMessages();
    editors = new ChangesEditors();
    await startOnClone(git);
  });

  afterEach(async () => {
    editors.dispose();
    messages.dispose();
    window.dispose();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const ports = () => {
    const { ports: common, snapshots, log } = git.bench;
    return { ...common, snapshots, log, changesEditors: () => Promise.resolve(editors) };
  };
  const shownCommit = () => editors.active?.commit;

  /** Pushes a branch as the agent, and opens its changes. */
  async function showChanges(branch: string): Promise<string> {
    await agent.push(branch);
    const [started] = git.bench.history.conversations;
    const reviewing = reviewResult(ports(), { id: started!.id });
    (await window.next()).choose(branch);
    await reviewing;
    return (await agent.git('rev-parse', 'HEAD')).trim();
  }

  /** Resolves once the commit whose changes are shown is as wanted. */
  async function waitForShown(wanted: string | undefined): Promise<void> {
    if (shownCommit() === wanted) return;
    let listening: vscode.Disposable | undefined;
    const { onDidChangeTabs, onDidChangeTabGroups } = vscode.window.tabGroups;
    await new Promise<void>((resolve) => {
      const look = () => {
        if (shownCommit() === wanted) resolve();
      };
      listening = vscode.Disposable.from(onDidChangeTabs(look), onDidChangeTabGroups(look));
    });
    listening?.dispose();
  }

  it('is known by the commit in its title, and its branch is checked out from there while it is active', async () => {
    const pushed = await showChanges('agent/greet');
    await waitForShown(pushed);
    const { label } = vscode.window.tabGroups.activeTabGroup.activeTab!;
    assert.ok(label.startsWith(`Pushed to origin/agent/greet · ${pushed.slice(0, 7)} `), label);
    const actions = new RecordedActions();
    await createPullRequest(ports()).finally(() => actions.dispose());
    const page = 'https://github.com/octocat/Hello-World/compare/main...agent/greet?expand=1';
    assert.deepEqual(actions.done.map(decodeURIComponent), [page]);
    await branchActions.copyName.perform(editors.active!);
    assert.equal(await vscode.env.clipboard.readText(), 'agent/greet');
    await vscode.window.showTextDocument(vscode.Uri.file(path.join(mine.root, 'README.md')), { preview: false });
    await waitForShown(undefined);
    await checkOutBranch(ports());
    assert.match(messages.said.at(-1) ?? '', /Open the changes of a pushed branch first/);
    await vscode.commands.executeCommand('workbench.action.previousEditor');
    await waitForShown(pushed);
    await checkOutBranch(ports());
    assert.equal((await mine.git('symbolic-ref', 'HEAD')).trim(), 'refs/heads/agent/greet');
  });

  it('shows the branch again instead if it has moved since', async () => {
    const first = await showChanges('agent/greet');
    await waitForShown(first);
    await agent.push('agent/greet');
    const second = (await agent.git('rev-parse', 'HEAD')).trim();
    await mine.git('fetch', '--quiet');
    await checkOutBranch(ports());
    await waitForShown(second);
    assert.match(messages.said.at(-1) ?? '', /agent\/greet has changed since it was shown/);
    assert.equal((await mine.git('symbolic-ref', 'HEAD')).trim(), 'refs/heads/main');
  });

  it("isn't checked out in the middle of a rebase, which would go on with the agent's branch", async () => {
    await waitForShown(await showChanges('agent/greet'));
    await mine.commit('Mine');
    await mine.git('-c', 'sequence.editor=echo break >', 'rebase', '--quiet', '--interactive', 'HEAD~1');
    await assert.rejects(
      checkOutBranch(ports()),
      /A rebase is in progress\. Finish or abort it before you check out agent\/greet, or use a worktree instead\.$/,
    );
  });

  it('offers no pull request of a branch for itself', async () => {
    await waitForShown(await showChanges('main'));
    const actions = new RecordedActions();
    await createPullRequest(ports()).finally(() => actions.dispose());
    assert.match(messages.said.at(-1) ?? '', /Open the changes of a pushed branch first/);
    assert.deepEqual(actions.done, []);
  });

  /** Why there is no page of a pull request if the clone's target is this one by now. */
  function refusalWith(target?: object): Promise<string> {
    const shown = editors.active!;
    const targets = target ? ({ find: () => Promise.resolve({ target }) } as unknown as Targets) : shown.clone.targets;
    return branchActions.createPullRequest.perform({ ...shown, clone: { ...shown.clone, targets } }).then(
      () => '',
      (error: unknown) => [String(error), error instanceof ExplainedError && error.remedy?.label].join(' | '),
    );
  }

  it('opens no page of another repository if the remote is gone since, or the clone is closed', async () => {
    await waitForShown(await showChanges('agent/greet'));
    await mine.git('remote', 'remove', 'origin');
    await mine.git('remote', 'add', 'fork', 'https://github.com/me/Hello-World.git');
    const actions = new RecordedActions();
    const refused = await refusalWith().finally(() => actions.dispose());
    assert.match(refused, /Hello-World no longer has the remote origin\. Add it again/);
    assert.deepEqual(actions.done, []);
    const closed = await refusalWith({ notes: [{ kind: 'chosenGone', root: mine.root }] });
    assert.match(closed, /Hello-World isn't open in this window\. Open its folder/);
  });

  it("says that the page of a known provider isn't known, and asks for the provider of no other host", async () => {
    await waitForShown(await showChanges('agent/greet'));
    const { root, remote } = editors.active!.clone;
    const said = (gitProvider?: GitProvider) => {
      const repository = { host: 'tfs.example', webUrl: 'https://tfs.example', repository: 'a/b/c' };
      return refusalWith({ root, remote, ...repository, gitProvider, notes: [] });
    };
    assert.match(await said('azure_devops'), /Unknown page for pull requests on tfs\.example\./);
    assert.match(await said(), /Unknown Git provider for tfs\.example\. Set the host .* \| Open Settings$/);
  });
});
