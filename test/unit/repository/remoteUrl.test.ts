import assert from 'node:assert/strict';
import { canonicalHost, parseRemoteUrl } from '../../../src/repository/remoteUrl';
import { listOf } from '../../support/listOf';

const gh = 'github.com octocat/app';
const azure = 'dev.azure.com org/project/repo';

type Row = readonly [url: string, expected?: string];

/** A row for each word of a text. */
const rowsFor = (expected?: string) => (text: TemplateStringsArray) =>
  listOf(text).map((url): Row => (expected === undefined ? [url] : [url, expected]));
const [onGitHub, onAzure, notHosted] = [rowsFor(gh), rowsFor(azure), rowsFor()];

/** By kind: URL, then host and repository, or nothing if it isn't on a host. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'over HTTP': [
    ...onGitHub`
      https://github.com/octocat/app https://github.com/octocat/app.git https://github.com/octocat/app/
      https://github.com/octocat/app.git/ https://github.com//octocat//app https://github.com/octocat/app//
      https://github.com/octocat/app.GIT https://github.com/octocat/app.git?ref=main
      https://github.com/octocat/app#readme https://github.com:443/octocat/app https://github.com:/octocat/app
      http://github.com:80/octocat/app http://github.com/octocat/app HTTPS://GitHub.COM/octocat/app
      https://github.com./octocat/app https://www.github.com/octocat/app
    `,
    ['  https://github.com/octocat/app\n', gh],
    ['https://www.gitlab.com/group/app', 'gitlab.com group/app'],
    ['https://www.bitbucket.org/team/app', 'bitbucket.org team/app'],
    ['https://github.com/Octocat/App', 'github.com Octocat/App'],
    ['https://github.com/a-b/c_d.e-f', 'github.com a-b/c_d.e-f'],
    ['https://github.com/octocat/.github', 'github.com octocat/.github'],
    ['https://github.com/octocat/app.git.git', 'github.com octocat/app.git'],
    ['https://git.example.com:8443/a/b.git', 'git.example.com:8443 a/b'],
    ['http://git.example.com:443/a/b.git', 'git.example.com:443 a/b'],
    ['http://localhost:3000/a/b.git', 'localhost:3000 a/b'],
    ['https://[::1]:3000/a/b', '[::1]:3000 a/b'],
    ['https://[2001:DB8::1]/a/b.git', '[2001:db8::1] a/b'],
    ['https://bücher.example/a/b', 'xn--bcher-kva.example a/b'],
    ['https://my_host.example.com/a/b', 'my_host.example.com a/b'],
    ['https://example.com/with%20space/name', 'example.com with space/name'],
    ['https://example.com/a%2Fb/name', 'example.com a/b/name'],
    ['https://example.com/%E0%A4%A/name', 'example.com %E0%A4%A/name'],
    ['https://example.com/gr%C3%BC%C3%9Fe/name', 'example.com grüße/name'],
    ['https://example.com/grüße/name', 'example.com grüße/name'],
    ['https://example.com/name', 'example.com name'],
    ['https://example.com/a.git/b', 'example.com a.git/b'],
    ['https://example.com/a/b.github', 'example.com a/b.github'],
    ['https://example.com/a/../b/./c', 'example.com b/c'],
    ['https://example.com/srv/app/.git', 'example.com srv/app'],
    ['https://example.com/a\\b', 'example.com a/b'],
    ['https://example.com/a/~/b', 'example.com a/~/b'],
    ['ftp://ftp.example.com/a/b', 'ftp.example.com a/b'],
    ['ftps://ftp.example.com/a/b', 'ftp.example.com a/b'],
  ],
  'with credentials': [
    ...onGitHub`
      https://octocat@github.com/octocat/app.git https://SECRET@github.com/octocat/app.git
      https://SECRET:x-oauth-basic@github.com/octocat/app.git https://octocat:ghp_SECRET@github.com/octocat/app.git
      https://octocat:SECRET@github.com:443/octocat/app.git https://x-access-token:SECRET@github.com/octocat/app
      https://octocat:SECRET%40%2F@github.com/octocat/app https://octocat:SE@CRET@github.com/octocat/app
      https://octocat:SE:CRET@github.com/octocat/app https://:SECRET@github.com/octocat/app
      https://octocat:@github.com/octocat/app https://github.com/octocat/app?private_token=SECRET
      https://github.com/octocat/app#SECRET ssh://git:SECRET@github.com/octocat/app.git
      SECRET@github.com:octocat/app.git
    `,
    ...notHosted`
      https://octocat:12#SECRET@github.com/octocat/app https://octocat:12?SECRET@github.com/octocat/app
      https://octocat:12/SECRET@github.com/octocat/app https://SECRET/SECRET@github.com/octocat/app
      x-access-token:SECRET@github.com/octocat/app.git octocat:SE/CRET@github.com/octocat/app.git
      SECRET@github.com/octocat/app.git gcrypt::https://octocat:SECRET@github.com/octocat/app
      foo://octocat:SECRET@github.com/octocat/app https://octocat:SECRET@
    `,
    ['https://oauth2:SECRET@gitlab.example.com:8443/group/app.git', 'gitlab.example.com:8443 group/app'],
    ['https://me%40corp.example:SECRET@git.example.com/a/b', 'git.example.com a/b'],
    ['https://me@corp.example:SECRET@git.example.com/a/b', 'git.example.com a/b'],
    ['https://octocat:SE\\CRET@github.com/octocat/app', gh],
    ['https://octocat:SE CRET@github.com/octocat/app', gh],
    ['https://octocat:SECRET@git\thub.com/a/b'],
  ],
  'over SSH and the Git protocol': [
    ...onGitHub`
      ssh://git@github.com/octocat/app.git ssh://github.com/octocat/app ssh://git@github.com:22/octocat/app
      ssh://git@github.com:/octocat/app SSH://git@GitHub.com/octocat/app git+ssh://git@github.com/octocat/app
      ssh+git://git@github.com/octocat/app ssh://git@ssh.github.com:443/octocat/app.git
      ssh://git@ssh.github.com:443//octocat/app.git/ git://github.com/octocat/app.git
      git://github.com:9418/octocat/app.git
    `,
    ['ssh://git@altssh.gitlab.com:443/group/sub/app.git', 'gitlab.com group/sub/app'],
    ['ssh://git@altssh.bitbucket.org:443/team/app.git', 'bitbucket.org team/app'],
    ['ssh://git@bitbucket.example.com:7999/proj/name.git', 'bitbucket.example.com proj/name'],
    ['ssh://git@bitbucket.example.com:7999/~user/name.git', 'bitbucket.example.com ~user/name'],
    ['ssh://git@host/~user/name.git', 'host ~user/name'],
    ['ssh://host/~/name.git', 'host name'],
    ['ssh://git@host//srv/git/app.git', 'host srv/git/app'],
    ['ssh://git@[::1]/a/b.git', '[::1] a/b'],
    ['ssh://git@[2001:db8::1]:2222/a/b.git', '[2001:db8::1] a/b'],
    ['ssh://git@10/a/b', '10 a/b'],
    ['ssh://git@host/with%20space/name', 'host with space/name'],
  ],
  'in scp notation': [
    ...onGitHub`
      git@github.com:octocat/app.git git@github.com:octocat/app git@github.com:/octocat/app.git
      git@github.com://octocat//app.git git@GitHub.com:octocat/app.git git@github.com.:octocat/app.git
      git@github.com:octocat/app.git/ git@github.com:octocat/app.GIT git@ssh.github.com:octocat/app.git
      github.com:octocat/app [git@github.com:22]:octocat/app.git [git@ssh.github.com:443]:octocat/app.git
      [git@github.com]:octocat/app.git org-1234@github.com:octocat/app.git me@corp.example@github.com:octocat/app.git
    `,
    ['CORP\\me@git.example.com:a/b', 'git.example.com a/b'],
    ['github.com-work:octocat/app.git', 'github.com-work octocat/app'],
    ['git@github_personal:octocat/app.git', 'github_personal octocat/app'],
    ['work:octocat/app.git', 'work octocat/app'],
    ['git@server.1:a/b', 'server.1 a/b'],
    ['git@host:2222/octocat/app', 'host 2222/octocat/app'],
    ['git@host:a%2Fb/c', 'host a%2Fb/c'],
    ['git@host:a?b#c', 'host a?b#c'],
    ['git@[::1]:a/b.git', '[::1] a/b'],
    ['[2001:db8::1]:a/b.git', '[2001:db8::1] a/b'],
    ['git@host:dir\\name.git', 'host dir/name'],
    ['git@host:~user/name', 'host ~user/name'],
    ['host:~/x', 'host x'],
    ['host:./x.git', 'host x'],
    ['host:/srv/git/app.git', 'host srv/git/app'],
    ['git@bücher.example:a/b', 'xn--bcher-kva.example a/b'],
    ['constructor:a/b', 'constructor a/b'],
  ],
  // prettier-ignore
  'of providers': [
    ...onAzure`
      git@ssh.dev.azure.com:v3/org/project/repo ssh://git@ssh.dev.azure.com/v3/org/project/repo
      org@vs-ssh.visualstudio.com:v3/org/project/repo https://org@dev.azure.com/org/project/_git/repo
      https://user:SECRET@dev.azure.com/org/project/_git/repo https://dev.azure.com/org/project/_git/_full/repo
      https://org.visualstudio.com/project/_git/repo https://org.visualstudio.com/DefaultCollection/project/_git/repo
    `,
    ['https://dev.azure.com/org/My%20Project/_git/My.Repo', 'dev.azure.com org/My Project/My.Repo'],
    ['https://dev.azure.com/org/_git/repo', 'dev.azure.com org/repo/repo'],
    ['https://org.visualstudio.com/_git/repo', 'dev.azure.com org/repo/repo'],
    ['https://dev.azure.com/org/project', 'dev.azure.com org/project'],
    ['https://tfs.example.com/tfs/Collection/project/_git/repo', 'tfs.example.com tfs/Collection/project/_git/repo'],
    ['g:octo/demo.git'],
    ['git@ssh.dev.azure.com:v3/org/my%20project/repo', 'dev.azure.com org/my project/repo'],
    ['ssh://org@vs-ssh.visualstudio.com:22/DefaultCollection/Proj/_ssh/repo', 'dev.azure.com org/Proj/repo'],
    ['ssh://account@vs-ssh.visualstudio.com:22/project/team/_ssh/repo', 'dev.azure.com account/project/repo'],
    ['ssh://org@vs-ssh.visualstudio.com:22/_ssh/repo', 'dev.azure.com org/repo/repo'],
    ['ssh://spav5@spav5.visualstudio.com:22/_git/MyFirstProject', 'dev.azure.com spav5/MyFirstProject/MyFirstProject'],
    ['https://org.visualstudio.com/DefaultCollection/Proj/Team/_git/repo', 'dev.azure.com org/Proj/repo'],
    ['git@g:octo/demo.git', 'g octo/demo'],
  ],
  'on this machine': [
    ...notHosted`
      /srv/git/app.git /home/me/@scope/app ./app ../app.git ./odd:name app app.bundle /tmp/app.bundle ~/repos/x
      C:/repos/x c:x //server/share file:///srv/git/app.git file:///C:/repos/x file://server/share/x
      file:/srv/git/app.git
    `,
    ['C:\\repos\\x'],
    ['\\\\server\\share\\x'],
    ['\\\\server\\a:b'],
  ],
  'of remote helpers': [
    ...notHosted`
      codecommit::us-east-1://app codecommit://profile@app gcrypt::git@github.com:octocat/app gcrypt::rsync://host/app
      hg::https://example.com/app persistent-https://example.com/app sso://team/app s3://bucket/app
      keybase://private/me/app git+https://github.com/octocat/app.git
    `,
    ['ext::sh -c "cat"'],
    ['ext::ssh -i key git@github.com %S octocat/app'],
  ],
  'that are nonsense': [
    ...notHosted`
      https: https:// https:/github.com/octocat/app https://github.com https://github.com/ https://github.com/.git
      https:///octocat https://:443/a/b https://github.com:99999/a/b https://github.com:port/a/b https://[::1/a/b
      https://[::zz]/a/b https://github.com/a%0Ab/c https://github.com/..%2F..%2Fa https://./a/b https://.:1/a/b
      ssh://git@github.com:octocat/app.git ssh://-oProxyCommand=touch/a/b -oProxyCommand=touch:a/b
      git@-oProxyCommand=touch:a/b git@host;touch:a/b git@$(touch):a/b git@host:../../a git@host:22:a/b
      me@host:C:/repos/x.git git@github.com/octocat/app.git github.com/octocat/app github.com: git@:a/b :a/b @ :// ::
      2001:db8::1:a/b
    `,
    [''],
    [' '],
    ['\0'],
    ['https://git hub.com/a/b'],
    ['https://git\thub.com/a/b'],
    ['git@host`touch`:a/b'],
    ['git@host:a\nb'],
    ['git@host:a\u0085b'],
  ],
};

const all = Object.values(rows).flat();

function locationIn(url: string): string | undefined {
  const location = parseRemoteUrl(url)?.location;
  return location && `${location.host} ${location.repository}`;
}

describe('parseRemoteUrl', () => {
  for (const [kind, urls] of Object.entries(rows))
    describe(`for remotes ${kind}`, () => {
      for (const [url, expected] of urls)
        it(`finds ${expected ?? 'no host'} in ${JSON.stringify(url)}`, () => assert.equal(locationIn(url), expected));
    });

  it('drops credentials in every spelling', () => {
    for (const [url] of all)
      for (const found of [parseRemoteUrl(url)?.location, parseRemoteUrl(url)?.onHost('github.com')])
        assert.doesNotMatch(JSON.stringify(found ?? ''), /SECRET|SE.CRET|CRET@|%40%2F/, url);
  });
});

describe('a remote on another host', () => {
  for (const [url, expected] of [
    ['git@work:octocat/app.git', 'github.com octocat/app'],
    ['work:octocat/app', 'github.com octocat/app'],
    ['ssh://git@work:2222/octocat/app', 'github.com octocat/app'],
    ['/srv/app', undefined],
  ] as const)
    it(`is ${expected ?? 'none'} for ${url}`, () => {
      const location = parseRemoteUrl(url)?.onHost('github.com');
      assert.equal(location && `${location.host} ${location.repository}`, expected);
    });

  it("is none if the other isn't a host", () =>
    assert.equal(parseRemoteUrl('git@work:octocat/app')?.onHost('-oProxyCommand'), undefined));

  it('has one name, the same as in a URL', () =>
    assert.equal(parseRemoteUrl('git@work:octocat/app')?.onHost('ssh.github.com')?.host, 'github.com'));
});

describe('the host that SSH is asked to reach', () => {
  for (const [url, expected] of [
    ['git@Work-GH:octocat/app', 'git Work-GH'],
    ['Work:octocat/app', ' Work'],
    ['ssh://git:SECRET@Work:22/a/b', 'git Work'],
    ['git+ssh://Work/a/b', ' Work'],
    ['https://git@work/a/b'],
    ['git://work/a/b'],
    ['/srv/app'],
    ['-oProxyCommand=touch:a/b'],
  ] as const)
    it(`is ${expected ?? 'nothing'} in ${url}`, () => {
      const destination = parseRemoteUrl(url)?.ssh;
      assert.equal(destination && `${destination.user ?? ''} ${destination.host}`, expected);
    });
});

it('canonicalHost keeps what has one name', () => assert.equal(canonicalHost('constructor'), 'constructor'));
