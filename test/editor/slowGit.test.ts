import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { replayConversation } from '../../src/entry/vscode/commands';
import type { EntryPoint } from '../../src/entry/vscode/addAndReview';
import { resolveMergeConflicts, startFromChanges } from '../../src/entry/vscode/startFromSourceControl';
import type { GitCommand } from '../../src/repository/gitCommand';
import type { Target } from '../../src/repository/target';
import { branchActions, viewChanges } from '../../src/result/vscode/branchActions';
import { checkOut, checkOutInWorktree } from '../../src/result/vscode/checkOut';
import type { ReviewedBranch } from '../../src/result/vscode/openClone';
import { publishFix } from '../../src/start/vscode/sheet/gitFixes';
import type { SheetPorts } from '../../src/start/vscode/sheet/sheetState';
import { CanceledProgress } from '../support/canceledProgress';
import { DrivenWindow } from '../support/drivenWindow';
import { until } from '../support/openSheets';
import { StartBench } from '../support/startBench';

const never = () => new Promise<never>(() => undefined);

describe('A Git that takes long', () => {
  let canceled: CanceledProgress;

  beforeEach(() => (canceled = new CanceledProgress()));
  afterEach(() => canceled.dispose());

  describe('can be canceled when something is handed over', () => {
    let bench: StartBench;

    beforeEach(async () => (bench = await StartBench.open()));
    afterEach(() => bench.dispose());

    const changed = { rootUri: vscode.Uri.file('/clone') };
    const rows: readonly (readonly [what: string, entry: EntryPoint, argument: unknown, slow: readonly string[]])[] = [
      ['Start from Changes', startFromChanges, undefined, ['selectRepository']],
      ['Start from Changes of a clicked repository', startFromChanges, changed, ['repositoryOf']],
      ['Resolve Merge Conflicts', resolveMergeConflicts, undefined, ['selectRepository']],
      ['the files of Resolve Merge Conflicts', resolveMergeConflicts, undefined, ['repositoryActions']],
      ['Replay Conversation', replayConversation, undefined, ['selectRepository']],
    ];
    for (const [what, entry, argument, slow] of rows)
      it(what, async () => {
        Object.assign(bench.ports.workspace, Object.fromEntries(slow.map((name) => [name, never])));
        const reported: unknown[] = [];
        const report = (error: unknown) => Promise.resolve(void reported.push(error));
        assert.equal(await entry({ ...bench.ports, report }, argument), undefined);
        assert.deepEqual([canceled.titles, reported, bench.service.requests], [['Waiting for Git...'], [], []]);
      });
  });

  describe('can be canceled for a pushed branch', () => {
    const commit = 'a'.repeat(40);
    const slow = { root: '/clone', text: never, list: never } as unknown as GitCommand;
    const branchWith = (git: GitCommand, repository = {}) =>
      ({
        name: 'agent/x',
        commit,
        base: commit,
        target: 'main',
        isSinceStart: true,
        by: 'others',
        clone: { git, root: '/clone', remote: 'origin', repository },
      }) as unknown as ReviewedBranch;

    const rows: readonly (readonly [what: string, title: string, run: (branch: ReviewedBranch) => Promise<void>])[] = [
      ['its changes', 'Comparing agent/x...', viewChanges],
      ['whether it has moved', 'Waiting for Git...', branchActions.checkOut.perform],
      ['what a checkout would overwrite', 'Waiting for Git...', checkOut],
      ['a worktree', 'Waiting for Git...', checkOutInWorktree],
    ];
    for (const [what, title, run] of rows)
      it(what, async () => {
        await run(branchWith(slow));
        assert.deepEqual(canceled.titles, [title]);
      });

    it('the creation of a worktree, without another word', async () => {
      const quick = {
        root: '/clone',
        text: () => Promise.resolve(''),
        run: () => Promise.resolve({ kind: 'aborted' }),
      };
      using window = new DrivenWindow();
      const asked: string[] = [];
      window.typed = (folder) => (asked.push(folder), folder);
      await checkOutInWorktree(branchWith(quick as unknown as GitCommand));
      assert.deepEqual(asked, ['/clone.worktrees/agent-x']);
    });

    it('the checkout itself, which Git finishes, and which may still fail', async () => {
      const text = (args: readonly string[]) => Promise.resolve(args.includes('--verify') ? undefined : '');
      const quick = { root: '/clone', text, list: () => Promise.resolve([]) };
      using window = new DrivenWindow();
      await checkOut(branchWith(quick as unknown as GitCommand, { createBranch: failing }));
      await until(() => window.notices.length > 0);
      assert.deepEqual(canceled.titles, ['Checking out agent/x... Git finishes it even if you cancel.']);
      assert.deepEqual(window.notices, ["Couldn't check out agent/x: disk full"]);
    });
  });

  /** Fails once it was canceled. */
  const failing = () =>
    canceled.canceled.then(() => Promise.reject(Object.assign(new Error(), { stderr: 'disk full' })));

  it('pushes even if that is canceled, as it says, and may still fail', async () => {
    const push = { remote: 'origin', localBranch: 'mine', branch: 'mine', remoteLabel: 'origin' };
    const target: Target = {
      root: '/clone',
      notes: [],
      publish: { ...push, setsUpstream: false, needsConfirmation: false },
    };
    const targetContext = { target, instructions: '' };
    const ports = {
      workspace: { repositoryActions: () => Promise.resolve({ push: failing }) },
      targets: { refresh: () => Promise.resolve(targetContext) },
    } as unknown as SheetPorts;
    const { perform } = publishFix(target);
    using window = new DrivenWindow();
    const state = { draft: { fields: {} }, targetContext, settings: undefined };
    assert.deepEqual(await perform(state, ports, { kind: 'notPublished' }), { targetContext });
    await until(() => window.notices.length > 0);
    assert.deepEqual(canceled.titles, ['Pushing mine... Git finishes it even if you cancel.']);
    assert.deepEqual(window.notices, ["Couldn't push mine: disk full"]);
  });
});
