import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitCommand } from '../../../src/repository/gitCommand';
import { setUpstream } from '../../../src/repository/upstream';
import { makeSampleRepository } from '../../host/sampleRepository';
import { TemporaryFolder } from '../../host/temporaryFolder';

describe('The upstream of a branch', () => {
  it("is set whatever its name is, and whatever tags are named like the ref of the remote's branch", async () => {
    const name = 'a=b.c/ü#x';
    using folder = new TemporaryFolder('upstream');
    const { path: root, git } = await makeSampleRepository(folder.path);
    await git('branch', name);
    await git('update-ref', `refs/remotes/origin/${name}`, 'HEAD');
    for (const tag of [`origin/${name}`, `refs/remotes/origin/${name}`]) await git('tag', tag);
    assert.equal(await setUpstream(new GitCommand('git', root), name, { remote: 'origin', branch: name }), undefined);
    const upstream = await git('for-each-ref', '--format=%(upstream)', `refs/heads/${name}`);
    assert.equal(upstream.trim(), `refs/remotes/origin/${name}`);
  });

  it('takes the place of another one, and of a name that looks like an option', async () => {
    using folder = new TemporaryFolder('upstream');
    const { path: root, git } = await makeSampleRepository(folder.path);
    const command = new GitCommand('git', root);
    await setUpstream(command, 'main', { remote: '-x', branch: 'other' });
    assert.equal((await git('config', '--get-all', 'branch.main.remote')).trim(), '-x');
    assert.equal((await git('config', '--get-all', 'branch.main.merge')).trim(), 'refs/heads/other');
  });

  it('is set once the configuration is no longer locked', async () => {
    using folder = new TemporaryFolder('upstream');
    const { path: root, git } = await makeSampleRepository(folder.path);
    const [program, lock] = [path.join(folder.path, 'git'), path.join(root, '.git', 'config.lock')];
    await writeFile(program, `#!/bin/sh\ngit "$@"; result=$?\nrm -f '${lock}'\nexit $result\n`, { mode: 0o755 });
    await writeFile(lock, '');
    assert.equal(await setUpstream(new GitCommand(program, root), 'main', { remote: 'fork', branch: 'x' }), undefined);
    assert.equal((await git('config', 'branch.main.remote')).trim(), 'fork');
  });

  it("isn't set while it stays locked: Git says so", async () => {
    using folder = new TemporaryFolder('upstream');
    const { path: root } = await makeSampleRepository(folder.path);
    await writeFile(path.join(root, '.git', 'config.lock'), '');
    const failed = await setUpstream(new GitCommand('git', root), 'main', { remote: 'fork', branch: 'x' });
    assert.match(failed ?? '', /could not lock config file/);
  });
});
