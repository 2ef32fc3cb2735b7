import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GitCommand } from '../../../src/repository/gitCommand';
import { parseRemoteUrl } from '../../../src/repository/remoteUrl';
import { readRemotes, remoteAtUrl, type RemoteAddressOptions } from '../../../src/repository/remoteAddress';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { slow } from '../../support/tags';

const more = slow("Programs that don't end take seconds.");

/** A repository with a home of its own: no configuration of the current user is read. */
class Home {
  readonly folder = new TemporaryFolder('remote-address').path;
  readonly root = path.join(this.folder, 'repository');
  readonly asked = path.join(this.folder, 'asked');
  readonly environment = {
    PATH: process.env['PATH'],
    HOME: this.folder,
    GIT_CONFIG_GLOBAL: path.join(this.folder, 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
  };
  readonly command = new GitCommand('git', this.root, this.environment);

  constructor() {
    mkdirSync(this.root);
    mkdirSync(path.join(this.folder, '.ssh'));
    this.git('init');
  }

  git(...args: string[]): void {
    execFileSync('git', args, { cwd: this.root, env: this.environment, stdio: 'ignore' });
  }

  /** SSH finds its configuration by the user, not by HOME. */
  ssh(): string {
    return this.program(`exec ssh -F "$HOME/.ssh/config" "$@"`);
  }

  /** A program that records its arguments. */
  program(script: string): string {
    const file = path.join(this.folder, 'program');
    writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${this.asked}'\n${script}\n`, { mode: 0o755 });
    return file;
  }

  async address(options: Partial<RemoteAddressOptions> = {}, remote = 'origin'): Promise<string | undefined> {
    const location = (await this.remotes(options))?.find(({ name }) => name === remote)?.location;
    return location && `${location.host} ${location.repository}`;
  }

  remotes({ ssh = this.ssh(), ...options }: Partial<RemoteAddressOptions> = {}, git = this.command) {
    return readRemotes(git, { environment: this.environment, ssh, ...options });
  }

  questions(): string[] {
    return existsSync(this.asked) ? readFileSync(this.asked, 'utf8').trimEnd().split('\n') : [];
  }
}

/** Location that a URL names by itself. */
function placeIn(url: string): string {
  const { host, repository } = parseRemoteUrl(url)?.location ?? assert.fail(url);
  return `${host} ${repository}`;
}

describe('the URL of a remote', () => {
  let home: Home;
  beforeEach(() => (home = new Home()));

  it('that is used in place of a name applies insteadOf, too', async () => {
    home.git('config', '--global', 'url.https://github.com/.insteadOf', 'gh:');
    const { name, location } = await remoteAtUrl(home.command, 'gh:octocat/app');
    assert.deepEqual([name, location?.host, location?.repository], ['gh:octocat/app', 'github.com', 'octocat/app']);
  });

  describe("with Git's configuration", () => {
    const url = 'remote.origin.url';
    const app = 'https://github.com/octocat/app';
    /** Names and values in the repository's configuration; "global" before a name puts it into the user's. */
    // prettier-ignore
    const rows: readonly (readonly [
      title: string,
      configuration: Readonly<Record<string, string>>,
      expected?: string,
    ])[] = [
      ['is the URL as is', { [url]: `${app}.git` }, `${app}.git`],
      ['leaves out credentials', { [url]: 'https://octocat:SECRET@github.com/octocat/app.git' }, `${app}.git`],
      ['applies insteadOf', { 'global url.git@github.com:.insteadOf': 'gh:', [url]: 'gh:octocat/app' }, 'git@github.com:octocat/app'],
      ["doesn't apply pushInsteadOf", { 'global url.git@github.com:.pushInsteadOf': 'https://github.com/', [url]: app }, app],
      ['is the one Git fetches from, not the one it pushes to', { [url]: app, 'remote.origin.pushurl': 'git@github.com:fork/app' }, app],
      ['is empty if it is a path', { [url]: '../app.git' }],
      ['is empty without a remote', {}],
      ['is empty for a remote without a URL', { 'remote.origin.prune': 'true' }],
    ];
    for (const [title, configuration, expected] of rows)
      it(title, async () => {
        for (const [name, value] of Object.entries(configuration))
          home.git('config', ...name.replace('global', '--global').split(' '), value);
        assert.equal(await home.address(), expected && placeIn(expected));
        assert.deepEqual(home.questions(), []);
      });

    it('lists every remote with a URL once, including those of a partial clone', async () => {
      home.git('config', url, app);
      home.git('config', '--add', 'remote.origin.pushurl', 'https://gitlab.com/octocat/app');
      home.git('config', 'remote.partial.url', 'https://github.com/octocat/part');
      home.git('config', 'remote.partial.promisor', 'true');
      home.git('config', 'remote.partial.partialCloneFilter', 'blob:none');
      assert.deepEqual(await home.remotes(), [
        { name: 'origin', location: parseRemoteUrl('https://github.com/octocat/app')?.location },
        { name: 'partial', location: parseRemoteUrl('https://github.com/octocat/part')?.location },
      ]);
    });

    it("doesn't list one that only has options, as in a user's configuration for every origin", async () => {
      home.git('config', '--global', 'remote.origin.prune', 'true');
      home.git('config', '--global', 'remote.origin.fetch', '+refs/pull/*/head:refs/remotes/origin/pr/*');
      home.git('config', 'remote.fork.url', app);
      assert.deepEqual(
        (await home.remotes())?.map(({ name }) => name),
        ['fork'],
      );
    });

    it('lists a thousand remotes', async () => {
      const sections = Array.from(
        { length: 1000 },
        (_, index) => `[remote "fork-${index}"]\n\turl = ${app}-${index}\n`,
      );
      appendFileSync(path.join(home.root, '.git', 'config'), sections.join(''));
      assert.equal((await home.remotes())?.length, 1000);
    });

    it("doesn't take the name of a remote for an option", async () => {
      home.git('config', url, 'https://github.com/octocat/other');
      home.git('config', 'remote.--upload-pack=touch.url', 'https://github.com/octocat/app');
      assert.equal(await home.address({}, '--upload-pack=touch'), placeIn('https://github.com/octocat/app'));
    });

    it('is empty without a repository, or without Git', async () => {
      home.git('config', url, app);
      assert.equal(await home.remotes({}, new GitCommand('git', path.join(home.folder, 'gone'))), undefined);
      assert.equal(await home.remotes({}, new GitCommand('no-such-git', home.root)), undefined);
    });
  });

  describe("with SSH's configuration", () => {
    const configuration = `
Host work
  HostName github.com
  User git
Host Work-GH
  HostName ssh.github.com
  Port 443
Host numbered
  HostName 10.1.2.3
Host six
  HostName 2001:db8::1
Host same
  Port 2222
Match originalhost matched user me
  HostName me.example.com
`;

    before(function () {
      const missing = spawnSync('ssh', ['-V']).error !== undefined;
      // The program that replaces SSH with a home of its own is a shell script.
      if (missing || process.platform === 'win32') {
        this.test!.parent!.title += missing ? ' (skipped: there is no ssh)' : ' (skipped on Windows)';
        this.skip();
      }
    });

    beforeEach(() => writeFileSync(path.join(home.folder, '.ssh', 'config'), configuration));

    /** URL of a remote, the one by whose host and path it is known, and the one for machines without that configuration. */
    const rows: readonly (readonly [url: string, expected: string, sshUrl: string])[] = [
      ['git@work:octocat/app.git', 'git@github.com:octocat/app.git', 'git@github.com:octocat/app.git'],
      ['work:octocat/app.git', 'git@github.com:octocat/app.git', 'git@github.com:octocat/app.git'],
      ['ssh://git:SECRET@work:2222/octocat/app', 'git@github.com:octocat/app', 'ssh://git@github.com:2222/octocat/app'],
      ['git@Work-GH:octocat/app', 'git@ssh.github.com:octocat/app', 'ssh://git@ssh.github.com:443/octocat/app'],
      ['git@work-gh:octocat/app', 'git@work-gh:octocat/app', 'git@work-gh:octocat/app'],
      ['me@matched:a/b', 'me.example.com:a/b', 'me.example.com:a/b'],
      ['git@numbered:a/b', 'git@numbered:a/b', 'git@10.1.2.3:a/b'],
      ['git@six:a/b', 'git@six:a/b', 'git@[2001:db8::1]:a/b'],
      ['git@same:a/b', 'git@same:a/b', 'ssh://git@same:2222/a/b'],
      ['ssh://git:SECRET@same:2022/a/b', 'git@same:a/b', 'ssh://git@same:2022/a/b'],
    ];
    for (const [url, expected, sshUrl] of rows)
      it(`becomes ${expected} for ${url}, and elsewhere ${sshUrl}`, async () => {
        home.git('remote', 'add', 'origin', url);
        assert.equal(await home.address(), placeIn(expected));
        assert.equal(home.questions().length, 1);
        assert.equal((await home.remotes())?.[0]?.location?.sshUrl, sshUrl);
      });

    it('is asked for once for all remotes of the same user and host', async () => {
      home.git('remote', 'add', 'fork', 'git@work:me/app.git');
      home.git('remote', 'add', 'origin', 'git@work:octocat/app.git');
      const remotes = await home.remotes();
      assert.deepEqual(
        remotes?.map(({ location }) => location && `${location.host} ${location.repository}`),
        ['github.com me/app', 'github.com octocat/app'],
      );
      assert.equal(home.questions().length, 1);
    });

    it('follows insteadOf first', async () => {
      home.git('config', '--global', 'url.git@work:.insteadOf', 'gh:');
      home.git('remote', 'add', 'origin', 'gh:octocat/app');
      assert.equal(await home.address(), placeIn('git@github.com:octocat/app'));
      assert.deepEqual(home.questions(), ['-G -- git@work']);
    });

    for (const url of [
      'git@github.com:octocat/app.git',
      'https://work/octocat/app.git',
      'ssh://git@[2001:db8::1]/octocat/app',
      'git@10.1.2.3:octocat/app',
      '/srv/app.git',
    ])
      it(`isn't looked up for ${url}`, async () => {
        home.git('config', 'remote.origin.url', url);
        await home.address();
        assert.deepEqual(home.questions(), []);
      });

    it('is looked up without a shell', async () => {
      home.git('remote', 'add', 'origin', 'a$HOME@work:octocat/app');
      assert.equal(
        await home.address({ ssh: home.program('echo hostname github.com') }),
        placeIn('github.com:octocat/app'),
      );
      assert.deepEqual(home.questions(), ['-G -- a$HOME@work']);
    });

    for (const user of ["a'b", 'a;touch', '$(touch)', '`touch`', 'a\\', 'DOMAIN\\me'])
      it(`is ${user.startsWith('D') ? '' : 'not '}looked up for the user ${user}`, async () => {
        home.git('config', 'remote.origin.url', `ssh://${user}@work/octocat/app`);
        const expected = user.startsWith('D') ? 'git@github.com:octocat/app' : 'git@work:octocat/app';
        assert.equal(await home.address({ ssh: home.program('echo hostname github.com') }), placeIn(expected));
      });

    it("isn't among the arguments of a program if it replaces a name, since it may contain a token", async () => {
      home.git('config', '--global', 'url.https://github.com/.insteadOf', 'https://token:SECRET@gh.example/');
      const git = new GitCommand(home.program('exec git "$@"'), home.root, home.environment);
      const { location } = await remoteAtUrl(git, 'https://token:SECRET@gh.example/octocat/app');
      assert.equal(location?.host, 'github.com');
      assert.equal(home.questions().length, 1);
      assert.doesNotMatch(home.questions().join('\n'), /SECRET/);
    });

    it('is unknown if the alias stands for a host that cannot be one', async () => {
      home.git('remote', 'add', 'origin', 'git@work:octocat/app');
      assert.equal(await home.address({ ssh: home.program("echo 'hostname a,b'") }), undefined);
    });

    const broken: readonly (readonly [title: string, ssh: () => string])[] = [
      ["SSH isn't installed", () => path.join(home.folder, 'no-ssh')],
      ['SSH fails', () => home.program('echo hostname github.com; exit 255')],
      ['SSH prints something else', () => home.program('echo unable to open connection')],
      ['SSH never ends', () => home.program('sleep 5')],
    ];
    for (const [title, ssh] of broken)
      more
        .it(`keeps its host if ${title}`, async () => {
          home.git('remote', 'add', 'origin', 'git@work:octocat/app');
          const started = performance.now();
          assert.equal(await home.address({ ssh: ssh() }), placeIn('git@work:octocat/app'));
          assert.ok(performance.now() - started < 4500);
        })
        .timeout(10_000);
  });
});
