import assert from 'node:assert/strict';
import { existsSync, watch } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Event } from '../../../src/base/event';
import { gitWords } from '../../../src/repository/gitCommand';
import { addWorktree } from '../../../src/result/worktree';
import { eventually } from '../../support/eventually';
import { Clone, Clones, gitWith } from './clones';

describe('A worktree for a branch', () => {
  let pushed: Clones;
  let clones: Clones;
  let commit: string;
  const add = (options: { readonly folder: string; readonly signal?: AbortSignal }, command = clones.mine.command) =>
    addWorktree(command, { remote: 'origin', name: 'agent/fix', commit, ...options });
  const branches = () => clones.mine.git('branch', '--format=%(refname:short)');

  before(async () => {
    pushed = await Clones.make();
    await pushed.agent.push('agent/fix');
    await pushed.mine.git('fetch', '--quiet', 'origin');
    commit = (await pushed.mine.git('rev-parse', 'origin/agent/fix')).trim();
  });

  beforeEach(async () => {
    clones = await pushed.copy();
  });

  it('has the branch, which follows that of the remote, and leaves the clone as it is', async () => {
    const folder = clones.folder('tree');
    assert.deepEqual(await add({ folder }), { kind: 'created' });
    assert.equal(
      (await new Clone(folder).git('rev-parse', '--abbrev-ref', 'HEAD@{upstream}')).trim(),
      'origin/agent/fix',
    );
    assert.equal((await clones.mine.git('branch', '--show-current')).trim(), 'main');
  });

  it('is kept if only the upstream of its branch could not be set', async () => {
    await writeFile(path.join(clones.mine.root, '.git', 'config.lock'), '');
    const folder = clones.folder('tree');
    const result = await add({ folder });
    assert.equal(result.kind, 'created');
    assert.match('message' in result ? (result.message ?? '') : '', /could not lock config file/);
    assert.equal((await new Clone(folder).git('branch', '--show-current')).trim(), 'agent/fix');
  });

  it('has the pushed commit if the local branch of that name has another one, which stays', async () => {
    await clones.mine.git('checkout', '--quiet', '-b', 'agent/fix', 'main');
    await clones.mine.commit('Not pushed yet');
    const local = (await clones.mine.git('rev-parse', 'agent/fix')).trim();
    await clones.mine.git('checkout', '--quiet', 'main');
    const folder = clones.folder('tree');
    assert.deepEqual(await add({ folder }), { kind: 'created' });
    assert.equal((await new Clone(folder).git('rev-parse', 'HEAD')).trim(), commit);
    assert.equal((await clones.mine.git('rev-parse', 'agent/fix')).trim(), local);
  });

  it("isn't created over existing files: Git says why, and no branch is left behind", async () => {
    const result = await add({ folder: clones.agent.root });
    assert.equal(result.kind, 'failed');
    assert.match(gitWords({ stderr: 'message' in result ? result.message : '' }), /^'.*' already exists$/);
    assert.equal(await branches(), 'main\n');
  });

  it('leaves no branch behind when it is canceled', async () => {
    const abort = new AbortController();
    const adding = add({ folder: clones.folder('tree'), signal: abort.signal });
    abort.abort();
    assert.deepEqual(await adding, { kind: 'aborted' });
    assert.equal(await branches(), 'main\n');
  });

  it('leaves nothing behind when it is canceled between two files', async () => {
    const begun = clones.folder('begun');
    const held = clones.folder('held');
    await writeFile(held, '');
    // A filter for one of the files, which waits.
    const script = `touch '${begun}'; while [ -e '${held}' ]; do sleep 0.05; done; cat`;
    const holding = await gitWith(clones, 'git-lfs', script);
    await clones.mine.git('config', 'filter.held.smudge', 'git-lfs smudge -- %f');
    await writeFile(path.join(clones.mine.root, '.git', 'info', 'attributes'), 'mine-0.txt filter=held\n');
    const folder = clones.folder('tree');
    const abort = new AbortController();
    const adding = add({ folder, signal: abort.signal }, holding);
    const changes: Event<void> = (listener) => {
      const watcher = watch(path.dirname(begun), () => listener());
      return { dispose: () => watcher.close() };
    };
    await eventually('the file under way', () => existsSync(begun), changes);
    assert.ok(existsSync(folder));
    abort.abort();
    assert.deepEqual(await adding, { kind: 'aborted' });
    await rm(held);
    assert.equal(existsSync(folder), false);
    assert.equal(await branches(), 'main\n');
    assert.equal((await clones.mine.git('worktree', 'list')).trim().split('\n').length, 1);
  });
});
