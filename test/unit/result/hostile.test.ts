import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitCommand } from '../../../src/repository/gitCommand';
import { localChanges } from '../../../src/repository/localChanges';
import { fetchesAllBranches, readNewestBranches } from '../../../src/repository/remoteBranches';
import { readRemotes } from '../../../src/repository/remoteAddress';
import {
  changedFiles,
  commonCommit,
  countCommits,
  ignoredFilesIn,
  localCommit,
  remoteCommit,
} from '../../../src/result/compareCommits';
import { readNewestPushed, readPushedBranches, type PushedBranch } from '../../../src/result/pushedBranches';
import { addWorktree } from '../../../src/result/worktree';
import { branchesOf, Clone, Clones, environment, gitWith, RecordingGit, startIn } from './clones';

/** Names that anybody can push, and that Git takes for something else where it may. */
const names = [
  '-m',
  '--',
  '@',
  'HEAD',
  'refs/heads/main',
  'origin/main',
  '0'.repeat(39) + '1',
  '$(touch${IFS}x)',
  'x\u2028y',
];

const work = 'Work \u2029 done';

describe('A pushed branch with a hostile name', () => {
  const commits = new Map<string, string>();
  let clones: Clones;
  let mine: Clone;
  let git: GitCommand;
  let pushed: readonly PushedBranch[];
  let newest: readonly PushedBranch[];

  before(async () => {
    clones = await Clones.make();
    ({ mine } = clones);
    git = mine.command;
    const start = await startIn(mine.root);
    for (const name of names) {
      await clones.agent.commit(work);
      commits.set(name, (await clones.agent.git('rev-parse', 'HEAD')).trim());
    }
    // Git's own commands would refuse the names.
    const refspecs = Array.from(commits, ([name, commit]) => `${commit}:refs/heads/${name}`);
    await clones.agent.git('push', '--quiet', 'origin', ...refspecs);
    await mine.git('fetch', '--quiet', 'origin');
    [pushed = []] = (await readPushedBranches(git, 'origin', await branchesOf(mine.root), [start]))!;
    newest = await readNewestPushed(git, 'origin');
  });

  const heads = () => mine.git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads');

  for (const [index, name] of names.entries())
    it(`is listed, and checked out by its commit: ${name}`, async () => {
      const commit = commits.get(name)!;
      const found = pushed.find((branch) => branch.name === name);
      assert.deepEqual([found?.commit, found?.subject, found?.by], [commit, work, 'others']);
      assert.ok(newest.some((branch) => branch.name === name && branch.subject === work));
      const before = await heads();
      assert.equal(await remoteCommit(git, 'origin', name), commit);
      assert.equal(await localCommit(git, name), undefined);
      const folder = clones.folder(`tree-${index}`);
      assert.deepEqual(await addWorktree(git, { remote: 'origin', name, commit, folder }), { kind: 'created' });
      const tree = new Clone(folder);
      assert.equal((await tree.git('rev-parse', 'HEAD')).trim(), commit);
      assert.equal(await tree.git('status', '--porcelain'), '');
      // No branch of the user's was renamed, moved or removed; a new one is the one that was pushed.
      const after = await heads();
      const made = after.split('\n').filter((line) => !before.split('\n').includes(line));
      assert.ok(
        before.split('\n').every((line) => after.split('\n').includes(line)),
        after,
      );
      const isBranch = await mine.git('check-ref-format', '--branch', name).then(
        () => !/^(?:@|[\da-f]{40})$/.test(name),
        () => false,
      );
      assert.deepEqual(made, isBranch ? [`refs/heads/${name} ${commit}`] : []);
      assert.ok(!existsSync(path.join(mine.root, 'x')) && !existsSync(path.join(folder, 'x')));
    });

  it('is one of those that were pushed, and of no others', () =>
    assert.deepEqual(pushed.map(({ name }) => name).sort(), names.toSorted()));
});

/** Programs of the branches are shell scripts. */
const onPosix = process.platform === 'win32' ? it.skip : it;

describe('What others push', () => {
  let clones: Clones;
  let mine: Clone;
  let git: GitCommand;

  beforeEach(async () => {
    clones = await Clones.make();
    ({ mine } = clones);
    git = mine.command;
  });

  /** Pushes a commit, and fetches it. */
  async function push(branch: string, subject = 'Work'): Promise<string> {
    await clones.agent.commit(subject);
    await clones.agent.git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`);
    await mine.git('fetch', '--quiet', 'origin');
    return (await clones.agent.git('rev-parse', 'HEAD')).trim();
  }

  it('is the commit that was shown, whatever tags are named like its branch', async () => {
    const commit = await push('agent/fix');
    await clones.agent.commit('Evil');
    for (const tag of ['agent/fix', 'origin/agent/fix', 'heads/agent/fix', 'remotes/origin/agent/fix', commit])
      await clones.agent.git('update-ref', `refs/tags/${tag}`, 'HEAD');
    for (const ref of ['refs/heads/agent/fix', 'refs/heads/origin/agent/fix'])
      await clones.agent.git('update-ref', `refs/tags/${ref}`, 'HEAD');
    await clones.agent.git('push', '--quiet', '--tags', 'origin');
    await mine.git('fetch', '--quiet', '--tags', 'origin');
    const folder = await checkOut(commit);
    const tree = new Clone(folder);
    assert.equal((await tree.git('rev-parse', 'HEAD')).trim(), commit);
    assert.equal((await tree.git('config', 'branch.agent/fix.merge')).trim(), 'refs/heads/agent/fix');
    await mine.git('worktree', 'remove', folder);
    // Now there is a local one, too.
    await checkOut(commit);
    assert.equal((await tree.git('symbolic-ref', 'HEAD')).trim(), 'refs/heads/agent/fix');
    assert.equal(existsSync(path.join(folder, 'agent-1.txt')), false);
  });

  it('is the commit that was shown if the branch has moved since', async () => {
    const shown = await push('agent/fix');
    assert.equal(await remoteCommit(git, 'origin', 'agent/fix'), shown);
    const now = await push('agent/fix', 'Evil');
    assert.equal(await remoteCommit(git, 'origin', 'agent/fix'), now);
    assert.equal((await new Clone(await checkOut(shown)).git('rev-parse', 'HEAD')).trim(), shown);
    assert.equal(await remoteCommit(git, 'origin', 'agent/none'), undefined);
  });

  /** Adds a worktree for a commit of the branch, as a command does. @returns its folder */
  async function checkOut(commit: string, used = git): Promise<string> {
    const folder = clones.folder('tree');
    assert.deepEqual(await addWorktree(used, { remote: 'origin', name: 'agent/fix', commit, folder }), {
      kind: 'created',
    });
    return folder;
  }

  /** Runs if Git runs a program of the pushed branch. */
  const planted = (marker: string) => `#!/bin/sh\ntouch '${marker}'\ncat 2>/dev/null\nexit 0\n`;

  onPosix('runs no hook, filter or monitor of the branch in a new worktree', async () => {
    const marker = clones.folder('marker');
    const hooks = ['post-checkout', 'post-index-change', 'reference-transaction', 'smudge.sh', 'monitor'];
    await mkdir(path.join(clones.agent.root, '.husky'));
    for (const hook of hooks) {
      await writeFile(path.join(clones.agent.root, '.husky', hook), planted(marker));
      await chmod(path.join(clones.agent.root, '.husky', hook), 0o755);
    }
    await writeFile(path.join(clones.agent.root, '.gitattributes'), '*.txt filter=team\n*.bin filter=Other.x\n');
    await writeFile(path.join(clones.agent.root, 'a.bin'), 'a');
    await clones.agent.git('add', '.');
    await mine.git('config', 'core.hooksPath', '.husky');
    await mine.git('config', 'core.fsmonitor', '.husky/monitor');
    await mine.git('config', 'filter.team.smudge', '.husky/smudge.sh');
    await mine.git('config', 'filter.team.required', 'true');
    await mine.git('config', 'filter.team.clean', 'sh .husky/smudge.sh');
    await mine.git('config', 'filter.Other.x.process', 'sh .husky/smudge.sh');
    const commit = await push('agent/fix');
    const folder = await checkOut(commit);
    assert.equal(existsSync(marker), false);
    assert.equal(await readFile(path.join(folder, 'agent-0.txt'), 'utf8'), 'Work');
    // Git would have, by itself.
    await mine.git('worktree', 'add', '--quiet', '--detach', clones.folder('other'), commit).catch(() => '');
    assert.equal(existsSync(marker), true);
  });

  /** Asserts that a pushed program, which Git runs by itself for files with this filter, isn't run in a new worktree. */
  async function assertNotRun(filter: string, used = git): Promise<void> {
    const marker = clones.folder('marker');
    await mkdir(path.join(clones.agent.root, '.husky'));
    for (const name of ['smudge.sh', 'git-smudge'])
      await writeFile(path.join(clones.agent.root, '.husky', name), planted(marker), { mode: 0o755 });
    await writeFile(path.join(clones.agent.root, '.gitattributes'), `agent-0.txt filter=${filter}\n`);
    await clones.agent.git('add', '.');
    const commit = await push('agent/fix');
    const folder = await checkOut(commit, used);
    assert.equal(existsSync(marker), false);
    assert.equal(await readFile(path.join(folder, 'agent-0.txt'), 'utf8'), 'Work');
    await used.text(['worktree', 'add', '--quiet', '--detach', clones.folder('other'), commit]).catch(() => '');
    assert.equal(existsSync(marker), true, 'Git would have, by itself');
  }

  onPosix('runs no program of the branch in a new worktree for a filter whose name has an equals sign', async () => {
    await mine.git('config', 'filter.team=x.smudge', '.husky/smudge.sh');
    await assertNotRun('team=x');
  });

  onPosix('runs no program of the branch in a new worktree for a filter of worktrees alone', async () => {
    const included = clones.folder('worktrees.gitconfig');
    await writeFile(included, '[filter "team"]\n\tsmudge = .husky/smudge.sh\n\tprocess = .husky/smudge.sh\n');
    await mine.git('config', 'includeIf.gitdir:**/worktrees/**.path', included);
    await assertNotRun('team');
  });

  async function aliased(name: string): Promise<undefined> {
    await mine.git('config', `alias.${name}`, '!sh .husky/smudge.sh');
  }

  for (const [command, configure] of [
    ['git-foo smudge', () => gitWith(clones, 'git-foo', 'exec sh .husky/smudge.sh')],
    ['git lfs smudge -- %f', () => aliased('lfs')],
    ['git-lfs smudge; sh .husky/smudge.sh', () => undefined],
    ['git bisect--helper || git --exec-path=.husky smudge', () => gitWith(clones, 'git-smudge', '. .husky/smudge.sh')],
  ] as const)
    onPosix(`runs no program of the branch in a new worktree for the filter "${command}"`, async () => {
      const used = (await configure()) ?? git;
      await mine.git('config', 'filter.team.smudge', command);
      await assertNotRun('team', used);
    });

  for (const [program, command] of [
    ['git-lfs', 'git-lfs smudge --skip -- %f'],
    ['git-crypt', '"git-crypt" smudge'],
    ['git-crypt', '"git-crypt" smudge --key-name=team'],
  ] as const)
    onPosix(`has the files that a known filter makes: ${command}`, async () => {
      const known = await gitWith(clones, program, 'tr a-z A-Z');
      await writeFile(path.join(clones.agent.root, '.gitattributes'), 'agent-0.txt filter=known\n');
      await clones.agent.git('add', '.');
      await mine.git('config', 'filter.known.smudge', command);
      await mine.git('config', 'filter.known.clean', command.replace('smudge', 'clean'));
      await mine.git('config', 'filter.known.required', 'true');
      const commit = await push('agent/fix');
      const folder = await checkOut(commit, known);
      assert.equal(await readFile(path.join(folder, 'agent-0.txt'), 'utf8'), 'WORK');
    });

  onPosix('makes no worktree with a Git that obeys no configuration of a command', async () => {
    const program = clones.folder('git-2.25');
    await writeFile(program, '#!/bin/sh\nunset GIT_CONFIG_COUNT\nexec git "$@"\n', { mode: 0o755 });
    await mine.git('config', 'filter.team.smudge', '.husky/smudge.sh');
    const commit = await push('agent/fix');
    const added = { remote: 'origin', name: 'agent/fix', commit, folder: clones.folder('tree') };
    const { kind } = await addWorktree(new GitCommand(program, mine.root, environment), added);
    assert.deepEqual([kind, existsSync(added.folder)], ['unsafe', false]);
  });

  it('verifies no signature with the programs that the user has for that', async () => {
    const marker = clones.folder('marker');
    await push('agent/fix');
    await mine.git('config', 'log.showSignature', 'true');
    await mine.git('config', 'gpg.program', `touch '${marker}'`);
    const asked = new RecordingGit(mine.root);
    await readNewestPushed(asked, 'origin');
    assert.ok(
      asked.calls.filter(([command]) => command === 'log').every((args) => args.includes('--no-show-signature')),
    );
  });

  it('is asked about by full names and ids only, after all options', async () => {
    const asked = new RecordingGit(mine.root);
    const start = await startIn(mine.root);
    const [began] = start.commits.values();
    const commit = await push('-m');
    await readPushedBranches(asked, 'origin', await branchesOf(mine.root), [start]);
    await readNewestBranches(asked, 'origin', 3);
    await readNewestPushed(asked, 'origin');
    await fetchesAllBranches(asked, 'origin');
    await remoteCommit(asked, 'origin', '-m');
    await localCommit(asked, '-m');
    await countCommits(asked, began!, commit);
    await commonCommit(asked, began!, commit);
    await changedFiles(asked, began!, commit);
    await ignoredFilesIn(asked, commit);
    await localChanges(asked, 'refs/remotes/origin/-m');
    await readRemotes(asked);
    const folder = clones.folder('tree');
    await addWorktree(asked, { remote: 'origin', name: '-m', commit, folder });
    assert.ok(asked.calls.length >= 15);
    for (const args of asked.calls) assert.ok(!args.includes('-m') && !args.includes('origin/-m'), args.join(' '));
  });
});
