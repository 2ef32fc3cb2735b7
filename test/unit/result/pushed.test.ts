import assert from 'node:assert/strict';
import type { Conversation, ConversationChange } from '../../../src/conversations/conversation';
import { fetchesAllBranches, readRemoteBranches, startCommitOf } from '../../../src/repository/remoteBranches';
import {
  changedFiles,
  commonCommit,
  comparisonBase,
  countCommits,
  emptyRemote,
} from '../../../src/result/compareCommits';
import { readPushedBranches, savePushed, type PushedBranch } from '../../../src/result/pushedBranches';
import { branchesOf, Clone, Clones, RecordingGit, SlowGit, startIn } from './clones';

interface Situation {
  readonly title: string;
  /** Before the start. */
  readonly given?: (clones: Clones) => Promise<unknown>;
  /** After the start; ends with the last fetch. */
  readonly happens: (clones: Clones) => Promise<unknown>;
  /** `name: by`, with `moved` for a branch that was there at the start. */
  readonly found: readonly string[];
}

const fetch = ({ mine }: Clones) => mine.git('fetch', '--quiet', 'origin');

/** The agent's push, and a fetch. */
const pushed = (branch: string, subject?: string) => async (clones: Clones) => {
  await clones.agent.push(branch, subject);
  await fetch(clones);
};

// prettier-ignore
const situations: readonly Situation[] = [
  { title: 'a new branch of the agent', happens: pushed('agent/fix'), found: ['agent/fix: others'] },
  {
    title: "the user's own push",
    happens: async (clones) => {
      await clones.mine.push('mine');
      await fetch(clones);
    },
    found: [],
  },
  {
    title: "the user's own push to a remote that was renamed since",
    happens: async ({ mine }) => {
      await mine.push('mine');
      await mine.git('remote', 'rename', 'origin', 'upstream');
      await mine.git('remote', 'rename', 'upstream', 'origin');
    },
    found: [],
  },
  {
    title: "the user's push on top of the agent's",
    happens: async (clones) => {
      await pushed('agent/fix')(clones);
      await clones.mine.git('checkout', '--quiet', 'agent/fix');
      await clones.mine.push('agent/fix');
    },
    found: ['agent/fix: others'],
  },
  {
    title: "the agent's push on top of the user's",
    happens: async (clones) => {
      await clones.mine.push('shared');
      await clones.agent.git('fetch', '--quiet');
      await clones.agent.git('checkout', '--quiet', 'shared');
      await clones.agent.push('shared');
      await fetch(clones);
    },
    found: ['shared: others'],
  },
  { title: 'a squash merge into the branch it was started on', happens: pushed('main', 'Squashed (#1)'), found: ['main: others, moved'] },
  {
    title: 'a force push',
    given: pushed('agent/fix'),
    happens: async (clones) => {
      await clones.agent.git('commit', '--quiet', '--amend', '-m', 'Another try');
      await clones.agent.git('push', '--quiet', '--force', 'origin', 'agent/fix');
      await fetch(clones);
    },
    found: ['agent/fix: others, moved'],
  },
  {
    title: 'a branch that was deleted on the remote',
    given: pushed('old'),
    happens: async ({ agent, mine }) => {
      await agent.git('push', '--quiet', '--delete', 'origin', 'old');
      await mine.git('fetch', '--quiet', '--prune', 'origin');
    },
    found: [],
  },
  {
    title: 'a clone without reflogs, in which it is not known who pushed',
    given: ({ mine }) => mine.git('config', 'core.logAllRefUpdates', 'false'),
    happens: pushed('agent/fix'),
    found: ['agent/fix: unknown'],
  },
  {
    title: 'a branch of another remote',
    given: async ({ mine, bare }) => {
      await mine.git('remote', 'add', 'fork', bare);
      await mine.git('fetch', '--quiet', 'fork');
    },
    happens: async ({ agent, mine }) => {
      await agent.push('agent/fix');
      await mine.git('fetch', '--quiet', 'fork');
    },
    found: [],
  },
  {
    title: 'a pull request that is fetched among the branches',
    given: ({ mine }) => mine.git('config', '--add', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*'),
    happens: async (clones) => {
      await clones.agent.push('agent/fix');
      await clones.agent.git('push', '--quiet', 'origin', 'HEAD:refs/pull/7/head');
      await fetch(clones);
    },
    found: ['agent/fix: others'],
  },
  {
    title: 'a commit of an impossible date',
    happens: async (clones) => {
      await clones.agent.pushImpossibleDate('agent/dated');
      await fetch(clones);
    },
    found: ['agent/dated: others'],
  },
  { title: 'branches and subjects with unusual characters', happens: pushed('ägent/$(x)', 'Tab\there $(git-branch) [x](command:y)'), found: ['ägent/$(x): others'] },
];

describe('What was pushed since a start', () => {
  for (const { title, given, happens, found } of situations)
    it(`is right about ${title}`, async () => {
      const clones = await Clones.make();
      await given?.(clones);
      const { root } = clones.mine;
      const start = await startIn(root);
      await happens(clones);
      const [pushed = []] = (await readPushedBranches(clones.mine.command, 'origin', await branchesOf(root, 'origin'), [
        start,
      ]))!;
      assert.deepEqual(
        pushed.map(({ name, by, before }) => `${name}: ${by}${before === undefined ? '' : ', moved'}`),
        found,
      );
    });

  it('is told apart for two starts in one clone, with four questions to Git', async () => {
    const clones = await Clones.make();
    const { root } = clones.mine;
    const first = await startIn(root);
    await clones.agent.push('one');
    await fetch(clones);
    const second = await startIn(root);
    await clones.agent.push('two');
    await fetch(clones);
    const counting = new RecordingGit(root);
    const now = (await readRemoteBranches(counting, 'origin'))!;
    const found = (await readPushedBranches(counting, 'origin', now, [first, second]))!;
    const names = found.map((pushed) => pushed.map(({ name }) => name).sort());
    assert.deepEqual(names, [['one', 'two'], ['two']]);
    assert.equal(counting.calls.length, 4);
  });

  it('begins after the fetch of its branches, even if that was in the same second', async () => {
    const clones = await Clones.make();
    await pushed('shared')(clones);
    const { mine } = clones;
    const start = await startIn(mine.root);
    const fetched = await mine.git('log', '--walk-reflogs', '-1', '--format=%gd', '--date=unix', 'origin/shared');
    await mine.git('checkout', '--quiet', 'shared');
    await mine.push('shared');
    const at = Number(/\{(\d+)\}/.exec(fetched)?.[1]) * 1000;
    const current = await branchesOf(mine.root);
    assert.deepEqual(await readPushedBranches(mine.command, 'origin', current, [{ ...start, at }]), [[]]);
  });

  it('has the branch first that the agent was asked for, then the newest', async () => {
    const clones = await Clones.make();
    const { root } = clones.mine;
    const start = { ...(await startIn(root)), askedBranch: 'agent/asked' };
    for (const branch of ['agent/asked', 'b', 'a']) await clones.agent.push(branch);
    await fetch(clones);
    const [pushed = []] = (await readPushedBranches(clones.mine.command, 'origin', await branchesOf(root), [start]))!;
    assert.equal(pushed[0]?.name, 'agent/asked');
    assert.deepEqual(pushed.map(({ subject }) => subject).sort(), ['Work on a', 'Work on agent/asked', 'Work on b']);
  });

  it('is found among hundreds of other branches that moved, if it is one of the newest', async () => {
    const clones = await Clones.make();
    const { root } = clones.mine;
    const start = await startIn(root);
    await clones.agent.push('work');
    await fetch(clones);
    await clones.mine.packBranches('bot', 250, await clones.mine.commitAt('1000000000'));
    const [pushed = []] = (await readPushedBranches(clones.mine.command, 'origin', await branchesOf(root), [start]))!;
    assert.equal(pushed[0]?.name, 'work');
    const unsorted = await readPushedBranches(new SlowGit(root, 'for-each-ref'), 'origin', await branchesOf(root), [
      start,
    ]);
    assert.equal(unsorted?.[0]?.length, 200, 'as many as are shown, in some order');
  });

  it('is not expected in a clone that fetches one branch', async () => {
    const clones = await Clones.make();
    await clones.run('clone', '--quiet', '--depth=1', `file://${clones.bare}`, 'shallow');
    assert.equal(await fetchesAllBranches(new Clone(clones.folder('shallow')).command, 'origin'), false);
    assert.equal(await fetchesAllBranches(clones.mine.command, 'origin'), true);
  });

  it('costs one question for 5,000 branches and ten starts while nothing has moved', async () => {
    const clones = await Clones.make();
    const { root } = clones.mine;
    await clones.mine.packBranches('topic', 5000, (await clones.mine.git('rev-parse', 'HEAD')).trim());
    const starts = Array.from({ length: 10 }, () => startIn(root));
    const counting = new RecordingGit(root);
    const now = (await readRemoteBranches(counting, 'origin'))!;
    assert.equal(now.branches.length, 5001);
    const found = (await readPushedBranches(counting, 'origin', now, await Promise.all(starts)))!;
    assert.deepEqual([found.flat(), counting.calls.length], [[], 1]);
  });

  it('is compared with what it shares with the start, also in a shallow clone', async () => {
    const clones = await Clones.make();
    await clones.run('clone', '--quiet', '--depth=1', '--no-single-branch', `file://${clones.bare}`, 'shallow');
    const root = clones.folder('shallow');
    const start = startCommitOf(await branchesOf(root), 'main')!;
    await clones.agent.push('agent/fix');
    await clones.agent.commit('More');
    await clones.agent.git('push', '--quiet', 'origin', 'agent/fix');
    await new Clone(root).git('fetch', '--quiet', 'origin');
    const tip = (await branchesOf(root)).branches.find(({ name }) => name === 'agent/fix')!.commit;
    const git = new Clone(root).command;
    assert.equal(await countCommits(git, start, tip), 2);
    assert.equal(await commonCommit(git, start, tip), start);
    assert.deepEqual(await changedFiles(git, start, tip), [
      { before: undefined, after: 'agent-0.txt' },
      { before: undefined, after: 'agent-1.txt' },
    ]);
  });

  it('lists the files in a clone without their contents, although the remote is out of reach', async () => {
    const clones = await Clones.make();
    const { agent } = clones;
    await agent.git('checkout', '--quiet', '-b', 'agent/fix');
    await agent.git('rm', '--quiet', 'mine-0.txt');
    await agent.commit('Replace');
    await agent.git('push', '--quiet', 'origin', 'agent/fix');
    const remote = new Clone(clones.bare);
    await remote.git('config', 'uploadpack.allowFilter', 'true');
    await clones.run('clone', '--quiet', '--filter=blob:none', `file://${clones.bare}`, 'partial');
    const partial = new Clone(clones.folder('partial'));
    await partial.git('remote', 'set-url', 'origin', `file://${clones.bare}-gone`);
    assert.deepEqual(await changedFiles(partial.command, 'origin/main', 'origin/agent/fix'), [
      { before: undefined, after: 'agent-0.txt' },
      { before: 'mine-0.txt', after: undefined },
    ]);
  });

  it('lists changed, renamed and deleted files', async () => {
    const { agent } = await Clones.make();
    await agent.git('mv', 'mine-0.txt', 'näme with space.txt');
    await agent.commit('Rename');
    const from = (await agent.git('rev-parse', 'HEAD~1')).trim();
    await agent.git('rm', '--quiet', 'agent-0.txt');
    await agent.git('commit', '--quiet', '-m', 'Delete');
    const git = agent.command;
    assert.deepEqual(await changedFiles(git, from, 'HEAD'), [{ before: 'mine-0.txt', after: 'näme with space.txt' }]);
    assert.deepEqual(await changedFiles(git, 'HEAD~1', 'HEAD'), [{ before: 'agent-0.txt', after: undefined }]);
    assert.equal(await changedFiles(git, 'gone', 'HEAD'), undefined);
  });

  it('began at the branch of the start, else at the default branch', async () => {
    const { agent } = await Clones.make();
    const branches = await branchesOf(agent.root);
    const head = (await agent.git('rev-parse', 'HEAD')).trim();
    assert.deepEqual(
      [startCommitOf(branches, 'main'), startCommitOf(branches), startCommitOf(branches, 'not there yet')],
      [head, head, head],
    );
  });
});

describe('The base that a branch is compared with', () => {
  const [first, later] = ['1'.repeat(40), '2'.repeat(40)];
  const branches = [
    { name: 'main', commit: later },
    { name: 'fix', commit: '3'.repeat(40) },
  ];
  const current = { branches, defaultBranch: 'main' };
  const known = { commits: new Map([['main', first]]) };
  // prettier-ignore
  const rows: readonly (readonly [title: string, branch: string, from: string | undefined, start: Parameters<typeof comparisonBase>[2], base: unknown])[] = [
    ['is the commit that the agent started from', 'fix', first, known, first],
    ["is the default branch's commit if that isn't known", 'fix', undefined, known, later],
    ["is the default branch's commit if nothing is known of the start", 'fix', undefined, undefined, later],
    ["isn't known for the default branch itself", 'main', undefined, known, undefined],
    ["isn't known for the default branch itself if nothing is known of the start", 'main', undefined, undefined, undefined],
    ['is an empty remote if there were no branches', 'main', undefined, { commits: new Map() }, emptyRemote],
  ];
  for (const [title, branch, startCommit, start, base] of rows)
    it(title, () =>
      assert.equal(comparisonBase(branch, startCommit === undefined ? {} : { startCommit }, start, current), base),
    );
});

describe('What is saved of it', () => {
  it('is what others pushed, with the time, and not what may be the own', async () => {
    const saved: unknown[] = [];
    const conversation = { id: 'a' } as Conversation;
    const before = Date.now();
    const change = (id: string, { pushed, pushedAt = 0 }: ConversationChange) =>
      Promise.resolve(void saved.push([id, pushed, pushedAt >= before]));
    const branch = (name: string, by: PushedBranch['by']) => ({ name, commit: 'c'.repeat(40), by });
    const found = [branch('agent/fix', 'others'), branch('mine', 'unknown')];
    await savePushed(conversation, found, { change, get: () => conversation });
    assert.deepEqual(saved, [['a', `agent/fix ${'c'.repeat(10)}`, true]]);
    const known = { ...conversation, pushed: `agent/fix ${'c'.repeat(10)}` };
    await savePushed(conversation, found, { change, get: () => known });
    assert.equal(saved.length, 1, 'the time of a push stays as it is');
  });
});
