import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { GitCommand, gitWords, runProgram, type ProgramResult } from '../../../src/repository/gitCommand';
import { TemporaryFolder } from '../../host/temporaryFolder';

describe('GitCommand', () => {
  let folder: string;
  let root: string;
  let git: GitCommand;

  // No test changes the repository.
  before(() => {
    folder = new TemporaryFolder('git-command').path;
    root = path.join(folder, 'a b; $(touch c) -é');
    mkdirSync(root);
    const environment = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
    git = new GitCommand('git', root, environment);
    const make = (...args: string[]) => execFileSync('git', args, { cwd: root, env: environment, stdio: 'ignore' });
    make('init', '--initial-branch=main');
    writeFileSync(path.join(root, 'file'), 'one\n');
    make('add', '.');
    make('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--message=One');
  });

  const kindOf = async (result: Promise<ProgramResult>) => (await result).kind;

  it('reads the repository of its folder, whatever variables of Git the editor was started with', async () => {
    const names = execFileSync('git', ['rev-parse', '--local-env-vars'], { encoding: 'utf8' }).trim().split('\n');
    const foreign = path.join(folder, 'foreign');
    execFileSync('git', ['init', '--quiet', '--initial-branch=theirs', foreign]);
    const values = Object.fromEntries(names.map((name) => [name, path.join(foreign, '.git')]));
    const others = {
      ...values,
      GIT_CONFIG_COUNT: '0',
      GIT_CONFIG_PARAMETERS: "'core.bare=true'",
      GIT_INDEX_FILE: path.join(folder, 'no index'),
      GIT_ICASE_PATHSPECS: '1',
      GIT_NAMESPACE: 'other',
    };
    const environment = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...others };
    const started = new GitCommand('git', root, environment);
    const ask = (...args: readonly string[]) => started.text(args);
    assert.equal(await ask('symbolic-ref', 'HEAD'), 'refs/heads/main\n');
    assert.equal(await ask('status', '--porcelain'), '');
    assert.equal(await ask('ls-files', ':(literal)FILE'), '');
  });

  it("obeys the user's configuration in the environment, as the editor's own Git does, and its own before that", async () => {
    const environment = {
      PATH: process.env['PATH'],
      HOME: folder,
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'url.https://example.com/.insteadOf',
      GIT_CONFIG_VALUE_0: 'gh:',
      GIT_CONFIG_KEY_1: 'core.fsmonitor',
      GIT_CONFIG_VALUE_1: 'true',
    };
    const started = new GitCommand('git', root, environment);
    assert.equal(await started.text(['ls-remote', '--get-url', 'gh:a/b']), 'https://example.com/a/b\n');
    const options = { configuration: [['core.fsmonitor', 'false']] as const };
    assert.equal(await started.text(['ls-remote', '--get-url', 'gh:a/b'], options), 'https://example.com/a/b\n');
    assert.equal(await started.text(['config', 'core.fsmonitor'], options), 'false\n');
  });

  it("explains a fetch with an expired token without the token in the remote's URL", async () => {
    const server = createServer((_, response) => response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const result = await git.run(['-c', 'credential.helper=', 'fetch', `http://ghp_expired@${host}/a/b`]);
      const words = gitWords({ stderr: result.kind === 'failed' ? result.message : result.kind });
      assert.equal(words, `could not read Password for 'http://${host}': terminal prompts disabled`);
    } finally {
      server.close();
    }
  });

  // prettier-ignore
  const failures: readonly (readonly [what: string, stderr: string, words: string])[] = [
    ['without warnings of SSH', '** WARNING: connection is not using a post-quantum key exchange algorithm.\n** The server may need to be upgraded.\nWarning: Permanently added \'git.example.com\' (ED25519) to the list of known hosts.\ngit@git.example.com: Permission denied (publickey).\nfatal: Could not read from remote repository.', 'git@git.example.com: Permission denied (publickey).'],
    ['without a warning of Git', 'warning: redirecting to https://git.example.com/a/b.git/\nfatal: the remote end hung up unexpectedly', 'the remote end hung up unexpectedly'],
    ['without the branches that were fetched', 'From /srv/demo\n   d7517e0..3307eb4  main       -> origin/main\n + 1c2d3e4...5f6a7b8 topic      -> origin/topic  (forced update)\n * [new branch]      a          -> origin/a\n - [deleted]         (none)     -> origin/b\n t [tag update]      v2         -> v2\nerror: cannot lock ref \'refs/remotes/origin/foo/bar\': \'refs/remotes/origin/foo\' exists', "cannot lock ref 'refs/remotes/origin/foo/bar': 'refs/remotes/origin/foo' exists"],
    ['without the frame around what a server says', 'remote: \nremote: ====\nremote: \nremote: ERROR: You are not allowed to push code to this project.\nremote: \nremote: ====\nfatal: Could not read from remote repository.', 'You are not allowed to push code to this project.'],
    ['with the files that it is about', 'error: Your local changes to the following files would be overwritten by checkout:\n\ta.txt\n\tsrc/b.txt\nPlease commit your changes or stash them before you switch branches.\nAborting', 'Your local changes to the following files would be overwritten by checkout: a.txt, src/b.txt'],
    ['with a few of many files', 'error: The following untracked working tree files would be overwritten by checkout:\n\ta\n\tb\n\tc\n\td\nAborting', 'The following untracked working tree files would be overwritten by checkout: a, b, c, …'],
    ['by a warning, if there is nothing else', 'warning: unable to access', 'warning: unable to access'],
    ['by the branch that was rejected', 'To git.example.com:a/b\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs', '! [rejected]        main -> main (fetch first)'],
  ];
  for (const [what, stderr, words] of failures)
    it(`explains a failure ${what}`, () => assert.equal(gitWords({ stderr }), words));

  it('passes arguments on unchanged', async () => {
    const odd = '$HOME `id` "quoted" \'*\' \\ ; é';
    assert.deepEqual(await git.run(['-c', `odd.value=${odd}`, 'config', 'odd.value']), {
      kind: 'text',
      text: `${odd}\n`,
    });
  });

  it("reports Git's error", async () => {
    const result = await git.run(['rev-parse', '--verify', 'gone']);
    assert.deepEqual(result, { kind: 'failed', exitCode: 128, message: 'fatal: Needed a single revision' });
  });

  it('reports a missing folder, rather than a missing Git', async () => {
    const result = await git.in(path.join(folder, 'gone')).run(['status']);
    assert.ok(result.kind === 'failed' && result.message.includes('cannot change to'), JSON.stringify(result));
  });

  it("doesn't take a folder for an option", async () =>
    assert.equal(await kindOf(git.in('--version').run(['status'])), 'failed'));

  it('reports a missing Git', async () => {
    const gone = new GitCommand(path.join(folder, 'no-git'), root);
    assert.deepEqual(await gone.run(['status']), { kind: 'notStarted' });
  });

  it("reports an argument that can't be passed to a program", async () =>
    assert.deepEqual(await git.run(['a\0b']), { kind: 'notStarted' }));

  // The alias runs a program of Git's, which holds the output open after Git itself has ended.
  const waiting = ['-c', 'alias.wait=!sleep 3', 'wait'];

  it('ends a command that takes too long', async () => {
    const started = performance.now();
    assert.deepEqual(await git.run(waiting, { milliseconds: 100 }), { kind: 'timedOut' });
    assert.ok(performance.now() - started < 2500);
  });

  it('ends a command with too much output', async () => {
    const endless = ['-c', 'alias.endless=!yes', 'endless'];
    assert.deepEqual(await git.run(endless, { bytes: 1000 }), { kind: 'tooMuch' });
  });

  it('ends a command that is no longer wanted', async () => {
    const controller = new AbortController();
    const started = performance.now();
    const result = git.run(waiting, { signal: controller.signal });
    controller.abort();
    assert.deepEqual(await result, { kind: 'aborted' });
    assert.ok(performance.now() - started < 2500);
  });

  it("doesn't start a command that isn't wanted", async () => {
    const canceled = { signal: AbortSignal.abort() };
    assert.deepEqual(await git.run(['status'], canceled), { kind: 'aborted' });
    assert.deepEqual(
      [await git.text(['status'], canceled), await git.list(['status'], canceled)],
      [undefined, undefined],
    );
  });

  it('provides no input to a command that waits for it', async () =>
    assert.deepEqual(await git.run(['stripspace']), { kind: 'text', text: '' }));

  it('tells Git not to prompt, to take no locks and to use English', async () => {
    const alias = 'alias.told=!echo $GIT_OPTIONAL_LOCKS $GIT_TERMINAL_PROMPT $LC_ALL';
    const environment = { ...process.env, GIT_OPTIONAL_LOCKS: '1', GIT_TERMINAL_PROMPT: '1', LC_ALL: 'de_DE.UTF-8' };
    const result = await new GitCommand('git', root, environment).run(['-c', alias, 'told']);
    assert.deepEqual(result, { kind: 'text', text: '0 0 C\n' });
  });

  it('leaves the index alone, which a status would otherwise refresh', async () => {
    const index = path.join(root, '.git', 'index');
    utimesSync(path.join(root, 'file'), new Date(0), new Date(0));
    const before = [readFileSync(index), statSync(index).mtimeMs, readdirSync(path.dirname(index))] as const;
    assert.deepEqual(await git.run(['status', '--porcelain=v2', '--branch']), {
      kind: 'text',
      text: `# branch.oid ${readFileSync(path.join(root, '.git/refs/heads/main'), 'utf8').trim()}\n# branch.head main\n`,
    });
    assert.deepEqual([readFileSync(index), statSync(index).mtimeMs, readdirSync(path.dirname(index))], before);
    execFileSync('git', ['status'], { cwd: root });
    assert.notDeepEqual(readFileSync(index), before[0], 'Git has changed: this test no longer shows anything');
  });
});

describe('runProgram', () => {
  const limits = { milliseconds: 10_000, bytes: 1000 };

  it('reports a program that was ended by a signal', async function () {
    if (process.platform === 'win32') return this.skip();
    const script = 'process.kill(process.pid, "SIGKILL"); setInterval(() => {}, 1000)';
    const result = await runProgram(process.execPath, ['-e', script], limits, process.env);
    assert.deepEqual(result, { kind: 'failed', exitCode: undefined, message: '' });
  });
});
